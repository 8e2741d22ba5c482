// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "mesh/mesh.hpp"

namespace eagre::fv {

/// Indices of the patches that an entry names: names, groups, or expressions in quotes. Errors (badCase): a name that fits none.
std::vector<std::size_t> namedPatches(const config::Dictionary& d, const std::string& keyword, const mesh::Mesh& mesh);

}  // namespace eagre::fv
