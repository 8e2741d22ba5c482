// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "case/flavour/words.hpp"

namespace eagre::flavour {
namespace {

using config::Dictionary;
using config::Entry;

std::string textOf(const Entry& entry) {
  std::string text;
  for (const auto& token : entry.tokens) text += (text.empty() ? "" : " ") + token.text;
  return text;
}

/// "volScalarFieldValue alpha.water 1" out of "alpha.water 1;": a number is a scalar, a list by its length.
std::string fieldValue(const Entry& entry, const std::string& field) {
  static const std::vector<std::pair<std::size_t, const char*>> types{
      {1, "Scalar"}, {3, "Vector"}, {6, "SymmTensor"}, {9, "Tensor"}};
  std::size_t n = 0;
  for (const auto& token : entry.tokens) n += token.kind == config::Token::Kind::number;
  for (const auto& [components, type] : types)
    if (n == components) return fmt::format("vol{}FieldValue {} {}", type, field, textOf(entry));
  throw Error(entry.place, fmt::format("{}: a value of 1, 3, 6 or 9 numbers is expected", entry.keyword));
}

std::string fieldValues(const Dictionary& values) {
  std::string text = "(";
  for (const Entry& entry : values.entries()) text += " " + fieldValue(entry, entry.keyword);
  return text + " )";
}

/// A zone { type sphere; .. } with what is set in it as a region of setFieldsDict.
std::string region(const Entry& zone, const std::string& values) {
  const std::string type = zone.dict->get<std::string>("type"), kind = zone.dict->getOr("zoneType", "cell");
  if (kind != "cell" && kind != "face")
    throw Error(zone.dict->at("zoneType").place,
                fmt::format("zoneType '{}' is not supported in setFieldsDict; cell and face are", kind));
  std::string text = (type == "annulus" ? "cylinderAnnulus" : type) + (kind == "cell" ? "ToCell {" : "ToFace {");
  for (const Entry& entry : zone.dict->entries())
    if (entry.keyword != "type" && entry.keyword != "zoneType" && entry.keyword != "values" && entry.keyword != "value")
      text += fmt::format(" {} {};", entry.keyword, textOf(entry));
  return text + " fieldValues " + values + "; }";
}

void requireDictionary(const Entry& zone) {
  if (!zone.isDict()) throw Error(zone.place, fmt::format("zones: '{}' is not a dictionary", zone.keyword));
}

}  // namespace

config::Dictionary setFieldsDictOfZonal(const std::string& field, const config::Dictionary& zonal) {
  config::Dictionary result(zonal.name(), zonal.place());
  const Entry& value = zonal.at("defaultValue");
  result.set(entryOf("defaultFieldValues", "( " + fieldValue(value, field) + " )", value.place));
  std::string text = "(";
  const Entry& zones = zonal.at("zones");
  for (const Entry& zone : zonal.subDict("zones").entries()) {
    requireDictionary(zone);
    text += " " + region(zone, "( " + fieldValue(zone.dict->at("value"), field) + " )");
  }
  result.set(entryOf("regions", text + " )", zones.place));
  return result;
}

std::optional<config::Dictionary> setFieldsDict(Case& of) {
  const Dictionary* written = of.read("system/setFieldsDict");
  if (!written) return std::nullopt;
  Dictionary result = *written;
  const auto* defaults = written->findExact("defaultValues");
  if (defaults && defaults->isDict() && !written->findExact("defaultFieldValues")) {
    of.note("setFieldsDict: defaultValues is read as defaultFieldValues");
    result.remove("defaultValues");
    result.set(entryOf("defaultFieldValues", fieldValues(*defaults->dict), defaults->place));
  }
  const auto* zones = written->findExact("zones");
  if (zones && zones->isDict() && !written->findExact("regions")) {
    of.note("setFieldsDict: zones is read as regions");
    std::string text = "(";
    for (const Entry& zone : zones->dict->entries()) {
      requireDictionary(zone);
      text += " " + region(zone, fieldValues(zone.dict->subDict("values")));
    }
    result.remove("zones");
    result.set(entryOf("regions", text + " )", zones->place));
  }
  return result;
}

}  // namespace eagre::flavour
