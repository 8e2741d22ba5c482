// SPDX-License-Identifier: BSD-3-Clause
#include "fv/equation/relaxation.hpp"

#include <fmt/format.h>

#include "core/error.hpp"

namespace eagre::fv {

namespace {

/// relaxationFactors, if it is there in its old form.
const config::Dictionary* flatForm(const config::Dictionary& fvSolution) {
  const auto* factors = fvSolution.findDict("relaxationFactors");
  return factors && !factors->findExact("fields") && !factors->findExact("equations") ? factors : nullptr;
}

std::optional<double> factorIn(const config::Dictionary* factors, const std::string& name) {
  if (!factors) return std::nullopt;
  if (factors->has(name)) return factors->get<double>(name);
  if (!factors->has("default")) return std::nullopt;
  const double factor = factors->get<double>("default");
  if (factor <= small)
    throw Error(factors->at("default").place, fmt::format("{}: {} takes the default, {}, which is no factor; give {} its own",
                                                          factors->name(), name, factor, name));
  return factor;
}

const config::Dictionary* part(const config::Dictionary& fvSolution, const char* which) {
  const auto* factors = fvSolution.findDict("relaxationFactors");
  return factors ? factors->findDict(which) : nullptr;
}

}  // namespace

std::optional<double> fieldRelaxation(const config::Dictionary& fvSolution, const std::string& name) {
  const auto* flat = flatForm(fvSolution);
  if (!flat) return factorIn(part(fvSolution, "fields"), name);
  // There v1912 takes keywords for names: patterns match no field.
  const bool isPressureOrDensity = name.starts_with("p") || name.starts_with("rho");
  if (!isPressureOrDensity || !flat->findExact(name)) return std::nullopt;
  return flat->get<double>(name);
}

std::optional<double> equationRelaxation(const config::Dictionary& fvSolution, const std::string& name) {
  const auto* flat = flatForm(fvSolution);
  return factorIn(flat ? flat : part(fvSolution, "equations"), name);
}

}  // namespace eagre::fv
