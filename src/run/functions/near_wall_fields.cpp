// SPDX-License-Identifier: BSD-3-Clause
// nearWallFields: values at a distance from walls, on the walls.
#include <fmt/format.h>

#include <map>

#include "fv/fields/named_patches.hpp"
#include "mesh/layout.hpp"
#include "run/functions/made_fields.hpp"
#include "run/functions/sampling.hpp"

namespace eagre::run {
namespace {

/// The points at a distance from the centres of faces, along their normals into the mesh.
class PointsBeforeWalls final : public Sampling {
 public:
  explicit PointsBeforeWalls(const config::Dictionary& d)
      : Sampling(mesh::PointScheme::cellPoint, d.place()),
        distance_(d.get<double>("distance")),
        patches_(readPatchChoices(d.at("patches"))) {}
  /// On rank 0: the first point of each of the patches, by their numbers in the global mesh.
  const std::map<int, std::size_t>& starts() const { return starts_; }

 private:
  void addStencils(const mesh::PointStencils& whole, mesh::Stencils& stencils) override {
    const mesh::PolyMesh& mesh = whole.mesh();
    starts_.clear();
    for (std::size_t p = 0; p < mesh.patches.size(); ++p) {
      const mesh::PolyPatch& patch = mesh.patches[p];
      if (patch.type == "empty" || std::ranges::none_of(patches_, [&](const auto& fits) { return fits(patch); })) continue;
      starts_[static_cast<int>(p)] = static_cast<std::size_t>(stencils.size());
      for (auto f = static_cast<Label>(patch.start); f < patch.start + patch.size; ++f) {
        const Vec3& area = whole.geometry().faceAreas[f];
        const Vec3 point = whole.geometry().faceCentres[f] - distance_ / mag(area) * area;
        const Label cell = whole.locate(whole.cellsAround({&point, 1}), point);
        if (cell < 0)
          throw Error(place(),
                      fmt::format("nearWallFields: a distance of {:g} from patch {} leads out of the mesh, at ({:g} {:g} "
                                  "{:g}), which is not supported",
                                  distance_, patch.name, point.x, point.y, point.z));
        whole.add(stencils, scheme_, point, cell);
        stencils.close();
      }
    }
  }
  double distance_;
  std::vector<PatchChoice> patches_;
  std::map<int, std::size_t> starts_;
};

/// Copies of fields that have on the faces of patches what the fields are at a distance from them, interpolated linearly between
/// the values of cells and points (cellPoint). The places move with the mesh.
class NearWallFields final : public MadeFields {
 public:
  explicit NearWallFields(const FunctionSource& source)
      : MadeFields(source),
        patches_(fv::namedPatches(source.dict, "patches", source.context.mesh)),
        points_(std::dynamic_pointer_cast<PointsBeforeWalls>(source.sampling)) {
    auto reader = source.dict.at("fields").reader();
    reader.list([&] {
      reader.expect('(');
      names_.emplace_back(reader.word(), std::string());
      names_.back().second = reader.word();
      requirePlainName("fields", names_.back().second, reader.place());
      reader.expect(')');
    });
    reader.expectEnd();
    warnOfMisspeltEntries(source.dict, {"fields", "distance", "patches", "region"});
  }

 protected:
  void prepare(const fv::Context& context) override {
    for (const auto& [of, name] : names_)
      if (const auto* scalar = context.registry.scalar(of))
        scalars_.emplace_back(of, &add<double>(name, scalar->dimensions(), context.mesh));
      else
        vectors_.emplace_back(of, &add<Vec3>(name, vectorNamed(context, of).dimensions(), context.mesh));
  }
  void make(const fv::Context& context) override {
    points_->follow(context.mesh);
    for (const auto& [of, field] : scalars_) sample(scalarNamed(context, of), *field);
    for (const auto& [of, field] : vectors_) sample(vectorNamed(context, of), *field);
  }

 private:
  template <class T>
  void sample(const fv::VolField<T>& of, fv::VolField<T>& field) const {
    const auto& mesh = of.mesh();
    field.values() = of.values();
    std::vector<double> numbers;  // of all points, on rank 0
    for (const T& value : points_->values(of))
      for (int c = 0; c < nComponents<T>; ++c) numbers.push_back(component(value, c));
    for (const std::size_t p : patches_) {
      const mesh::Patch& patch = mesh.patches[p];
      if (patch.type == "empty") continue;
      std::span<const double> ofPatch;
      if (mesh.communicator().master())
        ofPatch = std::span(numbers).subspan(points_->starts().at(patch.globalIndex) * nComponents<T>,
                                             static_cast<std::size_t>(patch.globalSize) * nComponents<T>);
      const auto own = mesh::scatterPatch(mesh, patch.globalIndex, ofPatch, nComponents<T>);
      for (Label i = 0; i < patch.size; ++i)
        for (int c = 0; c < nComponents<T>; ++c)
          component(field.boundary()[patch.start + i], c) = own[static_cast<std::size_t>(i) * nComponents<T> + c];
    }
  }

  std::vector<std::pair<std::string, std::string>> names_;  ///< of fields, and what is made of them
  std::vector<std::size_t> patches_;
  std::shared_ptr<PointsBeforeWalls> points_;
  std::vector<std::pair<std::string, fv::VolScalarField*>> scalars_;
  std::vector<std::pair<std::string, fv::VolVectorField*>> vectors_;
};

}  // namespace

std::shared_ptr<Sampling> makeNearWallSampling(const config::Dictionary& d) { return std::make_shared<PointsBeforeWalls>(d); }
std::unique_ptr<FunctionObject> makeNearWallFields(const FunctionSource& source) {
  return std::make_unique<NearWallFields>(source);
}

}  // namespace eagre::run
