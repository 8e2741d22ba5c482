// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "fv/equation/equation.hpp"
#include "fv/fields/point_field.hpp"
#include "fv/fields/point_interpolation.hpp"
#include "physics/motion/mesh_motion.hpp"
#include "physics/motion/motion_diffusivity.hpp"
#include "physics/motion/patch_correction.hpp"
#include "physics/motion/point_conditions.hpp"
#include "physics/motion/rigid_motion.hpp"

namespace eagre::physics {

/// What an equation moves, as a motion solver's word says.
struct LaplacianKind {
  bool isVelocity;     ///< points go on by u dt; else they are displaced by u from where they are in constant/polyMesh
  int component = -1;  ///< x, y or z alone (0, 1, 2); -1: all
  /// Of displacementSBRStress: cells turn as solid bodies rather than that they are sheared (Dwight 2006).
  bool keepsShape = false;
  std::string suffix() const { return component < 0 ? "" : std::string(1, "xyz"[component]); }
  std::string pointField() const { return (isVelocity ? "pointMotionU" : "pointDisplacement") + suffix(); }
  std::string cellField() const { return (isVelocity ? "cellMotionU" : "cellDisplacement") + suffix(); }
  /// In laplacianSchemes.
  std::string scheme() const {
    return isVelocity ? "laplacian(diffusivity,cellMotionU)" : "laplacian(diffusivity,cellDisplacement)";
  }
  Dimensions dimensions() const { return isVelocity ? dimVelocity : Dimensions{{0, 1}}; }
};

/// What is known of a case before its mesh is distributed.
struct LaplacianInputs {
  LaplacianKind kind;
  std::unique_ptr<MotionDiffusivity> diffusivity;
  std::shared_ptr<const RigidMotion>
      body;  ///< has taken the points that are displaced; nullptr: they are those of constant/polyMesh
  std::unique_ptr<PatchCorrection> correction;  ///< of values at points; nullptr: none
  int nSolves = 1;                              ///< of the equation, in each motion
  std::filesystem::path caseDirectory;
  PointPatches::Order order;      ///< rank 0
  std::vector<Vec3> wholePoints;  ///< of constant/polyMesh; rank 0
  std::vector<Vec3> initial;      ///< the same of this rank
};

/// The equation and the fields by which points move: see makeDisplacementLaplacian. T: Vec3, or double for one component.
template <class T>
class LaplacianPoints {
 public:
  /// Collective. Errors (badCase): of the field's file.
  LaplacianPoints(LaplacianInputs inputs, const mesh::Mesh& mesh, const MotionInputs& files);
  /// Solves for the present time, from the present points; returns where the points go. Collective.
  std::vector<Vec3> solve(bool finalIteration);
  bool standsStill(const mesh::Patch& patch) const;
  const fv::VolField<T>& cells() const { return cells_; }
  const fv::PointField& points() const { return points_; }

 private:
  void makeConditions();
  void takeCellConditions();
  void prescribe();
  void assign(const std::vector<T>& means);
  void carryToPoints();
  void applyConditions(bool prescribing);
  void constrainCorners(const std::vector<std::vector<Vec3>>& normals);

  LaplacianInputs inputs_;
  fv::Context& context_;
  fv::PointInterpolation toPoints_;
  std::vector<Label> allPoints_;
  PointPatches patches_;
  fv::PointField points_;
  fv::VolField<T> cells_;
  fv::SurfaceScalarField diffusivity_;
  std::vector<std::unique_ptr<PointCondition>> conditions_;  ///< of Mesh::patches
  std::unique_ptr<fv::Equation<T>> equation_;
};

}  // namespace eagre::physics
