// SPDX-License-Identifier: BSD-3-Clause
#include "config/toml.hpp"

#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_FORMATTERS 0
#include <fmt/format.h>
// Assertions of toml++ 3.3 stand before errors that it reports: without them a damaged file ends in its message in all builds.
#define TOML_ASSERT(condition) static_cast<void>(0)
#include <toml++/toml.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace eagre::config {
namespace {

Place placeOf(const toml::node& node, const std::string& name) { return {name, static_cast<int>(node.source().begin.line)}; }

std::optional<Setting::Scalar> scalarOf(const toml::node& node) {
  if (const auto* b = node.as_boolean()) return b->get();
  if (const auto* i = node.as_integer()) return i->get();
  if (const auto* d = node.as_floating_point()) return d->get();
  if (const auto* s = node.as_string()) return s->get();
  return std::nullopt;
}

std::optional<Setting> settingOf(const std::string& key, const toml::node& node, const std::string& name, Problems& problems) {
  Setting setting{key, placeOf(node, name), node.is_array(), {}};
  const auto take = [&](const toml::node& item) {
    if (auto scalar = scalarOf(item))
      setting.items.push_back(std::move(*scalar));
    else
      problems.add(placeOf(item, name),
                   fmt::format("{}: a number, a text, true or false is expected, or a list of one kind", key));
    return scalarOf(item).has_value();
  };
  if (const toml::array* list = node.as_array()) {
    for (const toml::node& item : *list)
      if (!take(item)) return std::nullopt;
  } else if (!take(node)) {
    return std::nullopt;
  }
  return setting;
}

}  // namespace

std::vector<Setting> parseToml(std::string_view text, const std::string& name, Problems& problems) {
  std::vector<Setting> settings;
  toml::table document;
  try {
    document = toml::parse(text);
  } catch (const toml::parse_error& e) {
    problems.add(Place{name, static_cast<int>(e.source().begin.line)}, fmt::format("no TOML: {}", e.description()));
    return settings;
  }
  for (const auto& [section, node] : document) {
    const toml::table* table = node.as_table();
    if (!table) {
      if (auto setting = settingOf(std::string(section.str()), node, name, problems)) settings.push_back(std::move(*setting));
      continue;
    }
    for (const auto& [key, value] : *table)
      if (auto setting = settingOf(fmt::format("{}.{}", section.str(), key.str()), value, name, problems))
        settings.push_back(std::move(*setting));
  }
  // toml++ sorts keys by name.
  std::stable_sort(settings.begin(), settings.end(), [](const auto& a, const auto& b) { return a.place.line < b.place.line; });
  return settings;
}

Setting parseOption(const std::string& key, const std::string& option, const std::string& text) {
  const auto scalar = [](const std::string& word) -> Setting::Scalar {
    if (word == "true" || word == "false") return word == "true";
    const char* first = word.data() + (word.starts_with('+') ? 1 : 0);
    const char* last = word.data() + word.size();
    std::int64_t integer = 0;
    if (const auto r = std::from_chars(first, last, integer); r.ec == std::errc() && r.ptr == last) return integer;
    double number = 0;
    if (const auto r = std::from_chars(first, last, number); r.ec == std::errc() && r.ptr == last) return number;
    return word;
  };
  Setting setting{key, Place{option, 0}, text.find(',') != std::string::npos, {}};
  std::string::size_type start = 0;
  for (auto comma = text.find(','); comma != std::string::npos; comma = text.find(',', start)) {
    setting.items.push_back(scalar(text.substr(start, comma - start)));
    start = comma + 1;
  }
  setting.items.push_back(scalar(text.substr(start)));
  return setting;
}

}  // namespace eagre::config
