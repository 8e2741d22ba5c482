// SPDX-License-Identifier: BSD-3-Clause
#include "comm/field_sums.hpp"

#include "core/error.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::comm {

namespace {

double sumOf(std::span<const double> own) {
  return kernel::parallelSum<double>({"gSum", 8}, static_cast<Label>(own.size()), [v = own.data()](Label c) { return v[c]; });
}

double sumOfProducts(std::span<const double> a, std::span<const double> b) {
  if (a.size() != b.size()) throw Error("gSumProd: two fields of different length");
  return kernel::parallelSum<double>({"gSumProd", 16}, static_cast<Label>(a.size()),
                                     [x = a.data(), y = b.data()](Label c) { return x[c] * y[c]; });
}

}  // namespace

PendingNumber startQuotient(const Communicator& communicator, double numerator, double denominator) {
  PendingNumber number;
  number.values_ = std::make_unique<std::array<double, 2>>(std::array{numerator, denominator});
  number.sum_ = communicator.startSum(*number.values_);
  return number;
}

double PendingNumber::get() {
  sum_.wait();
  return (*values_)[0] / (*values_)[1];
}

double gSum(const Communicator& communicator, std::span<const double> own) { return communicator.sum(sumOf(own)); }
double gAverage(const Communicator& communicator, std::span<const double> own) {
  double sums[2] = {sumOf(own), static_cast<double>(own.size())};
  communicator.sum(sums);
  return sums[0] / sums[1];
}
double gSumProd(const Communicator& communicator, std::span<const double> a, std::span<const double> b) {
  return communicator.sum(sumOfProducts(a, b));
}

PendingNumber startGSum(const Communicator& communicator, std::span<const double> own) {
  return startQuotient(communicator, sumOf(own), communicator.master() ? 1 : 0);
}
PendingNumber startGAverage(const Communicator& communicator, std::span<const double> own) {
  return startQuotient(communicator, sumOf(own), static_cast<double>(own.size()));
}
PendingNumber startGSumProd(const Communicator& communicator, std::span<const double> a, std::span<const double> b) {
  return startQuotient(communicator, sumOfProducts(a, b), communicator.master() ? 1 : 0);
}

}  // namespace eagre::comm
