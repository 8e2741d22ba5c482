// SPDX-License-Identifier: BSD-3-Clause
#include "output/dumps/dump_boundary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "config/dictionary.hpp"
#include "fv/conditions/conditions.hpp"
#include "output/foam/field_file_writer.hpp"

namespace eagre::output {
namespace {

constexpr int indentation = 8;

std::string valueText(std::span<const double> value) {
  return value.size() == 1 ? fmt::format("{}", value[0]) : fmt::format("({})", fmt::join(value, " "));
}

std::string listText(const PatchList& list) {
  const auto n = static_cast<std::size_t>(list.components);
  if (isUniform(list.values, list.components)) return "uniform " + valueText(std::span(list.values).first(n));
  std::vector<double> low(list.values.begin(),
                          list.values.begin() + static_cast<std::ptrdiff_t>(std::min(n, list.values.size())));
  std::vector<double> high = low;
  for (std::size_t i = 0; i < list.values.size(); ++i) {
    low[i % n] = std::min(low[i % n], list.values[i]);
    high[i % n] = std::max(high[i % n], list.values[i]);
  }
  const std::string range = low.empty() ? "" : fmt::format(" from {} to {}", valueText(low), valueText(high));
  return fmt::format("nonuniform List<{}> {}{}", valueTypeName(list.components), list.values.size() / n, range);
}

bool isConstraint(const std::string& type) {
  static const std::array<std::string, 8> types{"empty",  "wedge",     "symmetry",   "symmetryPlane",
                                                "cyclic", "cyclicAMI", "cyclicACMI", "processor"};
  return std::find(types.begin(), types.end(), type) != types.end();
}

void checkType(const std::string& type, const DumpedField& field, const DumpedPatch& patch) {
  const bool mustMatch = isConstraint(type) || isConstraint(patch.type);
  if (mustMatch && type != patch.type)
    throw Error(fmt::format("patch '{}' is of type {}; a condition of type {} cannot stand there", patch.name, patch.type, type),
                ExitCode::usage);
  if (mustMatch) return;
  const std::vector<std::string> valid = field.className == "volVectorField"   ? fv::boundaryConditionTypes<Vec3>()
                                         : field.className == "volScalarField" ? fv::boundaryConditionTypes<double>()
                                                                               : std::vector<std::string>{"calculated"};
  if (std::find(valid.begin(), valid.end(), type) == valid.end())
    throw Error(unknownWordMessage("type of boundary condition", type, valid), ExitCode::usage);
}

/// Keywords whose values are of the field's own rank in every condition that has them.
bool isOfField(const std::string& keyword) {
  static const std::array<std::string, 5> keywords{"value", "gradient", "refValue", "refGradient", "inletValue"};
  return std::find(keywords.begin(), keywords.end(), keyword) != keywords.end();
}

/// The value behind "uniform": a number, or as many in brackets as the field's values have.
std::vector<double> uniformValue(const config::Entry& entry, int components) {
  auto reader = entry.reader();
  if (reader.word() != "uniform") reader.fail("'uniform <value>' or 'nonuniform List<..> n(..)' is expected");
  std::vector<double> value;
  const bool bracketed = reader.accept('(');
  do value.push_back(reader.number());
  while (bracketed && !reader.accept(')'));
  reader.expectEnd();
  const auto count = [](std::size_t n) { return n == 1 ? std::string("one number") : fmt::format("{} numbers in brackets", n); };
  if (const auto n = static_cast<std::size_t>(components); value.size() != n || bracketed != (n > 1))
    reader.fail(fmt::format("a {} ({}) is expected, found {}{}", valueTypeName(components), count(n), count(value.size()),
                            bracketed && value.size() == 1 ? " in brackets" : ""));
  return value;
}

/// Faces that have values.
std::int64_t valuesOn(const DumpedPatch& patch) { return patch.type == "empty" ? 0 : patch.faces; }

PatchList listOf(const config::Entry& entry, const DumpedPatch& patch, int components) {
  const config::FieldList& list = *entry.tokens[1].list;
  const auto count = static_cast<std::int64_t>(list.values.size()) / list.components;
  if (isOfField(entry.keyword) && list.components != components)
    throw Error(
        fmt::format("{}: a List<{}> where the field needs a List<{}>", entry.keyword, list.type, valueTypeName(components)));
  if (count != valuesOn(patch))
    throw Error(fmt::format("{}: {} values for the {} faces of patch '{}'", entry.keyword, count, valuesOn(patch), patch.name));
  return {list.components, list.values};
}

/// One value for all faces.
PatchList repeated(const std::vector<double>& value, const DumpedPatch& patch) {
  PatchList list{static_cast<int>(value.size()), {}};
  for (std::int64_t i = 0; i < valuesOn(patch); ++i) list.values.insert(list.values.end(), value.begin(), value.end());
  return list;
}

/// One line of a field file: brackets without the blanks that stand between tokens.
std::string lineOf(const config::Entry& entry) {
  config::Dictionary single;
  single.set(entry);
  std::string text = single.toString(indentation);
  if (text.find('"') != std::string::npos) return text;
  for (const auto& [spaced, tight] : {std::pair("( ", "("), std::pair(" )", ")")})
    for (std::size_t at = text.find(spaced); at != std::string::npos; at = text.find(spaced)) text.replace(at, 2, tight);
  return text;
}

}  // namespace

std::string showPatchEntry(const DumpedPatch& patch, const PatchEntry& entry) {
  std::string text = entry.text;
  for (const auto& [keyword, list] : entry.lists) {
    const std::string line = fmt::format("{:{}}{};\n", "", indentation, keyword);
    if (const auto at = text.find(line); at != std::string::npos)
      text.replace(at, line.size(), fmt::format("{:{}}{:<15} {};\n", "", indentation, keyword, listText(list)));
  }
  return fmt::format("    {}\n    {{\n{}    }}\n", patch.name, text);
}

PatchEntry parsePatchEntry(const std::string& text, const DumpedField& field, int components, const DumpedPatch& patch) {
  try {
    config::ReadOptions options;
    options.allowFileAccess = false;
    const auto dict = config::Dictionary::parse(text, "--set", options);
    const auto type = dict.get<std::string>("type");
    checkType(type, field, patch);
    PatchEntry entry;
    for (const config::Entry& e : dict.entries()) {
      const bool isList = !e.isDict() && e.tokens.size() == 2 && e.tokens[1].kind == config::Token::Kind::list;
      const auto uniform = !e.isDict() && !isList && isOfField(e.keyword) ? uniformValue(e, components) : std::vector<double>{};
      if (isList)
        entry.lists[e.keyword] = listOf(e, patch, components);
      else if (e.keyword == "value" && !e.isDict())
        entry.lists[e.keyword] = repeated(uniform, patch);  // for the surface, and for those that read no text
      entry.text += entry.lists.contains(e.keyword) ? fmt::format("{:{}}{};\n", "", indentation, e.keyword) : lineOf(e);
    }
    // A flux is nothing but values, and OpenFOAM takes no `calculated` without.
    if ((!field.ofCells() || type == "calculated") && !entry.lists.contains("value"))
      throw Error(fmt::format("value is missing; a {} of type {} has to have one", field.className, type));
    return entry;
  } catch (const Error& e) { throw Error(fmt::format("{} on patch {}: {}", field.name, patch.name, e.what()), ExitCode::usage); }
}

}  // namespace eagre::output
