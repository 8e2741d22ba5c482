// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "comm/exchange.hpp"
#include "core/types.hpp"
#include "kernel/stretch.hpp"
#include "kernel/workspace.hpp"

namespace eagre::linear {

/// Sparsity of a matrix with one unknown a cell, made once from the mesh: face f couples rows owner[f] < neighbour[f].
/// A view; the mesh (or the multigrid level) that it was made from must outlive it.
struct LduAddressing {
  Label nCells = 0;
  std::span<const Label> owner, neighbour;     ///< internal faces, by owner
  std::span<const Label> ownerStart;           ///< nCells + 1
  std::span<const Label> losort, losortStart;  ///< faces by neighbour
  std::span<const Label> coupledOwner;         ///< owner of each coupled face; its ghost is nCells + position
  const comm::Exchange* halo = nullptr;
  std::span<const Label> lowerColumn;          ///< owner[losort[i]]
  std::span<const kernel::Stretch> stretches;  ///< all rows; empty: none has a pattern
  kernel::Workspace* workspace = nullptr;      ///< where solvers borrow their fields; none: they keep their own
  Label nFaces() const { return static_cast<Label>(owner.size()); }
  Label nCoupled() const { return static_cast<Label>(coupledOwner.size()); }
  Label nAllCells() const { return nCells + nCoupled(); }
};

/// The internal faces of cells, for loops over cells that gather what a loop over faces would scatter.
class FacesOfCells {
 public:
  explicit FacesOfCells(const LduAddressing& a)
      : ownerStart_(a.ownerStart.data()), losort_(a.losort.data()), losortStart_(a.losortStart.data()) {}
  /// in(face): faces whose neighbour is cell c, then out(face): those whose owner it is; all in the order of the faces, so that a
  /// sum has the order of additions of the loop over faces.
  template <class In, class Out>
  void operator()(Label c, In&& in, Out&& out) const {
    for (Label i = losortStart_[c]; i < losortStart_[c + 1]; ++i) in(losort_[i]);
    for (Label f = ownerStart_[c]; f < ownerStart_[c + 1]; ++f) out(f);
  }
  /// start plus value(face) of all faces of cell c.
  template <class T, class Value>
  T sum(Label c, T start, Value&& value) const {
    const auto add = [&](Label f) { start += value(f); };
    (*this)(c, add, add);
    return start;
  }

 private:
  const Label *ownerStart_, *losort_, *losortStart_;
};

/// A: diagonal, upper A(owner, neighbour), lower A(neighbour, owner), and coupled A(owner, ghost), all as plain matrix
/// entries (row times unknown; OpenFOAM stores the coupled ones with the opposite sign). Symmetric if lower is empty.
struct LduMatrix {
  const LduAddressing* addressing = nullptr;
  kernel::Array<double> diag, upper, lower, coupled;
  /// Raised by whoever changes an entry: a solver that met this version before may keep what it made of the entries. 0: nobody
  /// counts.
  std::uint64_t version = 0;
  bool symmetric() const { return lower.empty(); }
  std::span<const double> lowerOrUpper() const { return symmetric() ? upper : lower; }
};

/// y = A x over owned rows without what comes of ghosts; `transposed`: A^T x.
void multiplyOwned(const LduMatrix& A, bool transposed, const double* x, double* y);
/// y = A x over owned rows. x has nAllCells values; its ghosts are exchanged here, overlapped with the owned part.
void multiply(const LduMatrix& A, std::span<double> x, std::span<double> y);

}  // namespace eagre::linear
