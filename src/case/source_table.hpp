// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <regex>
#include <string>
#include <vector>

#include "case/cell_sources.hpp"
#include "core/word_table.hpp"

/// The parts that the table of sources in cell_sources.cpp is made of.
namespace eagre::case_ {

/// Chooses cells, faces or points; the members may come in any order and more than once.
using Source = std::vector<Label> (*)(const config::Dictionary& controls, const SourceContext& context, Log& log);
using SourceTable = WordTable<Source>;

// One file each; every function adds its sources.
void addNamedSources(SourceTable& table);     ///< by zone, patch, label, nearest point, value of a field
void addSetSources(SourceTable& table);       ///< from sets of the same or another kind
void addTopologySources(SourceTable& table);  ///< by neighbours, regions, shape of cells, volume
void addSurfaceSources(SourceTable& table);   ///< by surfaces

/// A name, or a pattern if it was written in quotes.
struct NamePattern {
  std::string name;
  std::optional<std::regex> pattern;
  bool matches(const std::string& candidate) const {
    return candidate == name || (pattern && std::regex_match(candidate, *pattern));
  }
};

/// The next token as a name or, in quotes, a pattern. Error: a pattern that is no regular expression.
NamePattern readName(config::TokenReader& reader);
/// Several names under `plural`, or one under `singular` or `name`.
std::vector<NamePattern> readNames(const config::Dictionary& dict, const std::string& singular, const std::string& plural);
/// "2(a b)"
std::string joined(const std::vector<NamePattern>& names);
/// Positions of the patches that match by name or group; a name that matches none is an Error with the nearest.
std::vector<std::size_t> patchesMatching(const std::vector<NamePattern>& names, const mesh::PolyMesh& mesh, const Place& place);

}  // namespace eagre::case_
