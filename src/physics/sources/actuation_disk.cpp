// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/derived.hpp"
#include "mesh/find_cell.hpp"
#include "physics/sources/cell_selection.hpp"
#include "physics/sources/fv_option.hpp"

namespace eagre::physics {

using kernel::View;

namespace {

/// A disk of area A that takes momentum out of the flow (Froude's theory of the actuator disk): with a = 1 - Cp/Ct and the
/// velocity U and density rho in the cell upstream, per volume of the selected cells, which have the volume V together,
///     S = -2 rho A (U.n)^2 a (1 - a) n / V.
/// radial: S = -2 rho A |U| a (1 - a) f(r) n*U / V, n*U by components, with r the distance from the mean centre of the cells and
/// R the largest one, f(r) = (c0 + c1 r^2 + c2 r^4) / (c0 + c1 R^2/2 + c2 R^4/3), as OpenFOAM v1912 has it. An equation without
/// density has rho 1.
class ActuationDisk final : public FvOption {
 public:
  ActuationDisk(const FvOptionSource& source, bool radial)
      : FvOption(source.coefficients.get<std::vector<std::string>>("fields")),
        selection_(source.coefficients, source.context),
        context_(source.context) {
    const auto& d = source.coefficients;
    auto keywords = CellSelection::keywords();
    keywords.insert(keywords.end(), {"fields", "diskDir", "Cp", "Ct", "diskArea", "upstreamPoint"});
    if (radial) keywords.emplace_back("coeffs");
    source.checkKeywords(keywords);
    const Vec3 direction = d.get<Vec3>("diskDir");
    if (mag(direction) < vSmall) throw Error(d.at("diskDir").place, d.name() + ": diskDir is no direction");
    n_ = direction / mag(direction);
    const double Cp = d.get<double>("Cp"), Ct = d.get<double>("Ct");
    if (!(Cp > vSmall && Ct > vSmall)) throw Error(d.place(), d.name() + ": Cp and Ct must be greater than 0");
    const double area = d.get<double>("diskArea");
    if (sqr(area) <= vSmall) throw Error(d.at("diskArea").place, d.name() + ": diskArea is 0");
    const double a = 1 - Cp / Ct;
    factor_ = 2 * area * a * (1 - a);
    if (radial) coefficients_ = readCoefficients(d);
    bool isInside = false;
    const Vec3 point = d.get<Vec3>("upstreamPoint");
    upstream_ = mesh::findCell(source.context.mesh, point, isInside);
    if (!isInside)
      throw Error(d.at("upstreamPoint").place, fmt::format("{}: upstreamPoint ({:g} {:g} {:g}) is in no cell of the mesh",
                                                           d.name(), point.x, point.y, point.z));
  }

  void addTo(fv::Equation<Vec3>& UEqn, const Momentum& momentum) override {
    const double volume = selection_.volume();
    if (!selection_.active() || volume <= vSmall) return;
    const Vec3 U = upstreamVelocity(UEqn.psi());
    const double rho = momentum.rho ? upstreamValue(*momentum.rho) : 1.0;
    const auto cells = selection_.cells();
    const auto& mesh = context_.mesh;
    const auto n = static_cast<Label>(cells.size());
    if (!coefficients_) {
      const Vec3 force = (factor_ * rho * sqr(mag(dot(U, n_)))) * n_;
      kernel::parallelFor({"actuator disk", 56}, n,
                          [cells, volume, force, V = View(mesh.V), source = View(UEqn.source())](Label i) {
                            source[cells[i]] -= V[cells[i]] / volume * force;
                          });
      return;
    }
    const Disk disk = disk_.get(mesh, [&] { return measure(volume); });
    const auto [c0, c1, c2] = *coefficients_;
    const double mean = c0 + c1 * sqr(disk.radius) / 2 + c2 * sqr(sqr(disk.radius)) / 3;
    const double thrust = factor_ * rho * mag(U) / mean;
    kernel::parallelFor({"radial actuator disk", 80}, n,
                        [cells, volume, thrust, coefficients = *coefficients_, centre = disk.centre, along = cmptMultiply(n_, U),
                         V = View(mesh.V), C = View(mesh.C), source = View(UEqn.source())](Label i) {
                          const Label c = cells[i];
                          const double r2 = magSqr(C[c] - centre);
                          const double shape = coefficients[0] + coefficients[1] * r2 + coefficients[2] * sqr(r2);
                          source[c] -= V[c] / volume * (thrust * shape) * along;
                        });
  }

 private:
  struct Disk {
    Vec3 centre;
    double radius = 0;
  };
  static std::array<double, 3> readCoefficients(const config::Dictionary& d) {
    const auto values = d.get<std::vector<double>>("coeffs");
    if (values.size() != 3)
      throw Error(d.at("coeffs").place, fmt::format("{}: coeffs are three numbers, not {}", d.name(), values.size()));
    return {values[0], values[1], values[2]};
  }
  /// Of the rank that has the cell, on all ranks.
  double upstreamValue(const fv::VolScalarField& field) const {
    return context_.mesh.communicator().min(upstream_ >= 0 ? field[upstream_] : std::numeric_limits<double>::max());
  }
  Vec3 upstreamVelocity(const fv::VolVectorField& field) const {
    constexpr double none = std::numeric_limits<double>::max();
    const Vec3 own = upstream_ >= 0 ? field[upstream_] : Vec3{none, none, none};
    std::array values{own.x, own.y, own.z};
    context_.mesh.communicator().min(values);
    return {values[0], values[1], values[2]};
  }
  /// Mean centre of the cells by volume, and the largest distance from it.
  Disk measure(double volume) const {
    const auto& mesh = context_.mesh;
    std::array<double, 3> sums{};
    for (const Label c : selection_.cells())
      for (int i = 0; i < 3; ++i) sums[static_cast<std::size_t>(i)] += mesh.V[c] * mesh.C[c][i];
    mesh.communicator().sum(sums);
    Disk disk{{sums[0] / volume, sums[1] / volume, sums[2] / volume}, 0};
    for (const Label c : selection_.cells()) disk.radius = std::max(disk.radius, mag(mesh.C[c] - disk.centre));
    disk.radius = mesh.communicator().max(disk.radius);
    return disk;
  }

  CellSelection selection_;
  const fv::Context& context_;
  mesh::Derived<Disk> disk_;
  Vec3 n_{};
  double factor_ = 0;                                  ///< 2 A a (1 - a) [m^2]
  std::optional<std::array<double, 3>> coefficients_;  ///< radial: c0, c1, c2
  Label upstream_ = -1;                                ///< of this rank, if it has it
};

}  // namespace

std::unique_ptr<FvOption> makeActuationDisk(const FvOptionSource& source) {
  return std::make_unique<ActuationDisk>(source, false);
}
std::unique_ptr<FvOption> makeRadialActuationDisk(const FvOptionSource& source) {
  return std::make_unique<ActuationDisk>(source, true);
}

}  // namespace eagre::physics
