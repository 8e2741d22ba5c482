// SPDX-License-Identifier: BSD-3-Clause
#include "case/create_patch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "case/block_mesh_dict.hpp"
#include "case/patch_entries.hpp"
#include "case/repatch.hpp"

namespace eagre::case_ {

using config::Dictionary;
using config::TokenReader;
using mesh::PolyMesh;
using mesh::PolyPatch;

namespace {

CreatePatchPlan::Patch readPatch(const Dictionary& dict, const std::string& keyword = {}) {
  CreatePatchPlan::Patch plan;
  plan.place = dict.place();
  const std::string name = keyword.empty() ? dict.get<std::string>("name") : dict.getOr("name", keyword);
  const Dictionary& info = dict.subDict(dict.has("patchInfo") || !dict.has("dictionary") ? "patchInfo" : "dictionary");
  plan.patch = makePatch(name, textEntries(info), info.place());
  checkPatchType(plan.patch.type, info.place());
  const std::array<std::string, 3> sources{"patches", "set", "zone"};
  const std::string source = dict.getChoice("constructFrom", sources);
  if (source == "set")
    plan.set = dict.get<std::string>("set");
  else if (source == "zone" && dict.at("zone").isDict())
    plan.generator = dict.subDict("zone");
  else if (source == "zone")
    plan.zone = dict.get<std::string>("zone");
  else
    plan.patches = readNames(dict, "patches", "patches");
  for (const std::string& message : dict.misspeltEntries()) throw Error(message, ExitCode::badCase);
  return plan;
}

}  // namespace

CreatePatchPlan readCreatePatchDict(const Dictionary& dict, bool needsPointSync) {
  CreatePatchPlan plan;
  Problems problems;
  const Dictionary* const named = dict.has("patches") && dict.at("patches").isDict() ? &dict.subDict("patches") : nullptr;
  problems.guard(
      [&] { plan.pointSync = named || !needsPointSync ? dict.getOr<bool>("pointSync", false) : dict.get<bool>("pointSync"); });
  if (named)
    for (const auto& entry : named->entries())
      problems.guard([&] { plan.patches.push_back(readPatch(named->subDict(entry.keyword), entry.keyword)); });
  // Names of 2.x and before.
  const std::string keyword = dict.has("patchInfo") && !dict.has("patches") ? "patchInfo" : "patches";
  if (!named)
    problems.guard([&] {
      TokenReader reader = dict.at(keyword).reader();
      if (!reader.peek().is('(')) reader.integer();  // "2 ( .. )"
      for (reader.expect('('); !reader.accept(')');) {
        if (!reader.peek().is('{')) reader.word();
        const Dictionary entry = reader.dict(dict.name() + ".patches");
        problems.guard([&] { plan.patches.push_back(readPatch(entry)); });
      }
      reader.expectEnd();
    });
  problems.throwIfAny(fmt::format("{}: the patches cannot be made:", dict.place().file));
  return plan;
}

namespace {

/// The place of a patch among those there are; it is added if it is new.
Label findOrAdd(std::vector<PolyPatch>& patches, const PolyPatch& wanted, Log& log) {
  const auto there = std::ranges::find_if(patches, [&](const PolyPatch& p) { return p.name == wanted.name; });
  if (there != patches.end()) {
    log.line(fmt::format("Patch '{}' already exists.  Only moving patch faces - type will remain the same", wanted.name));
    return static_cast<Label>(there - patches.begin());
  }
  log.line(fmt::format("Adding new patch {} as patch {} of type {}", wanted.name, patches.size(), wanted.type));
  patches.push_back(wanted);
  return static_cast<Label>(patches.size()) - 1;
}

/// The faces of the patches that a name or pattern matches. None: a warning, as in OpenFOAM.
std::vector<Label> facesOfPatches(const CreatePatchPlan::Patch& plan, const PolyMesh& mesh, Label target, Log& log) {
  std::vector<Label> faces;
  for (const NamePattern& name : plan.patches) try {
      for (const std::size_t p : patchesMatching({name}, mesh, plan.place)) {
        const PolyPatch& patch = mesh.patches[p];
        log.line(fmt::format("Moving faces from patch {} to patch {}", patch.name, target));
        for (GlobalLabel f = patch.start; f < patch.start + patch.size; ++f) faces.push_back(static_cast<Label>(f));
      }
    } catch (const Error& e) { log.warnOnce(fmt::format("{}; no faces are moved to '{}'", e.what(), plan.patch.name)); }
  return faces;
}

bool isOfPatches(const CreatePatchPlan::Patch& plan) { return plan.set.empty() && plan.zone.empty() && !plan.generator; }

using FacesOf = std::function<std::vector<Label>(const CreatePatchPlan::Patch&)>;

std::vector<Label> facesOfSet(const CreatePatchPlan::Patch& plan, const PolyMesh& mesh, const FacesOf& facesOf, Log& log) {
  std::vector<Label> faces = facesOf(plan);
  const std::string source = !plan.set.empty()    ? fmt::format("faceSet '{}'", plan.set)
                             : !plan.zone.empty() ? fmt::format("faceZone '{}'", plan.zone)
                                                  : std::string("the zone that it describes");
  log.line(fmt::format("Read {} faces from {}", faces.size(), source));
  const auto nInternal = std::ranges::lower_bound(faces, mesh.nInternalFaces()) - faces.begin();
  if (nInternal > 0)
    throw Error(plan.place, fmt::format("{} of the {} faces of {} are inside the mesh (the first is {}), so they cannot be of a "
                                        "patch; createBaffles makes patches of internal faces",
                                        nInternal, faces.size(), source, faces.front()));
  return faces;
}

/// Makes the points of both sides of translated cyclic pairs agree to the last digit: of two the one nearer to the origin.
void syncPoints(PolyMesh& mesh) {
  const auto centre = [&](GlobalLabel f) {
    Vec3 sum;
    const auto points = mesh.pointsOf(static_cast<Label>(f));
    for (const Label p : points) sum += mesh.points[p];
    return sum / static_cast<double>(points.size());
  };
  for (const PolyPatch& patch : mesh.patches) {
    const auto other = std::ranges::find_if(mesh.patches, [&](const PolyPatch& p) { return p.name == patch.neighbourPatch; });
    if (patch.type != "cyclic" || patch.size == 0 || other == mesh.patches.end() || other->start < patch.start) continue;
    const std::vector<Vec3> before = mesh.points;
    const Vec3 separation = centre(other->start) - centre(patch.start);
    for (GlobalLabel i = 0; i < patch.size; ++i) {
      const auto here = mesh.pointsOf(static_cast<Label>(patch.start + i)),
                 there = mesh.pointsOf(static_cast<Label>(other->start + i));
      for (std::size_t k = 0; k < here.size(); ++k) {
        const Label a = here[k], b = there[(there.size() - k) % there.size()];
        const Vec3 fromB = before[b] - separation, fromA = before[a] + separation;
        // A rotation is left alone.
        if (mag(fromB - before[a]) > 1e-3 * mag(separation)) continue;
        if (magSqr(fromB) < magSqr(mesh.points[a])) mesh.points[a] = fromB;
        if (magSqr(fromA) < magSqr(mesh.points[b])) mesh.points[b] = fromA;
      }
    }
  }
}

}  // namespace

PolyMesh createPatch(const CreatePatchPlan& plan, const PolyMesh& mesh, const FacesOf& facesOf, Log& log) {
  std::vector<PolyPatch> patches = mesh.patches;
  std::vector<Label> target;
  std::vector<std::string> named;
  for (const auto& p : plan.patches) {
    target.push_back(findOrAdd(patches, p.patch, log));
    named.push_back(p.patch.name);
  }
  std::vector<FaceOrigin> faces = faceOrigins(mesh);
  Problems problems;
  for (std::size_t i = 0; i < plan.patches.size(); ++i)
    problems.guard([&] {
      const auto& p = plan.patches[i];
      const std::vector<Label> moved =
          isOfPatches(p) ? facesOfPatches(p, mesh, target[i], log) : facesOfSet(p, mesh, facesOf, log);
      for (const Label f : moved) faces[f].patch = target[i];
    });
  problems.throwIfAny("the patches cannot be made:");
  PolyMesh result = assembleFaces(mesh, std::move(patches), faces);
  if (plan.pointSync) syncPoints(result);
  removeEmptyPatches(result, named, log);
  return result;
}

}  // namespace eagre::case_
