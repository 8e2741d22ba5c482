// SPDX-License-Identifier: BSD-3-Clause
#include "case/block_mesh_faces.hpp"

#include <algorithm>

namespace eagre::case_ {

namespace {

Label lowestPoint(const Quad& face) {
  const Label low = std::min({face[0], face[1], face[2]});
  return face[3] < 0 ? low : std::min(low, face[3]);
}

}  // namespace

std::vector<Label> matchCellFaces(const ShapedCells& cells, Label nPoints) {
  const Label nCells = static_cast<Label>(cells.points.size());
  // Two faces that coincide have the same lowest point: sort the slots by it (counting sort), compare within each.
  std::vector<Label> start(static_cast<std::size_t>(nPoints) + 1, 0);
  for (Label c = 0; c < nCells; ++c)
    for (int f = 0; f < cells.shape(c).nFaces; ++f) ++start[lowestPoint(cells.face(c, f)) + 1];
  for (Label p = 0; p < nPoints; ++p) start[p + 1] += start[p];
  std::vector<Label> slots(start.back());
  {
    std::vector<Label> next(start.begin(), start.end() - 1);
    for (Label c = 0; c < nCells; ++c)
      for (int f = 0; f < cells.shape(c).nFaces; ++f) slots[next[lowestPoint(cells.face(c, f))]++] = slotsPerCell * c + f;
  }
  std::vector<Label> mate(static_cast<std::size_t>(nCells) * slotsPerCell, unmatched);
  for (Label p = 0; p < nPoints; ++p) {
    for (Label i = start[p]; i < start[p + 1]; ++i) {
      const Label a = slots[i];
      if (mate[a] != unmatched) continue;
      const Quad face = cells.face(a / slotsPerCell, a % slotsPerCell);
      for (Label j = i + 1; j < start[p + 1]; ++j) {
        const Label b = slots[j];
        if (mate[b] != unmatched || b / slotsPerCell == a / slotsPerCell) continue;
        if (!sameFace(face, cells.face(b / slotsPerCell, b % slotsPerCell))) continue;
        mate[a] = b;
        mate[b] = a;
        break;
      }
    }
  }
  return mate;
}

std::vector<Label> internalFaceOrder(const ShapedCells& cells, const std::vector<Label>& mate) {
  std::vector<Label> order;
  order.reserve(mate.size() / 2);
  for (Label c = 0; c < static_cast<Label>(cells.points.size()); ++c) {
    const std::size_t first = order.size();
    for (int f = 0; f < cells.shape(c).nFaces; ++f) {
      const Label slot = slotsPerCell * c + f;
      if (mate[slot] >= 0 && mate[slot] / slotsPerCell > c) order.push_back(slot);
    }
    std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(first), order.end(),
                     [&](Label a, Label b) { return mate[a] / slotsPerCell < mate[b] / slotsPerCell; });
  }
  return order;
}

}  // namespace eagre::case_
