// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <span>
#include <string>

#include "linear/row_matrix.hpp"

namespace eagre::linear {

/// A stationary iteration that damps the rough part of the error.
class Smoother {
 public:
  virtual ~Smoother() = default;
  /// Prepares for A, which is referred to until the next call.
  virtual void assign(const RowMatrix& A) = 0;
  /// nSweeps sweeps on A x = b; x: nAllCells (ghosts filled here, stale afterwards), b: nCells.
  virtual void smooth(std::span<double> x, std::span<const double> b, int nSweeps) = 0;
};

/// name: one of smootherTable(). Couplings with other ranks are taken as of before the sweep.
std::unique_ptr<Smoother> makeSmoother(const std::string& name, const LduAddressing& addressing);

}  // namespace eagre::linear
