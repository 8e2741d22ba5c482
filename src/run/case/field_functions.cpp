// SPDX-License-Identifier: BSD-3-Clause
#include "run/case/field_functions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "case/flavour/words.hpp"
#include "case/set_fields.hpp"
#include "run/case/initial_waves.hpp"
#include "run/case/made.hpp"

namespace eagre::run {
namespace {

/// Whether `internalField` is followed by a brace. It stands before all long lists.
bool hasFunction(const fs::path& file) {
  const std::string text = config::readFileText(file).substr(0, 1 << 16);
  auto at = text.find("\ninternalField");
  if (at == std::string::npos) return false;
  at += std::string("\ninternalField").size();
  while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at]))) ++at;
  return at < text.size() && (text[at] == '{' || text.compare(at, 2, "//") == 0 || text.compare(at, 2, "/*") == 0);
}

}  // namespace

std::vector<std::string> fieldsOfFunctions(const fs::path& caseDirectory, const std::string& time) {
  std::vector<std::string> names;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(caseDirectory / time, none)) {
    if (!entry.is_regular_file(none)) continue;
    std::string name = entry.path().filename().string();
    if (name.ends_with(".orig") || name.ends_with(".org")) continue;
    if (name.ends_with(".gz")) name.resize(name.size() - 3);
    if (hasFunction(caseDirectory / time / name) && case_::readRawField(caseDirectory / time / name).function)
      names.push_back(std::move(name));
  }
  std::sort(names.begin(), names.end());
  return names;
}

void applyFieldFunctions(CaseDictionaries& dictionaries, const ControlDict& control, const WholeMesh& whole,
                         const std::vector<std::string>& names, const std::string& time, Log& log) {
  const fs::path directory = dictionaries.directory();
  Problems problems;
  keepInitialFields(directory, time, log);
  for (const std::string& name : names)
    problems.guard([&] {
      std::map<std::string, case_::RawField> fields;
      auto& field = fields.emplace(name, case_::readRawField(directory / time / name)).first->second;
      const config::Dictionary function = *field.function;
      const std::string type = function.get<std::string>("type");
      log.line(fmt::format("internalField of {}: {}", name, type));
      if (type.starts_with("wave"))
        setWaves(wavesOf(dictionaries, std::stod(time), log), whole, field, function.getOr("liquid", true), false);
      else
        case_::setFields(flavour::setFieldsDictOfZonal(name, function), whole.mesh, whole.geometry, fields, log, directory);
      case_::writeRawField(field, directory / time / name, time, {control.binary, control.writePrecision, control.compressed});
    });
  problems.throwIfAny("the initial fields cannot be made:");
  recordFields(directory, time, {});
}

}  // namespace eagre::run
