// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <map>
#include <string>
#include <vector>

#include "config/dictionary.hpp"

/// What the sections of a blockMeshDict are made of.
namespace eagre::case_ {

using config::Dictionary;
using config::TokenReader;

/// Vertices and blocks may be named; a label may then be given as the name.
using Names = std::map<std::string, Label>;

inline Names readNames(const Dictionary& dict, std::string_view keyword) {
  Names names;
  if (const Dictionary* sub = dict.findDict(keyword))
    for (const std::string& name : sub->toc()) names[name] = sub->get<int>(name);
  return names;
}

inline Label readLabel(TokenReader& in, const Names& names) {
  if (in.peek().kind != config::Token::Kind::word) return static_cast<Label>(in.integer());
  const std::string name = in.peek().text;
  if (const auto it = names.find(name); it != names.end()) {
    in.next();
    return it->second;
  }
  std::vector<std::string> valid;
  for (const auto& [key, value] : names) valid.push_back(key);
  in.fail(unknownWordMessage("name", name, valid));
}

/// "( element element ... )" with an optional count in front.
template <class F>
void readList(TokenReader& in, F&& element) {
  std::int64_t expected = -1, count = 0;
  if (in.peek().kind == config::Token::Kind::number) expected = in.integer();
  in.expect('(');
  for (; !in.accept(')'); ++count) element();
  if (expected >= 0 && expected != count) in.fail(fmt::format("a list of {} was announced, {} are there", expected, count));
}

inline std::vector<Label> readLabels(TokenReader& in, const Names& names) {
  std::vector<Label> labels;
  readList(in, [&] { labels.push_back(readLabel(in, names)); });
  return labels;
}

inline std::vector<Vec3> readPoints(TokenReader& in) {
  std::vector<Vec3> points;
  readList(in, [&] { points.push_back(in.vector()); });
  return points;
}

}  // namespace eagre::case_
