// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>

#include "mesh/mesh.hpp"

namespace eagre::fv {

/// Faces with two cells, a cell: what a loop over cells reads of a face array.
inline double facesPerCell(const mesh::Mesh& mesh) {
  return static_cast<double>(mesh.nInteriorFaces()) / std::max<Label>(mesh.nCells, 1);
}

/// The faces around a cell, for loops over cells that gather what a loop over faces would scatter: each result is written once,
/// nothing is set to zero before, and the cell's volume comes in at once. Faces come in their own order - internal, coupled,
/// boundary -, so a sum has the order of additions of the loop over faces.
class CellFaces {
 public:
  /// Moves for a cell of a mesh with these sizes, beside what is gathered: starts, face numbers and other cells [bytes].
  static double bytes(const mesh::Mesh& mesh) { return 12 + 12 * facesPerCell(mesh); }

  explicit CellFaces(const mesh::Mesh& mesh)
      : owner_(mesh.owner.data()),
        neighbour_(mesh.neighbour.data()),
        ownerStart_(mesh.ownerStart.data()),
        losortStart_(mesh.losortStart.data()),
        losort_(mesh.losort.data()),
        outerStart_(mesh.outerStart.data()),
        outer_(mesh.outer.data()),
        nInterior_(mesh.nInteriorFaces()) {}

  /// in(face, N): internal faces whose normal points into the cell, out(face, N): those it points out of; N is the cell behind.
  /// coupled(face, N), boundary(face): the normal points out.
  template <class In, class Out, class Coupled, class Boundary>
  void operator()(Label c, In&& in, Out&& out, Coupled&& coupled, Boundary&& boundary) const {
    for (Label i = losortStart_[c]; i < losortStart_[c + 1]; ++i) {
      scalar();
      in(losort_[i], owner_[losort_[i]]);
    }
    for (Label f = ownerStart_[c]; f < ownerStart_[c + 1]; ++f) {
      scalar();
      out(f, neighbour_[f]);
    }
    for (Label i = outerStart_[c]; i < outerStart_[c + 1]; ++i) {
      scalar();
      if (outer_[i] < nInterior_)
        coupled(outer_[i], neighbour_[outer_[i]]);
      else
        boundary(outer_[i]);
    }
  }
  /// inside(face, N, sign): faces with two cells, sign +1 where the normal points out of the cell; boundary(face).
  template <class Inside, class Boundary>
  void operator()(Label c, Inside&& inside, Boundary&& boundary) const {
    const auto outwards = [&](Label f, Label N) { inside(f, N, 1.0); };
    (*this)(
        c, [&](Label f, Label N) { inside(f, N, -1.0); }, outwards, outwards, boundary);
  }
  /// any(face, sign): all faces.
  template <class Any>
  void operator()(Label c, Any&& any) const {
    (*this)(
        c, [&](Label f, Label, double sign) { any(f, sign); }, [&](Label f) { any(f, 1.0); });
  }

 private:
  /// Keeps a loop of two or three turns from being vectorised for eight and more, which costs twice the time.
  static void scalar() {
#ifdef __GNUC__
    asm volatile("");
#endif
  }

  const Label *owner_, *neighbour_, *ownerStart_, *losortStart_, *losort_, *outerStart_, *outer_;
  Label nInterior_;
};

}  // namespace eagre::fv
