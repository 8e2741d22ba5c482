// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "fv/gradient.hpp"
#include "fv/schemes.hpp"

namespace eagre::fv::schemes {

/// Makes the scheme `name` that is not a limited one (linear, upwind, linearUpwind, LUST, cubic ...), reading what
/// follows its name; nullptr if it is none.
template <class T>
std::unique_ptr<InterpolationScheme<T>> makeBasicScheme(const std::string& name, const Context& context,
                                                        config::TokenReader& reader);
/// Names that makeBasicScheme<T> knows.
template <class T>
std::vector<std::string> basicSchemeTypes();

}  // namespace eagre::fv::schemes
