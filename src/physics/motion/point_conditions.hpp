// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "fv/fields/context.hpp"
#include "physics/motion/point_patches.hpp"

namespace eagre::physics {

/// What the condition of a point field is made of.
struct PointConditionSource {
  config::Dictionary& dict;  ///< what stands there is written with the field: a condition adds what a run that continues needs
  const PointPatches& patches;
  std::size_t patch;  ///< index in Mesh::patches
  const fv::Context& context;
  const std::filesystem::path& caseDirectory;
  std::span<const Vec3> wholePoints;  ///< of constant/polyMesh, on rank 0
  int nComponents;                    ///< of the field: 3, or 1
  std::vector<Vec3> values(const std::string& keyword) const { return patches.read(dict, keyword, patch, nComponents); }
};

/// The condition of a point field on one patch, displacements [m] or velocities [m/s]. A value of one component stands in x.
class PointCondition {
 public:
  virtual ~PointCondition() = default;
  /// Prescribes values, so that cells have the means over faces (OpenFOAM's cellMotion); else the cells' field has the condition
  /// of cellEntries().
  virtual bool prescribes() const { return false; }
  virtual std::string cellEntries() const = 0;
  /// Prescribed values that are 0 at all times.
  virtual bool isZero() const { return false; }
  /// Brings prescribed values to the present time of the Context and the present points of the mesh (all of this rank's).
  virtual void update(std::span<const Vec3> /*points*/) {}
  /// Puts its values into those of all of this rank's points, or changes what they are. normals: PointPatches::normals, where
  /// needsNormals().
  virtual void apply(std::span<Vec3> values, std::span<const Vec3> normals) const = 0;
  virtual bool needsNormals() const { return false; }
};

/// The condition that the entry `type` of a patch names. Collective. Errors (badCase): unknown types, with the nearest; those of
/// OpenFOAM that are not supported; entries that are missing or wrong; a type that does not fit the patch's.
std::unique_ptr<PointCondition> makePointCondition(const PointConditionSource& source);

/// Where the points of a patch were at first: an entry, or those of constant/polyMesh, which are then written as that entry.
std::vector<Vec3> startingPlaces(const PointConditionSource& source, const char* keyword);

/// Base of those that prescribe values.
class PrescribedPoints : public PointCondition {
 public:
  explicit PrescribedPoints(const PointConditionSource& source)
      : context_(source.context), patch_(source.patches.all()[source.patch]), value_(patch_.points.size()) {}
  bool prescribes() const override { return true; }
  std::string cellEntries() const override { return {}; }
  void apply(std::span<Vec3> values, std::span<const Vec3>) const override {
    for (std::size_t i = 0; i < value_.size(); ++i) values[static_cast<std::size_t>(patch_.points[i])] = value_[i];
  }

 protected:
  const fv::Context& context_;
  const PointPatch& patch_;
  std::vector<Vec3> value_;  ///< one per point of the patch
};

/// A body that floats: sixDoFRigidBodyDisplacement; without the loads of the flow: uncoupledSixDoFRigidBodyDisplacement
/// (body_condition.cpp).
std::unique_ptr<PointCondition> makeBodyCondition(const PointConditionSource& source, bool feelsFlow);

/// Paddles that make waves: OpenFOAM's waveMaker (wave_maker.cpp).
std::unique_ptr<PointCondition> makeWaveMaker(const PointConditionSource& source);

}  // namespace eagre::physics
