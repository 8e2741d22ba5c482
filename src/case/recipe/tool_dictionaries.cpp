// SPDX-License-Identifier: BSD-3-Clause
#include "case/recipe/tool_dictionaries.hpp"

#include "config/dictionary.hpp"

namespace eagre::case_ {

std::string findToolDictionary(const std::filesystem::path& caseDirectory, const std::string& name) {
  for (const std::string folder : {"system/", "constant/", "constant/polyMesh/"})
    if (config::fileExists(caseDirectory / (folder + name))) return folder + name;
  return {};
}

}  // namespace eagre::case_
