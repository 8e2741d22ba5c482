// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>
#include <span>
#include <vector>

#include "fv/conditions/basic.hpp"
#include "fv/conditions/wall_functions.hpp"

namespace eagre::fv::conditions {

/// nut that gives the wall shear stress of the logarithmic law at a given y+; 0 in the viscous sublayer.
inline double logarithmicNut(const WallLaw& law, double yPlus, double nu) {
  return yPlus > law.yPlusLam ? nu * (yPlus * law.kappa / std::log(law.E * yPlus) - 1.0) : 0.0;
}

/// What wall functions of nut share: the coefficients Cmu, kappa and E, and the distance of the cells.
class NutWallFunction : public FixedValue<double>, public ViscosityWallFunction {
 public:
  explicit NutWallFunction(const Source& source)
      : FixedValue<double>(source),
        law_(WallLaw::make(source.dict.getOr("Cmu", 0.09), source.dict.getOr("kappa", 0.41), source.dict.getOr("E", 9.8))) {
    requireWall(source);
  }
  const WallLaw& law() const override { return law_; }
  void write(const VolField<double>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      out.entry("Cmu", text(law_.Cmu));
      out.entry("kappa", text(law_.kappa));
      out.entry("E", text(law_.E));
      writeOwn(out);
    });
  }

 protected:
  virtual void writeOwn(ConditionWriter&) const {}
  std::string missing(const Context& context) const override { return missingScalar(context, "nu"); }
  /// One value per face of the patch: fill(values, nu, y).
  template <class Fill>
  std::vector<double> eachFace(const Context& context, Fill fill) const {
    std::vector<double> values(static_cast<std::size_t>(patch().size));
    fill(values, patchScalar(context, patch(), "nu"), wallDistance(context));
    return values;
  }
  const double* wallDistance(const Context& context) const { return context.mesh.wallDistance.data() + patch().start; }
  WallLaw law_;
};

}  // namespace eagre::fv::conditions
