// SPDX-License-Identifier: BSD-3-Clause
#include "fv/fields/named_patches.hpp"

#include <algorithm>

#include "config/pattern.hpp"

namespace eagre::fv {

std::vector<std::size_t> namedPatches(const config::Dictionary& d, const std::string& keyword, const mesh::Mesh& mesh) {
  const auto& entry = d.at(keyword);
  auto reader = entry.reader();
  std::vector<std::size_t> found;
  const auto add = [&](auto fits, const std::string& text) {
    bool any = false;
    for (std::size_t p = 0; p < mesh.patches.size(); ++p) {
      if (!fits(mesh.patches[p])) continue;
      any = true;
      if (std::find(found.begin(), found.end(), p) == found.end()) found.push_back(p);
    }
    if (any) return;
    std::vector<std::string> names;
    for (const auto& patch : mesh.patches) names.push_back(patch.name);
    throw Error(entry.place, d.name() + ": " + unknownWordMessage("patch", text, names));
  };
  const auto readOne = [&] {
    const bool quoted = reader.peek().kind == config::Token::Kind::string;
    const std::string text = reader.word();
    if (quoted) {
      const config::Pattern pattern(text, entry.place);
      add([&](const mesh::Patch& patch) { return pattern.matches(patch.name); }, text);
    } else {
      add(
          [&](const mesh::Patch& patch) {
            return patch.name == text || std::find(patch.inGroups.begin(), patch.inGroups.end(), text) != patch.inGroups.end();
          },
          text);
    }
  };
  if (reader.peek().is('(') || reader.peek().kind == config::Token::Kind::number)
    reader.list(readOne);
  else
    readOne();
  reader.expectEnd();
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace eagre::fv
