// SPDX-License-Identifier: BSD-3-Clause
#include "fv/equation/overlap_solver.hpp"

#include <algorithm>

#include "mesh/overlaps.hpp"

namespace eagre::fv {

void OverlapSolver::renew() {
  if (!stamp_.renew(*mesh_)) return;
  solver_.reset();
  const mesh::Overlaps& overlaps = *mesh_->overlaps;
  const Label nInternal = mesh_->nInternalFaces, nCells = mesh_->nCells, nPlain = nInternal + overlaps.first;
  coupledOwner_.assign(mesh_->owner.begin() + nInternal, mesh_->owner.begin() + nPlain);
  magSf_.assign(mesh_->magSf.begin(), mesh_->magSf.begin() + nPlain);
  C_.assign(mesh_->C.begin(), mesh_->C.begin() + nCells);
  C_.resize(static_cast<std::size_t>(nCells + overlaps.first) + overlaps.face.size());
  overlaps.pieceHalo->update(C_);
  std::copy_n(mesh_->C.begin() + nCells, overlaps.first, C_.begin() + nCells);
  for (std::size_t p = 0; p < overlaps.face.size(); ++p) {
    const Label i = overlaps.face[p];
    coupledOwner_.push_back(mesh_->owner[nInternal + i]);
    magSf_.push_back(overlaps.weight[p] * mesh_->magSf[nInternal + i]);
    if (overlaps.apart[static_cast<std::size_t>(i - overlaps.first)])
      C_[static_cast<std::size_t>(nCells + overlaps.first) + p] = mesh_->C[nCells + i];
  }
  addressing_.coupledOwner = coupledOwner_;
  addressing_.halo = overlaps.pieceHalo.get();
  matrix_ = {};
  matrix_.addressing = &addressing_;
  x_.assign(C_.size(), 0.0);
  solver_ = make_(addressing_, {magSf_, C_});
  solver_->setControls(controls_);
}

void OverlapSolver::takeMatrix(const linear::LduMatrix& A) {
  if (A.version != 0 && A.version == matrix_.version) return;
  const mesh::Overlaps& overlaps = *mesh_->overlaps;
  matrix_.diag = A.diag;
  matrix_.upper = A.upper;
  matrix_.lower = A.lower;
  matrix_.coupled.resize(coupledOwner_.size());
  std::copy_n(A.coupled.begin(), overlaps.first, matrix_.coupled.begin());
  for (std::size_t p = 0; p < overlaps.face.size(); ++p)
    matrix_.coupled[static_cast<std::size_t>(overlaps.first) + p] = A.coupled[overlaps.face[p]] * overlaps.weight[p];
  matrix_.version = A.version;
}

void OverlapSolver::setControls(const linear::SolverControls& controls) {
  controls_ = controls;
  if (solver_) solver_->setControls(controls);
}

linear::SolverPerformance OverlapSolver::solve(const linear::LduMatrix& A, std::span<double> x, std::span<const double> b) {
  renew();
  takeMatrix(A);
  const auto nCells = static_cast<std::size_t>(mesh_->nCells);
  std::copy_n(x.begin(), nCells, x_.begin());
  mesh_->overlaps->pieceHalo->update(x_);
  auto performance = solver_->solve(matrix_, x_, b);
  std::copy_n(x_.begin(), nCells, x.begin());
  mesh_->halo->update(x, 1);
  return performance;
}

void OverlapSolver::setUp() {
  renew();
  solver_->setUp();
}

}  // namespace eagre::fv
