// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "fv/functions/function1.hpp"
#include "mesh/derived.hpp"
#include "physics/sources/fv_option.hpp"

namespace eagre::physics {

/// Where and how fast openfoam.org's options force a flow: the rate lambda times the largest of scale((C - origin) . direction)
/// over all origins, in each cell; 1 in place of that scale where the entry does not say where.
class ForcingRate {
 public:
  /// [1/s]; nextToBoundary, if it is not 0, replaces everywhere in the cells that have a face on a boundary.
  struct Lambda {
    double everywhere = 0, nextToBoundary = 0;
    /// Entries lambda and lambdaBoundary. Errors (badCase): the first is missing; dimensions.
    static Lambda read(const config::Dictionary& coefficients);
  };

  /// Entries scale, origin, direction or origins, directions. A warning if some are there and some not; errors (badCase): not as
  /// many directions as origins.
  explicit ForcingRate(const FvOptionSource& source);
  static std::vector<std::string> keywords();

  /// [-], of the present geometry; one value per owned cell.
  const std::vector<double>& scale();
  /// [1/s]; one value per owned cell, until the next call.
  const std::vector<double>& of(const Lambda& lambda);
  /// The length over which the scale falls [m]: of all origins sum V scale over sum of S.direction scale on the boundary, which
  /// is the integral of the scale over that of its slope; infinite where the directions meet no boundary. Collective.
  double regionLength() const;

 private:
  double scaleFrom(std::size_t origin, const Vec3& position) const;

  const fv::Context& context_;
  std::vector<Vec3> origins_, directions_;
  std::unique_ptr<fv::Function1<double>> scale_;  ///< null: everywhere
  mesh::Derived<std::vector<double>> scales_;
  std::vector<double> rate_;
};

}  // namespace eagre::physics
