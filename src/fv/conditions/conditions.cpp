// SPDX-License-Identifier: BSD-3-Clause
#include "fv/conditions/conditions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/word_messages.hpp"
#include "fv/conditions/basic.hpp"
#include "fv/conditions/coded.hpp"
#include "fv/conditions/transform.hpp"
#include "fv/fields/jump_condition.hpp"
#include "fv/time/ddt.hpp"
#include "fv/words.hpp"

namespace eagre::fv {

namespace conditions {
// Each in the file of its family.
template <class T>
void addBasic(Table<T>& table);
template <class T>
void addConstraint(Table<T>& table);
template <class T>
void addInletOutlet(Table<T>& table);
template <class T>
void addUniform(Table<T>& table);
template <class T>
void addExpression(Table<T>& table);
template <class T>
void addAdvective(Table<T>& table);
template <class T>
void addTurbulentInlet(Table<T>& table);
template <class T>
void addMapped(Table<T>& table);
template <class T>
void addMappedFile(Table<T>& table);
void addSlip(Table<double>& table);
void addSlip(Table<Vec3>& table);
void addPressure(Table<double>& table);
void addHydrostaticPressure(Table<double>& table);
void addFanPressure(Table<double>& table);
void addAtmosphere(Table<double>& table);
void addAtmosphere(Table<Vec3>& table);
void addPlenum(Table<double>& table);
void addFreestream(Table<double>& table);
void addFreestream(Table<Vec3>& table);
void addContactAngle(Table<double>& table);
void addVariableHeight(Table<double>& table);
void addVariableHeight(Table<Vec3>& table);
void addPressureVelocity(Table<Vec3>& table);
void addFlowRate(Table<Vec3>& table);
void addVelocityByFlow(Table<Vec3>& table);
void addDirectionMixed(Table<Vec3>& table);
void addWallVelocity(Table<Vec3>& table);
void addWallFunctions(Table<double>& table);
void addV2fWallFunctions(Table<double>& table);
void addNutWallFunctions(Table<double>& table);
void addNutFromVelocity(Table<double>& table);
void addTurbulentInlets(Table<double>& table);
void addWaves(Table<double>& table);
void addWaves(Table<Vec3>& table);
}  // namespace conditions

namespace {

/// The types that fields of scalars and vectors have beside those of all fields.
template <class T>
void addOfOtherFields(conditions::Table<T>& table) {
  conditions::addSlip(table);
  conditions::addUniform(table);
  conditions::addExpression(table);
  conditions::addCoded(table);
  conditions::addAdvective(table);
  conditions::addTurbulentInlet(table);
  conditions::addMapped(table);
  conditions::addMappedFile(table);
  conditions::addFreestream(table);
  conditions::addAtmosphere(table);
  conditions::addVariableHeight(table);
  conditions::addWaves(table);
  if constexpr (nComponents<T> == 1) {
    conditions::addPressure(table);
    conditions::addHydrostaticPressure(table);
    conditions::addFanPressure(table);
    conditions::addPlenum(table);
    conditions::addContactAngle(table);
    conditions::addWallFunctions(table);
    conditions::addV2fWallFunctions(table);
    conditions::addNutWallFunctions(table);
    conditions::addNutFromVelocity(table);
    conditions::addTurbulentInlets(table);
  } else {
    conditions::addPressureVelocity(table);
    conditions::addFlowRate(table);
    conditions::addVelocityByFlow(table);
    conditions::addDirectionMixed(table);
    conditions::addWallVelocity(table);
  }
}

/// Every type that a field file may name. A new family of conditions is one file in conditions/, its declaration above and its
/// line here.
template <class T>
conditions::Table<T> makeTable() {
  conditions::Table<T> table;
  conditions::addBasic(table);
  conditions::addConstraint(table);
  conditions::addInletOutlet(table);
  if constexpr (!std::is_same_v<T, SymmTensor>) addOfOtherFields(table);
  table.sort();
  return table;
}

template <class T>
const conditions::Table<T>& table() {
  static const conditions::Table<T> types = makeTable<T>();
  return types;
}

constexpr std::string_view constraintTypes[] = {"empty",  "wedge",     "symmetry",  "symmetryPlane",
                                                "cyclic", "cyclicAMI", "cyclicACMI"};

bool isConstraint(std::string_view type) { return std::ranges::find(constraintTypes, type) != std::end(constraintTypes); }

/// Types of OpenFOAM that cannot be had, with the reason; "" for any other.
std::string refusal(const std::string& type) {
  if (isJumpWord(type)) return fmt::format("boundary condition '{}' is for pressures on pairs of cyclic patches", type);
  return {};
}

void checkConstraint(const conditions::Source& source, const std::string& type) {
  const std::string& patchType = source.patch.type;
  const bool overridden = source.dict.getOr("patchType", "") == patchType;
  if (isConstraint(patchType) && type != patchType && !overridden)
    source.fail(fmt::format("a patch of type {} needs the boundary condition {}, not '{}'", patchType, patchType, type), "type");
  if (isConstraint(type) && type != patchType)
    source.fail(
        fmt::format("boundary condition '{}' is for patches of type {}; this patch is of type '{}'", type, type, patchType),
        "type");
}

}  // namespace

template <class T>
std::vector<std::string> boundaryConditionTypes() {
  return table<T>().names();
}
template std::vector<std::string> boundaryConditionTypes<double>();
template std::vector<std::string> boundaryConditionTypes<Vec3>();
template std::vector<std::string> boundaryConditionTypes<SymmTensor>();

std::vector<Word> conditionWords() {
  std::vector<Word> scalar = table<double>().words();
  for (Word& word : jumpConditionWords()) scalar.push_back(std::move(word));
  return merged({{"scalar", std::move(scalar)}, {"vector", table<Vec3>().words()}});
}

namespace {

/// What a word is that is no condition of such a field; "" if it is none elsewhere either.
template <class T>
std::string otherWord(const std::string& type) {
  constexpr bool isScalar = nComponents<T> == 1, isVector = std::is_same_v<T, Vec3>;
  if (type == "wall" || type == "patch")
    return fmt::format(
        "'{}' is a type of patches in the mesh, not a boundary condition; {}", type,
        isVector ? "noSlip, fixedValue or zeroGradient are conditions" : "zeroGradient or fixedValue are conditions");
  const char* const kind = isScalar ? "scalars" : isVector ? "vectors" : "symmetric tensors";
  for (const auto& [other, has] :
       {std::pair{"scalars", table<double>().contains(type)}, {"vectors", table<Vec3>().contains(type)}})
    if (has) return fmt::format("boundary condition '{}' is for fields of {}, and this is one of {}", type, other, kind);
  return {};
}

}  // namespace

template <class T>
std::unique_ptr<BoundaryCondition<T>> makeBoundaryCondition(const config::Dictionary& dict, const mesh::Patch& patch,
                                                            const Context& context, const std::string& fieldName) {
  const conditions::Source source{dict, patch, context, fieldName};
  const std::string type = dict.get<std::string>("type");
  // OpenFOAM lets any condition carry a value, needed or not.
  dict.find("value");
  const conditions::Maker<T>* make = table<T>().find(type);
  if (!make)
    if (const std::string why = conditions::codedRefusal(type, dict); !why.empty()) source.fail(why, "type");
  if (const std::string why = refusal(type); !why.empty()) source.fail(why, "type");
  if (!make) {
    if (const std::string why = otherWord<T>(type); !why.empty()) source.fail(why, "type");
    source.fail(unknownWordMessage("boundary condition", type, boundaryConditionTypes<T>(), "conditions"), "type");
  }
  if (type == "symmetryPlane" && patch.type == "symmetry")  // of OpenFOAM up to 2.2, where the plane may be bent
    return conditions::makeConstraint<T>(context.mesh, patch);
  checkConstraint(source, type);
  return (*make)(source);
}
template std::unique_ptr<BoundaryCondition<double>> makeBoundaryCondition(const config::Dictionary&, const mesh::Patch&,
                                                                          const Context&, const std::string&);
template std::unique_ptr<BoundaryCondition<Vec3>> makeBoundaryCondition(const config::Dictionary&, const mesh::Patch&,
                                                                        const Context&, const std::string&);
template std::unique_ptr<BoundaryCondition<SymmTensor>> makeBoundaryCondition(const config::Dictionary&, const mesh::Patch&,
                                                                              const Context&, const std::string&);

// ---- made in code -----------------------------------------------------------------------------------------------
template <class T>
std::unique_ptr<BoundaryCondition<T>> makeZeroGradient(const mesh::Patch& patch) {
  return std::make_unique<conditions::ZeroGradient<T>>(patch);
}
template <class T>
std::unique_ptr<BoundaryCondition<T>> makeFixedValue(const mesh::Patch& patch, std::vector<T> value) {
  return std::make_unique<conditions::FixedValue<T>>("fixedValue", patch, std::move(value));
}
template <class T>
std::unique_ptr<BoundaryCondition<T>> makeCalculated(const mesh::Patch& patch) {
  return std::make_unique<conditions::Calculated<T>>(patch);
}

namespace {
/// Constraint types where the patch has one, elsewhere make(patch).
template <class T, class Make>
void setConditions(VolField<T>& field, Make make) {
  auto& list = field.conditions();
  list.clear();
  for (const mesh::Patch& patch : field.mesh().patches) {
    auto constraint = conditions::makeConstraint<T>(field.mesh(), patch);
    list.push_back(constraint ? std::move(constraint) : make(patch));
  }
}
}  // namespace

template <class T>
void setCalculatedConditions(VolField<T>& field) {
  setConditions(field, [](const mesh::Patch& patch) { return makeCalculated<T>(patch); });
}
void setExtrapolatedConditions(VolScalarField& field) {
  setConditions(field,
                [](const mesh::Patch& patch) { return std::make_unique<conditions::ExtrapolatedCalculated<double>>(patch); });
}

template std::unique_ptr<BoundaryCondition<double>> makeZeroGradient(const mesh::Patch&);
template std::unique_ptr<BoundaryCondition<Vec3>> makeZeroGradient(const mesh::Patch&);
template std::unique_ptr<BoundaryCondition<double>> makeFixedValue(const mesh::Patch&, std::vector<double>);
template std::unique_ptr<BoundaryCondition<Vec3>> makeFixedValue(const mesh::Patch&, std::vector<Vec3>);
template std::unique_ptr<BoundaryCondition<double>> makeCalculated(const mesh::Patch&);
template std::unique_ptr<BoundaryCondition<Vec3>> makeCalculated(const mesh::Patch&);
template void setCalculatedConditions(VolField<double>&);
template void setCalculatedConditions(VolField<Vec3>&);
template void setCalculatedConditions(VolField<SymmTensor>&);

template <class T>
int oldLevelsRead(const VolField<T>& field, const Context& context) {
  if (std::ranges::none_of(field.conditions(), [](const auto& condition) { return condition->readsOld(); })) return 0;
  return std::max(1, ddtScheme(context, field.name()).nOldTimes());
}
template int oldLevelsRead(const VolScalarField&, const Context&);
template int oldLevelsRead(const VolVectorField&, const Context&);

bool looksFor(const std::string& name, const VolVectorField& U, const Context& context) {
  const std::string what = conditions::missingScalar(context, name);
  return !what.empty() &&
         std::ranges::any_of(U.conditions(), [&](const auto& condition) { return condition->missing(context) == what; });
}

void checkWhatConditionsNeed(const Context& context, Problems& problems) {
  const auto check = [&](const auto& fields) {
    for (const auto& [name, field] : fields)
      for (const auto& condition : field->conditions())
        if (const std::string what = condition->missing(context); !what.empty()) problems.add(condition->needsText(name, what));
  };
  check(context.registry.scalars());
  check(context.registry.vectors());
  check(context.registry.symmTensors());
}

bool needsReference(const VolScalarField& p) {
  const auto fixes = [](const auto& condition) { return condition->fixesValue() && condition->patch().type != "empty"; };
  return !p.mesh().communicator().any(std::ranges::any_of(p.conditions(), fixes));
}

}  // namespace eagre::fv
