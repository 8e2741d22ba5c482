// SPDX-License-Identifier: BSD-3-Clause
// The values of parameters as text, and from settings.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "channel/parameters.hpp"

namespace eagre::channel {
namespace {

std::string rangeText(const Range& range) {
  const bool low = std::isfinite(range.low), high = std::isfinite(range.high);
  std::string text;
  if (low) text = fmt::format("{} {}", range.above ? "above" : "at least", range.low);
  if (high) text += fmt::format("{}at most {}", low ? ", " : "", range.high);
  return text;
}

bool isWithin(double value, const Range& range) {
  return !std::isnan(value) && (range.above ? value > range.low : value >= range.low) && value <= range.high;
}

/// A number as TOML: a floating-point number shows that it is one.
std::string number(double value) {
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  const std::string text = fmt::format("{}", value);
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

template <class Items, class F>
std::string listText(const Items& items, F&& text) {
  std::vector<std::string> words;
  for (const auto& item : items) words.push_back(text(item));
  return fmt::format("[{}]", fmt::join(words, ", "));
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

/// Reads one Setting into the target of a Parameter.
class Assignment {
 public:
  Assignment(const config::Setting& setting, const Parameter& parameter, Problems& problems)
      : setting_(setting), parameter_(parameter), problems_(problems) {}

  void operator()(std::span<double> target) { numbers(target); }
  void operator()(std::span<int> target) { numbers(target); }
  void operator()(std::int64_t* target) { numbers(std::span<std::int64_t>(target, 1)); }
  void operator()(std::vector<double>* target) {
    std::vector<double> values(setting_.items.size());
    if (values.empty()) return target->clear();
    numbers(std::span<double>(values));
    *target = std::move(values);
  }
  void operator()(bool* target) {
    if (const auto* value = only<bool>())
      *target = *value;
    else
      fail("true or false is expected");
  }
  void operator()(std::string* target) {
    if (const auto* value = only<std::string>())
      *target = *value;
    else
      fail("a text is expected, in quotes");
  }
  void operator()(const Choice& choice) {
    const auto* word = only<std::string>();
    if (!word) return fail(fmt::format("a word is expected: {}", fmt::join(choice.words, ", ")));
    const auto found = std::find(choice.words.begin(), choice.words.end(), *word);
    if (found == choice.words.end())
      problems_.add(setting_.place, unknownWordMessage(parameter_.key, *word, choice.words));
    else
      choice.set(static_cast<std::size_t>(found - choice.words.begin()));
  }

 private:
  template <class T>
  const T* only() const {
    return setting_.items.size() == 1 && !setting_.isList ? std::get_if<T>(&setting_.items.front()) : nullptr;
  }
  void fail(const std::string& message) { problems_.add(setting_.place, fmt::format("{}: {}", parameter_.key, message)); }

  template <class T>
  static bool fits(double value) {
    return std::is_floating_point_v<T> || value < static_cast<double>(std::numeric_limits<T>::max());
  }
  template <class T>
  std::optional<double> numberOf(const config::Setting::Scalar& item) {
    if (const auto* integer = std::get_if<std::int64_t>(&item)) return static_cast<double>(*integer);
    if constexpr (std::is_floating_point_v<T>)
      if (const auto* real = std::get_if<double>(&item)) return *real;
    return std::nullopt;
  }

  template <class T>
  void numbers(std::span<T> target) {
    const std::string kind(std::is_floating_point_v<T> ? "number" : "integer");
    if (target.size() != setting_.items.size())
      return fail(target.size() == 1 ? fmt::format("one {} is expected", kind)
                                     : fmt::format("{} {}s are expected, not {}", target.size(), kind, setting_.items.size()));
    for (std::size_t i = 0; i < target.size(); ++i) {
      const auto value = numberOf<T>(setting_.items[i]);
      if (!value) return fail(fmt::format("{} {} is expected", kind[0] == 'i' ? "an" : "a", kind));
      if (!isWithin(*value, parameter_.range) || !fits<T>(*value))
        return fail(fmt::format("{} is out of range: {}", *value, rangeText(parameter_.range)));
    }
    for (std::size_t i = 0; i < target.size(); ++i) target[i] = static_cast<T>(*numberOf<T>(setting_.items[i]));
  }

  const config::Setting& setting_;
  const Parameter& parameter_;
  Problems& problems_;
};

/// Unknown keys that are named; more are counted.
constexpr std::size_t mostUnknown = 100;

std::string sectionOf(const std::string& key) { return key.substr(0, key.find('.')); }

/// Says what the nearest key is: in the same section, in another one, or a section that is unknown as a whole.
std::string unknownKey(const std::string& key, const std::vector<Parameter>& list) {
  const auto dot = key.find('.');
  if (dot == std::string::npos)
    return fmt::format("'{}' stands in no section; the first line above it must be one, as [fluid]", key);
  const std::string section = key.substr(0, dot), name = key.substr(dot + 1);
  std::vector<std::string> sections, names;
  for (const Parameter& p : list) {
    const std::string other = sectionOf(p.key);
    if (sections.empty() || sections.back() != other) sections.push_back(other);
    if (other == section) names.push_back(p.key.substr(other.size() + 1));
    if (other != section && p.key.substr(other.size() + 1) == name)
      return fmt::format("unknown key '{}' in [{}]; it belongs into [{}]", name, section, other);
  }
  return names.empty() ? unknownWordMessage("section", section, sections)
                       : unknownWordMessage(fmt::format("key in [{}]", section), name, names);
}

}  // namespace

std::string valueText(const Parameter& parameter) {
  struct Text {
    std::string operator()(std::span<double> v) const { return v.size() == 1 ? number(v[0]) : listText(v, number); }
    std::string operator()(std::span<int> v) const {
      const auto text = [](int i) { return std::to_string(i); };
      return v.size() == 1 ? text(v[0]) : listText(v, text);
    }
    std::string operator()(const std::int64_t* v) const { return std::to_string(*v); }
    std::string operator()(const bool* v) const { return *v ? "true" : "false"; }
    std::string operator()(const std::string* v) const { return quoted(*v); }
    std::string operator()(const std::vector<double>* v) const { return listText(*v, number); }
    std::string operator()(const Choice& c) const { return quoted(c.words.at(c.get())); }
  };
  return std::visit(Text{}, parameter.target);
}

std::string toToml(const Settings& settings) {
  Settings copy = settings;
  std::string text, section;
  for (const Parameter& p : parameters(copy)) {
    if (whatGivesEffect(p.key, settings)) continue;
    if (const std::string next = sectionOf(p.key); next != section)
      text += fmt::format("{}[{}]\n", text.empty() ? "" : "\n", section = next);
    text += fmt::format("{} = {}\n", p.key.substr(section.size() + 1), valueText(p));
  }
  return text;
}

std::string parameterTable() {
  Settings defaults;
  std::string text = "| key | option | default | unit | meaning |\n|---|---|---|---|---|\n";
  for (const Parameter& p : parameters(defaults)) {
    std::string meaning = p.meaning;
    if (const auto* c = std::get_if<Choice>(&p.target))
      meaning += fmt::format(": `{}`", fmt::join(c->words, "`, `"));
    else if (const std::string range = rangeText(p.range); !range.empty())
      meaning += fmt::format(" ({})", range);
    text += fmt::format("| `{}` | `--{}` | `{}` | {} | {} |\n", p.key, p.option, valueText(p), p.unit, meaning);
  }
  return text;
}

Places apply(std::span<const config::Setting> values, Settings& settings, Problems& problems) {
  const std::vector<Parameter> list = parameters(settings);
  Places places;
  std::size_t nUnknown = 0;
  for (const config::Setting& value : values) {
    const auto found = std::find_if(list.begin(), list.end(), [&](const Parameter& p) { return p.key == value.key; });
    if (found == list.end()) {
      // A file with so many of them is none of settings, and to look for what each may mean takes long.
      if (++nUnknown <= mostUnknown) problems.add(value.place, unknownKey(value.key, list));
      continue;
    }
    std::visit(Assignment(value, *found, problems), found->target);
    places[value.key] = value.place;
  }
  if (nUnknown > mostUnknown) problems.add(fmt::format("{} more keys are unknown", nUnknown - mostUnknown));
  return places;
}

}  // namespace eagre::channel
