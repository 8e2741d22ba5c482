// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fv/boundary_condition.hpp"
#include "fv/schemes/gradient_schemes.hpp"
#include "fv/schemes/parse.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::fv::schemes {

namespace {

// ---- limiter functions of r = allowed change / extrapolated change, 1 for all r from oneFrom() on
struct MinmodFunction {
  static double oneFrom() { return 1; }
  double operator()(double r) const { return std::min(r, 1.0); }
};
struct Venkatakrishnan {  ///< Venkatakrishnan (1993)
  static double oneFrom() { return vGreat; }
  double operator()(double r) const { return (r * r + 2 * r) / (r * r + r + 2); }
};
struct CubicFunction {  ///< Michalak and Ollivier-Gooch (2008): smooth up to r = rt
  double rt, a, b;
  explicit CubicFunction(double rt_) : rt(rt_), a(2 / (rt * rt) - 2 / (rt * rt * rt)), b(-1.5 * a * rt) {}
  double oneFrom() const { return rt; }
  double operator()(double r) const { return r < rt ? ((a * r + b) * r + 1) * r : 1.0; }
};

/// Largest rise and fall from each owned cell to its neighbours and boundary faces, widened by 1/k.
template <class T>
struct NeighbourRange {
  std::vector<T> rise, fall;

  void compute(const VolField<T>& field, double k) {
    const mesh::Mesh& mesh = field.mesh();
    rise = field.cells();
    fall = field.cells();
    const Label *owner = mesh.owner.data(), *neighbour = mesh.neighbour.data();
    const T *phi = field.cells().data(), *boundary = field.boundary().data();
    T *most = rise.data(), *least = fall.data();
    kernel::parallelFor("neighbour range", mesh.nInteriorFaces(), [=](Label f) {
      const Label own = owner[f], nei = neighbour[f];
      most[own] = cmptMax(most[own], phi[nei]);
      least[own] = cmptMin(least[own], phi[nei]);
      most[nei] = cmptMax(most[nei], phi[own]);
      least[nei] = cmptMin(least[nei], phi[own]);
    });
    const Label* boundaryOwner = owner + mesh.nInteriorFaces();
    kernel::parallelFor("neighbour range, boundary", mesh.nBoundaryFaces, [=](Label b) {
      const Label c = boundaryOwner[b];
      most[c] = cmptMax(most[c], boundary[b]);
      least[c] = cmptMin(least[c], boundary[b]);
    });
    const double widening = 1 / k - 1;
    kernel::parallelFor("neighbour range, widened", mesh.nCells, [=](Label c) {
      const T more = widening * (most[c] - least[c]);
      most[c] = most[c] - phi[c] + more;
      least[c] = least[c] - phi[c] - more;
    });
  }
};

/// Calls f(face, cell) for both owned sides of every interior face, then for every boundary face.
template <class F>
void forSides(const char* name, const mesh::Mesh& mesh, F&& f) {
  const Label *owner = mesh.owner.data(), *neighbour = mesh.neighbour.data();
  kernel::parallelFor(name, mesh.nInternalFaces, [&](Label face) {
    f(face, owner[face]);
    f(face, neighbour[face]);
  });
  kernel::parallelFor(name, mesh.nInternalFaces, mesh.nFaces(), [&](Label face) { f(face, owner[face]); });
}

template <class T>
class LimitedGradient : public GradientScheme<T> {
 public:
  /// name: with the coefficients of the limiter's function, without k.
  LimitedGradient(std::string name, std::unique_ptr<GradientScheme<T>> basic, double k)
      : k_(k), name_(std::move(name)), basic_(std::move(basic)) {}
  std::string words() const final {
    const std::string basic = basic_->words();
    return basic.empty() ? "" : fmt::format("{} {} {}", name_, basic, k_);
  }
  void ownedCells(const VolField<T>& field, std::span<Gradient<T>> gradient) final {
    basic_->ownedCells(field, gradient);
    if (k_ >= small) limit(field, gradient);
  }

 protected:
  virtual void limit(const VolField<T>& field, std::span<Gradient<T>> gradient) = 0;
  double k_;

 private:
  std::string name_;
  std::unique_ptr<GradientScheme<T>> basic_;
};

/// One limiter a component and cell.
template <class T, class Function>
class CellLimited final : public LimitedGradient<T> {
 public:
  CellLimited(std::string name, std::unique_ptr<GradientScheme<T>> basic, double k, Function function)
      : LimitedGradient<T>(std::move(name), std::move(basic), k), function_(function) {}

 protected:
  void limit(const VolField<T>& field, std::span<Gradient<T>> gradient) override {
    const mesh::Mesh& mesh = field.mesh();
    range_.compute(field, this->k_);
    limiter_.assign(static_cast<std::size_t>(mesh.nCells), uniformValue<T>(1));
    const T *rise = range_.rise.data(), *fall = range_.fall.data();
    const auto Cf = mesh.faceCentres();
    Gradient<T>* g = gradient.data();
    T* limiter = limiter_.data();
    forSides("cellLimited", mesh, [=, function = function_](Label f, Label c) {
      const T change = dot(Cf(f) - Cf.C[c], g[c]);
      for (int i = 0; i < nComponents<T>; ++i) {
        const double e = component(change, i);
        const double allowed = e > 0 ? component(rise[c], i) : component(fall[c], i);
        // Most sides limit nothing: they are told without a division.
        if (std::abs(e) <= small || std::abs(allowed) >= function.oneFrom() * std::abs(e)) continue;
        double& l = component(limiter[c], i);
        l = std::min(l, function(allowed / e));
      }
    });
    kernel::parallelFor("cellLimited, apply", mesh.nCells, [=](Label c) {
      for (int i = 0; i < nComponents<Gradient<T>>; ++i) component(g[c], i) *= component(limiter[c], i % nComponents<T>);
    });
  }

 private:
  Function function_;
  NeighbourRange<T> range_;
  std::vector<T> limiter_;
};

/// Takes from the gradient of component i what it extrapolates too far along d.
template <class T>
void limitAlong(Gradient<T>& g, const Vec3& d, const T& rise, const T& fall) {
  const T change = dot(d, g);
  for (int i = 0; i < nComponents<T>; ++i) {
    const double e = component(change, i);
    const double excess = std::min(component(rise, i) - e, 0.0) + std::max(component(fall, i) - e, 0.0);
    const Vec3 correction = d * (excess / magSqr(d));
    for (int j = 0; j < 3; ++j) component(g, j * nComponents<T> + i) += correction[j];
  }
}

template <class T>
class CellMDLimited final : public LimitedGradient<T> {
 public:
  using LimitedGradient<T>::LimitedGradient;

 protected:
  void limit(const VolField<T>& field, std::span<Gradient<T>> gradient) override {
    const mesh::Mesh& mesh = field.mesh();
    range_.compute(field, this->k_);
    forSides("cellMDLimited", mesh, [&, Cf = mesh.faceCentres()](Label f, Label c) {
      limitAlong<T>(gradient[c], Cf(f) - Cf.C[c], range_.rise[c], range_.fall[c]);
    });
  }

 private:
  NeighbourRange<T> range_;
};

/// Calls f(face, cell, other value, second side) for the sides of faces across which a value is known: interior faces, and the
/// boundary where the condition fixes the value.
template <class T, class F>
void forKnownSides(const char* name, const VolField<T>& field, F&& f) {
  const mesh::Mesh& mesh = field.mesh();
  const Label *owner = mesh.owner.data(), *neighbour = mesh.neighbour.data();
  const T* phi = field.cells().data();
  kernel::parallelFor(name, mesh.nInternalFaces, [&](Label face) {
    f(face, owner[face], phi[neighbour[face]], false);
    f(face, neighbour[face], phi[owner[face]], true);
  });
  const char* flipped = mesh.faceFlipped.data();
  kernel::parallelFor(name, mesh.nInternalFaces, mesh.nInteriorFaces(),
                      [&](Label face) { f(face, owner[face], phi[neighbour[face]], flipped[face] != 0); });
  for (const auto& condition : field.conditions()) {
    if (!condition->fixesValue()) continue;
    const mesh::Patch& patch = condition->patch();
    const Label first = mesh.nInteriorFaces();
    kernel::parallelFor(name, patch.start, patch.start + patch.size,
                        [&](Label b) { f(first + b, owner[first + b], field.boundary()[b], false); });
  }
}

/// One limiter a cell, from the range between the two values at each face; for vectors along the extrapolated change.
template <class T>
class FaceLimited final : public LimitedGradient<T> {
 public:
  using LimitedGradient<T>::LimitedGradient;

 protected:
  void limit(const VolField<T>& field, std::span<Gradient<T>> gradient) override {
    const mesh::Mesh& mesh = field.mesh();
    limiter_.assign(static_cast<std::size_t>(mesh.nCells), 1.0);
    const double widening = 1 / this->k_ - 1;
    forKnownSides("faceLimited", field, [&, Cf = mesh.faceCentres()](Label f, Label c, const T& other, bool secondSide) {
      const T change = dot(Cf(f) - Cf.C[c], gradient[c]);
      const T difference = other - field[c];
      double extrapolated, to;  // difference to the other side, in the direction that is limited
      double more = widening;
      if constexpr (std::is_same_v<T, double>) {
        extrapolated = change;
        to = difference;
      } else {
        extrapolated = magSqr(change);
        to = dot(change, difference);
        if (secondSide) more = 0;  // v1912 widens the owner's side of vectors alone
      }
      const double widened = more * std::abs(to);
      const double rise = std::max(to, 0.0) + widened, fall = std::min(to, 0.0) - widened;
      if (extrapolated > rise + vSmall)
        limiter_[c] = std::min(limiter_[c], rise / extrapolated);
      else if (extrapolated < fall - vSmall)
        limiter_[c] = std::min(limiter_[c], fall / extrapolated);
    });
    kernel::parallelFor("faceLimited, apply", mesh.nCells, [&](Label c) { gradient[c] *= limiter_[c]; });
  }

 private:
  std::vector<double> limiter_;
};

template <class T>
class FaceMDLimited final : public LimitedGradient<T> {
 public:
  using LimitedGradient<T>::LimitedGradient;

 protected:
  void limit(const VolField<T>& field, std::span<Gradient<T>> gradient) override {
    const double widening = 1 / this->k_ - 1;
    forKnownSides("faceMDLimited", field, [&, Cf = field.mesh().faceCentres()](Label f, Label c, const T& other, bool) {
      const T to = other - field[c], most = cmptMax(to, T{}), least = cmptMin(to, T{});
      const T widened = widening * (most - least);
      limitAlong<T>(gradient[c], Cf(f) - Cf.C[c], most + widened, least - widened);
    });
  }
};

template <class T, class Function>
std::unique_ptr<GradientScheme<T>> makeCellLimited(const std::string& name, const Context& context, config::TokenReader& reader,
                                                   Function function) {
  auto basic = makeGradientScheme<T>(context, reader);
  const double k = readCoefficient(reader, name);
  return std::make_unique<CellLimited<T, Function>>(name, std::move(basic), k, function);
}

template <template <class> class Scheme, class T>
std::unique_ptr<GradientScheme<T>> makeLimited(const std::string& name, const Context& context, config::TokenReader& reader) {
  auto basic = makeGradientScheme<T>(context, reader);
  const double k = readCoefficient(reader, name);
  return std::make_unique<Scheme<T>>(name, std::move(basic), k);
}

}  // namespace

template <class T>
std::unique_ptr<GradientScheme<T>> makeLimitedGradient(const std::string& name, const Context& context,
                                                       config::TokenReader& reader) {
  if (name == "cellLimited") return makeCellLimited<T>(name, context, reader, MinmodFunction{});
  if (name == "cellLimited<Venkatakrishnan>") return makeCellLimited<T>(name, context, reader, Venkatakrishnan{});
  if (name == "cellLimited<cubic>") {
    const double rt = readCoefficient(reader, name, 1, vGreat);
    return makeCellLimited<T>(fmt::format("{} {}", name, rt), context, reader, CubicFunction(rt));
  }
  if (name == "cellMDLimited") return makeLimited<CellMDLimited, T>(name, context, reader);
  if (name == "faceLimited") return makeLimited<FaceLimited, T>(name, context, reader);
  return makeLimited<FaceMDLimited, T>(name, context, reader);
}

template std::unique_ptr<GradientScheme<double>> makeLimitedGradient(const std::string&, const Context&, config::TokenReader&);
template std::unique_ptr<GradientScheme<Vec3>> makeLimitedGradient(const std::string&, const Context&, config::TokenReader&);

}  // namespace eagre::fv::schemes
