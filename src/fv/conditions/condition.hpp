// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/word_table.hpp"
#include "fv/fields/boundary_condition.hpp"
#include "fv/fields/patch_faces.hpp"

/// What the boundary conditions share. A family of conditions is one file here: its classes derive from one of the bases in
/// basic.hpp and transform.hpp, and a function add<Family>(), declared and called in conditions.cpp, enters them in the table.
namespace eagre::fv::conditions {

/// What a condition is made from: its dictionary in the field file, the patch, the simulation.
struct Source {
  const config::Dictionary& dict;
  const mesh::Patch& patch;
  const Context& context;
  const std::string& fieldName;
  /// Error at an entry of the dictionary (or the dictionary as a whole) that names patch and field.
  [[noreturn]] void fail(const std::string& message, const std::string& keyword = {}) const;
};

/// What makes a condition.
template <class T>
using Maker = std::unique_ptr<BoundaryCondition<T>> (*)(const Source&);

/// Every type: its name, what it is, its maker.
template <class T>
class Table : public WordTable<Maker<T>> {
 public:
  using WordTable<Maker<T>>::add;
  template <class Condition>
  void add(std::string type, std::string line, const char* file = __builtin_FILE()) {
    const Maker<T> make = [](const Source& s) -> std::unique_ptr<BoundaryCondition<T>> { return std::make_unique<Condition>(s); };
    add({std::move(type), std::move(line), make, file});
  }
};

/// Base of all conditions: keeps the Context and when it was updated.
template <class T>
class Condition : public BoundaryCondition<T> {
 public:
  /// Made in code: looks at no other field.
  Condition(std::string type, const mesh::Patch& patch) : BoundaryCondition<T>(std::move(type), patch) {}
  explicit Condition(const Source& source);

  using BoundaryCondition<T>::updateCoeffs;
  void updateCoeffs(const VolField<T>& field, const Context& context) override;
  void evaluate(const VolField<T>& field, std::span<T> values) final;

 protected:
  /// Takes what is needed from other fields (which missing() names if they are not there) and from context.time(). It may be
  /// called several times in a step.
  virtual void update(const VolField<T>&, const Context&) {}
  /// OpenFOAM's updateCoeffs of this type evaluates the patch as well, so that every later evaluation begins with an update.
  virtual bool evaluatesInUpdate() const { return false; }
  /// Face values from the present cell values, with what update() has taken.
  virtual void faceValues(const VolField<T>& field, std::span<T> values) = 0;

  PatchFaces faces(const VolField<T>& field) const { return {field.mesh(), this->patch()}; }
  bool updated() const { return updated_; }
  void setUpdated() { updated_ = true; }
  /// "type" and "patchType".
  void writeType(ConditionWriter& out) const;

 private:
  bool settingUp() const;
  const Context* context_ = nullptr;
  std::string patchType_;
  bool updated_ = false;
};

// ---- looking at other fields ------------------------------------------------------------------------------------
/// Values on a patch; Error if the field is not registered.
std::span<const double> patchFlux(const Context& context, const mesh::Patch& patch, const std::string& name);
std::span<const double> patchScalar(const Context& context, const mesh::Patch& patch, const std::string& name);
std::span<const Vec3> patchVector(const Context& context, const mesh::Patch& patch, const std::string& name);
/// Texts for missing(): empty if the field is there.
std::string missingFlux(const Context& context, const std::string& name);
std::string missingScalar(const Context& context, const std::string& name);
std::string missingVector(const Context& context, const std::string& name);
std::string missingGravity(const Context& context);

/// Flux on the patch divided by the density if it is a mass flux [m^3/s]: `rho` names the density. Other dimensions: Error.
struct VolumeFlux {
  std::span<const double> phi, rho;  ///< rho empty for a volume flux
  double operator[](Label i) const { return rho.empty() ? phi[i] : phi[i] / rho[i]; }
};
VolumeFlux volumeFlux(const Context& context, const mesh::Patch& patch, const std::string& phiName, const std::string& rhoName);
/// As missing(): the density is needed for a mass flux only.
std::string missingVolumeFlux(const Context& context, const std::string& phiName, const std::string& rhoName);

/// Error unless the patch is a wall.
void requireWall(const Source& source);

/// The shortest text that reads back as the same number.
std::string text(double value);
std::string text(const Vec3& value);

/// 1 where the flux enters (phi < 0), else 0.
inline double inflow(double phi) { return phi >= 0 ? 0.0 : 1.0; }

}  // namespace eagre::fv::conditions
