// SPDX-License-Identifier: BSD-3-Clause
#include "fv/fields/scheme_entry.hpp"

#include <fmt/format.h>

#include "core/error.hpp"

namespace eagre::fv {
namespace {

config::Entry wordEntry(const char* keyword, const char* word) {
  config::Entry entry;
  entry.keyword = keyword;
  entry.place.file = "OpenFOAM's default";
  entry.tokens.emplace_back().text = word;
  return entry;
}

/// What OpenFOAM takes where a whole group is missing; nullptr if it takes nothing.
const config::Entry* groupDefault(const std::string& group) {
  static const config::Entry linear = wordEntry("default", "linear"), corrected = wordEntry("default", "corrected");
  if (group == "interpolationSchemes") return &linear;
  if (group == "snGradSchemes") return &corrected;
  return nullptr;
}

bool isNone(const config::Entry& entry) { return entry.tokens.size() == 1 && entry.tokens.front().text == "none"; }

}  // namespace

const config::Entry& schemeEntry(const Context& context, const std::string& group, const std::string& name) {
  const config::Dictionary* dict = context.fvSchemes.findDict(group);
  if (dict == nullptr) {
    if (const config::Entry* entry = groupDefault(group)) return *entry;
    const std::string near = nearestWord(group, context.fvSchemes.toc());
    throw Error(context.fvSchemes.place(), fmt::format("no {}: a scheme for '{}' is wanted there{}", group, name,
                                                       near.empty() ? "" : fmt::format("; did you mean it by '{}'?", near)));
  }
  const config::Entry* entry = dict->find(name);
  const bool isDefault = entry == nullptr;
  if (isDefault) entry = dict->findExact("default");
  if (entry != nullptr && entry->isDict())
    throw Error(entry->place, fmt::format("'{}' of {} is a dictionary; a scheme is wanted", entry->keyword, group));
  if (entry != nullptr && !(isDefault && isNone(*entry))) return *entry;

  std::vector<std::string> keys = dict->toc();
  std::erase(keys, "default");
  const std::string nearest = nearestWord(name, keys);
  throw Error(
      entry != nullptr ? entry->place : dict->place(),
      fmt::format("no scheme for '{}' in {}, and {}{}", name, group, entry != nullptr ? "default is none" : "there is no default",
                  nearest.empty() ? "" : fmt::format("; did you mean '{}' there?", nearest)));
}

}  // namespace eagre::fv
