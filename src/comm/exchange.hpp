// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "core/types.hpp"
#include "core/vec.hpp"

namespace eagre::comm {

/// One message partner of an exchange: what this rank sends to and receives from one patch of another rank
/// (or of itself: a cyclic pair). Keyed on (rank, tag): a pair of ranks may share several patches.
struct Link {
  int rank = 0;                     ///< the partner
  int sendTag = 0, receiveTag = 0;  ///< unique for the pair of patches
  std::vector<Label> send;          ///< owned cells whose values are sent, in the partner's order of ghosts
  Label receiveStart = 0;           ///< first ghost slot (counted from the first ghost, not the first cell)
  Label receiveCount = 0;
};

/// Ghosts that are means of what the links receive: ghost i is the sum over k in [starts[i], starts[i + 1]) of weights[k] times
/// the value in slot slots[k], in that order.
struct Means {
  std::vector<Label> starts;  ///< one per ghost, and the end; empty: ghost i is what slot i receives
  std::vector<Label> slots;
  std::vector<double> weights;
};

/// Ghosts whose vectors and tensors are turned, as behind patches that are turned against each other.
struct Turn {
  Label start = 0, count = 0;  ///< ghosts
  Tensor turn;                 ///< v -> turn.v
};

/// The plan of a halo exchange, made once from the mesh and kept while it stands (rule 4 of the house).
/// A cell array holds [0, nCells) owned values, then [nCells, nCells + nGhost) ghosts, one ghost a coupled face.
/// Messages of one exchange carry every component of a cell together. How it learns the sizes of messages is the communicator's
/// choice (Methods); the ghosts are the same. All ranks take part in each exchange, those without ghosts too.
class Exchange {
 public:
  Exchange(Communicator communicator, Label nCells, std::vector<Link> links);
  Exchange(Communicator communicator, Label nCells, std::vector<Link> links, Means means);
  ~Exchange();
  Exchange(Exchange&&) noexcept;
  Exchange& operator=(Exchange&&) noexcept;

  Label nCells() const;
  Label nGhost() const;
  const std::vector<Link>& links() const;
  const Communicator& communicator() const;

  /// Fills the ghosts of values (nComp doubles per cell, size (nCells + nGhost) * nComp).
  /// start returns at once (if sizes are asked: when the ghosts are there); interior work that reads no ghosts may run before
  /// finish. One exchange of a plan at a time; an Error if start is called twice, or if the sizes asked are not the plan's.
  void start(std::span<double> values, int nComp) const;
  void finish() const;
  void update(std::span<double> values, int nComp) const {
    start(values, nComp);
    finish();
  }

  /// As update, for what OpenFOAM brings into agreement through syncTools (values of faces), where it asks for sizes.
  void synchronise(std::span<double> values, int nComp) const;
  /// Drops the sizes that ExchangeMethod::memoised keeps: for a mesh that has changed under the plan. On all ranks.
  void forget() const;

  template <class T, class Allocator>
  void update(std::vector<T, Allocator>& cells) const {
    update(std::span<T>(cells));
  }
  template <class T>
  void update(std::span<T> cells) const {
    update(std::span<double>(reinterpret_cast<double*>(cells.data()), cells.size() * nComponents<T>), nComponents<T>);
    if constexpr (requires { turnGhosts(cells); }) turnGhosts(cells);
  }

  /// Has the typed update() turn these ghosts; numbers without a type, as update(values, nComp) has them, are never turned.
  void setTurns(std::vector<Turn> turns);
  const std::vector<Turn>& turns() const;

 private:
  void turnGhosts(std::span<Vec3> cells) const;
  void turnGhosts(std::span<SymmTensor> cells) const;
  void turnGhosts(std::span<Tensor> cells) const;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace eagre::comm
