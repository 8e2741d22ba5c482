// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/point_images.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace eagre::mesh {
namespace {

/// The images of all points of the global mesh.
class Finder {
 public:
  explicit Finder(const PolyMesh& mesh) : mesh_(&mesh) {}

  void addPatches(const PolyPatch& a, const PolyPatch& b) {
    for (GlobalLabel i = 0; i < a.size; ++i) addFaces(static_cast<Label>(a.start + i), static_cast<Label>(b.start + i));
  }

  Lists find() {
    std::sort(pairs_.begin(), pairs_.end());
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
    Lists lists;
    auto next = pairs_.begin();
    for (Label p = 0; p < static_cast<Label>(mesh_->points.size()); ++p) {
      if (next != pairs_.end() && next->first == p)
        for (const Label q : allThatMeet(p)) {
          lists.labels.push_back(q);
          lists.labels.push_back(numberOf(mesh_->points[p] - mesh_->points[q]));
        }
      while (next != pairs_.end() && next->first == p) ++next;
      lists.close();
    }
    return lists;
  }

 private:
  /// Each corner meets the one at the same place about the centre of the face on the other side, if there is one: where cells of
  /// a refined mesh are halved, a face may have a point on an edge more.
  void addFaces(Label a, Label b) {
    const Vec3 centreA = centreAndArea(*mesh_, mesh_->points, a).centre, centreB = centreAndArea(*mesh_, mesh_->points, b).centre;
    for (const Label p : mesh_->pointsOf(a)) {
      const Vec3 about = mesh_->points[p] - centreA;
      const auto distance = [&](Label q) { return mag(mesh_->points[q] - centreB - about); };
      const auto others = mesh_->pointsOf(b);
      const Label q =
          *std::min_element(others.begin(), others.end(), [&](Label x, Label y) { return distance(x) < distance(y); });
      smallest_ = std::min(smallest_, mag(about));
      if (p == q || distance(q) > different * mag(about)) continue;
      pairs_.emplace_back(p, q);
      pairs_.emplace_back(q, p);
    }
  }

  /// The points that p meets, and those that these meet: on an edge of two pairs of patches three, in a corner of three pairs
  /// seven. Ascending.
  std::vector<Label> allThatMeet(Label p) const {
    std::vector<Label> met{p};
    for (std::size_t i = 0; i < met.size(); ++i)
      for (auto pair = std::lower_bound(pairs_.begin(), pairs_.end(), std::pair(met[i], Label(0)));
           pair != pairs_.end() && pair->first == met[i]; ++pair)
        if (std::find(met.begin(), met.end(), pair->second) == met.end()) met.push_back(pair->second);
    met.erase(met.begin());
    std::sort(met.begin(), met.end());
    return met;
  }

  Label numberOf(const Vec3& translation) {
    const auto found = std::find_if(translations_.begin(), translations_.end(),
                                    [&](const Vec3& known) { return mag(known - translation) < different * smallest_; });
    if (found == translations_.end()) return translations_.push_back(translation), static_cast<Label>(translations_.size()) - 1;
    return static_cast<Label>(found - translations_.begin());
  }

  static constexpr double different = 0.25;  ///< of the distance from a corner to the centre of its face
  const PolyMesh* mesh_;
  double smallest_ = std::numeric_limits<double>::max();
  std::vector<std::pair<Label, Label>> pairs_;
  std::vector<Vec3> translations_{Vec3{}};
};

/// The pairs of translational cyclic patches, each once.
std::vector<std::pair<std::size_t, std::size_t>> cyclicPairs(const Mesh& mesh) {
  const auto& patches = mesh.globalPatches;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t a = 0; a < patches.size(); ++a)
    for (std::size_t b = a + 1; b < patches.size(); ++b)
      if (patches[a].type == "cyclic" && patches[a].neighbourPatch == patches[b].name &&
          !mesh.rotations.contains(static_cast<int>(a)))
        pairs.emplace_back(a, b);
  return pairs;
}

}  // namespace

PointImages::PointImages(const PolyMesh* whole, const Mesh& mesh, const std::vector<Label>& pointGlobal,
                         GlobalLabel nPointsGlobal) {
  const auto pairs = cyclicPairs(mesh);
  if (pairs.empty()) return;
  Lists all;
  if (whole) {
    Finder finder(*whole);
    for (const auto& [a, b] : pairs) finder.addPatches(whole->patches[a], whole->patches[b]);
    all = finder.find();
  }
  lists_ = scatterLists(mesh.communicator(), all, nPointsGlobal, pointGlobal);
}

}  // namespace eagre::mesh
