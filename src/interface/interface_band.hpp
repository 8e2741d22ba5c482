// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "fv/fields/field.hpp"
#include "kernel/view.hpp"

namespace eagre::interface_ {

/// A change of a phase fraction that is not worth making: less than one unit in the last place of 1.
inline constexpr double negligibleChange = std::numeric_limits<double>::epsilon();
/// What a pure cell may have of the other phase. Less than that change: a normal, grad(alpha)/(|grad(alpha)| + deltaN), blows up
/// a difference of alpha by some 1e8.
inline constexpr double purity = 1e-20;

/// The cells and faces around the interface, outside which the two phases are pure and interface physics does nothing.
///
/// A cell is pure if alpha is 0 or 1 to purity, now and (if given) at the old time; a face is trivial if both its sides
/// are pure and of the same phase. The band's cells are both sides of every face that is not trivial; its faces are all faces of
/// its cells. One cell beyond every face that is not trivial is in the band's faces: the ring whose normals the curvature needs.
///
/// What is left out, on a face with volumetric flux phi and Courant number Co = |phi| dt/V:
/// - Flux. Any face value w P + (1 - w) N differs from upwind by less than 2 |P - N|, since a limiter is at most 2, and
/// compression
///   moves at most cAlpha |phi| alpha (1 - alpha). Together they change alpha by less than 5 negligibleChange Co. A scheme with
///   an explicit correction looks further than P and N; it needs includeEverything().
/// - Gradient. That of a cell outside the band is below purity/d and taken as zero, as is that on a face between two such cells.
/// - Curvature. It matters where snGrad(alpha) is not zero, which is on faces of the band.
class InterfaceBand {
 public:
  explicit InterfaceBand(const mesh::Mesh& mesh);

  /// From scratch. alpha and old: ghosts and boundary values up to date.
  void build(const fv::CellValues<double>& alpha, const fv::CellValues<double>* old = nullptr);
  /// After alpha has changed in cells of the band and nowhere else: what was in the band stays, new neighbours may join.
  void extend(const fv::CellValues<double>& alpha, const fv::CellValues<double>* old = nullptr);
  /// The cells of these faces join, whatever alpha is there.
  void add(std::span<const Label> faces);
  /// From the next build() on the band is the whole mesh.
  void includeEverything() { purity_ = -1; }

  /// Owned cells of the band.
  std::span<const Label> cells() const { return cells_; }
  bool contains(Label ownedCell) const { return inBand_[ownedCell] != 0; }
  /// Not zero for the cells of the band, for loops; one mark per owned cell.
  kernel::View<const char> marks() const { return inBand_; }
  /// All faces that have a cell in the band: internal, then coupled, then boundary ones.
  std::span<const Label> faces() const { return faces_; }
  std::span<const Label> internalFaces() const { return faces().first(nInternal_); }
  std::span<const Label> coupledFaces() const { return faces().subspan(nInternal_, nInterior_ - nInternal_); }
  std::span<const Label> boundaryFaces() const { return faces().subspan(nInterior_); }
  Label nInterior() const { return static_cast<Label>(nInterior_); }

 private:
  /// The phase of a value: 0 or 1 if it is pure, else mixed.
  struct PhaseOf {
    double purity;
    char operator()(double alpha) const {
      const bool zero = std::abs(alpha) <= purity, one = std::abs(1 - alpha) <= purity;
      return static_cast<char>(zero ? 0 : one ? 1 : mixed);
    }
  };
  char phaseOf(double alpha) const { return PhaseOf{purity_}(alpha); }
  void classify(Label cell, const fv::CellValues<double>& alpha, const fv::CellValues<double>* old);
  static bool trivial(char a, char b) { return a == b && a != mixed; }
  void join(Label cell);
  void joinBoundary(const fv::CellValues<double>& alpha, const fv::CellValues<double>* old);
  void listNewCells();
  void listOuterFaces();

  static constexpr char mixed = 2;  ///< of a cell's phase: 0 and 1 are the pure ones
  const mesh::Mesh* mesh_;
  double purity_ = purity;
  std::vector<char> phase_;   ///< cells and ghosts
  std::vector<char> inBand_;  ///< owned cells; 2: has joined and its faces are not listed yet
  std::vector<Label> cells_, faces_;
  std::vector<Label> ring_;  ///< internal faces with one cell in the band when they were listed
  std::size_t nListed_ = 0, nInternal_ = 0, nInterior_ = 0;
};

}  // namespace eagre::interface_
