// SPDX-License-Identifier: BSD-3-Clause
#include "interface/curvature/paraboloid_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "fv/schemes/invert.hpp"
#include "interface/curvature/curvature_model.hpp"
#include "kernel/parallel_for.hpp"
#include "mesh/cell_cutter.hpp"
#include "mesh/mesh_points.hpp"

namespace eagre::interface_ {

using kernel::parallelFor;
using kernel::View;

namespace {

constexpr double fractionTolerance = 1e-12;  ///< of what a piece cuts off
constexpr double pure = 1e-8, ofPure = 1e-3;

/// Of curvature times the size of a cell: more does not fit into the cells around.
constexpr double steepest = 1;
/// Distance of the pieces from a surface that they are on, in sizes of a cell (root mean square).
constexpr double farthest = 0.1;

/// Cells of the list that are pure have the interface in one of their faces: their piece is close to it.
double fractionOf(double alpha) { return alpha <= pure ? ofPure : alpha >= 1 - pure ? 1 - ofPure : alpha; }

/// What a boundary face makes of places and vectors; the first one leaves them alone.
struct Mirror {
  Vec3 normal{}, point{};
  Vec3 operator()(const Vec3& x) const { return x - 2 * dot(normal, x - point) * normal; }
  Vec3 turn(const Vec3& v) const { return v - 2 * dot(normal, v) * normal; }
};

/// The cells around the points of a cell, itself included, and their mirror images behind its boundary faces. For loops.
struct CellsAround {
  static constexpr int most = 512, mostMirrors = 8;
  mesh::CellShapes::View shapes;
  const mesh::PointNeighbours* neighbours;
  const Label *outerStart, *outer;
  Label nInteriorFaces;
  mesh::FaceAreas::View Sf;
  mesh::Mesh::FaceCentres faceCentres;

  CellsAround(const mesh::Mesh& mesh, const mesh::CellShapes& cellShapes, const mesh::PointNeighbours& around)
      : shapes(cellShapes.view()),
        neighbours(&around),
        outerStart(mesh.outerStart.data()),
        outer(mesh.outer.data()),
        nInteriorFaces(mesh.nInteriorFaces()),
        Sf(mesh.Sf.view()),
        faceCentres(mesh.faceCentres()) {}

  /// use(cell, mirror)
  template <class Use>
  void operator()(Label c, Use&& use) const {
    std::array<Label, most> cells;
    auto end = cells.begin();
    for (Label i = shapes.cellStarts[c]; i < shapes.cellStarts[c + 1]; ++i)
      for (Label k = 0; k < shapes.nCorners(shapes.cellFaces[i]); ++k)
        for (const Label N : neighbours->cellsOf(shapes.corner(shapes.cellFaces[i], k)))
          if (end != cells.end() && std::find(cells.begin(), end, N) == end) *end++ = N;
    std::array<Mirror, mostMirrors> mirrors;
    int n = 1;
    for (Label i = outerStart[c]; i < outerStart[c + 1] && n < mostMirrors; ++i)
      if (const Label f = outer[i]; f >= nInteriorFaces) mirrors[n++] = {normalised(Sf[f]), faceCentres(f)};
    for (int m = 0; m < n; ++m)
      for (auto N = cells.begin(); N != end; ++N) use(*N, mirrors[m]);
  }
};

/// Weighted least squares for n <= 6 coefficients, by the normal equations.
class PolynomialFit {
 public:
  explicit PolynomialFit(int n) : n_(n) {}
  void add(const std::array<double, 6>& row, double value, double weight) {
    for (int i = 0; i < n_; ++i) {
      for (int j = 0; j <= i; ++j) matrix_[i][j] += weight * row[i] * row[j];
      right_[i] += weight * row[i] * value;
    }
    squares_ += weight * value * value;
    weights_ += weight;
    ++nRows_;
  }
  /// Root mean square of what the solution leaves of the values.
  double residual(const std::array<double, 6>& solution) const {
    double rest = squares_;
    for (int i = 0; i < n_; ++i) rest -= solution[i] * right_[i];
    return std::sqrt(std::max(rest, 0.0) / weights_);
  }
  /// By Cholesky's method; nothing if the rows are too few or nearly dependent.
  std::optional<std::array<double, 6>> solve() {
    if (nRows_ < n_) return {};
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j <= i; ++j) {
        double sum = matrix_[i][j];
        for (int k = 0; k < j; ++k) sum -= matrix_[i][k] * matrix_[j][k];
        if (i == j && !(sum > dependent * matrix_[i][i])) return {};
        matrix_[i][j] = i == j ? std::sqrt(sum) : sum / matrix_[j][j];
      }
    std::array<double, 6> x = right_;
    for (int i = 0; i < n_; ++i) {
      for (int k = 0; k < i; ++k) x[i] -= matrix_[i][k] * x[k];
      x[i] /= matrix_[i][i];
    }
    for (int i = n_ - 1; i >= 0; --i) {
      for (int k = i + 1; k < n_; ++k) x[i] -= matrix_[k][i] * x[k];
      x[i] /= matrix_[i][i];
    }
    return x;
  }

 private:
  static constexpr double dependent = 1e-6;
  int n_, nRows_ = 0;
  std::array<std::array<double, 6>, 6> matrix_{};
  std::array<double, 6> right_{};
  double squares_ = 0, weights_ = 0;
};

struct Fitted {
  double K;
  Vec3 normal;
};

/// The paraboloid of one cell; without `across`, the parabola in the plane normal to an empty direction.
class Paraboloid {
 public:
  /// thickness: of a 2D mesh; size: of the cell [m].
  Paraboloid(const ParaboloidFit::Piece& piece, const Vec3& empty, double thickness, double size)
      : origin_(piece.centre),
        normal_(normalised(piece.area)),
        thickness_(thickness),
        size_(size),
        squares_(thickness > 0 ? 3 : 6) {
    const Vec3 axis = std::abs(normal_.x) < 0.6 ? Vec3{1, 0, 0} : std::abs(normal_.y) < 0.6 ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
    first_ = normalised(cross(thickness > 0 ? empty : axis, normal_));
    second_ = cross(normal_, first_);
  }

  /// Pieces that face the other way are of another interface.
  void add(const Vec3& centre, const Vec3& area, double alpha) {
    const double A = mag(area);
    if (!(dot(area, normal_) > 0)) return;
    const Vec3 r = (centre - origin_) / size_;
    const double x = dot(first_, r), y = dot(second_, r), z = dot(normal_, r);
    const double length = thickness_ > 0 ? A / (thickness_ * size_) : std::sqrt(A) / size_;
    const double fraction = fractionOf(alpha), inside = fraction * (1 - fraction);
    if (thickness_ > 0) return squares_.add({1, x, x * x + length * length / 12}, z, inside * length);
    const double moment = length * length / (4 * std::numbers::pi);
    squares_.add({1, x, y, x * x + moment, x * y, y * y + moment}, z, inside * length * length);
  }

  std::optional<Fitted> solve() {
    const auto found = squares_.solve();
    if (!found || squares_.residual(*found) > farthest) return {};
    if (thickness_ > 0) {
      const double b = (*found)[1], d = (*found)[2] / size_;
      return Fitted{-2 * d / std::pow(1 + b * b, 1.5), normalised(normal_ - b * first_)};
    }
    const double b = (*found)[1], c = (*found)[2], d = (*found)[3] / size_, e = (*found)[4] / size_, f = (*found)[5] / size_;
    return Fitted{-2 * (d * (1 + c * c) + f * (1 + b * b) - e * b * c) / std::pow(1 + b * b + c * c, 1.5),
                  normalised(normal_ - b * first_ - c * second_)};
  }

 private:
  Vec3 origin_, normal_, first_, second_;
  double thickness_, size_;
  PolynomialFit squares_;
};

/// The direction of no extent of a 2D mesh and its thickness; of a 3D mesh zero.
struct EmptyDirection {
  Vec3 direction{};
  double thickness = 0;
  explicit EmptyDirection(const mesh::Mesh& mesh) {
    for (int d = 0; d < 3; ++d)
      if (mesh.geometricD[d] < 0) direction[d] = 1, thickness = mesh.extent[d];
  }
};

}  // namespace

ParaboloidFit::ParaboloidFit(const mesh::Mesh& mesh, const InterfaceState& state)
    : mesh_(&mesh), state_(&state), shapes_(mesh.points->shape, mesh.nCells), neighbours_(mesh) {
  const auto n = static_cast<std::size_t>(mesh.nCells + neighbours_.nOtherCells());
  centres_.resize(n);
  alpha_.resize(n);
  pieces_.resize(n);
}

void ParaboloidFit::operator()(std::span<const Label> cells, View<double> K) {
  if (geometry_.renew(*mesh_)) updateCentres();
  updateAlpha();
  makeNormals(cells);
  makePieces(cells);
  fit(cells, View<double>(nullptr, 0));
  makePieces(cells);
  fit(cells, K);
  parallelFor("pieces: forgotten", static_cast<Label>(cells.size()),
              [cells, pieces = View(pieces_)](Label i) { pieces[cells[i]] = {}; });
}

void ParaboloidFit::updateCentres() {
  parallelFor("pieces: centres", mesh_->nCells, [to = View(centres_), from = View(mesh_->C)](Label c) { to[c] = from[c]; });
  neighbours_.updatePlaces(centres_);
}

void ParaboloidFit::updateAlpha() {
  const auto& alpha = state_->alpha1().cells();
  parallelFor({"pieces: alpha", 16}, mesh_->nCells, [to = View(alpha_), from = View(alpha)](Label c) { to[c] = from[c]; });
  neighbours_.update(alpha_);
}

void ParaboloidFit::makeNormals(std::span<const Label> cells) {
  normals_.resize(cells.size());
  const CellsAround around(*mesh_, shapes_, neighbours_);
  parallelFor("pieces: normals", static_cast<Label>(cells.size()),
              [cells, around, normals = View(normals_), alpha = View(alpha_), C = View(centres_)](Label i) {
                const Label c = cells[i];
                SymmTensor sum{};
                Vec3 right{};
                around(c, [&](Label N, const Mirror& mirror) {
                  const Vec3 d = mirror(C[N]) - C[c];
                  const double weight = magSqr(d);
                  if (weight == 0) return;
                  sum += sqr(d) / weight;
                  right += d * ((alpha[N] - alpha[c]) / weight);
                });
                normals[i] = -normalised(dot(fv::schemes::inverseInPlane(sum), right));
              });
}

void ParaboloidFit::makePieces(std::span<const Label> cells) {
  parallelFor("pieces", static_cast<Label>(cells.size()),
              [cells, normals = View(normals_), pieces = View(pieces_), alpha = View(alpha_), shapes = shapes_.view(),
               C = View(centres_)](Label i) {
                const Label c = cells[i];
                const Vec3 n = normals[i], origin = C[c];
                pieces[c] = {};
                if (magSqr(n) == 0) return;
                const mesh::CellCutter cutter(shapes, c, origin,
                                              [n, origin](Label, const Vec3& x) { return -dot(n, x - origin); });
                if (const auto found = cutter.find(fractionOf(alpha[c]), fractionTolerance))
                  pieces[c] = {found->cut.centre, mag(found->cut.area) * n};
              });
  neighbours_.updatePlaces(std::span(reinterpret_cast<double*>(pieces_.data()), 6 * pieces_.size()), 6);
}

/// Normals of all cells of the list; K where there is room for it.
void ParaboloidFit::fit(std::span<const Label> cells, View<double> K) {
  const CellsAround around(*mesh_, shapes_, neighbours_);
  parallelFor("paraboloids", static_cast<Label>(cells.size()),
              [cells, around, K, normals = View(normals_), pieces = View(pieces_), alpha = View(alpha_), V = View(mesh_->V),
               empty = EmptyDirection(*mesh_)](Label i) {
                const Label c = cells[i];
                if (magSqr(pieces[c].area) == 0 || (K.size() > 0 && K[c] != CurvatureModel::none)) return;
                const double size = empty.thickness > 0 ? std::sqrt(V[c] / empty.thickness) : std::cbrt(V[c]);
                Paraboloid paraboloid(pieces[c], empty.direction, empty.thickness, size);
                around(c, [&](Label N, const Mirror& mirror) {
                  if (magSqr(pieces[N].area) > 0) paraboloid.add(mirror(pieces[N].centre), mirror.turn(pieces[N].area), alpha[N]);
                });
                const auto fitted = paraboloid.solve();
                if (!fitted) return;
                if (K.size() > 0)
                  K[c] = std::clamp(fitted->K, -steepest / size, steepest / size);
                else
                  normals[i] = fitted->normal;
              });
}

}  // namespace eagre::interface_
