// SPDX-License-Identifier: BSD-3-Clause
#include "case/block_mesh_topology.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case/block_mesh_faces.hpp"

namespace eagre::case_ {

Quad sideVertices(const BlockDefinition& block, int side) {
  const auto& c = hexFaces[side];
  return {block.vertices[c[0]], block.vertices[c[1]], block.vertices[c[2]], block.vertices[c[3]]};
}

Label BlockTopology::nBoundarySides() const {
  Label n = 0;
  for (const BlockPatch& patch : patches) n += static_cast<Label>(patch.sides.size());
  return n;
}

namespace {

std::string text(const Quad& face) { return fmt::format("({} {} {} {})", face[0], face[1], face[2], face[3]); }

struct FaceGeometry {
  Vec3 centre, area;
};

/// By triangles about the mean point.
FaceGeometry faceGeometry(const std::array<Vec3, 4>& p) {
  const Vec3 mean = 0.25 * (p[0] + p[1] + p[2] + p[3]);
  FaceGeometry result;
  double sum = 0;
  Vec3 moment;
  for (int i = 0; i < 4; ++i) {
    const Vec3 a = p[i], b = p[(i + 1) % 4];
    const Vec3 area = 0.5 * cross(b - a, mean - a);
    result.area += area;
    sum += mag(area);
    moment += mag(area) * (a + b + mean) / 3;
  }
  result.centre = sum > 0 ? moment / sum : mean;
  return result;
}

std::array<FaceGeometry, 6> sideGeometry(const BlockMeshDict& dict, const BlockDefinition& block) {
  std::array<FaceGeometry, 6> result;
  for (int side = 0; side < 6; ++side) {
    std::array<Vec3, 4> p;
    for (int i = 0; i < 4; ++i) p[i] = dict.vertices[block.vertices[hexFaces[side][i]]];
    result[side] = faceGeometry(p);
  }
  return result;
}

/// Centre of the pyramids between the faces and the mean of the corners.
Vec3 blockCentre(const BlockMeshDict& dict, const BlockDefinition& block, const std::array<FaceGeometry, 6>& sides) {
  Vec3 mean;
  for (const Label v : block.vertices) mean += dict.vertices[v] / 8;
  double volume = 0;
  Vec3 moment;
  for (const FaceGeometry& side : sides) {
    const double pyramid = dot(side.area, side.centre - mean) / 3;
    volume += pyramid;
    moment += pyramid * (0.75 * side.centre + 0.25 * mean);
  }
  return std::abs(volume) > vSmall ? moment / volume : mean;
}

void checkOrientation(const BlockMeshDict& dict, Label b, Problems& problems) {
  const BlockDefinition& block = dict.blocks[b];
  const auto sides = sideGeometry(dict, block);
  const Vec3 centre = blockCentre(dict, block, sides);
  std::string inward;
  int nInward = 0;
  for (int side = 0; side < 6; ++side) {
    const auto& [faceCentre, area] = sides[side];
    if (mag(area) <= small || dot(faceCentre - centre, area) > 0) continue;
    inward += ' ' + text(sideVertices(block, side));
    ++nInward;
  }
  if (nInward == 6)
    problems.add(block.place, fmt::format("block {} is inside out; give its second four vertices first", b));
  else if (nInward > 0)
    problems.add(block.place, fmt::format("block {} has faces that point inwards:{}", b, inward));
}

void checkEdges(const BlockMeshDict& dict, Problems& problems) {
  const auto same = [](Label a, Label b, Label c, Label d) { return (a == c && b == d) || (a == d && b == c); };
  for (std::size_t e = 0; e < dict.edges.size(); ++e) {
    const BlockEdge& edge = dict.edges[e];
    for (std::size_t o = 0; o < e; ++o)
      if (same(edge.start, edge.end, dict.edges[o].start, dict.edges[o].end))
        problems.add(edge.place, fmt::format("the edge {} {} has been given already in line {}", edge.start, edge.end,
                                             dict.edges[o].place.line));
    const bool onBlock = std::any_of(dict.blocks.begin(), dict.blocks.end(), [&](const BlockDefinition& block) {
      return std::any_of(hexEdges.begin(), hexEdges.end(), [&](const auto& ends) {
        return same(edge.start, edge.end, block.vertices[ends[0]], block.vertices[ends[1]]);
      });
    });
    if (!onBlock) problems.add(edge.place, fmt::format("the edge {} {} is not an edge of any block", edge.start, edge.end));
  }
}

/// Gives the sides of the blocks to the patches.
class PatchAssigner {
 public:
  PatchAssigner(const BlockMeshDict& dict, const ShapedCells& blocks, const std::vector<Label>& mate, Problems& problems)
      : dict_(dict), blocks_(blocks), mate_(mate), patchOfSlot_(mate.size(), -1), problems_(problems) {}

  void assign(BlockTopology& topology) {
    for (std::size_t p = 0; p < dict_.patches.size(); ++p) {
      topology.patches.push_back({dict_.patches[p].patch, {}, false});
      for (const PatchFace& face : dict_.patches[p].faces)
        if (const Label slot = findSide(face, p); slot >= 0) {
          if (patchOfSlot_[slot] >= 0) topology.patches.back().sharesFaces = true;
          patchOfSlot_[slot] = static_cast<Label>(p);
          addSide(topology.patches.back(), slot);
        }
    }
    assignRest(topology);
  }

 private:
  /// The slot of the side that a patch names, or -1 with a problem noted.
  Label findSide(const PatchFace& face, std::size_t patch) {
    const std::string& name = dict_.patches[patch].patch.name;
    Quad vertices;
    if (face.labels.size() == 2)
      vertices = sideVertices(dict_.blocks[face.labels[0]], face.labels[1]);
    else
      std::copy(face.labels.begin(), face.labels.end(), vertices.begin());
    for (Label b = 0; b < static_cast<Label>(dict_.blocks.size()); ++b) {
      for (int side = 0; side < 6; ++side) {
        if (!samePoints(blocks_.face(b, side), vertices)) continue;
        const Label slot = slotsPerCell * b + side;
        if (mate_[slot] >= 0) {
          problems_.add(face.place, fmt::format("face {} of patch '{}' is inside the mesh, between blocks {} and {}",
                                                text(vertices), name, b, mate_[slot] / slotsPerCell));
        } else if (patchOfSlot_[slot] >= 0 &&
                   !areOneBlockage(dict_.patches[patch].patch, dict_.patches[patchOfSlot_[slot]].patch)) {
          problems_.add(face.place, fmt::format("face {} of patch '{}' is already in patch '{}'", text(vertices), name,
                                                dict_.patches[patchOfSlot_[slot]].patch.name));
        } else {
          return slot;
        }
        return -1;
      }
    }
    problems_.add(face.place, fmt::format("face {} of patch '{}' is not a face of any block", text(vertices), name));
    return -1;
  }

  /// A cyclicACMI patch and its nonOverlapPatch have the same faces (openfoam.com from v2006 on; createBaffles before).
  static bool areOneBlockage(const mesh::PolyPatch& a, const mesh::PolyPatch& b) {
    const auto isBlockageOf = [](const mesh::PolyPatch& wall, const mesh::PolyPatch& coupled) {
      return coupled.type == "cyclicACMI" &&
             std::ranges::find(coupled.otherEntries, std::pair<std::string, std::string>("nonOverlapPatch", wall.name)) !=
                 coupled.otherEntries.end();
    };
    return isBlockageOf(a, b) || isBlockageOf(b, a);
  }

  /// A collapsed block can have the same face on two of its sides: both belong to the patch.
  void addSide(BlockPatch& patch, Label slot) {
    const Label block = slot / slotsPerCell;
    const Quad face = blocks_.face(block, slot % slotsPerCell);
    for (int side = 0; side < 6; ++side)
      if (sameFace(blocks_.face(block, side), face)) patch.sides.push_back({block, side});
  }

  void assignRest(BlockTopology& topology) {
    std::vector<BlockSide> rest;
    for (Label slot = 0; slot < static_cast<Label>(mate_.size()); ++slot)
      if (mate_[slot] == unmatched && patchOfSlot_[slot] < 0)
        rest.push_back({slot / slotsPerCell, static_cast<int>(slot % slotsPerCell)});
    topology.nDefaultSides = static_cast<Label>(rest.size());
    if (rest.empty()) return;
    const std::string& name = dict_.defaultPatch.name;
    for (std::size_t p = 0; p < topology.patches.size(); ++p) {
      if (topology.patches[p].patch.name != name) continue;
      if (p + 1 != topology.patches.size() || !topology.patches[p].sides.empty())
        problems_.add(
            dict_.patches[p].place,
            fmt::format("{} block faces are in no patch and go to the default patch '{}', but the patch of that name here has "
                        "faces or is not the last",
                        rest.size(), name));
      topology.patches[p].sides = rest;
      return;
    }
    topology.patches.push_back({dict_.defaultPatch, std::move(rest)});
  }

  const BlockMeshDict& dict_;
  const ShapedCells& blocks_;
  const std::vector<Label>& mate_;
  std::vector<Label> patchOfSlot_;
  Problems& problems_;
};

}  // namespace

BlockTopology makeBlockTopology(const BlockMeshDict& dict) {
  Problems problems;
  ShapedCells blocks;
  blocks.shapes = {plainHex()};
  for (Label b = 0; b < static_cast<Label>(dict.blocks.size()); ++b) {
    checkOrientation(dict, b, problems);
    blocks.points.push_back(dict.blocks[b].vertices);
    blocks.shapeOf.push_back(0);
  }
  checkEdges(dict, problems);

  const std::vector<Label> mate = matchCellFaces(blocks, static_cast<Label>(dict.vertices.size()));
  BlockTopology topology;
  for (const Label slot : internalFaceOrder(blocks, mate)) {
    const Label other = mate[slot];
    topology.joints.push_back({{slot / slotsPerCell, static_cast<int>(slot % slotsPerCell)},
                               {other / slotsPerCell, static_cast<int>(other % slotsPerCell)}});
  }
  PatchAssigner(dict, blocks, mate, problems).assign(topology);
  problems.throwIfAny("the blocks do not fit together");
  return topology;
}

}  // namespace eagre::case_
