// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "fv/fields/context.hpp"
#include "fv/fields/field.hpp"

namespace eagre::fv {

/// Writes the entries of a boundary condition, keyword by keyword ("nonuniform" lists included).
class ConditionWriter {
 public:
  virtual ~ConditionWriter() = default;
  virtual void entry(const std::string& keyword, const std::string& text) = 0;
  virtual void entry(const std::string& keyword,
                     std::span<const double> patchValues) = 0;  ///< one value per face of the patch on this rank
  virtual void entry(const std::string& keyword, std::span<const Vec3> patchValues) = 0;
  virtual void entry(const std::string& keyword, std::span<const SymmTensor> patchValues) = 0;
  /// A sub-dictionary (coefficients of a Function1); by default as text in braces.
  virtual void dictionary(const std::string& keyword, const config::Dictionary& dict);
};

/// A boundary condition on one patch of one field. It linearises the face value and the face-normal gradient in
/// the value P of the cell behind the face,
///     value  = valueInternal * P + valueBoundary          (component by component)
///     snGrad = gradientInternal * P + gradientBoundary
/// so that hot loops know two pairs of arrays and no types (OpenFOAM's four coefficient functions).
///
/// Call order in a step: updateCoeffs() once before an equation is assembled or the field is evaluated (may look at
/// other fields), then the coefficient functions, and evaluate() after the solve. Between an updateCoeffs() and the next
/// evaluate() a condition does not look at the other fields again (OpenFOAM's updated()); an evaluate() that no
/// updateCoeffs() went before does it itself, with the Context that the condition was made with.
template <class T>
class BoundaryCondition {
 public:
  BoundaryCondition(std::string type, const mesh::Patch& patch) : type_(std::move(type)), patch_(&patch) {}
  virtual ~BoundaryCondition() = default;
  const std::string& type() const { return type_; }
  const mesh::Patch& patch() const { return *patch_; }

  /// Recomputes what the condition takes from other fields and from time.
  virtual void updateCoeffs(const VolField<T>& field, const Context& context);
  /// The same, and the patch values of a condition that prescribes them are written into the field at once, so that
  /// what is assembled next sees the inlet of the new time (as OpenFOAM's updateCoeffs do).
  void updateCoeffs(VolField<T>& field, const Context& context);
  /// Patch values at start-up, as OpenFOAM's constructors leave them: the entry `value` where the type reads one, else
  /// the prescribed or the evaluated value. Needs no other field.
  virtual void initialise(const VolField<T>& field, std::span<T> values) { evaluate(field, values); }
  /// Face values from the present cell values. `values` are this patch's of field.boundary(), old ones in, new ones out.
  virtual void evaluate(const VolField<T>& field, std::span<T> values) = 0;
  virtual void valueCoeffs(const VolField<T>& field, std::span<T> internal, std::span<T> boundary) const = 0;
  virtual void gradientCoeffs(const VolField<T>& field, std::span<T> internal, std::span<T> boundary) const = 0;
  /// What gradientCoeffs() gives to the matrix is the same at any time, on all ranks: nobody need ask whether it has changed.
  virtual bool standingGradientCoeffs() const { return false; }
  /// Face-normal gradient of the present values; default (value - P) * deltaCoeffs.
  virtual void snGrad(const VolField<T>& field, std::span<T> gradient) const;

  /// The first other field that updateCoeffs() needs and that is not registered, e.g. "flux 'phi'"; empty if all are there.
  virtual std::string missing(const Context&) const { return {}; }
  /// "boundary condition inletOutlet on patch outlet of field U", for messages.
  std::string label(const std::string& fieldName) const;
  /// The message that it needs what missing() has named.
  std::string needsText(const std::string& fieldName, const std::string& what) const;
  /// Asks for old levels of the field when it is updated.
  virtual bool readsOld() const { return false; }
  /// The value on the patch is prescribed (OpenFOAM's fixesValue): pressure needs no reference, pcorr is fixed there.
  virtual bool fixesValue() const { return false; }
  /// An assignment to the whole field may change the patch value (OpenFOAM's assignable).
  virtual bool assignable() const { return true; }
  /// The condition as dictionary entries, "type" first.
  virtual void write(const VolField<T>& field, ConditionWriter& out) const = 0;

 protected:
  /// Writes the values that updateCoeffs has prescribed; conditions that prescribe none leave them alone.
  virtual void prescribedValues(const VolField<T>& field, std::span<T> values) const;

 private:
  std::string type_;
  const mesh::Patch* patch_;
};

/// Conditions whose gradient is set from outside by the pressure equation (fixedFluxPressure).
class FixedFluxCondition {
 public:
  virtual ~FixedFluxCondition() = default;
  virtual void setGradient(std::span<const double> snGrad) = 0;
};

/// A patch-sized entry of a condition's dictionary: "uniform v" or "nonuniform List<..> n(..)". The reader of a
/// field file hands in a dictionary whose nonuniform lists already hold this rank's faces only.
template <class T>
std::vector<T> readPatchValues(const config::Dictionary& dict, const std::string& keyword, const mesh::Patch& patch);

}  // namespace eagre::fv
