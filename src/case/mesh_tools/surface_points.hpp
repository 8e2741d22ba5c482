// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <functional>
#include <vector>

#include "core/vec.hpp"

/// What OpenFOAM's surfaceTransformPoints does.
namespace eagre::case_ {

/// Writes the surface in `from` (STL, ascii or binary, or Wavefront OBJ; plain or gzipped) to `to`, plain and without .gz, whole
/// or not at all, in the format of `from`, with its points where `move` puts them, all at once. Normals of STL are made anew;
/// whatever else a file holds (solids, groups, faces, comments) stays. Errors (badCase, with file and line): a damaged file,
/// another format, names of two formats; io.
void moveSurfacePoints(const std::filesystem::path& from, const std::filesystem::path& to,
                       const std::function<void(std::vector<Vec3>&)>& move);

}  // namespace eagre::case_
