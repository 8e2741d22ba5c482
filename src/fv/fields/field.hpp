// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/dimensions.hpp"
#include "core/vec.hpp"
#include "mesh/mesh.hpp"

/// Finite volumes on the unstructured mesh: fields, boundary conditions, schemes, operators, equations.
namespace eagre::fv {

template <class T>
class BoundaryCondition;

/// Values of a cell-centred field at one time level.
template <class T>
struct CellValues {
  std::vector<T> cells;     ///< Mesh::nAllCells: owned, then ghosts
  std::vector<T> boundary;  ///< Mesh::nBoundaryFaces
};

/// A cell-centred field with a boundary condition on every patch, and its values of up to two earlier times.
template <class T>
class VolField {
 public:
  VolField(std::string name, Dimensions dimensions, const mesh::Mesh& mesh, T value = T{});
  ~VolField();
  VolField(VolField&&) noexcept;
  VolField(const VolField&) = delete;

  const std::string& name() const { return name_; }
  const Dimensions& dimensions() const { return dimensions_; }
  const mesh::Mesh& mesh() const { return *mesh_; }

  std::vector<T>& cells() { return now_.cells; }
  const std::vector<T>& cells() const { return now_.cells; }
  std::vector<T>& boundary() { return now_.boundary; }
  const std::vector<T>& boundary() const { return now_.boundary; }
  CellValues<T>& values() { return now_; }
  const CellValues<T>& values() const { return now_; }
  T& operator[](Label cell) { return now_.cells[cell]; }
  const T& operator[](Label cell) const { return now_.cells[cell]; }
  std::span<T> patchValues(const mesh::Patch& patch) { return std::span(now_.boundary).subspan(patch.start, patch.size); }
  std::span<const T> patchValues(const mesh::Patch& patch) const {
    return std::span(now_.boundary).subspan(patch.start, patch.size);
  }

  /// One condition per patch, in the order of Mesh::patches (empty ones included), then those of cyclic pairs that jump. Set
  /// once.
  std::vector<std::unique_ptr<BoundaryCondition<T>>>& conditions() { return conditions_; }
  const std::vector<std::unique_ptr<BoundaryCondition<T>>>& conditions() const { return conditions_; }

  /// Patch values at start-up, from the conditions' `value` entries where they have one (see BoundaryCondition::initialise).
  void initialiseBoundary();
  /// Exchanges ghosts and evaluates every boundary condition from the cell values (OpenFOAM's correctBoundaryConditions).
  void correctBoundaryConditions();
  /// Ghosts only.
  void updateGhosts();
  /// Those of all time levels, for a mesh that has moved and sees other cells behind faces of overlapping patches.
  void updateGhostsOfAllTimes();

  /// Earlier time levels: old(1) is the last time step's. shiftOldTimes(levels) is called once at the start of a
  /// time step by whoever advances time; it keeps `levels` (1 or 2) of them. levels 0: old(1) is the present level, for a field
  /// that is not asked for it once it has changed.
  const CellValues<T>& old(int level = 1) const;
  CellValues<T>& old(int level = 1);
  bool hasOld(int level = 1) const { return static_cast<int>(old_.size()) >= level || (level == 1 && presentIsOld_); }
  void shiftOldTimes(int levels = 1);
  /// Sets old(1) to the present values (and adds the level if it is not there).
  void resetOld();

 private:
  std::string name_;
  Dimensions dimensions_;
  const mesh::Mesh* mesh_;
  CellValues<T> now_;
  std::vector<CellValues<T>> old_;
  bool presentIsOld_ = false;  ///< no level is kept
  std::vector<std::unique_ptr<BoundaryCondition<T>>> conditions_;
};

using VolScalarField = VolField<double>;
using VolVectorField = VolField<Vec3>;

/// One value per face, [internal | coupled | boundary] in one array of Mesh::nFaces. A flux is positive out of owner;
/// on a coupled face the two sides hold opposite signs.
template <class T>
class SurfaceField {
 public:
  SurfaceField(std::string name, Dimensions dimensions, const mesh::Mesh& mesh, T value = T{})
      : name_(std::move(name)), dimensions_(dimensions), mesh_(&mesh), now_(static_cast<std::size_t>(mesh.nFaces()), value) {}
  const std::string& name() const { return name_; }
  const Dimensions& dimensions() const { return dimensions_; }
  const mesh::Mesh& mesh() const { return *mesh_; }
  std::vector<T>& faces() { return now_; }
  const std::vector<T>& faces() const { return now_; }
  T& operator[](Label face) { return now_[face]; }
  const T& operator[](Label face) const { return now_[face]; }
  /// Value on boundary face b.
  T& atBoundary(Label b) { return now_[mesh_->nInteriorFaces() + b]; }
  const T& atBoundary(Label b) const { return now_[mesh_->nInteriorFaces() + b]; }

  /// Earlier time levels, as VolField's.
  const std::vector<T>& old(int level = 1) const;
  bool hasOld(int level = 1) const { return static_cast<int>(old_.size()) >= level || (level == 1 && presentIsOld_); }
  void shiftOldTimes(int levels = 1);

 private:
  std::string name_;
  Dimensions dimensions_;
  const mesh::Mesh* mesh_;
  std::vector<T> now_;
  std::vector<std::vector<T>> old_;
  bool presentIsOld_ = false;  ///< no level is kept
};
using SurfaceScalarField = SurfaceField<double>;
using SurfaceVectorField = SurfaceField<Vec3>;

}  // namespace eagre::fv
