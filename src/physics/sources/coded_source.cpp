// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <array>

#include "config/code/program.hpp"
#include "physics/sources/fv_option.hpp"

namespace eagre::physics {

bool isCoded(const std::string& type) { return type == "coded" || type.ends_with("CodedSource"); }

void requireNoEffect(const std::string& name, const config::Dictionary& entry) {
  using config::code::Program, config::code::Signature;
  static constexpr std::array ofTheCompiler{"codeInclude", "codeOptions", "codeLibs"};
  const std::string type = entry.get<std::string>("type");
  const auto* coefficients = entry.findDict(type + "Coeffs");
  const config::Dictionary& dict = coefficients ? *coefficients : entry;
  if (const auto* redirected = dict.find("redirectType"); redirected && !dict.find("codeAddSup"))
    throw Error(redirected->place, fmt::format("{} '{}': code in system/codeDict is not read", type, name));
  for (const config::Entry& code : dict.entries()) {
    if (!(code.keyword.starts_with("code") || code.keyword == "localCode") || code.isDict() || code.tokens.size() != 1) continue;
    if (std::find(ofTheCompiler.begin(), ofTheCompiler.end(), code.keyword) != ofTheCompiler.end()) continue;
    try {
      Program(code.tokens[0].text, Place{code.place.file, code.tokens[0].line}, Signature{Signature::Use::nothing});
    } catch (const Error& e) {
      throw Error(code.place,
                  fmt::format("{} '{}': code of equations is not run, only code without any effect on them (as that which "
                              "only prints) may be there; {} has more: {}",
                              type, name, code.keyword, e.what()));
    }
  }
}

}  // namespace eagre::physics
