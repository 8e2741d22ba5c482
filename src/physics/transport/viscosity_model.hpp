// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "fv/fields/context.hpp"
#include "fv/fields/field.hpp"

namespace eagre::physics {

/// Kinematic viscosity of one fluid as a function of the shear rate, sqrt(2) |symm(grad U)|. The models and their names are
/// OpenFOAM's transportModel entries: Newtonian, CrossPowerLaw, BirdCarreau, powerLaw, HerschelBulkley, Casson
/// (1959), strainRateFunction.
class ViscosityModel {
 public:
  virtual ~ViscosityModel() = default;
  /// nu [m^2/s] at a shear rate [1/s].
  virtual double nu(double shearRate) const = 0;
  /// The same of many gradients of the velocity [1/s], in the loop of this name.
  virtual void nu(const char* loop, std::span<const Tensor> gradU, std::span<double> values) const = 0;
  /// True if nu does not depend on the flow.
  virtual bool constant() const { return false; }
};

/// Reads a phase's dictionary: "transportModel" and its coefficients, either beside it or in "<Model>Coeffs".
/// Errors (badCase): unknown model with the nearest, missing or wrongly dimensioned coefficients.
std::unique_ptr<ViscosityModel> makeViscosityModel(const config::Dictionary& phase);

/// Fills nu on cells and boundary faces from the velocity's gradient. Does nothing more than a fill for a constant model.
void updateViscosity(const ViscosityModel& model, const fv::CellValues<Tensor>& gradU, fv::CellValues<double>& nu);
/// The same where v1912 assigns the field that it has: that evaluates the conditions of symmetry planes and wedges, which then
/// have nu of the cell instead of that of the gradient there.
void updateViscosity(const ViscosityModel& model, const fv::CellValues<Tensor>& gradU, fv::VolScalarField& nu);

}  // namespace eagre::physics
