// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "case/flavour/words.hpp"

namespace eagre::flavour {
namespace {

using config::Dictionary;
using config::Entry;

/// These solvers knew no moving mesh then; interDyMFoam and pimpleDyMFoam were their siblings that did.
bool isForStaticMeshes(const std::string& application, const Flavour& flavour) {
  return (application == "interFoam" || application == "pimpleFoam") &&
         (flavour.olderThanOrg(6) || (flavour.fork == Fork::com && flavour.version < 1806));
}

/// Changes copies of the sub-dictionaries of a dictionary and puts them in their place.
template <class Change>
void changeParts(Dictionary& dict, Change&& change) {
  std::vector<Entry> parts;
  for (const Entry& part : dict.entries())
    if (part.isDict()) parts.push_back(renamed(part, part.keyword));
  for (Entry& part : parts) {
    change(*part.dict);
    dict.set(std::move(part));
  }
}

/// A function that is a dictionary with its type, as a word with its coefficients; so are the motions of a multiMotion.
void nameFunction(Dictionary& motion) {
  const Entry* const function = motion.findExact("solidBodyMotionFunction");
  if (!function || !function->isDict()) return;
  const Entry written = *function;
  const auto type = written.dict->get<std::string>("type");
  motion.set(entryOf("solidBodyMotionFunction", type, written.place));
  Entry coefficients = renamed(written, type + "Coeffs");
  if (const Entry* const scale = coefficients.dict->findExact("lambda"); scale && type == "SDA")
    coefficients.dict->set(renamed(*scale, "lamda"));
  if (type == "multiMotion")
    changeParts(*coefficients.dict, [](Dictionary& part) {
      if (const Entry* const name = part.findExact("type")) {
        part.set(renamed(*name, "solidBodyMotionFunction"));
        part.remove("type");
      }
    });
  motion.set(std::move(coefficients));
}

/// `cellZone all;`: the mesh as a whole.
void nameZone(Dictionary& motion) {
  const Entry* const zone = motion.findExact("cellZone");
  if (!zone || zone->isDict() || zone->reader().word() != "all") return;
  motion.remove("cellZone");
}

/// `type list;`: a part of the mesh for each dictionary in it.
void addZones(const Dictionary& list, Dictionary& zones) {
  for (const Entry& part : list.entries()) {
    if (!part.isDict()) continue;
    const Entry& type = part.dict->at("type");
    if (type.reader().word() != "solidBody")
      throw Error(type.place,
                  fmt::format("mover {} of a list: '{}' is not supported; solidBody is", part.keyword, type.reader().word()));
    Entry motion = renamed(part, part.dict->get<std::string>("cellZone"));
    nameFunction(*motion.dict);
    zones.set(std::move(motion));
  }
}

[[noreturn]] void throwNoDictionary(const Entry& mover) {
  throw Error(mover.place, "mover is no dictionary; write mover { type motionSolver; .. }");
}

/// The dictionary `mover` in the words of v1912.
Dictionary moverWords(const Dictionary& written, const Entry& mover, Case& of) {
  Dictionary result(written.name(), written.place());
  result.set(entryOf("dynamicFvMesh", "dynamicMotionSolverFvMesh", mover.place));
  const Entry& type = mover.dict->at("type");
  const std::string word = type.reader().word();
  of.note(fmt::format("mover of constant/dynamicMeshDict, of type {}, is read as dynamicFvMesh dynamicMotionSolverFvMesh", word));
  if (word == "list") {
    result.set(entryOf("motionSolver", "multiSolidBodyMotionSolver", type.place));
    addZones(*mover.dict, result.setDict("multiSolidBodyMotionSolverCoeffs"));
    return result;
  }
  for (const Entry& entry : mover.dict->entries())
    if (entry.keyword != "type" && entry.keyword != "libs") result.set(renamed(entry, entry.keyword));
  const Entry* const solver = mover.dict->findExact(word);  // motionSolver, pointMeshMover
  result.set(solver ? renamed(*solver, "motionSolver") : entryOf("motionSolver", word, type.place));
  // Later than version 13 the mover moves the points, without pointDisplacement.
  if (!solver && (word == "rigidBodyMotion" || word == "sixDoFRigidBodyMotion")) result.set("farField", "weighed");
  if (result.get<std::string>("motionSolver") == "motionSolverList") {
    result.remove("motionSolver");
    result.set(entryOf("dynamicFvMesh", "dynamicMotionSolverListFvMesh", mover.place));
    if (const Entry* const list = result.findExact("solvers"); list && list->isDict())
      changeParts(*list->dict, [](Dictionary& part) {
        nameFunction(part);
        nameZone(part);
      });
  }
  nameFunction(result);
  nameZone(result);
  return result;
}

/// The origin of a rotation was CofG before OpenFOAM 2.3. In place.
void nameOrigin(Dictionary& dict, Case& of) {
  for (const char* const function : {"axisRotationMotion", "oscillatingRotatingMotion", "rotatingMotion"}) {
    const std::string name = std::string(function) + "Coeffs";
    const Dictionary* const coeffs = dict.findDict(name);
    const Entry* const centre = coeffs ? coeffs->findExact("CofG") : nullptr;
    if (!centre || coeffs->has("origin")) continue;
    dict.setDict(name).set(renamed(*centre, "origin"));
    dict.setDict(name).remove("CofG");
    of.note(fmt::format("CofG of {} is read as origin", function));
  }
}

/// rotatingMotion of OpenFOAM 2.1 and before, by radialVelocity: axisRotationMotion of v1912. In place, with the
/// dictionaries inside of zones.
void renameRotations(Dictionary& dict, Case& of) {
  nameOrigin(dict, of);
  const Entry* const function = dict.findExact("solidBodyMotionFunction");
  const Dictionary* const coeffs = dict.findDict("rotatingMotionCoeffs");
  if (function && coeffs && coeffs->has("radialVelocity") && !coeffs->has("omega")) {
    Dictionary axis(coeffs->name(), coeffs->place());
    for (const Entry& entry : coeffs->entries()) axis.set(renamed(entry, entry.keyword));
    dict.set(entryOf("solidBodyMotionFunction", "axisRotationMotion", function->place));
    dict.setDict("axisRotationMotionCoeffs") = axis;
    dict.remove("rotatingMotionCoeffs");
    of.note("rotatingMotion with radialVelocity is read as axisRotationMotion");
  }
  for (const Entry& entry : std::vector<Entry>(dict.entries().begin(), dict.entries().end()))
    if (entry.isDict()) renameRotations(dict.setDict(entry.keyword), of);
}

/// `solver velocityComponentLaplacian x;` of OpenFOAM 2: the component is an entry of its own in v1912.
void nameComponent(Dictionary& dict, Case& of) {
  for (const char* keyword : {"solver", "motionSolver"}) {
    const Entry* const entry = dict.findExact(keyword);
    if (!entry || entry->isDict()) continue;
    auto reader = entry->reader();
    const std::string word = reader.word();
    if (reader.atEnd() || !word.ends_with("ComponentLaplacian")) continue;
    const Place place = entry->place;
    const std::string component = reader.word();
    dict.set(entryOf(keyword, word, place));
    dict.set(entryOf("component", component, place));
    of.note(fmt::format("{} {} {} is read as {} {} and component {}", keyword, word, component, keyword, word, component));
  }
}

/// The field that decides where a mesh is refined, under the name that it had before 2.3.
void nameField(Dictionary& dict, Case& of) {
  const Entry* const field = dict.findExact("field");
  if (field && !field->isDict() && field->reader().word() == "alpha1") {
    const Place place = field->place;
    dict.set(entryOf("field", "alpha." + of.phase1(), place));
    of.note(fmt::format("field alpha1 of constant/dynamicMeshDict is read as alpha.{}", of.phase1()));
  }
  if (dict.findDict("dynamicRefineFvMeshCoeffs")) nameField(dict.setDict("dynamicRefineFvMeshCoeffs"), of);
}

/// Bodies of OpenFOAM 2.3.0 and before were moved by the method that is called symplectic today.
void nameBodySolver(Dictionary& dict, Case& of) {
  const Dictionary* const body = dict.findDict("sixDoFRigidBodyMotionCoeffs");
  if (!body || !of.flavour.olderThanOrg(3) || body->has("solver")) return;
  dict.setDict("sixDoFRigidBodyMotionCoeffs").setDict("solver").set("type", "symplectic");
  of.note("sixDoFRigidBodyMotion without solver is read as solver symplectic");
}

/// What moves a mesh that is refined; empty: nothing does.
Dictionary besideRefiner(const Dictionary& written, Case& of) {
  const Entry* const mover = written.find("mover");
  if (mover && !mover->isDict() && mover->reader().word() != "none") throwNoDictionary(*mover);
  const bool moves = mover && mover->isDict() && mover->dict->getOr("type", "") != "none";
  return moves ? moverWords(written, *mover, of) : Dictionary(written.name(), written.place());
}

/// `topoChanger { type refiner; .. }` in the words of v1912 (and with a mover of v2006); nothing if cells stay as they are.
/// Error: another type.
std::optional<Dictionary> refinerWords(const Dictionary& written, Case& of) {
  const auto* changer = written.find("topoChanger");
  if (!changer) return std::nullopt;
  const std::string type = changer->isDict() ? changer->dict->getOr("type", "") : changer->reader().word();
  if (type == "none") return std::nullopt;
  if (type == "refiner" && changer->isDict()) {
    Dictionary result = besideRefiner(written, of);
    result.set(entryOf("dynamicFvMesh", "dynamicRefineFvMesh", changer->place));
    Dictionary& refiner = result.setDict("dynamicRefineFvMeshCoeffs");
    for (const Entry& entry : changer->dict->entries())
      if (entry.keyword != "type" && entry.keyword != "libs" && entry.keyword != "mover")
        refiner.set(renamed(entry, entry.keyword));
    of.note("topoChanger refiner of constant/dynamicMeshDict is read as dynamicFvMesh dynamicRefineFvMesh");
    return result;
  }
  throw Error(
      changer->place,
      fmt::format("topoChanger '{}': of meshes whose cells change during a run refiner is supported; write type none (or run "
                  "with --set constant/dynamicMeshDict:topoChanger.type=none) for a run "
                  "on the mesh as it is at the start, and refine it there beforehand (refineMesh, snappyHexMesh)",
                  type));
}

}  // namespace

std::optional<Dictionary> dynamicMeshDict(Case& of) {
  const auto* written = of.read("constant/dynamicMeshDict");
  if (!written) return std::nullopt;
  if (auto refiner = refinerWords(*written, of)) return refiner;
  if (const auto* mover = written->find("mover")) {
    if (!mover->isDict()) throwNoDictionary(*mover);
    return moverWords(*written, *mover, of);
  }
  const auto* control = of.read("system/controlDict");
  std::string application;
  if (control) application = control->getOr("application", "");
  if (isForStaticMeshes(application, of.flavour)) {
    const auto* type = written->find("dynamicFvMesh");
    if (type && type->reader().word() != "staticFvMesh")
      of.warn(fmt::format("{}: {} of {} does not read this file ({} does): the mesh stands still", toString(type->place),
                          application, of.flavour.name(), application == "interFoam" ? "interDyMFoam" : "pimpleDyMFoam"));
    return std::nullopt;
  }
  if (!of.flavour.orgSince(10)) {
    Dictionary result = *written;
    nameComponent(result, of);
    nameBodySolver(result, of);
    renameRotations(result, of);
    nameField(result, of);
    return result;
  }
  const auto* old = written->find("dynamicFvMesh");
  if (old && old->reader().word() != "staticFvMesh")
    of.warn(fmt::format("{}: dynamicFvMesh is not read by {} (mover and topoChanger are): the mesh stands still",
                        toString(old->place), of.flavour.name()));
  return std::nullopt;
}

}  // namespace eagre::flavour
