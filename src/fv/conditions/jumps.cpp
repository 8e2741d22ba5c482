// SPDX-License-Identifier: BSD-3-Clause
#include "fv/conditions/jumps.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fv/words.hpp"
#include "mesh/layout.hpp"

namespace eagre::fv {
namespace conditions {

void WrittenJump::writeSide(const VolScalarField& p, int globalPatch, ConditionWriter& out) const {
  out.entry("type", type());
  out.entry("patchType", "cyclic");
  writeEntries(out);
  out.entry("jump", std::span<const double>(jumpOn(globalPatch)));
  std::vector<double> values;  // the mean of the two sides' values, the jump taken into the one behind
  for (const Label f : mesh::patchFaces(mesh(), globalPatch))
    values.push_back(mesh().weights[f] * p[mesh().owner[f]] + (1 - mesh().weights[f]) * p[mesh().neighbour[f]]);
  out.entry("value", std::span<const double>(values));
}

void WrittenJump::startFrom(const config::Dictionary& dict) {
  mesh::Patch side;
  side.size = static_cast<Label>(firstFaces().size());
  setJump(dict.has("jump") ? readPatchValues<double>(dict, "jump", side)
                           : std::vector<double>(static_cast<std::size_t>(side.size), 0.0));
}

FluxJump::FluxJump(std::string type, const JumpSource& source)
    : WrittenJump(std::move(type), source),
      phiName_(source.dict.getOr("phi", "phi")),
      rhoName_(source.dict.getOr("rho", "rho")),
      uniform_(source.dict.getOr<bool>("uniformJump", false)) {
  startFrom(source.dict);
}

void FluxJump::updateCoeffs(const VolScalarField& p, const Context& context) {
  if (updated_) return;
  updated_ = true;
  const auto* phi = context.registry.surfaceScalar(phiName_);
  if (!phi) lacks("flux", phiName_);
  const bool ofMass = phi->dimensions() == dimMassFlux;
  const auto* rho = ofMass ? require(context.registry.scalar(rhoName_), "density", rhoName_).cells().data() : nullptr;
  std::vector<double> speeds;
  for (const Label f : firstFaces()) {
    const double w = mesh().weights[f];
    const double density = rho ? w * rho[mesh().owner[f]] + (1 - w) * rho[mesh().neighbour[f]] : 1;
    speeds.push_back(phi->faces()[f] / mesh().magSf[f] / density);
  }
  fromSpeed(p, context, speeds);
  setJump(speeds);
}

void FluxJump::writeEntries(ConditionWriter& out) const {
  out.entry("phi", phiName_);
  out.entry("rho", rhoName_);
  out.entry("uniformJump", uniform_ ? "true" : "false");
}

const VolScalarField& FluxJump::require(const VolScalarField* field, const std::string& what, const std::string& name) const {
  if (!field) lacks(what, name);
  return *field;
}

void FluxJump::lacks(const std::string& what, const std::string& name) const {
  throw Error(fmt::format("boundary condition {} on patch {} needs the {} '{}', which this solver does not have", type(),
                          patch().name, what, name),
              ExitCode::badCase);
}

double FluxJump::mean(std::span<const double> values, std::span<const double> weights) const {
  double sums[2] = {};
  for (std::size_t i = 0; i < values.size(); ++i) {
    sums[0] += weights[i] * values[i];
    sums[1] += weights[i];
  }
  mesh().communicator().sum(sums);
  return sums[0] / std::max(sums[1], vSmall);
}

}  // namespace conditions

namespace {

const conditions::JumpTable& table() {
  static const conditions::JumpTable types = [] {
    conditions::JumpTable rows;
    conditions::addFan(rows);
    conditions::addPorousBaffle(rows);
    rows.sort();
    return rows;
  }();
  return types;
}

/// Only the first side's dictionary counts, so the other one must not say anything else.
void requireSame(const conditions::JumpKind& kind, const config::Dictionary& first, const config::Dictionary& second,
                 const std::string& fieldName) {
  const auto textIn = [](const config::Dictionary& d, const char* keyword) {
    const auto* entry = d.find(keyword);
    if (!entry) return std::string();
    config::Dictionary one(d.name(), d.place());
    one.set(*entry);
    return one.toString(0);
  };
  std::vector<const char*> keywords{"type", "patchType"};
  for (const char* keyword : kind.same)
    if (kind.onBothSides || second.has(keyword)) keywords.push_back(keyword);
  for (const char* keyword : keywords)
    if (textIn(first, keyword) != textIn(second, keyword))
      throw Error(
          second.has(keyword) ? second.at(keyword).place : second.place(),
          fmt::format("field {}: '{}' is another one on the other of the two cyclic patches; both sides of a jump say the "
                      "same",
                      fieldName, keyword));
}

}  // namespace

std::vector<Word> jumpConditionWords() { return table().words(); }
bool isJumpWord(const std::string& type) { return table().contains(type); }

template <class T>
void addJumpConditions(VolField<T>& field, const std::map<int, config::Dictionary>& dicts, const Context& context) {
  const auto& patches = context.mesh.globalPatches;
  for (const auto& [index, dict] : dicts) {
    const auto& patch = patches[static_cast<std::size_t>(index)];
    const std::string type = dict.getOr("type", "");
    if (isOverlapping(patch))
      throw Error(dict.at("type").place,
                  fmt::format("patch '{0}' of {1} is of type {2}; its condition must be {2} too, not '{3}'", patch.name,
                              field.name(), patch.type, type));
    const conditions::JumpKind* kind = table().find(type);
    if (nComponents < T >> 1 || !kind || dict.getOr("patchType", "") != "cyclic")
      throw Error(
          dict.at("type").place,
          fmt::format("patch '{}' of {} is cyclic; its condition must be cyclic too{}, not '{}'", patch.name, field.name(),
                      nComponents<T> == 1 ? fmt::format(" (or {} with patchType cyclic)", fmt::join(table().names(), ", ")) : "",
                      type));
    const auto other = std::ranges::find_if(
        dicts, [&](const auto& d) { return patches[static_cast<std::size_t>(d.first)].name == patch.neighbourPatch; });
    if (other == dicts.end())
      throw Error(dict.at("type").place, fmt::format("patch '{}' of {}: the other side, patch '{}', has to be {} too", patch.name,
                                                     field.name(), patch.neighbourPatch, type));
    if (other->first < index) continue;
    requireSame(*kind, dict, other->second, field.name());
    if constexpr (nComponents<T> == 1) field.conditions().push_back(kind->make({dict, context, {index, other->first}}));
  }
}
template void addJumpConditions(VolField<double>&, const std::map<int, config::Dictionary>&, const Context&);
template void addJumpConditions(VolField<Vec3>&, const std::map<int, config::Dictionary>&, const Context&);
template void addJumpConditions(VolField<SymmTensor>&, const std::map<int, config::Dictionary>&, const Context&);

}  // namespace eagre::fv
