// SPDX-License-Identifier: BSD-3-Clause
// Any bytes as a blockMeshDict give a mesh, all of whose labels are in range and whose patches cover its boundary, or an Error;
// its patches are those that are found without making cells. Meshes of many cells are made coarse.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "case/block_mesh.hpp"
#include "sound_mesh.hpp"

using namespace eagre;

namespace {

constexpr std::int64_t mostCells = 4000;

void makeMesh(const config::Dictionary& dictionary) {
  const auto size = case_::blockMeshSize(dictionary);
  const bool large = size.nCells > mostCells;
  if (large && !size.canBeCoarse) return;
  const auto patches = case_::blockMeshPatches(dictionary);
  Log log = Log::silent();
  const mesh::PolyMesh mesh = case_::blockMesh(dictionary, log, large ? mostCells : 0);
  fuzz::requireSound(mesh);
  if (!large && mesh.nCells() != size.nCells) fuzz::fail("not the number of cells that was said");
  for (const mesh::PolyPatch& patch : mesh.patches)  // those that mergePatchPairs joins are no more
    if (std::ranges::none_of(patches, [&](const auto& said) { return said.name == patch.name && said.type == patch.type; }))
      fuzz::fail("not the patches that were said");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  config::ReadOptions options;
  options.allowFileAccess = false;
  options.growthLimit = 1 << 18;
  try {
    makeMesh(config::Dictionary::parse(std::string(reinterpret_cast<const char*>(data), size), "fuzz", options));
  } catch (const Error&) {}
  return 0;
}
