// SPDX-License-Identifier: BSD-3-Clause
#include "physics/motion/laplacian_points.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <type_traits>
#include <utility>

#include "fv/conditions/basic.hpp"
#include "fv/conditions/conditions.hpp"
#include "fv/equation/terms.hpp"
#include "fv/schemes/schemes.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/motion.hpp"

namespace eagre::physics {

using kernel::parallelFor;
using kernel::View;

namespace {

/// A field of cells where the motion of points is prescribed: the means over the faces, which are assigned.
template <class T>
class CellMotion final : public fv::conditions::FixedValue<T> {
 public:
  explicit CellMotion(const mesh::Patch& patch)
      : fv::conditions::FixedValue<T>("cellMotion", patch, std::vector<T>(static_cast<std::size_t>(patch.size))) {}
};

template <class T>
T valueOf(const Vec3& v) {
  if constexpr (std::is_same_v<T, double>)
    return v.x;
  else
    return v;
}

/// Mean of values at the corners of a face: those of the triangles about the mean of its corners, weighted by their areas.
Vec3 meanOverFace(std::span<const Label> corners, std::span<const Vec3> points, std::span<const Vec3> values) {
  const std::size_t n = corners.size();
  const auto at = [&](std::span<const Vec3> v, std::size_t i) { return v[static_cast<std::size_t>(corners[i == n ? 0 : i])]; };
  Vec3 centre{}, mean{};
  for (std::size_t i = 0; i < n; ++i) {
    centre += at(points, i) / static_cast<double>(n);
    mean += at(values, i) / static_cast<double>(n);
  }
  if (n == 3) return mean;
  double area = 0;
  Vec3 sum{};
  for (std::size_t i = 0; i < n; ++i) {
    const double a = mag(cross(at(points, i) - centre, at(points, i + 1) - centre));
    area += a;
    sum += (a / 3) * (at(values, i) + at(values, i + 1) + mean);
  }
  return area > 0 ? sum / area : mean;
}

/// What the equation of displacementSBRStress has beside div(2 gamma grad u): div(gamma ((grad u)^T - grad u - tr(grad u) I)) of
/// the present u, the gradient interpolated linearly, such that a small rotation of all meets it. nCells. Collective.
std::vector<Vec3> rotationStress(const fv::Context& context, const fv::VolVectorField& u, std::span<const double> gamma) {
  const mesh::Mesh& mesh = u.mesh();
  fv::CellValues<Tensor> gradient;
  fv::fvc::grad(context, u, "grad(" + u.name() + ")", gradient);
  std::vector<Vec3> traction(static_cast<std::size_t>(mesh.nFaces())), force(static_cast<std::size_t>(mesh.nCells));
  parallelFor({"motion: stress of rotations", 250}, mesh.nFaces(),
              [nInterior = mesh.nInteriorFaces(), owner = View(mesh.owner), neighbour = View(mesh.neighbour),
               weights = View(mesh.weights), Sf = mesh.Sf.view(), gamma = View(gamma), cells = View(gradient.cells),
               boundary = View(gradient.boundary), traction = View(traction)](Label f) {
                const Tensor G = f < nInterior ? weights[f] * cells[owner[f]] + (1 - weights[f]) * cells[neighbour[f]]
                                               : boundary[f - nInterior];
                traction[f] = gamma[f] * (dot(Sf[f], transpose(G) - G) - trace(G) * Sf[f]);
              });
  fv::fvc::surfaceIntegrate(mesh, std::span<const Vec3>(traction), std::span(force));
  return force;
}

}  // namespace

template <class T>
LaplacianPoints<T>::LaplacianPoints(LaplacianInputs inputs, const mesh::Mesh& mesh, const MotionInputs& files)
    : inputs_(std::move(inputs)),
      context_(files.context),
      toPoints_(mesh),
      patches_(mesh, toPoints_.neighbours(), std::move(inputs_.order), std::move(inputs_.initial)),
      points_{.name = inputs_.kind.pointField(),
              .dimensions = inputs_.kind.dimensions(),
              .nComponents = nComponents<T>,
              .values = std::vector<Vec3>(mesh.points->shape.points.size()),
              .file = files.pointField(inputs_.kind.pointField(), inputs_.kind.dimensions())},
      cells_(inputs_.kind.cellField(), inputs_.kind.dimensions(), mesh),
      diffusivity_("diffusivity", dimless, mesh) {
  allPoints_.resize(points_.values.size());
  std::iota(allPoints_.begin(), allPoints_.end(), 0);
  makeConditions();
  mesh::release(inputs_.wholePoints);
  takeCellConditions();
  bool isRead = false;
  if constexpr (std::is_same_v<T, double>)
    isRead = files.readScalar(cells_);
  else
    isRead = files.readVector(cells_);
  if (isRead && inputs_.kind.keepsShape) assign(std::vector<T>(cells_.boundary()));
  cells_.correctBoundaryConditions();
  equation_ = std::make_unique<fv::Equation<T>>(cells_, context_);
}

template <class T>
void LaplacianPoints<T>::makeConditions() {
  const mesh::Mesh& mesh = cells_.mesh();
  Problems problems;
  for (std::size_t p = 0; p < mesh.patches.size(); ++p) {
    config::Dictionary& dict = points_.file.patches[static_cast<std::size_t>(mesh.patches[p].globalIndex)];
    auto& condition = conditions_.emplace_back();
    if (dict.empty() && mesh.patches[p].type == "empty") dict.set("type", "empty");
    problems.guard([&] {
      condition = makePointCondition({.dict = dict,
                                      .patches = patches_,
                                      .patch = p,
                                      .context = context_,
                                      .caseDirectory = inputs_.caseDirectory,
                                      .wholePoints = inputs_.wholePoints,
                                      .nComponents = points_.nComponents});
    });
  }
  problems.throwIfAny(points_.name);
}

template <class T>
void LaplacianPoints<T>::takeCellConditions() {
  const mesh::Mesh& mesh = cells_.mesh();
  for (std::size_t p = 0; p < mesh.patches.size(); ++p) {
    auto& condition = cells_.conditions().emplace_back();
    if (conditions_[p]->prescribes())
      condition = std::make_unique<CellMotion<T>>(mesh.patches[p]);
    else
      condition = fv::makeBoundaryCondition<T>(config::Dictionary::parse(conditions_[p]->cellEntries(), points_.name),
                                               mesh.patches[p], context_, cells_.name());
  }
  cells_.initialiseBoundary();
}

/// Prescribed values of the present time, at points and on the faces of cells.
template <class T>
void LaplacianPoints<T>::prescribe() {
  const mesh::Mesh& mesh = cells_.mesh();
  const auto& shape = mesh.points->shape;
  for (const auto& condition : conditions_) {
    if (!condition->prescribes()) continue;
    condition->update(shape.points);
    condition->apply(points_.values, {});
  }
  std::vector<T> means(static_cast<std::size_t>(mesh.nBoundaryFaces));
  parallelFor({"motion: means over faces", 24.0 + sizeof(T)}, static_cast<Label>(mesh.points->faceOf.size()),
              [shape = &shape, faceOf = View(mesh.points->faceOf), first = mesh.nInteriorFaces(),
               values = std::span<const Vec3>(points_.values), means = View(means)](Label i) {
                if (faceOf[i] >= first)
                  means[faceOf[i] - first] = valueOf<T>(meanOverFace(shape->pointsOf(i), shape->points, values));
              });
  assign(means);
}

/// Values of boundary faces to where motion is prescribed.
template <class T>
void LaplacianPoints<T>::assign(const std::vector<T>& means) {
  const mesh::Mesh& mesh = cells_.mesh();
  for (std::size_t p = 0; p < mesh.patches.size(); ++p)
    if (conditions_[p]->prescribes())
      static_cast<CellMotion<T>&>(*cells_.conditions()[p])
          .assign(std::span<const T>(means).subspan(static_cast<std::size_t>(mesh.patches[p].start),
                                                    static_cast<std::size_t>(mesh.patches[p].size)));
}

/// A point on several planes of symmetry or wedges moves along what they share.
template <class T>
void LaplacianPoints<T>::constrainCorners(const std::vector<std::vector<Vec3>>& normals) {
  constexpr double parallel = 1e-6;
  std::map<Label, std::vector<Vec3>> orthogonal;  // to the directions in which a point may move
  for (std::size_t p = 0; p < normals.size(); ++p) {
    const PointPatch& patch = patches_.all()[p];
    if (patch.type != "symmetry" && patch.type != "symmetryPlane" && patch.type != "wedge") continue;
    for (std::size_t i = 0; i < normals[p].size(); ++i) {
      auto& known = orthogonal[patch.points[i]];
      Vec3 n = normals[p][i];
      for (const Vec3& other : known) n -= dot(other, n) * other;
      if (mag(n) > parallel) known.push_back(n / mag(n));
    }
  }
  for (const auto& [point, directions] : orthogonal)
    for (const Vec3& n : directions)
      points_.values[static_cast<std::size_t>(point)] -= dot(n, points_.values[static_cast<std::size_t>(point)]) * n;
}

/// What the conditions make of the values at points, patch by patch in the order of the mesh. prescribing: those that prescribe
/// values, too.
template <class T>
void LaplacianPoints<T>::applyConditions(bool prescribing) {
  std::vector<std::vector<Vec3>> normals(conditions_.size());
  for (std::size_t p = 0; p < conditions_.size(); ++p) {
    if (conditions_[p]->needsNormals()) normals[p] = patches_.normals(p);
    if (prescribing || !conditions_[p]->prescribes()) conditions_[p]->apply(points_.values, normals[p]);
  }
  if constexpr (!std::is_same_v<T, double>) {
    constrainCorners(normals);
    for (int d = 0; d < 3; ++d)
      if (cells_.mesh().solutionD[d] == -1)
        for (Vec3& value : points_.values) value[d] = 0;
  }
}

/// From cells to points, with the conditions.
template <class T>
void LaplacianPoints<T>::carryToPoints() {
  if constexpr (std::is_same_v<T, double>) {
    std::vector<double> values;
    toPoints_(cells_, allPoints_, values);
    for (std::size_t i = 0; i < values.size(); ++i) points_.values[i] = {values[i], 0, 0};
  } else {
    toPoints_(cells_, allPoints_, points_.values);
  }
  if (inputs_.correction) {
    applyConditions(false);
    const std::vector<Vec3> uncorrected = points_.values;
    applyConditions(true);
    inputs_.correction->correct(cells_.mesh(), uncorrected, points_.values);
  }
  applyConditions(true);
}

template <class T>
std::vector<Vec3> LaplacianPoints<T>::solve(bool finalIteration) {
  const LaplacianKind& kind = inputs_.kind;
  inputs_.diffusivity->find(context_, diffusivity_.faces());
  std::vector<T> force;
  if constexpr (std::is_same_v<T, Vec3>)
    if (kind.keepsShape) {  // as in v1912, of the displacements of before, on patches too
      force = rotationStress(context_, cells_, diffusivity_.faces());
      for (double& gamma : diffusivity_.faces()) gamma *= 2;
    }
  prescribe();
  const std::string scheme = kind.scheme();  // the term refers to it
  for (int i = 0; i < inputs_.nSolves; ++i) {
    const auto laplacian = fv::fvm::laplacian(diffusivity_, cells_, scheme);
    if (kind.keepsShape)
      *equation_ = laplacian + fv::fvm::Su(std::span<const T>(force), cells_);
    else
      *equation_ = laplacian;
    equation_->solve(cells_.name() + (finalIteration ? "Final" : ""));
  }
  equation_->release();
  carryToPoints();
  const std::vector<Vec3>& present = cells_.mesh().points->shape.points;
  const RigidTransformation body = inputs_.body ? inputs_.body->at(context_.time().value) : RigidTransformation();
  if (inputs_.body) requirePlaneMotion(cells_.mesh(), body);
  std::vector<Vec3> moved(present.size());
  if (inputs_.body) {
    parallelFor({"motion: points on a body", 96}, static_cast<Label>(moved.size()),
                [body, initial = View(patches_.initialPoints()), values = View(points_.values), moved = View(moved)](Label p) {
                  moved[p] = body(initial[p]) + values[p];
                });
    return moved;
  }
  parallelFor({"motion: points", 96}, static_cast<Label>(moved.size()),
              [component = kind.component, factor = kind.isVelocity ? context_.time().deltaT : 1.0, present = View(present),
               from = View(kind.isVelocity ? present : patches_.initialPoints()), values = View(points_.values),
               moved = View(moved)](Label p) {
                if (component < 0) {
                  moved[p] = from[p] + factor * values[p];
                } else {
                  moved[p] = present[p];
                  moved[p][component] = from[p][component] + factor * values[p].x;
                }
              });
  return moved;
}

template <class T>
bool LaplacianPoints<T>::standsStill(const mesh::Patch& patch) const {
  if (inputs_.body) return false;
  std::vector<char> moves(points_.values.size(), 1);
  std::size_t own = conditions_.size();
  for (std::size_t p = 0; p < conditions_.size(); ++p) {
    if (patches_.all()[p].name == patch.name) own = p;
    if (!conditions_[p]->prescribes()) continue;
    for (const Label point : patches_.all()[p].points) moves[static_cast<std::size_t>(point)] = !conditions_[p]->isZero();
  }
  const auto& points = patches_.all()[own].points;
  const bool any = std::any_of(points.begin(), points.end(), [&](Label p) { return moves[static_cast<std::size_t>(p)] != 0; });
  return !cells_.mesh().communicator().any(any);
}

template class LaplacianPoints<Vec3>;
template class LaplacianPoints<double>;

}  // namespace eagre::physics
