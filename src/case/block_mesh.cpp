// SPDX-License-Identifier: BSD-3-Clause
#include "case/block_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "case/block_mesh_cyclic.hpp"
#include "case/block_mesh_faces.hpp"
#include "case/block_mesh_merge.hpp"
#include "case/block_mesh_merge_patches.hpp"
#include "case/block_mesh_points.hpp"
#include "case/block_mesh_topology.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::case_ {

namespace {

using mesh::PolyMesh;

void logTopology(const BlockTopology& topology, Log& log) {
  const Label nBoundary = topology.nBoundarySides();
  log.line("\nCheck topology\n\n\tBasic statistics");
  log.line(fmt::format("\t\tNumber of internal faces : {}", topology.joints.size()));
  log.line(fmt::format("\t\tNumber of boundary faces : {}", nBoundary));
  log.line(fmt::format("\t\tNumber of defined boundary faces : {}", nBoundary));
  log.line("\t\tNumber of undefined boundary faces : 0\n");
}

void logBlock(const BlockMeshDict& dict, Label b, const BlockIndex& index, const std::vector<Vec3>& points, Log& log) {
  log.line(fmt::format("    Block {} cell size :", b));
  for (int d = 0; d < 3; ++d) {
    std::array<Label, 3> first{}, last{}, beforeLast{};
    first[d] = 1;
    last[d] = index.n[d];
    beforeLast[d] = index.n[d] - 1;
    const auto at = [&](const std::array<Label, 3>& c) { return points[index.point(c[0], c[1], c[2])]; };
    log.line(fmt::format("        {} : {:.6g} .. {:.6g}", "ijk"[d], mag(cmptMultiply(dict.scale, at(first) - at({}))),
                         mag(cmptMultiply(dict.scale, at(last) - at(beforeLast)))));
  }
}

void logMesh(const PolyMesh& mesh, Label nCells, Log& log) {
  Vec3 low = uniformValue<Vec3>(vGreat), high = uniformValue<Vec3>(-vGreat);
  for (const Vec3& p : mesh.points) {
    low = cmptMin(low, p);
    high = cmptMax(high, p);
  }
  log.line("----------------\nMesh Information\n----------------");
  log.line(
      fmt::format("  boundingBox: ({:.6g} {:.6g} {:.6g}) ({:.6g} {:.6g} {:.6g})", low.x, low.y, low.z, high.x, high.y, high.z));
  log.line(fmt::format("  nPoints: {}\n  nCells: {}\n  nFaces: {}\n  nInternalFaces: {}", mesh.points.size(), nCells,
                       mesh.nFaces(), mesh.nInternalFaces()));
  log.line("----------------\nPatches\n----------------");
  for (std::size_t p = 0; p < mesh.patches.size(); ++p)
    log.line(fmt::format("  patch {} (start: {} size: {}) name: {}", p, mesh.patches[p].start, mesh.patches[p].size,
                         mesh.patches[p].name));
}

/// The shapes that are left of hexahedra when points of theirs are one.
class Shapes {
 public:
  explicit Shapes(const BlockMeshDict& dict) : dict_(dict) {}

  std::size_t of(const std::array<Label, 8>& points, std::size_t block) {
    std::array<int, 8> first;
    for (int c = 0; c < 8; ++c) first[c] = static_cast<int>(std::find(points.begin(), points.end(), points[c]) - points.begin());
    if (first == distinct) return 0;
    if (const auto it = std::find(known_.begin(), known_.end(), first); it != known_.end())
      return static_cast<std::size_t>(it - known_.begin());
    const auto shape = collapsedShape(first);
    if (!shape)
      throw Error(dict_.blocks[block].place,
                  fmt::format("block {}: cells collapse to a shape that is no hexahedron, prism, wedge, "
                              "pyramid or tetrahedron",
                              block));
    known_.push_back(first);
    shapes_.push_back(*shape);
    return known_.size() - 1;
  }
  const std::vector<CellShape>& all() const { return shapes_; }

 private:
  static constexpr std::array<int, 8> distinct = {0, 1, 2, 3, 4, 5, 6, 7};
  const BlockMeshDict& dict_;
  std::vector<std::array<int, 8>> known_ = {distinct};  ///< of each corner, the first one with its point
  std::vector<CellShape> shapes_ = {*collapsedShape(distinct)};
};

/// The cells of all blocks on the merged points, each with the shape that is left of its hexahedron.
ShapedCells makeCells(const BlockMeshDict& dict, const std::vector<BlockIndex>& blocks, const std::vector<Label>& newPoint) {
  ShapedCells cells;
  Shapes shapes(dict);
  const std::size_t nCells = static_cast<std::size_t>(blocks.back().firstCell + blocks.back().nCells());
  cells.points.resize(nCells);
  cells.shapeOf.assign(nCells, 0);
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const BlockIndex& index = blocks[b];
    for (Label k = 0; k < index.n[2]; ++k)
      for (Label j = 0; j < index.n[1]; ++j)
        for (Label i = 0; i < index.n[0]; ++i) {
          std::array<Label, 8> points = index.corners(i, j, k);
          for (Label& p : points) p = newPoint[p];
          const Label cell = index.cell(i, j, k);
          cells.points[cell] = points;
          // Only points on sides of blocks merge.
          const bool onSide = i == 0 || j == 0 || k == 0 || i + 1 == index.n[0] || j + 1 == index.n[1] || k + 1 == index.n[2];
          if (onSide) cells.shapeOf[cell] = static_cast<std::uint8_t>(shapes.of(points, b));
        }
  }
  cells.shapes = shapes.all();
  return cells;
}

/// Appends faces to a mesh from the slots of their owners' side.
class FaceWriter {
 public:
  FaceWriter(PolyMesh& mesh, const ShapedCells& cells) : mesh_(mesh), cells_(cells) {}
  void add(Label slot) {
    const Quad face = cells_.face(slot / slotsPerCell, slot % slotsPerCell);
    mesh_.facePoints.insert(mesh_.facePoints.end(), face.begin(), face.begin() + nPoints(face));
    mesh_.faceOffsets.push_back(static_cast<Label>(mesh_.facePoints.size()));
    mesh_.owner.push_back(slot / slotsPerCell);
  }

 private:
  PolyMesh& mesh_;
  const ShapedCells& cells_;
};

/// The slot of the cell's face on a side of its hexahedron, or -1 if that side has collapsed.
Label slotOnSide(const ShapedCells& cells, Label cell, int side) {
  Quad wanted{-1, -1, -1, -1};
  int n = 0;
  for (const int c : hexFaces[side]) {
    const Label p = cells.points[cell][c];
    if (n == 0 || p != wanted[n - 1]) wanted[n++] = p;
  }
  if (n > 1 && wanted[n - 1] == wanted[0]) wanted[--n] = -1;
  if (n < 3) return -1;
  for (int f = 0; f < cells.shape(cell).nFaces; ++f)
    if (samePoints(cells.face(cell, f), wanted)) return slotsPerCell * cell + f;
  return -1;
}

class Assembler {
 public:
  Assembler(const BlockMeshDict& dict, const BlockTopology& topology, const std::vector<BlockIndex>& blocks, ShapedCells cells,
            PolyMesh& mesh)
      : dict_(dict),
        topology_(topology),
        blocks_(blocks),
        cells_(std::move(cells)),
        mate_(matchCellFaces(cells_, static_cast<Label>(mesh.points.size()))),
        mesh_(mesh),
        writer_(mesh, cells_) {}

  void assemble() {
    reserve();
    for (const Label slot : internalFaceOrder(cells_, mate_)) {
      writer_.add(slot);
      mesh_.neighbour.push_back(mate_[slot] / slotsPerCell);
    }
    for (const BlockPatch& patch : topology_.patches) addPatch(patch);
    addRest();
  }
  Label nCells() const { return static_cast<Label>(cells_.points.size()); }

 private:
  static constexpr Label inPatch = -2;

  void reserve() {
    std::size_t nSlots = 0, nInternal = 0;
    for (Label c = 0; c < nCells(); ++c) nSlots += static_cast<std::size_t>(cells_.shape(c).nFaces);
    for (const Label m : mate_) nInternal += m >= 0;
    const std::size_t nFaces = nSlots - nInternal / 2;
    mesh_.owner.reserve(nFaces);
    mesh_.neighbour.reserve(nInternal / 2);
    mesh_.faceOffsets.reserve(nFaces + 1);
    mesh_.facePoints.reserve(4 * nFaces);
  }

  void addPatch(const BlockPatch& patch) {
    mesh_.patches.push_back(patch.patch);
    const Label start = mesh_.nFaces();
    for (const BlockSide& s : patch.sides) {
      const BlockIndex& index = blocks_[s.block];
      index.forSide(s.side, [&](Label i, Label j, Label k) {
        const Label slot = slotOnSide(cells_, index.cell(i, j, k), s.side);
        if (slot < 0) return;
        if (mate_[slot] != unmatched && !(mate_[slot] == inPatch && patch.sharesFaces))
          throw Error(
              dict_.blocks[s.block].place,
              fmt::format("patch '{}': a face of block {} is inside the mesh or in two patches", patch.patch.name, s.block));
        mate_[slot] = inPatch;
        writer_.add(slot);
      });
    }
    mesh_.patches.back().start = start;
    mesh_.patches.back().size = mesh_.nFaces() - start;
  }

  /// Faces that are in no patch, although every side of a block is: where blocks touch without sharing their side.
  void addRest() {
    const Label start = mesh_.nFaces();
    for (Label c = 0; c < nCells(); ++c)
      for (int f = 0; f < cells_.shape(c).nFaces; ++f)
        if (mate_[slotsPerCell * c + f] == unmatched) writer_.add(slotsPerCell * c + f);
    const Label size = mesh_.nFaces() - start;
    if (size == 0) return;
    const auto existing = std::find_if(mesh_.patches.begin(), mesh_.patches.end(),
                                       [](const mesh::PolyPatch& p) { return p.name == "defaultFaces"; });
    if (existing == mesh_.patches.end())
      mesh_.patches.push_back(makePatch("defaultFaces", {{"type", "empty"}}, dict_.place));
    else if (existing + 1 != mesh_.patches.end() || existing->size > 0)
      throw Error(dict_.place, fmt::format("{} faces are in no patch, and the patch 'defaultFaces' has others", size));
    mesh_.patches.back().start = start;
    mesh_.patches.back().size = size;
  }

  const BlockMeshDict& dict_;
  const BlockTopology& topology_;
  const std::vector<BlockIndex>& blocks_;
  ShapedCells cells_;
  std::vector<Label> mate_;
  PolyMesh& mesh_;
  FaceWriter writer_;
};

/// Scales the points of the blocks and moves each to its number in the mesh; the last block that has a point wins.
void compactPoints(const Vec3& scale, const PointMerge& merge, std::vector<Vec3>& points) {
  for (std::size_t p = 0; p < points.size(); ++p) points[merge.newPoint[p]] = cmptMultiply(scale, points[p]);  // newPoint[p] <= p
  points.resize(merge.nPoints);
  points.shrink_to_fit();
}

/// Cells along an edge of n at a scale: the same for all edges of n, so that blocks still fit together.
Label coarseCells(Label n, double scale) {
  constexpr Label fewest = 4;
  return std::max(std::min(n, fewest), static_cast<Label>(std::ceil(scale * n)));
}

/// In double, since a mistyped block may have more cells than an integer counts.
std::int64_t countCells(const BlockMeshDict& dict, double scale) {
  double total = 0;
  for (const BlockDefinition& block : dict.blocks) {
    double cells = 1;
    for (const Label n : block.cells) cells *= coarseCells(n, scale);
    total += cells;
  }
  constexpr double most = 1e18;
  return static_cast<std::int64_t>(std::min(total, most));
}

void coarsen(BlockMeshDict& dict, std::int64_t aboutCells) {
  double scale = 1;
  while (countCells(dict, scale) > aboutCells && scale > 1e-6) scale *= 0.8;
  for (BlockDefinition& block : dict.blocks)
    for (Label& n : block.cells) n = coarseCells(n, scale);
}

std::vector<mesh::Zone> makeCellZones(const BlockMeshDict& dict, const std::vector<BlockIndex>& blocks) {
  std::vector<mesh::Zone> zones;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const std::string& name = dict.blocks[b].zone;
    if (name.empty()) continue;
    auto zone = std::find_if(zones.begin(), zones.end(), [&](const mesh::Zone& z) { return z.name == name; });
    if (zone == zones.end()) zone = zones.insert(zones.end(), {name, {}, {}});
    for (Label c = 0; c < blocks[b].nCells(); ++c) zone->members.push_back(blocks[b].firstCell + c);
  }
  return zones;
}

}  // namespace

std::vector<mesh::PolyPatch> blockMeshPatches(const config::Dictionary& blockMeshDict,
                                              const std::filesystem::path& caseDirectory) {
  Log silent = Log::silent();
  std::vector<mesh::PolyPatch> patches;
  for (auto& patch : makeBlockTopology(readBlockMeshDict(blockMeshDict, silent, caseDirectory)).patches)
    patches.push_back(std::move(patch.patch));
  return patches;
}

BlockMeshSize blockMeshSize(const config::Dictionary& blockMeshDict, const std::filesystem::path& caseDirectory) {
  Log silent = Log::silent();
  const BlockMeshDict dict = readBlockMeshDict(blockMeshDict, silent, caseDirectory);
  return {countCells(dict, 1), dict.mergePatchPairs.empty()};
}

PolyMesh blockMesh(const config::Dictionary& blockMeshDict, Log& log, std::int64_t aboutCells,
                   const std::filesystem::path& caseDirectory) {
  BlockMeshDict dict = readBlockMeshDict(blockMeshDict, log, caseDirectory);
  if (aboutCells > 0) coarsen(dict, aboutCells);
  Log silent = Log::silent();
  Log& detail = dict.verbose ? log : silent;

  const BlockTopology topology = makeBlockTopology(dict);
  logTopology(topology, detail);
  if (topology.nDefaultSides > 0)
    log.line(fmt::format("{} block faces in no patch of blockMeshDict go to the default patch {} (type {})",
                         topology.nDefaultSides, dict.defaultPatch.name, dict.defaultPatch.type));

  const std::vector<BlockIndex> blocks = indexBlocks(dict);
  PolyMesh mesh;
  mesh.points.resize(static_cast<std::size_t>(blocks.back().firstPoint + blocks.back().nPoints()));
  const Vec3& scale = dict.scale;
  detail.line(scale.x == scale.y && scale.x == scale.z
                  ? fmt::format("Creating points with scale {:.6g}", scale.x)
                  : fmt::format("Creating points with scale ({:.6g} {:.6g} {:.6g})", scale.x, scale.y, scale.z));
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    blockPoints(dict, dict.blocks[b], blocks[b], mesh.points);
    logBlock(dict, static_cast<Label>(b), blocks[b], mesh.points, detail);
  }
  Label nCells = 0;
  {
    const PointMerge merge = mergeBlockPoints(dict, blocks, topology, mesh.points);
    compactPoints(dict.scale, merge, mesh.points);
    Assembler assembler(dict, topology, blocks, makeCells(dict, blocks, merge.newPoint), mesh);
    assembler.assemble();
    nCells = assembler.nCells();
  }
  mergePatchPairs(mesh, dict.mergePatchPairs, dict.place);
  mesh.cellZones = makeCellZones(dict, blocks);
  orderCyclicPatches(mesh);
  detail.line();
  logMesh(mesh, nCells, log);
  return mesh;
}

}  // namespace eagre::case_
