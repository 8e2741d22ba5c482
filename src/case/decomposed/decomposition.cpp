// SPDX-License-Identifier: BSD-3-Clause
#include "case/decomposed/decomposition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "case/decomposed/mesh_texts.hpp"

namespace eagre::case_ {

namespace {

bool isProcessorPatch(const mesh::PolyPatch& patch) { return patch.type.starts_with("processor"); }

Label findPatch(const std::vector<mesh::PolyPatch>& patches, const std::string& name) {
  for (std::size_t i = 0; i < patches.size(); ++i)
    if (patches[i].name == name) return static_cast<Label>(i);
  return -1;
}

[[noreturn]] void failOfOtherMesh(const ProcessorFiles& files, const std::string& what) {
  throw Error(
      Place{files.first("").parent_path().string(), 0},
      fmt::format("the processor directories ({}) do not fit to the mesh in constant/polyMesh: {}; remove those that are out "
                  "of date, or the mesh to have it put together from them",
                  files.description(), what),
      ExitCode::badCase);
}

Label patchOfFace(const MeshOutline& mesh, Label face) {
  for (std::size_t p = 0; p < mesh.patches.size(); ++p)
    if (face >= mesh.patches[p].start && face < mesh.patches[p].start + mesh.patches[p].size) return static_cast<Label>(p);
  return -1;
}

/// Says where the faces of a patch belong; covered counts how often each face of the mesh is taken.
PatchPart partOf(const mesh::PolyPatch& patch, const ProcessorMesh& processor, const Decomposition& all,
                 std::vector<char>& covered) {
  PatchPart part;
  part.name = patch.name;
  part.size = static_cast<Label>(patch.size);
  part.processor = isProcessorPatch(patch);
  if (!part.processor) part.patch = findPatch(all.mesh.patches, patch.name);
  if (!part.processor && part.patch < 0) failOfOtherMesh(all.files, fmt::format("patch '{}' is not in it", patch.name));
  for (Label i = 0; i < part.size; ++i) {
    const Label address = processor.faces[static_cast<std::size_t>(patch.start + i)], face = std::abs(address) - 1;
    if (part.processor && address < 0) continue;  // the processor on the other side has it the right way round
    if (part.processor && part.from.empty()) part.patch = patchOfFace(all.mesh, face);  // a cyclic one that was cut
    const auto* of = part.patch < 0 ? nullptr : &all.mesh.patches[static_cast<std::size_t>(part.patch)];
    const GlobalLabel start = of ? of->start : 0, size = of ? of->size : all.mesh.nInternalFaces;
    if (face < start || face >= start + size)
      failOfOtherMesh(all.files, fmt::format("its face {} is not where patch '{}' of the processors has it", face, patch.name));
    ++covered[static_cast<std::size_t>(face)];
    part.from.push_back(i);
    part.to.push_back(static_cast<Label>(face - start));
  }
  return part;
}

void requireOnce(const ProcessorFiles& files, const std::vector<char>& covered, const char* what) {
  const auto missing = std::count(covered.begin(), covered.end(), 0);
  if (missing > 0)
    failOfOtherMesh(files, fmt::format("{} of its {} {} are in none of them (is one of the directories missing?)", missing,
                                       covered.size(), what));
  if (const auto twice = std::find_if(covered.begin(), covered.end(), [](char n) { return n > 1; }); twice != covered.end())
    failOfOtherMesh(files, fmt::format("{} {} is in several of them", what, twice - covered.begin()));
}

}  // namespace

Decomposition readDecomposition(ProcessorFiles files, MeshOutline mesh) {
  Decomposition all{std::move(files), std::move(mesh), {}};
  const MeshTexts texts(all.files);
  std::vector<char> cells(static_cast<std::size_t>(all.mesh.nCells)), faces(static_cast<std::size_t>(all.mesh.nFaces));
  auto cellLists = texts.labels("cellProcAddressing"), faceLists = texts.labels("faceProcAddressing");
  auto boundaries = texts.boundaries();
  for (std::size_t p = 0; p < cellLists.size(); ++p) {
    ProcessorMesh& processor = all.processors.emplace_back();
    processor.cells = std::move(cellLists[p]);
    processor.faces = std::move(faceLists[p]);
    processor.patches = std::move(boundaries[p]);
    for (const Label cell : processor.cells) {
      if (cell < 0 || cell >= all.mesh.nCells) failOfOtherMesh(all.files, fmt::format("cell {} is not in it", cell));
      ++cells[static_cast<std::size_t>(cell)];
    }
    for (const Label face : processor.faces)
      if (face == 0 || std::abs(face) > all.mesh.nFaces) failOfOtherMesh(all.files, fmt::format("face {} is not in it", face));
    const auto end = processor.patches.empty() ? 0 : processor.patches.back().start + processor.patches.back().size;
    if (!processor.patches.empty() && end != static_cast<GlobalLabel>(processor.faces.size()))
      failOfOtherMesh(all.files, fmt::format("processor {} has {} faces in boundary, and {} in faceProcAddressing (was its mesh "
                                             "changed after decomposePar?)",
                                             p, end, processor.faces.size()));
    for (Label f = 0; f < processor.nInternalFaces(); ++f) {
      const Label face = std::abs(processor.faces[static_cast<std::size_t>(f)]) - 1;
      if (face >= all.mesh.nInternalFaces) failOfOtherMesh(all.files, fmt::format("face {} is on its boundary", face));
      ++faces[static_cast<std::size_t>(face)];
    }
    for (const auto& patch : processor.patches) processor.parts.push_back(partOf(patch, processor, all, faces));
  }
  requireOnce(all.files, cells, "cells");
  requireOnce(all.files, faces, "faces");
  return all;
}

}  // namespace eagre::case_
