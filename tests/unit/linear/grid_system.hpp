// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "comm/exchange.hpp"
#include "linear/ldu.hpp"
#include "linear/solver.hpp"

namespace eagre::linear::testing {

/// A system on an nx x ny x nz grid (x fastest), cut into slabs of its slowest direction, one per rank; that
/// direction may be periodic. Without a communicator: one rank and no halo (then not periodic).
struct Grid {
  std::array<Label, 3> n{1, 1, 1};
  bool periodic = false;
  std::optional<comm::Communicator> communicator{};
  double wall = 0;  ///< to the diagonal for each neighbour that is missing (2: a fixed value on the wall)
};

class GridSystem {
 public:
  /// entry(a, b, direction): A(a, b) for neighbouring cells a and b (global numbers), b = a +- one step along direction.
  /// The diagonal is -sum of the row plus `extra`.
  using Entry = std::function<double(GlobalLabel a, GlobalLabel b, int direction)>;

  GridSystem(const Grid& grid, const Entry& entry, double extra, bool symmetric) : grid_(grid) {
    slow_ = grid.n[2] > 1 ? 2 : 1;
    layer_ = slow_ == 2 ? grid.n[0] * grid.n[1] : grid.n[0];
    const int ranks = grid.communicator ? grid.communicator->size() : 1, rank = grid.communicator ? grid.communicator->rank() : 0;
    const auto firstLayer = [&](int r) { return static_cast<Label>(static_cast<GlobalLabel>(grid.n[slow_]) * r / ranks); };
    begin_ = firstLayer(rank);
    layers_ = firstLayer(rank + 1) - begin_;
    addressing.nCells = layers_ * layer_;
    matrix.addressing = &addressing;
    matrix.diag.assign(static_cast<std::size_t>(addressing.nCells), extra);
    makeFaces(entry, symmetric);
    if (grid.communicator) makeCoupled(entry, ranks, rank);
    if (!grid.periodic) makeWalls(rank == 0, rank == ranks - 1);
    addressing.owner = owner_;
    addressing.neighbour = neighbour_;
    makeStarts();
    for (Label c = 0; c < addressing.nCells; ++c)
      C.push_back(Vec3{static_cast<double>(c % grid.n[0]),
                       static_cast<double>(c / grid.n[0] % (slow_ == 2 ? grid.n[1] : layers_)),
                       static_cast<double>(slow_ == 2 ? c / layer_ : 0)});
    for (std::size_t i = 0; i < coupledOwner_.size(); ++i) C.push_back(C[coupledOwner_[i]] + delta[owner_.size() + i]);
    areas_.assign(delta.size(), 1.0);
  }
  GridSystem(const GridSystem&) = delete;

  GlobalLabel global(Label c) const { return c + static_cast<GlobalLabel>(begin_) * layer_; }
  GlobalLabel nGlobal() const { return static_cast<GlobalLabel>(grid_.n[0]) * grid_.n[1] * grid_.n[2]; }
  std::vector<double> guess() const { return std::vector<double>(static_cast<std::size_t>(addressing.nAllCells()), 0.0); }
  /// A source that is the same whatever the division.
  std::vector<double> source() const {
    std::vector<double> b(static_cast<std::size_t>(addressing.nCells));
    for (Label c = 0; c < addressing.nCells; ++c) b[c] = std::sin(0.37 * global(c)) + 0.3 * std::cos(1.7 * global(c)) + 0.1;
    return b;
  }

  LduAddressing addressing;
  LduMatrix matrix;
  std::vector<Vec3> delta;  ///< unit steps, internal faces, then coupled ones
  std::vector<Vec3> C;      ///< cells and ghosts
  FaceGeometry geometry() const { return {areas_, C}; }

 private:
  static Vec3 unit(int direction, double sign) {
    Vec3 v{};
    v[direction] = sign;
    return v;
  }

  void makeFaces(const Entry& entry, bool symmetric) {
    const std::array<Label, 3> step{1, grid_.n[0], grid_.n[0] * grid_.n[1]};
    std::array<Label, 3> size = grid_.n;
    size[slow_] = layers_;
    for (Label c = 0; c < addressing.nCells; ++c) {
      const std::array<Label, 3> at{c % size[0], c / size[0] % size[1], c / (size[0] * size[1])};
      for (int d = 0; d < 3; ++d) {
        if (grid_.n[d] > 1 && d != slow_) matrix.diag[c] += grid_.wall * ((at[d] == 0) + (at[d] + 1 == size[d]));
        if (at[d] + 1 >= size[d]) continue;
        const Label nb = c + step[d];
        owner_.push_back(c);
        neighbour_.push_back(nb);
        delta.push_back(unit(d, 1));
        matrix.upper.push_back(entry(global(c), global(nb), d));
        const double lower = entry(global(nb), global(c), d);
        if (!symmetric) matrix.lower.push_back(lower);
        matrix.diag[c] -= matrix.upper.back();
        matrix.diag[nb] -= lower;
      }
    }
  }

  void makeCoupled(const Entry& entry, int ranks, int rank) {
    std::vector<comm::Link> links;
    const auto cut = [&](bool up) {
      const bool atEnd = up ? rank == ranks - 1 : rank == 0;
      if (atEnd && !grid_.periodic) return;
      const int other = (rank + (up ? 1 : ranks - 1)) % ranks;
      comm::Link link{other, up ? 1 : 0, up ? 0 : 1, {}, addressingGhosts(), layer_};
      for (Label i = 0; i < layer_; ++i) {
        const Label c = up ? (layers_ - 1) * layer_ + i : i;
        const GlobalLabel beyond = (global(c) + (up ? layer_ : nGlobal() - layer_)) % nGlobal();
        link.send.push_back(c);
        coupledOwner_.push_back(c);
        delta.push_back(unit(slow_, up ? 1 : -1));
        matrix.coupled.push_back(entry(global(c), beyond, slow_));
        matrix.diag[c] -= matrix.coupled.back();
      }
      links.push_back(link);
    };
    cut(false);
    cut(true);
    addressing.coupledOwner = coupledOwner_;
    halo_ = std::make_unique<comm::Exchange>(*grid_.communicator, addressing.nCells, std::move(links));
    addressing.halo = halo_.get();
  }
  /// The walls across the slow direction.
  void makeWalls(bool first, bool last) {
    for (Label i = 0; i < layer_; ++i) {
      if (first) matrix.diag[i] += grid_.wall;
      if (last) matrix.diag[addressing.nCells - 1 - i] += grid_.wall;
    }
  }

  Label addressingGhosts() const { return static_cast<Label>(coupledOwner_.size()); }

  void makeStarts() {
    const auto n = static_cast<std::size_t>(addressing.nCells);
    ownerStart_.assign(n + 1, 0);
    losortStart_.assign(n + 1, 0);
    for (Label c : owner_) ++ownerStart_[c + 1];
    for (Label c : neighbour_) ++losortStart_[c + 1];
    for (std::size_t c = 0; c < n; ++c) {
      ownerStart_[c + 1] += ownerStart_[c];
      losortStart_[c + 1] += losortStart_[c];
    }
    losort_.resize(owner_.size());
    std::vector<Label> next = losortStart_;
    for (std::size_t f = 0; f < owner_.size(); ++f) losort_[next[neighbour_[f]]++] = static_cast<Label>(f);
    addressing.ownerStart = ownerStart_;
    addressing.losort = losort_;
    addressing.losortStart = losortStart_;
    for (Label f : losort_) lowerColumn_.push_back(owner_[f]);
    addressing.lowerColumn = lowerColumn_;
    stretches_ = kernel::stretches({addressing.nCells, owner_, neighbour_, ownerStart_, losort_, losortStart_, {}, {}});
    addressing.stretches = stretches_;
  }

  Grid grid_;
  int slow_ = 1;
  Label layer_ = 1, begin_ = 0, layers_ = 0;
  std::vector<Label> owner_, neighbour_, ownerStart_, losort_, losortStart_, lowerColumn_, coupledOwner_;
  std::vector<kernel::Stretch> stretches_;
  std::vector<double> areas_;
  std::unique_ptr<comm::Exchange> halo_;
};

/// -1 to each neighbour: the negative Laplacian with h = 1.
inline double laplacian(GlobalLabel, GlobalLabel, int) { return -1.0; }
/// Diffusion with upwinded transport towards larger numbers: an M-matrix, asymmetric.
inline double transport(GlobalLabel a, GlobalLabel b, int) { return a > b ? -1.8 : -1.0; }
/// Coefficients that jump by 1000, as a density ratio does.
inline double jump(GlobalLabel a, GlobalLabel b, int) { return (a / 40 + b / 40) % 2 ? -1.0 : -1000.0; }

/// Two fluids of density ratio 1000 on a grid whose first two directions have `width` cells: the face value of 1/rho is the mean
/// of its cells', as interFoam interpolates rAU. Disks of one fluid in the other, of a third of the width.
inline GridSystem::Entry twoFluids(GlobalLabel width) {
  return [width](GlobalLabel a, GlobalLabel b, int) {
    const auto reciprocalDensity = [width](GlobalLabel c) {
      const double x = static_cast<double>(c % width) / static_cast<double>(width),
                   y = static_cast<double>(c / width % width) / static_cast<double>(width);
      return std::hypot(x - 0.4, y - 0.5) < 0.3 || std::hypot(x - 0.9, y - 0.2) < 0.15 ? 1e-3 : 1.0;
    };
    return -0.5 * (reciprocalDensity(a) + reciprocalDensity(b));
  };
}

/// sum |b - A x| / sum |b|, which is OpenFOAM's normalised residual for the first guess x = 0.
inline double trueResidual(const GridSystem& s, std::vector<double> x) {
  const auto b = s.source();
  std::vector<double> Ax(x.size());
  multiply(s.matrix, x, Ax);
  double sum = 0, norm = 0;
  for (Label c = 0; c < s.addressing.nCells; ++c) {
    sum += std::abs(b[c] - Ax[c]);
    norm += std::abs(b[c]);
  }
  return sum / norm;
}

}  // namespace eagre::linear::testing
