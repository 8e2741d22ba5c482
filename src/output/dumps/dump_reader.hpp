// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "comm/redistribution.hpp"
#include "config/dictionary.hpp"
#include "fv/fields/context.hpp"
#include "fv/fields/field.hpp"
#include "output/field_store.hpp"
#include "output/hdf5/hdf5.hpp"

namespace eagre::output {

/// What is wrong with a dump, the first thing found, with the file; empty if all of its data sets agree with their checksums.
/// Every rank reads a share of each. Collective; the same on all ranks.
std::string dumpDamage(const comm::Communicator& communicator, const std::filesystem::path& path);

/// A dump opened by all ranks of a mesh, however many have written it, for a run that continues from it: each rank reads its
/// slab, whose values then go to where they belong. Whether the file is whole and of this mesh is to be known before. All member
/// functions are collective. Errors: Error(io) on all ranks; what is wrong with a field is added to the problems, the same on all
/// ranks, and the result is null.
class DumpReader final : public FieldStore {
 public:
  DumpReader(const std::filesystem::path& path, const mesh::Mesh& mesh);

  std::optional<std::string> state(const std::string& name) override;
  bool has(const std::string& field) override;
  /// The points of the rank's mesh, of a mesh that moves; nothing: they are those of the mesh file. mesh has its points.
  std::optional<std::vector<Vec3>> points();
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
  template <class T>
  std::unique_ptr<fv::VolField<T>> volField(const fv::Context& context, const std::string& name, const Dimensions& expected,
                                            Problems& problems);
  template <class T>
  bool valuesInto(fv::VolField<T>& field);
  void checkHead(const std::string& name, const std::string& className, const Dimensions& expected);
  /// This rank's slab of a data set, and this rank's entities.
  std::vector<double> slab(const std::string& object, int nComp, const comm::Redistribution& plan);
  std::vector<double> values(const std::string& object, int nComp, const comm::Redistribution& plan);
  config::Dictionary patchDictionary(const std::string& field, int globalPatch);
  const comm::Communicator& communicator() const;

  const mesh::Mesh* mesh_;
  std::unique_ptr<hdf5::File> file_;
};

}  // namespace eagre::output
