// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "linear/solver.hpp"
#include "mesh/derived.hpp"

namespace eagre::fv {

/// Solves a matrix of a mesh with overlapping patches (mesh/overlaps.hpp) piece by piece: the entry of a face at the mean of the
/// cells on its other side becomes one entry per piece, at the cell of that piece,
///     a_f x_f = sum_j (a_f w_fj) x_j.
/// So the method beneath sees ordinary coupled faces, on coarse levels of multigrid too. It is made again when the pieces are
/// others.
class OverlapSolver final : public linear::Solver {
 public:
  using Make = std::function<std::unique_ptr<linear::Solver>(const linear::LduAddressing&, const linear::FaceGeometry&)>;
  /// addressing: of the mesh, which has overlaps and outlives this. make: the method for the addressing of the pieces, which,
  /// with the geometry, outlives it.
  OverlapSolver(const mesh::Mesh& mesh, const linear::LduAddressing& addressing, Make make)
      : mesh_(&mesh), addressing_(addressing), make_(std::move(make)) {}
  void setControls(const linear::SolverControls& controls) override;
  linear::SolverPerformance solve(const linear::LduMatrix& A, std::span<double> x, std::span<const double> b) override;
  void setUp() override;

 private:
  void renew();
  void takeMatrix(const linear::LduMatrix& A);

  const mesh::Mesh* mesh_;
  linear::LduAddressing addressing_;
  Make make_;
  mesh::GeometryStamp stamp_;
  linear::SolverControls controls_;
  std::vector<Label> coupledOwner_;
  std::vector<double> magSf_;
  std::vector<Vec3> C_;
  std::unique_ptr<linear::Solver> solver_;
  linear::LduMatrix matrix_;  ///< of the pieces
  std::vector<double> x_;
};

}  // namespace eagre::fv
