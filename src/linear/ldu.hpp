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
  std::span<const Label> owner, neighbour;     ///< internal faces, upper-triangular order
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

/// y = A x over owned rows. x has nAllCells values; its ghosts are exchanged here, overlapped with the owned part.
void multiply(const LduMatrix& A, std::span<double> x, std::span<double> y);

}  // namespace eagre::linear
