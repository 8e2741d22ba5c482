// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <vector>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/mesh.hpp"

/// Loops over cells that gather what a loop over faces would scatter - each result is written once, nothing is set to zero
/// before, and the cell's volume comes in at once -, and loops over faces, both along the stretches of the mesh: where cells
/// follow a pattern (kernel::Stretch) no face or cell number is read.
namespace eagre::fv {

/// Faces with two cells, a cell: what a loop over cells reads of a face array.
inline double facesPerCell(const mesh::Mesh& mesh) {
  return static_cast<double>(mesh.nInteriorFaces()) / std::max<Label>(mesh.nCells, 1);
}

/// What a loop over cells moves of the mesh itself, if it has no patterns [bytes per cell].
inline double bytesOfCellFaces(const mesh::Mesh& mesh) { return 12 + 12 * facesPerCell(mesh); }

/// The faces around one cell, in their own order - internal, coupled, boundary -, so that a sum has the order of additions of the
/// loop over faces. Derived gives the first form of (), this class the others.
template <class Derived>
struct AroundCell {
  /// inside(face, N, sign): faces with two cells, sign +1 where the normal points out of the cell; boundary(face).
  template <class Inside, class Boundary>
  void operator()(Inside&& inside, Boundary&& boundary) const {
    const auto outwards = [&](Label f, Label N) { inside(f, N, 1.0); };
    static_cast<const Derived&> (*this)([&](Label f, Label N) { inside(f, N, -1.0); }, outwards, outwards, boundary);
  }
  /// any(face, sign): all faces.
  template <class Any>
  void operator()(Any&& any) const {
    (*this)([&](Label f, Label, double sign) { any(f, sign); }, [&](Label f) { any(f, 1.0); });
  }
};

/// Around any cell.
class AroundAnyCell : public AroundCell<AroundAnyCell> {
 public:
  explicit AroundAnyCell(const mesh::Mesh& mesh)
      : neighbour_(mesh.neighbour.data()),
        ownerStart_(mesh.ownerStart.data()),
        losortStart_(mesh.losortStart.data()),
        losort_(mesh.losort.data()),
        losortOwner_(mesh.losortOwner.data()),
        outerStart_(mesh.outerStart.data()),
        outer_(mesh.outer.data()),
        nInterior_(mesh.nInteriorFaces()) {}
  AroundAnyCell(const AroundAnyCell& others, Label c) : AroundAnyCell(others) { c_ = c; }

  using AroundCell::operator();
  /// in(face, N): internal faces whose normal points into the cell, out(face, N): those it points out of; N is the cell behind.
  /// coupled(face, N), boundary(face): the normal points out.
  template <class In, class Out, class Coupled, class Boundary>
  void operator()(In&& in, Out&& out, Coupled&& coupled, Boundary&& boundary) const {
    for (Label i = losortStart_[c_]; i < losortStart_[c_ + 1]; ++i) {
      kernel::keepScalar();
      in(losort_[i], losortOwner_[i]);
    }
    for (Label f = ownerStart_[c_]; f < ownerStart_[c_ + 1]; ++f) {
      kernel::keepScalar();
      out(f, neighbour_[f]);
    }
    for (Label i = outerStart_[c_]; i < outerStart_[c_ + 1]; ++i) {
      kernel::keepScalar();
      if (outer_[i] < nInterior_)
        coupled(outer_[i], neighbour_[outer_[i]]);
      else
        boundary(outer_[i]);
    }
  }

 private:
  const Label *neighbour_, *ownerStart_, *losortStart_, *losort_, *losortOwner_, *outerStart_, *outer_;
  Label nInterior_, c_ = 0;
};

/// Around cell begin + i of a long line (kernel::Stretch).
template <int n>
class AroundLineCell : public AroundCell<AroundLineCell<n>> {
 public:
  AroundLineCell(const kernel::Stretch& stretch, Label i) : s_(stretch), c_(stretch.begin + i), shift_(n * i) {}
  using AroundCell<AroundLineCell>::operator();
  template <class In, class Out, class Coupled, class Boundary>
  void operator()(In&& in, Out&& out, Coupled&&, Boundary&&) const {
    for (int k = 0; k < n; ++k) in(s_.inFace[k] + shift_, c_ + s_.in[k]);
    for (int k = 0; k < n; ++k) out(s_.outFace + k + shift_, c_ + s_.out[k]);
  }

 private:
  const kernel::Stretch& s_;
  Label c_, shift_;
};

/// Around cell begin + i of any stretch with a pattern.
class AroundPatternCell : public AroundCell<AroundPatternCell> {
 public:
  AroundPatternCell(const mesh::Mesh& mesh, const kernel::Stretch& stretch, Label i)
      : s_(stretch), i_(i), nInterior_(mesh.nInteriorFaces()), neighbour_(mesh.neighbour.data()) {}
  using AroundCell::operator();
  template <class In, class Out, class Coupled, class Boundary>
  void operator()(In&& in, Out&& out, Coupled&& coupled, Boundary&& boundary) const {
    const Label c = s_.begin + i_;
    for (int k = 0; k < s_.nIn; ++k) {
      kernel::keepScalar();
      in(s_.inFace[k] + s_.inStep[k] * i_, c + s_.in[k]);
    }
    for (int k = 0; k < s_.nOut; ++k) {
      kernel::keepScalar();
      out(s_.outFace + k + s_.nOut * i_, c + s_.out[k]);
    }
    for (int k = 0; k < s_.nOuter; ++k) {
      kernel::keepScalar();
      if (const Label f = s_.outer[k] + i_; f < nInterior_)
        coupled(f, neighbour_[f]);
      else
        boundary(f);
    }
  }

 private:
  const kernel::Stretch& s_;
  Label i_, nInterior_;
  const Label* neighbour_;
};

/// body(cell, around) for cells as iterations of a loop: those of the stretches that begin in [begin, end).
template <class Iterations, class Body>
void throughCells(const Iterations& iterations, const mesh::Mesh& mesh, Label begin, Label end, Body&& body) {
  const AroundAnyCell any(mesh);
  kernel::eachStretch(
      iterations, mesh.stretches, begin, end,
      [&](auto width, const kernel::Stretch stretch) {
        constexpr int n = width;
        iterations.each(0, stretch.size(), [&](Label i) { body(stretch.begin + i, AroundLineCell<n>(stretch, i)); });
      },
      [&](const kernel::Stretch stretch) {
        iterations.each(0, stretch.size(), [&](Label i) { body(stretch.begin + i, AroundPatternCell(mesh, stretch, i)); });
      },
      [&](Label from, Label to) { iterations.each(from, to, [&](Label c) { body(c, AroundAnyCell(any, c)); }); });
}

/// body(cell, around): over all owned cells, each independent of the others; `around` is called with what is to be done with the
/// faces of the cell.
template <class Body>
void eachCell(const kernel::Loop& loop, const mesh::Mesh& mesh, Body body) {
  const kernel::Independent independent(loop, mesh.nCells);
  independent.parts(mesh.nCells, mesh.nCells, [=, &mesh](const auto& iterations, Label begin, Label end) mutable {
    throughCells(iterations, mesh, begin, end, body);
  });
}

/// The same over some owned cells, no two of them the same.
template <class Body>
void eachCellOf(std::span<const Label> cells, const kernel::Loop& loop, const mesh::Mesh& mesh, Body body) {
  kernel::parallelFor(
      loop, static_cast<Label>(cells.size()),
      [body, cells = kernel::View(cells), any = AroundAnyCell(mesh)](Label i) { body(cells[i], AroundAnyCell(any, cells[i])); });
}

/// The sum of body(cell, around) over all owned cells, in their order within blocks (kernel::combineBlocks).
template <class T, class Body>
T sumOverCells(const kernel::Loop& loop, const mesh::Mesh& mesh, Body body) {
#ifdef EAGRE_CHECKED
  std::vector<T> values(static_cast<std::size_t>(mesh.nCells));
  eachCell(loop, mesh, [&](Label c, const auto& around) { values[static_cast<std::size_t>(c)] = body(c, around); });
  return kernel::parallelSums<T>("sum over cells", mesh.nCells,
                                 [&](Label c, T& sum) { sum += values[static_cast<std::size_t>(c)]; });
#else
  const auto ofBlock = [=, &mesh](Label begin, Label end) mutable {
    T sum{};
    throughCells(kernel::InOrder{}, mesh, begin, end, [&](Label c, const auto& around) { sum += body(c, around); });
    return sum;
  };
  return kernel::combineBlocks(kernel::Independent(loop, mesh.nCells), mesh.nCells, T{}, ofBlock,
                               [](T& total, const T& sum) { total += sum; });
#endif
}

/// body(face, P, N) for internal faces as iterations of a loop: those whose owners are in some stretches of the mesh.
template <class Iterations, class Body>
void throughInternalFaces(const Iterations& iterations, const mesh::Mesh& mesh, std::span<const kernel::Stretch> stretches,
                          Body&& body) {
  const Label *owner = mesh.owner.data(), *neighbour = mesh.neighbour.data(), *ownerStart = mesh.ownerStart.data();
  const auto face = [&](Label f, Label P, Label N) { iterations.iteration(f, [&] { body(f, P, N); }); };
  kernel::eachStretch(
      stretches,
      [&](auto width, const kernel::Stretch stretch) {
        constexpr int n = width;
        iterations.group(0, stretch.size(), [&](Label i) {
          for (int k = 0; k < n; ++k) face(stretch.outFace + n * i + k, stretch.begin + i, stretch.begin + i + stretch.out[k]);
        });
      },
      [&](const kernel::Stretch s) {
        iterations.group(0, s.size(), [&](Label i) {
          for (int k = 0; k < s.nOut; ++k) {
            kernel::keepScalar();
            face(s.outFace + s.nOut * i + k, s.begin + i, s.begin + i + s.out[k]);
          }
        });
      },
      [&](Label from, Label to) {
        iterations.group(ownerStart[from], ownerStart[to], [&](Label f) { face(f, owner[f], neighbour[f]); });
      });
}

/// body(face, P, N): over internal faces, each independent of the others.
template <class Body>
void eachInternalFace(const kernel::Loop& loop, const mesh::Mesh& mesh, Body body) {
  const kernel::Independent independent(loop, mesh.nInternalFaces);
  independent.parts(mesh.nCells, mesh.nInternalFaces, [=, &mesh](const auto& iterations, Label begin, Label end) mutable {
    const std::span<const kernel::Stretch> all = mesh.stretches;
    iterations.group(kernel::firstFrom(all, begin), kernel::firstFrom(all, end),
                     [&](Label i) { throughInternalFaces(iterations, mesh, all.subspan(static_cast<std::size_t>(i), 1), body); });
  });
}

/// body(face, P, N, toP, toN): over internal faces, for bodies that add to both of their cells: to P if toP, to N if toN. Each
/// cell gets what it gets in the order of the faces. Threads share the cells; a face between the cells of two threads is seen by
/// both.
template <class Body>
void scatterInternalFaces(const kernel::Loop& loop, const mesh::Mesh& mesh, Body body) {
  kernel::forRanges(loop, mesh.nInternalFaces, mesh.nCells, [=, &mesh](Label from, Label to) mutable {
    const std::span<const kernel::Stretch> all = mesh.stretches;
    const kernel::StretchRange range(all, from, to);
    const Label *neighbour = mesh.neighbour.data(), *ownerStart = mesh.ownerStart.data();
    const Label *losort = mesh.losort.data(), *losortStart = mesh.losortStart.data(), *losortOwner = mesh.losortOwner.data();
    for (Label i = range.first; i < range.last; ++i) {
      const kernel::Stretch& s = all[static_cast<std::size_t>(i)];
      if (range.hasOwnersOf(s)) continue;
      for (Label c = s.begin; c < s.end; ++c)
        for (Label k = losortStart[c]; k < losortStart[c + 1] && losortOwner[k] < range.begin; ++k)
          body(losort[k], losortOwner[k], c, std::false_type{}, std::true_type{});
    }
    for (Label i = range.first; i < range.last; ++i) {
      const kernel::Stretch& s = all[static_cast<std::size_t>(i)];
      if (range.hasNeighboursOf(s))
        throughInternalFaces(kernel::InOrder{}, mesh, all.subspan(static_cast<std::size_t>(i), 1),
                             [&](Label f, Label P, Label N) { body(f, P, N, std::true_type{}, std::true_type{}); });
      else
        for (Label P = s.begin; P < s.end; ++P)
          for (Label f = ownerStart[P]; f < ownerStart[P + 1]; ++f)
            body(f, P, neighbour[f], std::true_type{}, neighbour[f] < range.end);
    }
  });
}

/// body(face, P, N): over faces with two cells, internal and coupled ones.
template <class Body>
void eachInteriorFace(const kernel::Loop& loop, const mesh::Mesh& mesh, Body body) {
  eachInternalFace(loop, mesh, body);
  kernel::parallelFor(loop, mesh.nInternalFaces, mesh.nInteriorFaces(),
                      [=, P = mesh.owner.data(), N = mesh.neighbour.data()](Label f) { body(f, P[f], N[f]); });
}

/// The same over slanted ones (mesh::Mesh::slanted); over all where these are many.
template <class Body>
void eachSlantedFace(const kernel::Loop& loop, const mesh::Mesh& mesh, Body body) {
  if (!mesh.slanted.areFew) return eachInteriorFace(loop, mesh, body);
  const auto& faces = mesh.slanted.faces;
  kernel::parallelFor(loop, static_cast<Label>(faces.size()),
                      [=, faces = kernel::View(faces), P = mesh.owner.data(), N = mesh.neighbour.data()](Label i) {
                        const Label f = faces[i];
                        body(f, P[f], N[f]);
                      });
}

}  // namespace eagre::fv
