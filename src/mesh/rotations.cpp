// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/rotations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "core/error.hpp"
#include "mesh/division.hpp"
#include "mesh/mesh.hpp"
#include "mesh/overlaps.hpp"
#include "mesh/patch_entries.hpp"
#include "mesh/unsaid_rotations.hpp"

namespace eagre::mesh {
namespace {

[[noreturn]] void fail(const PolyPatch& patch, const std::string& message) {
  throw Error(fmt::format("polyMesh: {} patch '{}': {}", patch.type, patch.name, message), ExitCode::badCase);
}

/// What a rotational patch says.
struct Words {
  Vec3 axis, centre;
  std::optional<double> angle;  ///< [rad]
};

Words wordsOf(const PolyPatch& patch) {
  Words words{};
  const std::string* axis = entryOf(patch, "rotationAxis");
  if (!axis) fail(patch, "transform rotational needs a rotationAxis");
  words.axis = vectorOf(patch, "rotationAxis", *axis);
  if (!(mag(words.axis) > vSmall)) fail(patch, fmt::format("rotationAxis {} is no direction", *axis));
  words.axis = words.axis / mag(words.axis);
  if (const std::string* text = entryOf(patch, "rotationCentre")) words.centre = vectorOf(patch, "rotationCentre", *text);
  if (const std::string* text = entryOf(patch, "rotationAngle"))
    words.angle = numberOf(patch, "rotationAngle", *text) * std::numbers::pi / 180;
  return words;
}

/// About a unit axis (Rodrigues).
Tensor turnBy(const Vec3& axis, double angle) {
  const Tensor along = outer(axis, axis), identity{1, 0, 0, 0, 1, 0, 0, 0, 1};
  const Tensor across{0, -axis.z, axis.y, axis.z, 0, -axis.x, -axis.y, axis.x, 0};
  return along + std::cos(angle) * (identity - along) + std::sin(angle) * across;
}

/// Of the partner's faces when they are turned, relative to the area: 0 where they lie upon those here.
double mismatch(const PatchSums& here, const PatchSums& there, const Tensor& turn) {
  return mag(dot(turn, there.area) + here.area) / std::max(mag(here.area), vSmall);
}

constexpr double seen = 1e-6;  ///< of the whole: what is less tells nothing

/// From the mean place of the faces there to that of those here, about the axis.
std::optional<double> angleSeen(const Words& words, const PatchSums& here, const PatchSums& there) {
  const auto arm = [&](const PatchSums& sums) {
    const Vec3 place = sums.moment / std::max(sums.magArea, vSmall) - words.centre;
    return place - dot(place, words.axis) * words.axis;
  };
  const Vec3 from = arm(there), to = arm(here);
  const double size = std::sqrt(std::max(here.magArea, there.magArea));
  if (std::min(mag(from), mag(to)) <= seen * size) return {};
  return std::atan2(dot(words.axis, cross(from, to)), dot(from, to));
}

/// By their area vectors and their mean places, as far as these can tell.
bool lieUponEachOther(const Rotation& rotation, const PatchSums& here, const PatchSums& there) {
  constexpr double tolerance = 1e-2;
  const double area = std::max(here.magArea, there.magArea);
  if (mag(here.area) > seen * area && mismatch(here, there, rotation.turn) > tolerance) return false;
  const auto place = [](const PatchSums& sums) { return sums.moment / std::max(sums.magArea, vSmall); };
  return mag(rotation.place(place(there)) - place(here)) <= tolerance * std::sqrt(area);
}

Rotation rotationOf(const PolyPatch& patch, const PolyPatch& partner, const PatchSums& here, const PatchSums& there) {
  const Words words = wordsOf(patch);
  // What a plain cyclic patch says of an angle OpenFOAM does not read: its faces tell it.
  const bool given = words.angle && isOverlapping(patch);
  const std::optional<double> found = angleSeen(words, here, there);
  if (!given && !found)
    fail(patch, "its faces lie around the rotationAxis, so that they do not tell the angle; give rotationAngle");
  double angle = given ? *words.angle : *found;
  if (given && mismatch(here, there, turnBy(words.axis, -angle)) < mismatch(here, there, turnBy(words.axis, angle)))
    angle = -angle;
  const Rotation rotation{turnBy(words.axis, angle), words.centre};
  if (!lieUponEachOther(rotation, here, there))
    fail(patch,
         fmt::format("turned by {:.6g} degrees about rotationAxis and rotationCentre the faces of '{}' do not lie upon its own{}",
                     std::abs(angle) * 180 / std::numbers::pi, partner.name,
                     given && found
                         ? fmt::format("; the places of the faces say {:.6g} degrees", std::abs(*found) * 180 / std::numbers::pi)
                         : std::string()));
  return rotation;
}

/// Of a plain cyclic patch that says nothing of how it lies to its partner.
bool mayTurn(const PolyPatch& patch) {
  const std::string* transform = entryOf(patch, "transform");
  return patch.type == "cyclic" && patch.size > 0 &&
         (!transform || (*transform != "rotational" && *transform != "translational"));
}

/// The rotation of words that puts the faces of b upon those of a; nothing: they are parallel, or there is none.
std::optional<Words> unsaidRotation(const PolyMesh& mesh, const PolyPatch& a, const PolyPatch& b) {
  const auto face = [&](const PolyPatch& patch, GlobalLabel i) {
    return centreAndArea(mesh, mesh.points, static_cast<Label>(patch.start + i));
  };
  Vec3 meanA{}, meanB{};
  double parallel = 0, magArea = 0;
  for (GlobalLabel i = 0; i < a.size; ++i) {
    const CentreAndArea here = face(a, i), there = face(b, i);
    const double areaA = mag(here.area), areaB = mag(there.area);
    if (!(areaA > 0 && areaB > 0)) return {};
    parallel += std::abs(dot(here.area, there.area)) / (areaA * areaB);
    meanA += areaA * here.centre;
    meanB += areaA * there.centre;
    magArea += areaA;
  }
  const auto n = static_cast<double>(a.size);
  if (parallel >= n - 1e-4 * std::sqrt(n)) return {};
  meanA = meanA / magArea;
  meanB = meanB / magArea;

  const CentreAndArea here = face(a, 0), there = face(b, 0);
  const Vec3 from = -1.0 * there.area / mag(there.area), to = here.area / mag(here.area), normal = cross(from, to);
  if (!(mag(normal) > seen)) return {};
  const double angle = std::atan2(mag(normal), dot(from, to));
  const Vec3 axis = normal / mag(normal), apart = meanA - meanB;
  const Vec3 centre = 0.5 * (meanA + meanB) + cross(axis, apart) / (2 * std::tan(angle / 2));
  const Rotation rotation{turnBy(axis, angle), centre};
  for (GlobalLabel i = 0; i < a.size; ++i) {
    const CentreAndArea on = face(a, i), turned = face(b, i);
    const double area = mag(on.area);
    if (mag(dot(rotation.turn, turned.area) + on.area) > 1e-2 * area) return {};
    if (mag(rotation.place(turned.centre) - on.centre) > 1e-3 * std::sqrt(area)) return {};
  }
  return Words{axis, centre, {}};
}

}  // namespace

std::vector<std::string> sayRotations(PolyMesh& mesh) {
  std::vector<std::string> names;
  for (PolyPatch& a : mesh.patches)
    for (PolyPatch& b : mesh.patches) {
      const bool isPair = b.name == a.neighbourPatch && a.name == b.neighbourPatch && a.start < b.start && a.size == b.size;
      if (!isPair || !mayTurn(a) || !mayTurn(b)) continue;
      const std::optional<Words> words = unsaidRotation(mesh, a, b);
      if (!words) continue;
      const auto text = [](const Vec3& v) { return fmt::format("({} {} {})", v.x, v.y, v.z); };
      for (PolyPatch* patch : {&a, &b}) {
        std::erase_if(patch->otherEntries, [](const auto& entry) {
          return entry.first == "transform" || entry.first == "rotationAxis" || entry.first == "rotationCentre";
        });
        patch->otherEntries.emplace_back("transform", "rotational");
        patch->otherEntries.emplace_back("rotationAxis", text(words->axis));
        patch->otherEntries.emplace_back("rotationCentre", text(words->centre));
      }
      names.push_back(a.name);
    }
  return names;
}

bool isRotational(const PolyPatch& patch) {
  const std::string* transform = isCoupled(patch) ? entryOf(patch, "transform") : nullptr;
  return transform && *transform == "rotational";
}

void checkRotation(const PolyPatch& patch, const PolyPatch& partner) {
  if (!isRotational(patch)) return;
  const Words here = wordsOf(patch);
  if (entryOf(patch, "periodicPatch")) fail(patch, "transform rotational is not supported beside a periodicPatch");
  if (!isRotational(partner)) fail(patch, fmt::format("transform rotational, but that of '{}' is another one", partner.name));
  const Words there = wordsOf(partner);
  constexpr double tolerance = 1e-4;
  if (mag(cross(here.axis, there.axis)) > tolerance)
    fail(patch, fmt::format("its rotationAxis and that of '{}' are not parallel", partner.name));
  const Vec3 apart = here.centre - there.centre;
  if (mag(apart - dot(apart, here.axis) * here.axis) > tolerance * std::max(mag(here.centre), mag(there.centre)))
    fail(patch, fmt::format("its rotationCentre and that of '{}' are not on one rotationAxis", partner.name));
}

std::map<int, Rotation> findRotations(const std::vector<PolyPatch>& patches, const std::function<PatchSums(int)>& sums) {
  const std::vector<int> partner = partnerPatches(patches);
  std::map<int, Rotation> rotations;
  for (int a = 0; a < static_cast<int>(patches.size()); ++a) {
    const PolyPatch& patch = patches[static_cast<std::size_t>(a)];
    const int b = partner[static_cast<std::size_t>(a)];
    if (b < a || !isRotational(patch)) continue;
    const Rotation rotation = rotationOf(patch, patches[static_cast<std::size_t>(b)], sums(a), sums(b));
    rotations.emplace(a, rotation);
    rotations.emplace(b, rotation.inverse());
  }
  return rotations;
}

std::map<int, Rotation> findRotations(const Mesh& mesh, const comm::Communicator& communicator) {
  if (std::ranges::none_of(mesh.globalPatches, isRotational)) return {};
  return findRotations(mesh.globalPatches, [&](int p) {
    PatchSums sums;
    for (const CoupledRange& range : mesh.coupled)
      for (Label i = range.start; range.globalIndex == p && i < range.start + range.size; ++i) {
        const Label f = mesh.nInternalFaces + i;
        const Vec3 S = mesh.Sf[f];
        sums.area += S;
        sums.moment += mag(S) * mesh.faceCentres()(f);
        sums.magArea += mag(S);
      }
    communicator.sum(std::span<double>(&sums.area.x, 7));
    return sums;
  });
}

std::vector<comm::Turn> turnsOf(const Mesh& mesh) {
  std::vector<comm::Turn> turns;
  for (const CoupledRange& range : mesh.coupled) {
    const auto at = mesh.rotations.find(range.globalIndex);
    if (at == mesh.rotations.end()) continue;
    for (Label i = range.start; i < range.start + range.size; ++i) {
      const bool apart = mesh.overlaps && i >= mesh.overlaps->first && mesh.overlaps->apart[i - mesh.overlaps->first];
      if (apart) continue;
      if (turns.empty() || turns.back().start + turns.back().count != i || turns.back().turn != at->second.turn)
        turns.push_back({i, 0, at->second.turn});
      ++turns.back().count;
    }
  }
  return turns;
}

void requireRotations(const Mesh& mesh) {
  if (mesh.rotations.empty()) return;
  const auto n = static_cast<std::size_t>(mesh.nCoupledFaces);
  std::vector<Vec3> sides(2 * n);  // from the centre of the rotation to the face: here, and there, turned
  const auto each = [&](auto&& use) {
    for (const CoupledRange& range : mesh.coupled)
      if (const auto at = mesh.rotations.find(range.globalIndex); at != mesh.rotations.end())
        if (!isOverlapping(mesh.globalPatches[static_cast<std::size_t>(range.globalIndex)]))
          for (Label i = range.start; i < range.start + range.size; ++i) use(range, at->second, static_cast<std::size_t>(i));
  };
  const auto centre = mesh.faceCentres();
  each([&](const CoupledRange&, const Rotation& rotation, std::size_t i) {
    sides[i] = centre(mesh.nInternalFaces + static_cast<Label>(i)) - rotation.centre;
  });
  mesh.faceHalo->update(sides);
  constexpr double tolerance = 1e-3;  // of the size of a face
  double worst = 0;
  each([&](const CoupledRange&, const Rotation&, std::size_t i) {
    worst = std::max(worst, mag(sides[n + i] - sides[i]) / std::sqrt(mag(mesh.Sf[mesh.nInternalFaces + static_cast<Label>(i)])));
  });
  worst = mesh.communicator().max(worst);
  if (worst <= tolerance) return;
  std::string names;
  for (const auto& [p, rotation] : mesh.rotations)
    if (!isOverlapping(mesh.globalPatches[static_cast<std::size_t>(p)]))
      names += (names.empty() ? "'" : ", '") + mesh.globalPatches[static_cast<std::size_t>(p)].name + "'";
  throw Error(
      fmt::format("cyclic patches {}: faces are up to {:.2g} of their size off the places to which transform rotational "
                  "turns their partners; is that the axis, are the faces in matching order, and do both sides move together?",
                  names, worst),
      ExitCode::badCase);
}

}  // namespace eagre::mesh
