// SPDX-License-Identifier: BSD-3-Clause
#include "run/blow_up.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::run {

using kernel::View;

namespace {

constexpr double largestCourant = 1e30, largestValue = 1e100;  // the square of the latter is near the end of doubles
constexpr double infinite = std::numeric_limits<double>::infinity();

/// NaN counts as infinite.
double size(double v) { return std::isfinite(v) ? std::abs(v) : infinite; }
double size(const Vec3& v) { return size(v.x + v.y + v.z + std::abs(v.x) + std::abs(v.y) + std::abs(v.z)); }

std::string text(double v) { return fmt::format("{:.6g}", v); }
std::string text(const Vec3& v) { return fmt::format("({:.6g} {:.6g} {:.6g})", v.x, v.y, v.z); }

/// The largest value of a field, if it is at least `threshold`.
template <class Field>
std::string worstOf(const Field& field, const mesh::Mesh& mesh, double threshold = largestValue) {
  const double own = kernel::parallelMax({"blow-up", sizeof(field.cells()[0])}, mesh.nCells, 0.0,
                                         [values = View(field.cells())](Label c) { return size(values[c]); });
  const double most = mesh.communicator().max(own);
  if (most < threshold) return {};
  // The first such cell of the global mesh; its rank tells the others.
  double cell = infinite;
  Label at = -1;
  for (Label c = 0; c < mesh.nCells; ++c)
    if (size(field.cells()[c]) >= most && mesh.cellGlobal[c] < cell) cell = static_cast<double>(mesh.cellGlobal[at = c]);
  const double first = mesh.communicator().min(cell);
  std::array<double, 6> told{};
  if (at >= 0 && cell == first) {
    const Vec3 centre = mesh.C[at], value = [&] {
      if constexpr (std::is_same_v<std::decay_t<decltype(field.cells()[0])>, double>)
        return Vec3{field.cells()[at], 0, 0};
      else
        return Vec3(field.cells()[at]);
    }();
    told = {centre.x, centre.y, centre.z, value.x, value.y, value.z};
  }
  mesh.communicator().sum(told);
  const Vec3 centre{told[0], told[1], told[2]}, value{told[3], told[4], told[5]};
  constexpr bool scalar = std::is_same_v<std::decay_t<decltype(field.cells()[0])>, double>;
  return fmt::format("{} is {} in cell {:.0f} at {}", field.name(), scalar ? text(value.x) : text(value), first, text(centre));
}

}  // namespace

bool absurd(double courantMax) { return !(courantMax <= largestCourant); }

std::string worstValue(const fv::Context& context) {
  for (const auto& [name, field] : context.registry.vectors())
    if (std::string worst = worstOf(*field, context.mesh); !worst.empty()) return worst;
  for (const auto& [name, field] : context.registry.scalars())
    if (std::string worst = worstOf(*field, context.mesh); !worst.empty()) return worst;
  return {};
}

void requireSoundFields(const fv::Context& context, const std::string& reason) {
  std::string worst = worstValue(context);
  if (worst.empty() && reason.empty()) return;
  const auto* U = context.registry.vector("U");
  if (worst.empty() && U) worst = worstOf(*U, context.mesh, 0);  // where to look first
  throw Error(fmt::format("the calculation has diverged at time {:.6g} s, after {} steps: {}{}. Nothing of this time is written; "
                          "a smaller time step or more diffusive schemes may help",
                          context.time().value, context.time().index, worst, reason.empty() ? "" : " (" + reason + ")"),
              ExitCode::diverged);
}

}  // namespace eagre::run
