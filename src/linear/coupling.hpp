// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <span>

#include "linear/ldu.hpp"

/// What ties the rows of one rank to the others': the exchange of ghosts, the coupled entries, the sums over ranks.
/// An addressing without a halo is a system on one rank by itself.
namespace eagre::linear {

inline bool parallel(const LduAddressing& addressing) { return addressing.halo && addressing.halo->communicator().parallel(); }

/// Sums each value over all ranks, in one reduction.
inline void sumAll(const LduAddressing& addressing, std::span<double> values) {
  if (addressing.halo) addressing.halo->communicator().sum(values);
}
inline double sumAll(const LduAddressing& addressing, double value) {
  sumAll(addressing, std::span(&value, 1));
  return value;
}

/// Whether several sums travel in one reduction, so that it pays to ask for them together.
inline bool joinsSums(const LduAddressing& addressing) {
  return parallel(addressing) && addressing.halo->communicator().methods().reduction != comm::ReductionMethod::openfoam;
}

/// Starts the sum of each value over all ranks, in one reduction (Communicator::startSum).
[[nodiscard]] inline comm::PendingSum startSum(const LduAddressing& addressing, std::span<double> values) {
  return addressing.halo ? addressing.halo->communicator().startSum(values) : comm::PendingSum{};
}

inline void updateGhosts(const LduAddressing& addressing, std::span<double> x) {
  if (addressing.halo) addressing.halo->update(x, 1);
}

/// Runs `owned` while the ghosts of x are on their way.
template <class F>
void overlapped(const LduAddressing& addressing, std::span<double> x, F&& owned) {
  if (addressing.halo) addressing.halo->start(x, 1);
  owned();
  if (addressing.halo) addressing.halo->finish();
}

/// y += factor * (coupled entries) * (ghosts of x); y: nCells.
void addCoupled(const LduMatrix& A, double factor, std::span<const double> x, std::span<double> y);

/// The same with factor 1; returns what it adds to x.y, of this rank. x: owned values and ghosts.
double addCoupledDot(const LduMatrix& A, std::span<const double> x, std::span<double> y);

/// The exchange between the two sides of the coupled faces: "owned" values are those of the faces here, ghosts the other side's.
/// The faces of a link stand in one order on both sides (an Error if not).
std::unique_ptr<comm::Exchange> faceExchange(const LduAddressing& addressing);

}  // namespace eagre::linear
