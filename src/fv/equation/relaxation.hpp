// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>

#include "config/dictionary.hpp"

namespace eagre::fv {

/// The factor that relaxationFactors of fvSolution has for a field, or for its equation, by `name`, with "Final" behind it in the
/// last outer corrector; without an entry of its own that of `default`. nullopt: it is not relaxed.
/// In v1912's old, flat form every entry is for an equation, and those that begin with p or rho are for the field as well.
/// Errors (badCase): an entry that is not a number, a `default` that is needed and not positive.
std::optional<double> fieldRelaxation(const config::Dictionary& fvSolution, const std::string& name);
std::optional<double> equationRelaxation(const config::Dictionary& fvSolution, const std::string& name);

}  // namespace eagre::fv
