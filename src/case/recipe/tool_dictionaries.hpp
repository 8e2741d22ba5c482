// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <filesystem>
#include <string>

namespace eagre::case_ {

/// A dictionary that asks for a mesh tool by being there.
struct ToolDictionary {
  const char *name, *tool;
  bool namesPatches;  ///< the patches that the tool makes have their names from it
};
inline constexpr std::array toolDictionaries{ToolDictionary{"snappyHexMeshDict", "snappyHexMesh", true},
                                             ToolDictionary{"createBafflesDict", "createBaffles", true},
                                             ToolDictionary{"createPatchDict", "createPatch", true},
                                             ToolDictionary{"extrudeMeshDict", "extrudeMesh", true},
                                             ToolDictionary{"refineMeshDict", "refineMesh", false},
                                             ToolDictionary{"mirrorMeshDict", "mirrorMesh", false},
                                             ToolDictionary{"topoSetDict", "topoSet", false},
                                             ToolDictionary{"createZonesDict", "createZones", false},
                                             ToolDictionary{"meshDict", "cartesianMesh", true}};

/// Where a tool's dictionary is, relative to the case: system, constant or constant/polyMesh, also as .gz; empty: nowhere.
std::string findToolDictionary(const std::filesystem::path& caseDirectory, const std::string& name);

}  // namespace eagre::case_
