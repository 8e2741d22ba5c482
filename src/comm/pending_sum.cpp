// SPDX-License-Identifier: BSD-3-Clause
#include "comm/pending_sum.hpp"

#include <array>
#include <bit>
#include <vector>

#include "comm/call.hpp"

namespace eagre::comm {

namespace {

class Iallreduce : public PendingSum::Impl {
 public:
  Iallreduce(const Communicator& communicator, std::span<double> values) : communicator_(communicator) {
    const auto& h = communicator_.handle();
    const Call call(h, Function::iallreduce, values.size_bytes());
    MPI_Iallreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_DOUBLE, MPI_SUM, h.comm, &request_);
  }
  bool test() override {
    int done = 0;
    const Call call(communicator_.handle(), Function::testall);
    MPI_Testall(1, &request_, &done, MPI_STATUSES_IGNORE);
    return done != 0;
  }
  void wait() override {
    const Call call(communicator_.handle(), Function::wait);
    MPI_Wait(&request_, MPI_STATUS_IGNORE);
  }

 private:
  Communicator communicator_;
  MPI_Request request_ = MPI_REQUEST_NULL;
};

class Doubling : public PendingSum::Impl {
 public:
  Doubling(const Communicator& communicator, std::span<double> values)
      : communicator_(communicator), values_(values), received_(values.size()) {
    auto& h = communicator_.handle();
    tag_ = tag::pendingSum + h.pendingSums++ % tag::nPendingSums;
    const auto size = static_cast<int>(std::bit_floor(static_cast<unsigned>(h.size)));
    const int beyond = h.size - size;
    if (h.rank >= size) {
      steps_ = {{h.rank - size, true, false, false}, {h.rank - size, false, true, true}};
    } else {
      if (h.rank < beyond) steps_.push_back({h.rank + size, false, true, false});
      for (int bit = 1; bit < size; bit *= 2) steps_.push_back({h.rank ^ bit, true, true, false});
      if (h.rank < beyond) steps_.push_back({h.rank + size, true, false, false});
    }
    post();
  }
  bool test() override {
    while (step_ < steps_.size()) {
      int done = 0;
      {
        const Call call(communicator_.handle(), Function::testall);
        MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &done, MPI_STATUSES_IGNORE);
      }
      if (!done) return false;
      next();
    }
    return true;
  }
  void wait() override {
    while (step_ < steps_.size()) {
      {
        const Call call(communicator_.handle(), Function::waitall);
        MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
      }
      next();
    }
  }

 private:
  struct Step {
    int partner;
    bool send, receive;
    bool final;  ///< what is received is the sum
  };

  void post() {
    const auto& h = communicator_.handle();
    const Step& s = steps_[step_];
    const auto n = static_cast<int>(values_.size());
    if (s.receive) {
      const Call call(h, Function::irecv);
      MPI_Irecv(received_.data(), n, MPI_DOUBLE, s.partner, tag_, h.comm, &requests_[0]);
    }
    if (s.send) {
      const Call call(h, Function::isend, values_.size_bytes());
      MPI_Isend(values_.data(), n, MPI_DOUBLE, s.partner, tag_, h.comm, &requests_[1]);
    }
  }
  void next() {
    const Step& s = steps_[step_];
    for (std::size_t i = 0; s.receive && i < values_.size(); ++i) values_[i] = s.final ? received_[i] : values_[i] + received_[i];
    if (++step_ < steps_.size()) post();
  }

  Communicator communicator_;
  std::span<double> values_;
  std::vector<double> received_;
  std::vector<Step> steps_;
  std::size_t step_ = 0;
  int tag_;
  std::array<MPI_Request, 2> requests_{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
};

}  // namespace

std::unique_ptr<PendingSum::Impl> startIallreduce(const Communicator& communicator, std::span<double> values) {
  return std::make_unique<Iallreduce>(communicator, values);
}
std::unique_ptr<PendingSum::Impl> startDoubling(const Communicator& communicator, std::span<double> values) {
  return std::make_unique<Doubling>(communicator, values);
}

PendingSum::PendingSum() = default;
PendingSum::PendingSum(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
PendingSum::~PendingSum() { wait(); }
PendingSum::PendingSum(PendingSum&&) noexcept = default;
PendingSum& PendingSum::operator=(PendingSum&& other) noexcept {
  wait();
  impl_ = std::move(other.impl_);
  return *this;
}

bool PendingSum::test() {
  if (impl_ && impl_->test()) impl_.reset();
  return !impl_;
}

void PendingSum::wait() {
  if (!impl_) return;
  impl_->wait();
  impl_.reset();
}

}  // namespace eagre::comm
