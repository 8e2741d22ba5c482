// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "case/field_file.hpp"
#include "mesh/refinement/hex_forest.hpp"
#include "output/field_store.hpp"
#include "run/refinement/mapped_values.hpp"
#include "solvers/flow_solver.hpp"

namespace eagre::run {

/// The fields of a run, taken off one mesh and put on another one, as OpenFOAM's maps of cells and faces do: a part has the value
/// of the whole, a whole the mean of its parts by volume (patches: of its faces, each alike). A velocity on faces likewise, and
/// on faces inside of an old cell the mean of those around the two cells there. A flux is the flux of such a velocity, so that
/// parts share it by area and a whole has the sum. rank 0 holds all of it in between.
class CarriedFields final : public output::FieldStore {
 public:
  /// Takes the fields and states of `outputs`, and a velocity on faces (null: none), off the mesh. Collective.
  CarriedFields(const mesh::Mesh& mesh, const solvers::Outputs& outputs, const fv::SurfaceVectorField* faceVelocity);
  /// The level before the present one of fields that have two, for time schemes that need it: of what `outputs` and the registry
  /// have. Collective.
  void takeOldLevels(const solvers::Outputs& outputs, const fv::Registry& registry);
  /// Into the fields of those names on the new mesh, as their old(1): a step that begins makes it old(2). Collective.
  void restoreOldLevels(const fv::Registry& registry) const;
  /// On rank 0.
  void map(const ChangedMesh& meshes);
  /// The mesh that fields are made on from now on.
  void standOn(const mesh::Mesh& mesh) { mesh_ = &mesh; }
  /// The velocity on faces; null if there was none. Collective.
  std::unique_ptr<fv::SurfaceVectorField> faceVelocity() const;

  std::optional<std::string> state(const std::string& name) override;
  bool has(const std::string& field) override { return fields_.contains(field) || fluxes_.contains(field); }
  std::unique_ptr<fv::VolScalarField> scalar(const fv::Context& context, const std::string& name, const Dimensions& expected,
                                             Problems& problems) override;
  std::unique_ptr<fv::VolVectorField> vector(const fv::Context& context, const std::string& name, const Dimensions& expected,
                                             Problems& problems) override;
  std::unique_ptr<fv::VolField<SymmTensor>> symmTensor(const fv::Context& context, const std::string& name,
                                                       const Dimensions& expected, Problems& problems) override;
  std::unique_ptr<fv::SurfaceScalarField> surfaceField(const std::string& name, const Dimensions& expected,
                                                       Problems& problems) override;
  bool readValues(fv::VolField<double>& field) override;
  bool readValues(fv::VolField<Vec3>& field) override;
  bool readValues(fv::VolField<SymmTensor>& field) override;

 private:
  struct OldLevel {
    int components = 1;
    std::vector<double> cells;
    std::vector<std::vector<double>> patches;  ///< of all of the global mesh; empty and coupled ones have no values
  };
  template <class T>
  void take(const fv::VolField<T>& field);
  template <class T>
  void takeOld(const fv::VolField<T>& field);
  template <class T>
  void restoreOld(const OldLevel& level, fv::VolField<T>& field) const;
  template <class T>
  std::unique_ptr<fv::VolField<T>> field(const fv::Context& context, const std::string& name, const Dimensions& expected,
                                         Problems& problems);
  template <class T>
  bool valuesInto(fv::VolField<T>& field);
  template <class T>
  void patchValuesInto(fv::VolField<T>& field) const;
  template <class T>
  std::vector<double> takeFaces(const std::vector<T>& values) const;
  void mapField(case_::RawField& field, const ChangedMesh& meshes) const;
  const case_::RawField* raw(const std::string& name) const;

  const mesh::Mesh* mesh_;
  std::map<std::string, case_::RawField> fields_;      ///< names on all ranks, values on rank 0
  std::map<std::string, std::vector<double>> fluxes_;  ///< of all faces of the global mesh, likewise
  std::vector<double> faceVelocity_;                   ///< likewise
  std::vector<double> oldFaceVelocity_;                ///< one level before, if there is one
  bool hasFaceVelocity_ = false, hasOldFaceVelocity_ = false;
  std::map<std::string, OldLevel> oldLevels_;  ///< names on all ranks, values on rank 0
  std::map<std::string, std::string> states_;
};

}  // namespace eagre::run
