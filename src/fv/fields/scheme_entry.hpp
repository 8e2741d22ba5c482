// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "fv/fields/context.hpp"

namespace eagre::fv {

/// The entry of fvSchemes for `name` in `group` (ddtSchemes, gradSchemes, divSchemes, laplacianSchemes, interpolationSchemes,
/// snGradSchemes), names as OpenFOAM writes them: "div(phi,U)". The entry `default` counts where `name` has none. Errors
/// (badCase): no such entry and no default, or `default none`.
const config::Entry& schemeEntry(const Context& context, const std::string& group, const std::string& name);

}  // namespace eagre::fv
