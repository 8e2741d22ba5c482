// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <memory>

#include "physics/motion/mesh_motion.hpp"

namespace eagre::physics {

/// Motions of a mesh that an equation carries from its patches to its points (OpenFOAM v1912's motion solvers of these names):
///
///     div(gamma grad u) = 0
///
/// for the displacement of the cells from constant/polyMesh [m], or their velocity [m/s], with a diffusivity gamma (entry
/// `diffusivity`, motion_diffusivity.hpp) and, on patches whose point condition prescribes values, their means over the faces;
/// then values at points from the cells about them (point_interpolation.hpp). Jasak and Tukovic (2006), Automatic mesh motion for
/// the unstructured finite volume method.
///
/// d: the coefficients. Errors (badCase): unknown or missing words; those of OpenFOAM that are not supported.
std::unique_ptr<MeshMotion> makeDisplacementLaplacian(const config::Dictionary& d, const std::filesystem::path& caseDirectory);
std::unique_ptr<MeshMotion> makeVelocityLaplacian(const config::Dictionary& d, const std::filesystem::path& caseDirectory);
/// Displacements from where a solid body (solidBodyMotionFunction) has taken the points of constant/polyMesh.
std::unique_ptr<MeshMotion> makeSolidBodyDisplacementLaplacian(const config::Dictionary& d,
                                                               const std::filesystem::path& caseDirectory);
/// displacementSBRStress: div(2 gamma grad u) + div(gamma ((grad u)^T - grad u - tr(grad u) I)) = 0, the second part of the
/// displacement u of the step before. Dwight (2006), Robust mesh deformation using the linear elasticity equations.
std::unique_ptr<MeshMotion> makeDisplacementStress(const config::Dictionary& d, const std::filesystem::path& caseDirectory);
/// One component alone, the entry `component`: x, y or z.
std::unique_ptr<MeshMotion> makeDisplacementComponentLaplacian(const config::Dictionary& d,
                                                               const std::filesystem::path& caseDirectory);
std::unique_ptr<MeshMotion> makeVelocityComponentLaplacian(const config::Dictionary& d,
                                                           const std::filesystem::path& caseDirectory);

}  // namespace eagre::physics
