// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/lanes.hpp"
#include "fv/fields/boundary_condition.hpp"
#include "fv/fields/cell_faces.hpp"
#include "fv/schemes/gradient_schemes.hpp"
#include "fv/schemes/parse.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::fv::schemes {

namespace {

// ---- limiter functions of r = allowed change / extrapolated change: rising up to 1, and not below it for larger r; 1 for all r
// from oneFrom() on
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
    rise.resize(static_cast<std::size_t>(mesh.nCells));
    fall.resize(rise.size());
    const double widening = 1 / k - 1;
    const double bytes = bytesOfCellFaces(mesh) + 24 * nComponents<T>;
    eachCell({"neighbour range", bytes}, mesh,
             [=, phi = field.cells().data(), boundary = field.boundary().data(), first = mesh.nInteriorFaces(),
              rise = rise.data(), fall = fall.data()](Label c, const auto& around) {
               T most = phi[c], least = phi[c];
               const auto meet = [&](const T& value) {
                 most = cmptMax(most, value);
                 least = cmptMin(least, value);
               };
               around([&](Label, Label N, double) { meet(phi[N]); }, [&](Label f) { meet(boundary[f - first]); });
               const T more = widening * (most - least);
               rise[c] = most - phi[c] + more;
               fall[c] = least - phi[c] - more;
             });
  }
};

constexpr Label noCell = -1;

/// Calls f(face, cell, cell behind the face or noCell at the boundary) for all faces of every owned cell, in the order of the
/// global mesh: a limit in each direction cuts what the face before it has left, so that the order is part of the result.
template <class F>
void forSides(const char* name, const mesh::Mesh& mesh, F f) {
  struct Side {
    Label order, face, N;
  };
  eachCell(name, mesh, [f, order = mesh.faceGlobal.data()](Label c, const auto& around) {
    Label last = -1;
    bool ordered = true;
    const auto follows = [&](Label face) {
      ordered = ordered && order[face] > last;
      last = order[face];
    };
    around([&](Label face, Label, double) { follows(face); }, follows);
    if (ordered) {
      around([&](Label face, Label N, double) { f(face, c, N); }, [&](Label face) { f(face, c, noCell); });
      return;
    }
    std::vector<Side> sides;  // faces between ranks are behind all others of a cell, faces of cyclic patches before the boundary
    around(
        [&](Label face, Label N, double) {
          sides.push_back({order[face], face, N});
        },
        [&](Label face) {
          sides.push_back({order[face], face, noCell});
        });
    std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) { return a.order < b.order; });
    for (const Side& side : sides) f(side.face, c, side.N);
  });
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

/// One limiter per component and cell: the function of the smallest r, since the functions rise with r as far as they limit. So a
/// cell's limiter follows from its largest extrapolated rise and fall alone.
template <class T, class Function>
class CellLimited final : public LimitedGradient<T> {
 public:
  CellLimited(std::string name, std::unique_ptr<GradientScheme<T>> basic, double k, Function function)
      : LimitedGradient<T>(std::move(name), std::move(basic), k), function_(function) {}

 protected:
  void limit(const VolField<T>& field, std::span<Gradient<T>> gradient) override {
    const mesh::Mesh& mesh = field.mesh();
    const double widening = 1 / this->k_ - 1;
    const double bytes = bytesOfCellFaces(mesh) + 24 + 80 * nComponents<T> + 24 * facesPerCell(mesh);
    eachCell({"cellLimited", bytes}, mesh,
             [widening, function = function_, phi = field.cells().data(), boundary = field.boundary().data(),
              first = mesh.nInteriorFaces(), Cf = mesh.faceCentres(), gradient = gradient.data()](Label c, const auto& around) {
               const auto own = lanes(phi[c]);
               const Vec3 centre = Cf.C[c];
               const GradientLanes<T> g(gradient[c]);
               LanesOf<T> most = own, least = own, highest{}, lowest{};
               const auto meet = [&](Vec3 d, const T& value) {
                 const auto there = lanes(value);
                 most = laneMax(most, there);
                 least = laneMin(least, there);
                 const auto change = g.dotFrom(d);
                 highest = laneMax(highest, change);
                 lowest = laneMin(lowest, change);
               };
               const auto outwards = [&](Label f, Label N) { meet(Cf(f, c, N) - centre, phi[N]); };
               around([&](Label f, Label N) { meet(Cf(f, N, c) - centre, phi[N]); }, outwards, outwards,
                      [&](Label f) { meet(Cf(f) - centre, boundary[f - first]); });
               const auto more = widening * (most - least);
               T rise, fall, up, down;
               store(most - own + more, rise);
               store(least - own - more, fall);
               store(highest, up);
               store(lowest, down);
               for (int i = 0; i < nComponents<T>; ++i) {
                 const double limiter = std::min(limiterOf(function, component(rise, i), component(up, i)),
                                                 limiterOf(function, component(fall, i), component(down, i)));
                 if (limiter == 1) continue;
                 for (int j = i; j < nComponents<Gradient<T>>; j += nComponents<T>) component(gradient[c], j) *= limiter;
               }
             });
  }

 private:
  static double limiterOf(const Function& function, double allowed, double extrapolated) {
    if (std::abs(extrapolated) <= small || std::abs(allowed) >= function.oneFrom() * std::abs(extrapolated)) return 1;
    return std::min(function(allowed / extrapolated), 1.0);
  }
  Function function_;
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
    forSides("cellMDLimited", mesh,
             [Cf = mesh.faceCentres(), g = gradient.data(), rise = range_.rise.data(), fall = range_.fall.data()](
                 Label f, Label c, Label) { limitAlong<T>(g[c], Cf(f) - Cf.C[c], rise[c], fall[c]); });
  }

 private:
  NeighbourRange<T> range_;
};

/// Calls f(face, cell, other value, second side) for the sides of faces across which a value is known: interior faces, and the
/// boundary where the condition fixes the value.
template <class T, class F>
void forKnownSides(const char* name, const VolField<T>& field, F f) {
  const mesh::Mesh& mesh = field.mesh();
  const Label* owner = mesh.owner.data();
  eachCell(name, mesh,
           [f, phi = field.cells().data(), flipped = mesh.faceFlipped.data(), nInternal = mesh.nInternalFaces](
               Label c, const auto& around) {
             around([&](Label face, Label N) { f(face, c, phi[N], true); },
                    [&](Label face, Label N) { f(face, c, phi[N], false); },
                    [&](Label face, Label N) { f(face, c, phi[N], flipped[face] != 0); }, [](Label) {});
           });
  for (const auto& condition : field.conditions()) {
    if (!condition->fixesValue()) continue;
    const mesh::Patch& patch = condition->patch();
    const Label first = mesh.nInteriorFaces();
    kernel::sequentialFor(name, patch.start, patch.start + patch.size,
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
    const auto limit = [=, Cf = mesh.faceCentres(), gradient = gradient.data(), field = field.cells().data(),
                        limiter = limiter_.data()](Label f, Label c, const T& other, bool secondSide) {
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
        limiter[c] = std::min(limiter[c], rise / extrapolated);
      else if (extrapolated < fall - vSmall)
        limiter[c] = std::min(limiter[c], fall / extrapolated);
    };
    forKnownSides("faceLimited", field, limit);
    kernel::parallelFor("faceLimited, apply", mesh.nCells,
                        [gradient = gradient.data(), limiter = limiter_.data()](Label c) { gradient[c] *= limiter[c]; });
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
    const mesh::Mesh& mesh = field.mesh();
    const double widening = 1 / this->k_ - 1;
    fixed_.assign(static_cast<std::size_t>(mesh.nBoundaryFaces), 0);
    for (const auto& condition : field.conditions()) {
      const mesh::Patch& patch = condition->patch();
      std::fill_n(fixed_.begin() + patch.start, patch.size, static_cast<char>(condition->fixesValue()));
    }
    forSides(
        "faceMDLimited", mesh,
        [=, Cf = mesh.faceCentres(), gradient = gradient.data(), phi = field.cells().data(), boundary = field.boundary().data(),
         fixed = fixed_.data(), first = mesh.nInteriorFaces()](Label f, Label c, Label N) {
          if (N == noCell && !fixed[f - first]) return;
          const T to = (N == noCell ? boundary[f - first] : phi[N]) - phi[c];
          const T most = cmptMax(to, T{}), least = cmptMin(to, T{});
          const T widened = widening * (most - least);
          limitAlong<T>(gradient[c], Cf(f) - Cf.C[c], most + widened, least - widened);
        });
  }

 private:
  std::vector<char> fixed_;  ///< boundary faces whose condition fixes the value
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
void addLimitedGradients(GradientTable<T>& table) {
  table.add({"cellLimited", "limited so that values at the faces stay within those of neighbours; gradient scheme and k follow",
             [](const std::string& name, const Context& context, config::TokenReader& reader) {
               return makeCellLimited<T>(name, context, reader, MinmodFunction{});
             }});
  table.add({"cellLimited<Venkatakrishnan>", "cellLimited with the smooth limiter of Venkatakrishnan (1993)",
             [](const std::string& name, const Context& context, config::TokenReader& reader) {
               return makeCellLimited<T>(name, context, reader, Venkatakrishnan{});
             }});
  table.add({"cellLimited<cubic>", "cellLimited with the cubic limiter of Michalak and Ollivier-Gooch (2008); rt follows",
             [](const std::string& name, const Context& context, config::TokenReader& reader) {
               const double rt = readCoefficient(reader, name, 1, vGreat);
               return makeCellLimited<T>(fmt::format("{} {}", name, rt), context, reader, CubicFunction(rt));
             }});
  table.add({"cellMDLimited", "cellLimited with a limit in each direction: only the component to a face is cut",
             &makeLimited<CellMDLimited, T>});
  table.add({"faceLimited", "limited so that values at the faces stay between both cells'; gradient scheme and k follow",
             &makeLimited<FaceLimited, T>});
  table.add({"faceMDLimited", "faceLimited with a limit in each direction", &makeLimited<FaceMDLimited, T>});
}

template void addLimitedGradients(GradientTable<double>&);
template void addLimitedGradients(GradientTable<Vec3>&);

}  // namespace eagre::fv::schemes
