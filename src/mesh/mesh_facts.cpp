// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cstdlib>
#include <iomanip>
#include <limits>
#include <numeric>
#include <sstream>

#include "core/error.hpp"
#include "mesh/slab_mesh.hpp"

namespace eagre::mesh {

namespace {

[[noreturn]] void fail(const std::string& what) { throw Error("the facts of the mesh: " + what); }

/// Reads values one after another, each of which must be there.
class FactReader {
 public:
  explicit FactReader(const std::string& text) : in_(text) {}
  void keyword(const std::string& wanted) {
    std::string word;
    if (!(in_ >> word) || word != wanted) fail(fmt::format("'{}' is not where it should be", wanted));
  }
  bool accept(const std::string& wanted) {
    std::string word;
    return in_ >> word && word == wanted;
  }
  std::string text() {
    std::string text;
    if (!(in_ >> std::quoted(text))) fail("a text is not where it should be");
    return text;
  }
  GlobalLabel count() {
    GlobalLabel n = -1;
    if (!(in_ >> n) || n < 0 || n > std::numeric_limits<Label>::max()) fail("a number is missing, negative or too large");
    return n;
  }
  int direction() {
    int n = 0;
    if (!(in_ >> n) || (n != 1 && n != -1)) fail("a direction is neither 1 nor -1");
    return n;
  }
  double real() {
    std::string word;
    in_ >> word;
    char* end = nullptr;
    const double value = std::strtod(word.c_str(), &end);
    if (word.empty() || *end != '\0') fail("a real number is not where it should be");
    return value;
  }

 private:
  std::istringstream in_;
};

PolyPatch readPatch(FactReader& in) {
  PolyPatch patch;
  patch.name = in.text();
  patch.type = in.text();
  patch.start = in.count();
  patch.size = in.count();
  patch.neighbourPatch = in.text();
  for (GlobalLabel n = in.count(); n > 0; --n) patch.inGroups.push_back(in.text());
  for (GlobalLabel n = in.count(); n > 0; --n) {
    std::string keyword = in.text(), text = in.text();
    patch.otherEntries.emplace_back(std::move(keyword), std::move(text));
  }
  return patch;
}

void checkFacts(const MeshFacts& facts) {
  if (facts.nInternalFaces > facts.nFaces) fail("there are more internal faces than faces");
  GlobalLabel end = facts.nInternalFaces;
  for (const PolyPatch& patch : facts.patches) {
    if (patch.start != end) fail(fmt::format("patch '{}' does not begin where the faces before it end", patch.name));
    end += patch.size;
  }
  if (end != facts.nFaces) fail("the patches do not end with the last face");
}

Vec3 extentOf(const std::vector<Vec3>& points) {
  if (points.empty()) return {};
  Vec3 lowest = points.front(), highest = lowest;
  for (const Vec3& p : points) {
    lowest = cmptMin(lowest, p);
    highest = cmptMax(highest, p);
  }
  return highest - lowest;
}

}  // namespace

MeshFacts factsOf(const PolyMesh& mesh, const PolyGeometry& geometry) {
  const std::vector<double>& volumes = geometry.cellVolumes;
  return {mesh.patches,
          static_cast<GlobalLabel>(volumes.size()),
          mesh.nFaces(),
          mesh.nInternalFaces(),
          std::accumulate(volumes.begin(), volumes.end(), 0.0),
          extentOf(mesh.points),
          findDirections(mesh, geometry)};
}

std::string toText(const MeshFacts& facts) {
  const auto& [g, s] = facts.directions;
  std::ostringstream out;
  out << fmt::format(
      "cells {}\nfaces {}\ninternalFaces {}\nvolume {:a}\nextent {:a} {:a} {:a}\ngeometricD {} {} {}\nsolutionD {} {} {}\n",
      facts.nCells, facts.nFaces, facts.nInternalFaces, facts.volume, facts.extent.x, facts.extent.y, facts.extent.z, g[0], g[1],
      g[2], s[0], s[1], s[2]);
  for (const PolyPatch& patch : facts.patches) {
    out << "patch " << std::quoted(patch.name) << ' ' << std::quoted(patch.type) << ' ' << patch.start << ' ' << patch.size << ' '
        << std::quoted(patch.neighbourPatch) << ' ' << patch.inGroups.size();
    for (const std::string& group : patch.inGroups) out << ' ' << std::quoted(group);
    out << ' ' << patch.otherEntries.size();
    for (const auto& [keyword, text] : patch.otherEntries) out << ' ' << std::quoted(keyword) << ' ' << std::quoted(text);
    out << '\n';
  }
  return out.str() + "end\n";
}

MeshFacts meshFacts(const std::string& text) {
  FactReader in(text);
  MeshFacts facts;
  in.keyword("cells");
  facts.nCells = in.count();
  in.keyword("faces");
  facts.nFaces = in.count();
  in.keyword("internalFaces");
  facts.nInternalFaces = in.count();
  in.keyword("volume");
  facts.volume = in.real();
  in.keyword("extent");
  for (int d = 0; d < 3; ++d) facts.extent[d] = in.real();
  in.keyword("geometricD");
  for (int& direction : facts.directions.geometric) direction = in.direction();
  in.keyword("solutionD");
  for (int& direction : facts.directions.solution) direction = in.direction();
  while (in.accept("patch")) facts.patches.push_back(readPatch(in));
  checkFacts(facts);
  return facts;
}

}  // namespace eagre::mesh
