// SPDX-License-Identifier: BSD-3-Clause
#include "fv/conditions/coded.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

namespace eagre::fv::conditions {
namespace {

std::string textOf(const config::Dictionary& dict, const std::string& keyword) {
  const config::Entry* entry = dict.find(keyword);
  return entry && !entry->isDict() && entry->tokens.size() == 1 ? entry->tokens.front().text : "";
}

/// The expression of OpenFOAM that code "operator==(value);" assigns; "" if it does more than that.
std::string assignedValue(const std::string& code) {
  static const std::regex assignment(R"(\s*(?:this->|\(\*this\)\s*)?(?:operator)?\s*==?\s*\(?([^;{}]*?)\)?\s*;\s*)");
  std::smatch match;
  constexpr std::size_t longest = 400;
  if (code.size() > longest || !std::regex_match(code, match, assignment)) return {};
  std::string value = std::regex_replace(
      match[1].str(), std::regex(R"(this->db\(\)\.time\(\)\.value\(\)|db\(\)\.time\(\)\.value\(\))"), "time()");
  value = std::regex_replace(value, std::regex(R"((this->)?patch\(\)\.Cf\(\))"), "pos()");
  const auto count = [&](char c) { return std::count(value.begin(), value.end(), c); };
  if (count('(') == count(')') + 1) value += ')';
  const bool plain = value.find("->") == std::string::npos && value.find('[') == std::string::npos;
  return plain && count('(') == count(')') ? value : "";
}

std::string suggestion(const std::string& entries) {
  return "; write this instead, which OpenFOAM v1912 and later know too: " + entries + " (expressions: docs/features.md)";
}

}  // namespace

std::string codedRefusal(const std::string& type, const config::Dictionary& dict) {
  if (type == "groovyBC")
    return "boundary condition 'groovyBC' (swak4Foam) needs 'valueExpression' or 'gradientExpression', as exprFixedValue and "
           "exprMixed of OpenFOAM do";
  if (!type.starts_with("coded")) return {};
  const std::string why = fmt::format(
      "boundary condition '{}' is not supported with this code: OpenFOAM compiles it at run time, Eagre reads a subset of C++ "
      "(docs/code.md)",
      type);
  const std::string value = assignedValue(textOf(dict, "code"));
  if (type == "codedFixedValue" && !value.empty())
    return why + suggestion(fmt::format("type exprFixedValue; valueExpr \"{}\";", value));
  return why +
         "; its code is more than one assignment, so the entry for it cannot be given here: exprFixedValue or exprMixed take "
         "expressions of pos(), time() and fields, uniformFixedValue a table, tableFile, csvFile or another Function1";
}

}  // namespace eagre::fv::conditions
