// SPDX-License-Identifier: BSD-3-Clause
#include "run/functions/field_choice.hpp"

#include <algorithm>

namespace eagre::run {

FieldChoice::FieldChoice(const config::Entry& fields) {
  auto reader = fields.reader();
  reader.list([&] {
    const bool quoted = reader.peek().kind == config::Token::Kind::string;
    const std::string text = reader.word();
    if (quoted)
      patterns_.emplace_back(text, fields.place);
    else
      names_.push_back(text);
  });
  reader.expectEnd();
}

bool FieldChoice::has(const std::string& name) const {
  return std::ranges::find(names_, name) != names_.end() ||
         std::ranges::any_of(patterns_, [&name](const config::Pattern& pattern) { return pattern.matches(name); });
}

std::vector<std::string> FieldChoice::of(const fv::Registry& registry, bool tensors) const {
  std::vector<std::string> names = names_;
  const auto take = [&](const auto& fields) {
    for (const auto& entry : fields) {
      const std::string& name = entry.first;
      const auto fits = [&name](const config::Pattern& pattern) { return pattern.matches(name); };
      if (std::ranges::any_of(patterns_, fits) && std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  };
  take(registry.scalars());
  take(registry.vectors());
  if (tensors) take(registry.symmTensors());
  return names;
}

}  // namespace eagre::run
