// SPDX-License-Identifier: BSD-3-Clause
#include "physics/motion/motion_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/mesh_points.hpp"

namespace eagre::physics {

using kernel::View;

namespace {

class Parts final : public MeshMotion {
 public:
  Parts(std::vector<MotionParts::Part> parts, MotionParts::Where where, const Place& place)
      : parts_(std::move(parts)), where_(where), place_(place) {}

  void takeGlobalMesh(const mesh::PolyMesh& mesh) override {
    for (auto& part : parts_) part.motion->takeGlobalMesh(mesh);
  }

  void start(mesh::Mesh& mesh, const MotionStart& from) override {
    mesh_ = &mesh;
    initial_ = mesh.points->shape.points;
    for (auto& part : parts_) {
      std::vector<std::size_t> others;
      for (const auto& other : parts_) {
        if (&other == &part) continue;
        const auto patches = other.motion->bodyPatches(mesh);
        others.insert(others.end(), patches.begin(), patches.end());
      }
      part.motion->leave(others);
      part.motion->start(mesh, {from.state ? from.state->findDict(part.name) : nullptr, from.pointField, from.nPoints});
    }
    takeDisplacement();
  }

  void readFields(const MotionInputs& inputs, Problems& problems) override {
    for (auto& part : parts_) part.motion->readFields(inputs, problems);
  }
  const char* stateName() const override {
    return std::ranges::any_of(parts_, [](const auto& part) { return part.motion->stateName(); }) ? "motionPartsState" : nullptr;
  }
  std::string state() const override {
    std::string text;
    for (const auto& part : parts_)
      if (part.motion->stateName()) text += fmt::format("{}\n{{\n{}}}\n", part.name, part.motion->state());
    return text;
  }
  bool isRigid() const override { return false; }
  bool followsRefinement() const override {
    return std::ranges::all_of(parts_, [](const auto& part) { return part.motion->followsRefinement(); });
  }
  bool standsStill(const mesh::Patch& patch) const override {
    return std::ranges::all_of(parts_, [&](const auto& part) { return part.motion->standsStill(patch); });
  }
  std::vector<const fv::VolVectorField*> vectors() const override { return all(&MeshMotion::vectors); }
  std::vector<const fv::VolScalarField*> scalars() const override { return all(&MeshMotion::scalars); }
  std::vector<const fv::PointField*> pointFields() const override {
    return displacement_ ? std::vector<const fv::PointField*>{&*displacement_} : all(&MeshMotion::pointFields);
  }
  double lastTime() const override {
    double last = vGreat;
    for (const auto& part : parts_) last = std::min(last, part.motion->lastTime());
    return last;
  }

 private:
  template <class Field>
  std::vector<const Field*> all(std::vector<const Field*> (MeshMotion::*fields)() const) const {
    std::vector<const Field*> result;
    for (const auto& part : parts_)
      for (const Field* field : ((*part.motion).*fields)()) result.push_back(field);
    return result;
  }

  /// Bodies share the field pointDisplacement, which holds the sum.
  void takeDisplacement() {
    std::size_t bodies = 0, fields = 0;
    for (const auto& part : parts_) {
      bodies += part.motion->bodyPatches(*mesh_).empty() ? 0 : 1;
      fields += part.motion->pointFields().empty() ? 0 : 1;
    }
    if (fields < 2) return;
    if (bodies != fields)
      throw Error(place_,
                  "dynamicMeshDict: one motion with fields of its own (displacementLaplacian, ..), or bodies that float, are "
                  "possible in one mesh, not both");
    displacement_ = *all(&MeshMotion::pointFields).front();
  }

  std::vector<Vec3> points(const fv::Context& context, bool isFirst) override {
    std::vector<Vec3> moved = initial_;
    for (auto& part : parts_) {
      const std::vector<Vec3> its = pointsOf(*part.motion, context, isFirst);
      kernel::parallelFor({"mesh motion: parts", 72}, static_cast<Label>(moved.size()),
                          [moved = View(moved), its = View(its), initial = View(initial_),
                           adds = where_ == MotionParts::Where::everywhere](Label p) {
                            const Vec3 way = its[p] - initial[p];
                            if (way != Vec3{}) moved[p] = adds ? moved[p] + way : its[p];
                          });
    }
    if (displacement_)
      for (std::size_t p = 0; p < moved.size(); ++p) displacement_->values[p] = moved[p] - initial_[p];
    return moved;
  }
  Vec3 placeOf(const Vec3& point, double time) const override {
    Vec3 place = point;
    for (const auto& part : parts_) place += MeshMotion::placeOf(*part.motion, point, time) - point;
    return place;
  }

  std::vector<MotionParts::Part> parts_;
  MotionParts::Where where_;
  Place place_;
  std::vector<Vec3> initial_;                   ///< points of constant/polyMesh
  std::optional<fv::PointField> displacement_;  ///< of all bodies
};

}  // namespace

std::unique_ptr<MeshMotion> makeMotionParts(std::vector<MotionParts::Part> parts, MotionParts::Where where, const Place& place) {
  return std::make_unique<Parts>(std::move(parts), where, place);
}

}  // namespace eagre::physics
