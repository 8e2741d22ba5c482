// SPDX-License-Identifier: BSD-3-Clause
#include "output/dumps/dump_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fv/conditions/conditions.hpp"
#include "fv/fields/jump_condition.hpp"
#include "mesh/layout.hpp"
#include "mesh/mesh_points.hpp"
#include "mesh/slabs.hpp"
#include "output/dumps/dump_data.hpp"
#include "output/dumps/dump_file.hpp"
#include "output/dumps/dump_list.hpp"
#include "output/foam/field_file_writer.hpp"

namespace eagre::output {

std::string dumpDamage(const comm::Communicator& communicator, const std::filesystem::path& path) {
  std::vector<DataSetSummary> all;
  std::string failure;
  const auto keep = [&](const std::string& what) {
    if (failure.empty()) failure = what;
  };
  const auto keepDamage = [&](const DataSetSummary& one) {
    if (!one.damage.empty()) keep(fmt::format("{}: {}: {}", path.string(), one.path, one.damage));
  };
  try {
    all = DumpFile(path).lookAt({communicator.rank(), communicator.size()});
  } catch (const Error& e) { keep(e.what()); }
  for (const DataSetSummary& one : all) keepDamage(one);
  const auto n = static_cast<double>(all.size());
  if (communicator.max(n) != communicator.min(n)) keep(path.string() + ": the ranks do not find the same in it");
  try {
    hdf5::throwOnAll(communicator, failure);
  } catch (const Error& e) { return e.what(); }

  const auto ranks = static_cast<std::size_t>(communicator.size());
  std::vector<double> own, shares(ranks * 2 * all.size());  // 32 bits, and numbers of bytes, are exact in a double
  for (const DataSetSummary& one : all)
    own.insert(own.end(), {static_cast<double>(one.checksum), static_cast<double>(one.bytes)});
  std::vector<int> counts(ranks, static_cast<int>(own.size())), starts(ranks);
  for (std::size_t r = 0; r < ranks; ++r) starts[r] = static_cast<int>(r * own.size());
  communicator.allGather(own, shares, counts, starts);
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].checksum = 0;
    for (std::size_t r = 0; r < ranks; ++r) {
      const double* const share = &shares[r * own.size() + 2 * i];
      if (share[1] > 0)
        all[i].checksum =
            combinedChecksum(all[i].checksum, static_cast<std::uint32_t>(share[0]), static_cast<std::int64_t>(share[1]));
    }
    compareChecksums(all[i]);
    keepDamage(all[i]);
  }
  return failure;
}

DumpReader::DumpReader(const std::filesystem::path& path, const mesh::Mesh& mesh) : mesh_(&mesh) {
  bool alone = false;
  hdf5::agree(communicator(), [&] { alone = communicator().master() && hdf5::hasChanges(path); });
  alone = communicator().any(alone);
  if (!alone)
    hdf5::agree(communicator(), [&] {
      file_ = hdf5::open(path, communicator());
      alone = file_->exists("/eagre") && file_->hasAttribute("/eagre", partsName);
    });
  if (!alone) return;
  // MPI-IO cannot read what stands in the files of bunches, nor changes that are not made yet: each rank reads for itself.
  file_.reset();
  hdf5::agree(communicator(), [&] { file_ = hdf5::open(path, comm::Communicator::self()); });
}

const comm::Communicator& DumpReader::communicator() const { return mesh_->communicator(); }

std::optional<std::string> DumpReader::state(const std::string& name) {
  const std::string object = stateObject(name);
  std::optional<std::string> text;
  hdf5::agree(communicator(), [&] {
    if (file_->exists(object)) text = file_->readText(object);
  });
  return text;
}

bool DumpReader::has(const std::string& field) { return file_->exists("/eagre/fields/" + field); }

std::optional<std::vector<Vec3>> DumpReader::points() {
  if (!file_->exists(pointsObject)) return std::nullopt;
  if (!mesh_->points)
    throw Error(Place{file_->path().string(), 0},
                "this dump has points of its own, of a mesh that moved; constant/dynamicMeshDict lets it stand still");
  const std::vector<double> numbers = values(pointsObject, 3, mesh::pointSlabs(*mesh_));
  std::vector<Vec3> points(numbers.size() / 3);
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
  return points;
}

void DumpReader::checkHead(const std::string& name, const std::string& className, const Dimensions& expected) {
  const std::string object = "/eagre/fields/" + name, file = file_->path().string();
  if (!has(name)) throw Error(Place{file, 0}, fmt::format("the dump has no field {}", name));
  if (const std::string there = file_->text(object, "class"); there != className)
    throw Error(Place{file, 0}, fmt::format("{} is a {}, but a {} is needed", name, there, className));
  if (const std::string there = file_->text(object, "dimensions"); there != toString(expected))
    throw Error(Place{file, 0}, fmt::format("{} has dimensions {}, but {} are needed", name, there, toString(expected)));
}

std::vector<double> DumpReader::slab(const std::string& object, int nComp, const comm::Redistribution& plan) {
  const hdf5::DataInfo info = file_->info(object);
  if (info.type == hdf5::Type::real32)
    throw Error(Place{file_->path().string(), 0}, "its numbers have 32 bits (precision float32), from which no run continues");
  if (info.shape.rows != plan.whole() || info.shape.columns != nComp)
    throw Error(Place{file_->path().string(), 0}, fmt::format("{} has {} values of {} components, but {} of {} are needed",
                                                              object, info.shape.rows, info.shape.columns, plan.whole(), nComp));
  std::vector<double> slab(static_cast<std::size_t>(plan.size() * nComp));
  hdf5::agree(communicator(), [&] { file_->read(object, plan.first(), slab); });
  return slab;
}

std::vector<double> DumpReader::values(const std::string& object, int nComp, const comm::Redistribution& plan) {
  return plan.scatter(slab(object, nComp, plan), nComp);
}

/// The entry of a patch, lists cut to this rank's faces.
config::Dictionary DumpReader::patchDictionary(const std::string& field, int globalPatch) {
  const mesh::PolyPatch& patch = mesh_->globalPatches[static_cast<std::size_t>(globalPatch)];
  const std::string group = fmt::format("/eagre/patches/{}/{}", field, patch.name);
  config::ReadOptions options;
  options.allowFileAccess = false;
  auto dict = config::Dictionary::parse(file_->text(group, "dictionary"), file_->path().string() + ":" + group, options);
  const comm::Redistribution plan = mesh::patchSlabs(*mesh_, globalPatch);
  for (const std::string& keyword : file_->names(group)) {
    const int nComp = file_->info(group + "/" + keyword).shape.columns;
    config::Token word, list;
    word.text = "nonuniform";
    list.kind = config::Token::Kind::list;
    list.list = std::make_shared<config::FieldList>(
        config::FieldList{std::string(valueTypeName(nComp)), nComp, values(group + "/" + keyword, nComp, plan)});
    config::Entry entry;
    entry.keyword = keyword;
    entry.place = dict.place();
    entry.tokens = {word, list};
    dict.set(std::move(entry));
  }
  return dict;
}

template <class T>
std::unique_ptr<fv::VolField<T>> DumpReader::volField(const fv::Context& context, const std::string& name,
                                                      const Dimensions& expected, Problems& problems) {
  std::unique_ptr<fv::VolField<T>> field;
  const bool good = problems.guard([&] {
    checkHead(name, volFieldClass(nComponents<T>), expected);
    const auto cells = values("/VTKHDF/CellData/" + name, nComponents<T>, mesh::cellSlabs(*mesh_));
    field = std::make_unique<fv::VolField<T>>(name, expected, *mesh_);
    std::copy(cells.begin(), cells.end(), reinterpret_cast<double*>(field->cells().data()));
    for (const mesh::Patch& patch : mesh_->patches) {
      const config::Dictionary dict = patchDictionary(name, patch.globalIndex);
      hdf5::agree(communicator(),
                  [&] { field->conditions().push_back(fv::makeBoundaryCondition<T>(dict, patch, context, name)); });
    }
    std::map<int, config::Dictionary> jumps;
    for (int i = 0; i < static_cast<int>(mesh_->globalPatches.size()); ++i) {
      const mesh::PolyPatch& patch = mesh_->globalPatches[static_cast<std::size_t>(i)];
      if (!isCoupled(patch)) continue;
      if (auto dict = patchDictionary(name, i); fv::isJump(dict, patch)) jumps.emplace(i, std::move(dict));
    }
    hdf5::agree(communicator(), [&] { fv::addJumpConditions(*field, jumps, context); });
  });
  if (!good) return nullptr;
  field->updateGhosts();
  field->initialiseBoundary();
  return field;
}

std::unique_ptr<fv::VolScalarField> DumpReader::scalar(const fv::Context& context, const std::string& name,
                                                       const Dimensions& expected, Problems& problems) {
  return volField<double>(context, name, expected, problems);
}

std::unique_ptr<fv::VolVectorField> DumpReader::vector(const fv::Context& context, const std::string& name,
                                                       const Dimensions& expected, Problems& problems) {
  return volField<Vec3>(context, name, expected, problems);
}

std::unique_ptr<fv::VolField<SymmTensor>> DumpReader::symmTensor(const fv::Context& context, const std::string& name,
                                                                 const Dimensions& expected, Problems& problems) {
  return volField<SymmTensor>(context, name, expected, problems);
}

template <class T>
bool DumpReader::valuesInto(fv::VolField<T>& field) {
  if (!has(field.name())) return false;
  checkHead(field.name(), volFieldClass(nComponents<T>), field.dimensions());
  const auto cells = values("/VTKHDF/CellData/" + field.name(), nComponents<T>, mesh::cellSlabs(*mesh_));
  std::copy(cells.begin(), cells.end(), reinterpret_cast<double*>(field.cells().data()));
  for (const mesh::Patch& patch : mesh_->patches) {
    const std::string object = fmt::format("/eagre/patches/{}/{}/value", field.name(), patch.name);
    if (patch.type == "empty" || !file_->exists(object)) continue;
    const auto own = values(object, nComponents<T>, mesh::patchSlabs(*mesh_, patch.globalIndex));
    std::copy(own.begin(), own.end(), reinterpret_cast<double*>(field.patchValues(patch).data()));
  }
  return true;
}

bool DumpReader::readValues(fv::VolField<double>& field) { return valuesInto(field); }
bool DumpReader::readValues(fv::VolField<Vec3>& field) { return valuesInto(field); }
bool DumpReader::readValues(fv::VolField<SymmTensor>& field) { return valuesInto(field); }

std::unique_ptr<fv::SurfaceScalarField> DumpReader::surfaceField(const std::string& name, const Dimensions& expected,
                                                                 Problems& problems) {
  std::unique_ptr<fv::SurfaceScalarField> field;
  const bool good = problems.guard([&] {
    checkHead(name, "surfaceScalarField", expected);
    const mesh::FaceSlabs slabs(*mesh_, true);
    const std::vector<double> whole = slab("/eagre/faces/" + name, 1, slabs.plan());
    field = std::make_unique<fv::SurfaceScalarField>(name, expected, *mesh_);
    field->faces() = slabs.scatter(whole, file_->integer("/eagre/fields/" + name, "oriented") != 0);
    for (std::size_t i = 0; i < mesh_->globalPatches.size(); ++i) {
      const int patch = static_cast<int>(i);
      const std::string object = fmt::format("/eagre/patches/{}/{}/value", name, mesh_->globalPatches[i].name);
      const auto local = values(object, 1, mesh::patchSlabs(*mesh_, patch));
      const std::vector<Label> faces = mesh::patchFaces(*mesh_, patch);
      for (std::size_t j = 0; j < faces.size(); ++j) (*field)[faces[j]] = local[j];
    }
  });
  return good ? std::move(field) : nullptr;
}

}  // namespace eagre::output
