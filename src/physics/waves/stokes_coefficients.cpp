// SPDX-License-Identifier: BSD-3-Clause
#include "physics/waves/stokes_coefficients.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "core/types.hpp"

namespace eagre::physics::waves {
namespace {

/// Polynomial by its coefficients, the constant first.
double polynomial(double x, std::initializer_list<double> coefficients) {
  double sum = 0;
  for (const double* a = coefficients.end(); a != coefficients.begin();) sum = sum * x + *--a;
  return sum;
}

/// Beyond this kd, cosh(kd) is exp(kd)/2 to the last digit, and 1/cosh(2kd) nothing beside 1.
const double deepLimit = std::log(great);

}  // namespace

StokesCoefficients::StokesCoefficients(double kd)
    : kd_(kd), deep_(kd > deepLimit), S_(deep_ ? 0 : 1 / std::cosh(2 * kd)), T_(deep_ ? 1 : std::tanh(kd)) {}

double StokesCoefficients::celerity(int order, double e) const {
  double c = 1;
  if (order >= 2) c += e * e * polynomial(S_, {2, 0, 7}) / (4 * std::pow(1 - S_, 2));
  if (order >= 5) c += std::pow(e, 4) * polynomial(S_, {4, 32, -116, -400, -71, 146}) / (32 * std::pow(1 - S_, 5));
  return c;
}

std::array<double, 5> StokesCoefficients::elevation(int order, double e) const {
  std::array<double, 5> B{e};
  if (order < 2) return B;
  B[1] = e * e * (1 + 2 * S_) / (2 * T_ * (1 - S_));
  if (order < 5) return B;
  const double e3 = std::pow(e, 3), e4 = std::pow(e, 4), e5 = std::pow(e, 5), q = 1 - S_;
  const double B31 = -3 * polynomial(S_, {1, 3, 3, 2}) / (8 * std::pow(q, 3));
  const double of4 = T_ * (3 + 2 * S_) * std::pow(q, 4), of5 = (3 + 2 * S_) * (4 + S_) * std::pow(q, 6);
  const double B42 = polynomial(S_, {6, -26, -182, -204, -25, 26}) / (6 * of4);
  const double B44 = polynomial(S_, {24, 92, 122, 66, 67, 34}) / (24 * of4);
  const double B53 = 9 * polynomial(S_, {132, 17, -2216, -5897, -6292, -2687, 194, 467, 82}) / (128 * of5);
  const double B55 = 5 * polynomial(S_, {300, 1579, 3176, 2949, 1188, 675, 1326, 827, 130}) / (384 * of5);
  B[0] += e3 * B31 - e5 * (B53 + B55);
  B[1] += e4 * B42;
  B[2] = e5 * B53 - e3 * B31;
  B[3] = e4 * B44;
  B[4] = e5 * B55;
  return B;
}

// Fenton's A_ij over A11 = 1/sinh(kd), which is in profile(); A22, A42 and A44 have no such factor in the table. In deep water
// A42 and A53 times their profiles have limits, exp(2kz)/2 and exp(3kz)/12, which openfoam.org leaves out; so here.
std::array<double, 5> StokesCoefficients::velocity(int order, double e) const {
  std::array<double, 5> A{e};
  if (order < 2 || deep_) {
    if (order >= 5) A[0] += -0.5 * std::pow(e, 3) - 37.0 / 24 * std::pow(e, 5);
    return A;
  }
  const double sinh = std::sinh(kd_), q = 1 - S_;
  A[1] = e * e * sinh * 3 * S_ * S_ / (2 * q * q);
  if (order < 5) return A;
  const double e3 = std::pow(e, 3), e4 = std::pow(e, 4), e5 = std::pow(e, 5);
  const double of3 = 8 * std::pow(q, 3), of4 = std::pow(q, 5), of5 = (3 + 2 * S_) * std::pow(q, 6);
  A[0] += e3 * polynomial(S_, {-4, -20, 10, -13}) / of3 +
          e5 * polynomial(S_, {-1184, 32, 13232, 21712, 20940, 12554, -500, -3341, -670}) / (64 * (4 + S_) * of5);
  A[1] += e4 * sinh * polynomial(S_, {0, 12, -14, -264, -45, -13}) / (24 * of4);
  A[2] = e3 * polynomial(S_, {0, 0, -2, 11}) / of3 + e5 * polynomial(S_, {0, 4, 105, 198, -1376, -1302, -117, 58}) / (32 * of5);
  A[3] = e4 * sinh * polynomial(S_, {0, 0, 0, 10, -174, 291, 278}) / (48 * (3 + 2 * S_) * of4);
  A[4] = e5 * polynomial(S_, {0, 0, 0, -6, 272, -1552, 852, 2029, 430}) / (64 * (4 + S_) * of5);
  return A;
}

StokesCoefficients::Profile StokesCoefficients::profile(int j, double kz) const {
  const double limit = std::log(j * great), bounded = std::clamp(kz, -limit, limit);
  if (deep_) return {std::exp(bounded), std::exp(bounded)};
  const double above = std::max(0.0, kd_ + bounded);
  return {std::cosh(j * above) / std::sinh(kd_), std::sinh(j * above) / std::sinh(kd_)};
}

}  // namespace eagre::physics::waves
