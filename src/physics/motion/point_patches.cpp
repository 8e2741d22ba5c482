// SPDX-License-Identifier: BSD-3-Clause
#include "physics/motion/point_patches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/error.hpp"

namespace eagre::physics {

namespace {

/// use(shape's face, boundary face) for the faces of a patch on this rank.
template <class Use>
void eachFace(const mesh::Mesh& mesh, const mesh::Patch& patch, Use use) {
  const auto& faceOf = mesh.points->faceOf;
  for (std::size_t i = 0; i < faceOf.size(); ++i) {
    const Label b = faceOf[i] - mesh.nInteriorFaces();
    if (faceOf[i] >= 0 && b >= patch.start && b < patch.start + patch.size) use(static_cast<Label>(i), b);
  }
}

Vec3 asVector(const double* values, int n) { return n == 1 ? Vec3{values[0], 0, 0} : Vec3{values[0], values[1], values[2]}; }

}  // namespace

PointPatches::Order PointPatches::orderOf(const mesh::PolyMesh& whole) {
  Order order(whole.patches.size());
  for (std::size_t p = 0; p < order.size(); ++p) {
    std::vector<char> seen(whole.points.size(), 0);
    const mesh::PolyPatch& patch = whole.patches[p];
    for (auto f = static_cast<Label>(patch.start); f < patch.start + patch.size; ++f)
      for (const Label point : whole.pointsOf(f))
        if (!std::exchange(seen[point], 1)) order[p].push_back(point);
  }
  return order;
}

PointPatches::PointPatches(const mesh::Mesh& mesh, const mesh::PointNeighbours& neighbours, Order order,
                           std::vector<Vec3> initial)
    : mesh_(mesh), neighbours_(neighbours), order_(std::move(order)), initial_(std::move(initial)) {
  const auto& communicator = mesh.communicator();
  for (const mesh::Patch& patch : mesh.patches) {
    std::vector<double> marked(initial_.size(), 0.0);
    eachFace(mesh, patch, [&](Label face, Label) {
      for (const Label p : mesh.points->shape.pointsOf(face)) marked[p] = 1;
    });
    neighbours.largest(marked, 1);
    PointPatch& own =
        patches_.emplace_back(PointPatch{.name = patch.name, .type = patch.type, .points = {}, .lowest = {}, .highest = {}});
    for (std::size_t p = 0; p < marked.size(); ++p)
      if (marked[p] > 0) own.points.push_back(static_cast<Label>(p));
    for (int d = 0; d < 3; ++d) {
      double fromLowest = -vGreat, highest = -vGreat;
      for (const Label p : own.points) {
        fromLowest = std::max(fromLowest, -initial_[p][d]);
        highest = std::max(highest, initial_[p][d]);
      }
      own.lowest[d] = -communicator.max(fromLowest);
      own.highest[d] = communicator.max(highest);
    }
  }
}

std::vector<Vec3> PointPatches::readList(const config::Entry& entry, std::size_t p, int nComponents) const {
  const bool master = mesh_.communicator().master();
  std::vector<Vec3> whole;
  bool wrong = entry.tokens.size() != 2 || entry.tokens[1].kind != config::Token::Kind::list;
  if (master && !wrong) {
    const config::FieldList& list = *entry.tokens[1].list;
    const auto& order = order_[static_cast<std::size_t>(mesh_.patches[p].globalIndex)];
    wrong = list.values.size() != order.size() * static_cast<std::size_t>(nComponents);
    whole.resize(static_cast<std::size_t>(mesh_.points->nPointsGlobal));
    for (std::size_t i = 0; i < order.size() && !wrong; ++i)
      whole[order[i]] = asVector(&list.values[i * static_cast<std::size_t>(nComponents)], nComponents);
  }
  if (mesh_.communicator().any(wrong))
    throw Error(entry.place,
                fmt::format("{}: a List of one value per point of patch '{}' is needed", entry.keyword, patches_[p].name));
  const std::vector<Vec3> own = mesh::scatterPoints(mesh_, whole);
  std::vector<Vec3> values;
  for (const Label point : patches_[p].points) values.push_back(own[point]);
  return values;
}

std::vector<Vec3> PointPatches::read(const config::Dictionary& dict, const std::string& keyword, std::size_t p,
                                     int nComponents) const {
  const config::Entry& entry = dict.at(keyword);
  auto reader = entry.reader();
  const std::string form = reader.word();
  if (form == "nonuniform") return readList(entry, p, nComponents);
  static const std::vector<std::string> forms{"uniform", "nonuniform"};
  if (form != "uniform") throw Error(entry.place, unknownWordMessage("kind of field value", form, forms));
  const Vec3 value = nComponents == 1 ? Vec3{reader.number(), 0, 0} : reader.vector();
  reader.expectEnd();
  return std::vector<Vec3>(patches_[p].points.size(), value);
}

void PointPatches::addPlaces(config::Dictionary& dict, const std::string& keyword, std::size_t p,
                             std::span<const Vec3> initial) const {
  config::FieldList list{.type = "vector", .components = 3, .values = {}};
  if (mesh_.communicator().master())
    for (const Label point : order_[static_cast<std::size_t>(mesh_.patches[p].globalIndex)])
      for (int d = 0; d < 3; ++d) list.values.push_back(initial[static_cast<std::size_t>(point)][d]);
  config::Entry entry{.keyword = keyword, .isPattern = false, .place = dict.place(), .tokens = {}, .dict = {}};
  config::Token form, values;
  form.text = "nonuniform";
  values.kind = config::Token::Kind::list;
  values.list = std::make_shared<config::FieldList>(std::move(list));
  entry.tokens = {form, values};
  dict.set(std::move(entry));
}

std::vector<Vec3> PointPatches::normals(std::size_t p) const {
  std::vector<Vec3> sums(initial_.size());
  eachFace(mesh_, mesh_.patches[p], [&](Label face, Label b) {
    const Label f = mesh_.nInteriorFaces() + b;
    for (const Label point : mesh_.points->shape.pointsOf(face)) sums[point] += mesh_.Sf[f] / mesh_.magSf[f];
  });
  neighbours_.sum({&sums.data()->x, 3 * sums.size()}, 3);
  std::vector<Vec3> normals;
  for (const Label point : patches_[p].points) normals.push_back(sums[point] / mag(sums[point]));
  return normals;
}

}  // namespace eagre::physics
