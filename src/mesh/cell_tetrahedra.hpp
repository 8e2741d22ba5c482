// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>

#include "mesh/cell_cutter.hpp"

namespace eagre::mesh {

/// Values within a cell, linear in each of the tetrahedra of the cell's centre and the triangles of its faces, from the values at
/// the centre and at the corners (OpenFOAM's cellPoint). The bases of the tetrahedra have been chosen. It lives on the stack.
class CellTetrahedra {
 public:
  CellTetrahedra(const CellShapes::View& shapes, Label cell, const Vec3& centre) : centre_(centre) {
    for (Label i = shapes.cellStarts[cell]; i < shapes.cellStarts[cell + 1]; ++i) {
      const Label f = shapes.cellFaces[i], n = shapes.nCorners(f), base = shapes.tetBases[f];
      const Label p0 = shapes.corner(f, base);
      const Vec3 a = shapes.points[p0] - centre;
      for (Label k = 1; k + 1 < n; ++k) {
        const Label p1 = shapes.corner(f, (base + k) % n), p2 = shapes.corner(f, (base + k + 1) % n);
        const Vec3 b = shapes.points[p1] - centre, c = shapes.points[p2] - centre, bc = cross(b, c);
        const double all = dot(a, bc);
        if (all != 0) tetrahedra_[n_++] = {bc / all, cross(c, a) / all, cross(a, b) / all, p0, p1, p2};
      }
    }
  }

  /// position: in the cell; outside, the nearest tetrahedron by its smallest barycentric coordinate is continued, and where that
  /// is the same, as it is beyond a face of several triangles, by the next one, so that round-off decides nothing.
  template <class T>
  T operator()(const T& atCentre, const T* atPoints, const Vec3& position) const {
    constexpr double same = 1e-9;
    double best = -vGreat, bestNext = -vGreat;
    T value = atCentre;
    const Vec3 r = position - centre_;
    for (Label i = 0; i < n_; ++i) {
      const Tetrahedron& tet = tetrahedra_[i];
      const double u = dot(r, tet.u), v = dot(r, tet.v), w = dot(r, tet.w);
      const double t = 1 - u - v - w, least = std::min({u, v, w, t});
      if (least < best - same) continue;
      const double next = std::min(std::max(std::min(u, v), std::min(w, t)), std::min(std::max(u, v), std::max(w, t)));
      if (least <= best + same && next <= bestNext) continue;
      best = least;
      bestNext = next;
      value = t * atCentre + u * atPoints[tet.p0] + v * atPoints[tet.p1] + w * atPoints[tet.p2];
      if (least >= 0) return value;
    }
    return value;
  }

 private:
  /// Barycentric coordinates of its corners but the centre are the products of these with the distance from the centre.
  struct Tetrahedron {
    Vec3 u, v, w;
    Label p0, p1, p2;
  };
  Vec3 centre_;
  Label n_ = 0;
  Uninitialised<Tetrahedron, CellCutter::maxCorners> tetrahedra_;
};

}  // namespace eagre::mesh
