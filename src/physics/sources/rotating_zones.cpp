// SPDX-License-Identifier: BSD-3-Clause
#include "physics/sources/rotating_zones.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "config/pattern.hpp"
#include "fv/conditions/basic.hpp"
#include "fv/functions/angular_velocity.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/sources/cell_selection.hpp"

namespace eagre::physics {

using kernel::View;

namespace {

/// Patches that an entry names, by name, group or an expression in quotes; one mark a patch of the rank. Cyclic patches may be
/// among them: their faces are those of cells on both sides, and never move. A name without a patch is a warning, as in v1912.
std::vector<char> namedPatches(const config::Dictionary& d, const char* keyword, const mesh::Mesh& mesh) {
  std::vector<char> named(mesh.patches.size(), 0);
  if (!d.has(keyword)) return named;
  const auto& entry = d.at(keyword);
  auto reader = entry.reader();
  reader.list([&] {
    const bool quoted = reader.peek().kind == config::Token::Kind::string;
    const std::string text = reader.word();
    const auto fits = [&](const std::string& name) {
      return quoted ? config::Pattern(text, entry.place).matches(name) : name == text;
    };
    const auto isNamed = [&](const auto& patch) { return fits(patch.name) || std::ranges::any_of(patch.inGroups, fits); };
    for (std::size_t p = 0; p < mesh.patches.size(); ++p)
      if (isNamed(mesh.patches[p])) named[p] = true;
    if (std::ranges::any_of(mesh.globalPatches, isNamed)) return;
    std::vector<std::string> names;
    for (const auto& patch : mesh.globalPatches) names.push_back(patch.name);
    d.warn(entry.place,
           d.name() + ": " + keyword + ": " + unknownWordMessage("patch", text, names) + "; it has no effect, as in OpenFOAM");
  });
  reader.expectEnd();
  return named;
}

}  // namespace

RotatingZones::RotatingZones(const config::Dictionary* dictionary, const fv::Context& context) : context_(&context) {
  if (!dictionary) return;
  Problems problems;
  for (const auto& entry : dictionary->entries()) {
    if (!entry.isDict() || entry.keyword == "FoamFile") continue;
    problems.guard([&] {
      if (entry.dict->getOr<bool>("active", true)) zones_.push_back(readZone(*entry.dict));
    });
  }
  problems.throwIfAny(dictionary->name());
  const auto n = static_cast<std::size_t>(context.mesh.nBoundaryFaces);
  zoneOfMoving_.assign(n, -1);
  zoneOfStanding_.assign(n, -1);
  for (std::size_t z = 0; z < zones_.size(); ++z) {
    for (const Label b : zones_[z].moving) zoneOfMoving_[b] = static_cast<int>(z);
    for (const Label b : zones_[z].standing) zoneOfStanding_[b] = static_cast<int>(z);
  }
}

RotatingZones::Zone RotatingZones::readZone(const config::Dictionary& d) const {
  static const std::vector<std::string> keywords{"cellZone", "active", "nonRotatingPatches", "origin", "axis", "omega", "rpm"};
  d.checkKeywords(keywords);
  const auto& mesh = context_->mesh;
  Zone zone{d.get<Vec3>("origin"), d.get<Vec3>("axis"), fv::makeAngularVelocity(d, context_->caseDirectory), {}, {}, {}, {}};
  if (!(mag(zone.axis) > 0)) throw Error(d.at("axis").place, d.name() + ": the axis has no length");
  zone.axis = normalised(zone.axis);
  if (const auto isAll = [](const auto& z) { return z.name == "all"; };
      d.get<std::string>("cellZone") == "all" && std::ranges::none_of(mesh.cellZones, isAll)) {  // openfoam.org's
    zone.cells.resize(static_cast<std::size_t>(mesh.nCells));
    std::iota(zone.cells.begin(), zone.cells.end(), 0);
  } else {
    zone.cells = cellsOfZone(mesh, d, "cellZone");
  }
  const auto standing = namedPatches(d, "nonRotatingPatches", mesh);

  std::vector<double> inZone(static_cast<std::size_t>(mesh.nAllCells()), 0.0);
  for (const Label c : zone.cells) inZone[c] = 1;
  mesh.halo->update(inZone);
  for (Label f = 0; f < mesh.nInteriorFaces(); ++f)
    if (inZone[mesh.owner[f]] + inZone[mesh.neighbour[f]] > 0) zone.interior.push_back(f);
  for (std::size_t p = 0; p < mesh.patches.size(); ++p)
    for (Label b = mesh.patches[p].start; b < mesh.patches[p].start + mesh.patches[p].size; ++b)
      if (inZone[mesh.owner[mesh.nInteriorFaces() + b]] > 0) (standing[p] ? zone.standing : zone.moving).push_back(b);
  return zone;
}

RotatingZones::Swept RotatingZones::swept(const Zone& zone) const {
  const auto& mesh = context_->mesh;
  return {Omega(zone), zone.origin, mesh.faceCentres(), mesh.Sf.view()};
}

void RotatingZones::correctBoundaryVelocity(fv::VolVectorField& U) const {
  const auto& mesh = context_->mesh;
  if (empty()) return;
  for (const Zone& zone : zones_) {
    kernel::parallelFor({"rotating zones: velocity of walls", 56}, static_cast<Label>(zone.moving.size()),
                        [Omega = Omega(zone), origin = zone.origin, first = mesh.nInteriorFaces(), Cf = mesh.faceCentres(),
                         moving = View(zone.moving), U = View(U.boundary())](Label i) {
                          const Label b = moving[i];
                          U[b] = cross(Omega, Cf(first + b) - origin);
                        });
  }
  for (std::size_t p = 0; p < mesh.patches.size(); ++p)
    if (auto* fixed = dynamic_cast<fv::conditions::FixedValue<Vec3>*>(U.conditions()[p].get()))
      fixed->assign(U.patchValues(mesh.patches[p]));
}

void RotatingZones::restoreBoundaryVelocity(fv::VolVectorField& U) const {
  if (empty()) return;
  const auto& mesh = context_->mesh;
  const std::vector<Vec3> computed(U.boundary().begin(), U.boundary().end());
  correctBoundaryVelocity(U);
  for (std::size_t p = 0; p < mesh.patches.size(); ++p)
    if (!dynamic_cast<const fv::conditions::FixedValue<Vec3>*>(U.conditions()[p].get()))
      std::copy_n(computed.begin() + mesh.patches[p].start, mesh.patches[p].size, U.patchValues(mesh.patches[p]).begin());
}

void RotatingZones::addTo(fv::Equation<Vec3>& UEqn, const fv::VolScalarField* rho) const {
  for (const Zone& zone : zones_) {
    const double* density = rho ? rho->cells().data() : nullptr;
    kernel::parallelFor({"rotating zones: Coriolis", 92}, static_cast<Label>(zone.cells.size()),
                        [Omega = Omega(zone), density, cells = View(zone.cells), V = View(context_->mesh.V),
                         U = View(UEqn.psi().cells()), source = View(UEqn.source())](Label i) {
                          const Label c = cells[i];
                          source[c] -= V[c] * (density ? density[c] : 1.0) * cross(Omega, U[c]);
                        });
  }
}

void RotatingZones::makeRelative(std::span<double> flux) const {
  const Label first = empty() ? 0 : context_->mesh.nInteriorFaces();
  for (const Zone& zone : zones_) {
    kernel::parallelFor({"rotating zones: relative flux", 68}, static_cast<Label>(zone.interior.size()),
                        [flux, swept = swept(zone), faces = View(zone.interior)](Label i) { flux[faces[i]] -= swept(faces[i]); });
    for (const Label b : zone.moving) flux[first + b] = 0;
    for (const Label b : zone.standing) flux[first + b] -= swept(zone)(first + b);
  }
}

void RotatingZones::makeAbsolute(std::span<double> flux) const {
  const Label first = empty() ? 0 : context_->mesh.nInteriorFaces();
  for (const Zone& zone : zones_) {
    const Swept swept = this->swept(zone);
    kernel::parallelFor({"rotating zones: absolute flux", 68}, static_cast<Label>(zone.interior.size()),
                        [flux, swept, faces = View(zone.interior)](Label i) { flux[faces[i]] += swept(faces[i]); });
    for (const Label b : zone.moving) flux[first + b] += swept(first + b);
    for (const Label b : zone.standing) flux[first + b] += swept(first + b);
  }
}

double RotatingZones::relative(Label b, double flux) const {
  if (empty()) return flux;
  if (zoneOfMoving_[b] >= 0) return 0;
  if (zoneOfStanding_[b] < 0) return flux;
  const Zone& zone = zones_[static_cast<std::size_t>(zoneOfStanding_[b])];
  return flux - swept(zone)(context_->mesh.nInteriorFaces() + b);
}

void RotatingZones::zero(std::span<double> values) const {
  for (const Zone& zone : zones_) {
    const Label first = context_->mesh.nInteriorFaces();
    for (const Label f : zone.interior) values[f] = 0;
    for (const Label b : zone.moving) values[first + b] = 0;
    for (const Label b : zone.standing) values[first + b] = 0;
  }
}

}  // namespace eagre::physics
