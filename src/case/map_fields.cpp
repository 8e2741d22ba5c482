// SPDX-License-Identifier: BSD-3-Clause
#include "case/map_fields.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "mesh/wall_distance.hpp"

namespace eagre::case_ {
namespace {

std::optional<std::size_t> patchIndex(const mesh::PolyMesh& mesh, const std::string& name) {
  for (std::size_t i = 0; i < mesh.patches.size(); ++i)
    if (mesh.patches[i].name == name) return i;
  return std::nullopt;
}

void checkPatch(const mesh::PolyMesh& mesh, const std::string& name, const Place& place, const char* which, Problems& problems) {
  if (patchIndex(mesh, name)) return;
  std::vector<std::string> names;
  for (const mesh::PolyPatch& patch : mesh.patches) names.push_back(patch.name);
  problems.add(place, unknownWordMessage(fmt::format("patch of the {} mesh", which), name, names));
}

/// Values of the source's cells and boundary faces, in the order of the sources of Stencils.
std::vector<double> sourceValues(WholeField& field, const MeshView& view) {
  std::vector<double> values = field.cells();
  for (std::size_t i = 0; i < field.nPatches(); ++i) {
    const std::vector<double> onPatch = field.faceValues(i, view.geometry.faceAreas);
    values.insert(values.end(), onPatch.begin(), onPatch.end());
  }
  return values;
}

/// values[i] = (or -=) the weighted sum of stencil i, where it has terms.
void apply(const mesh::Stencils& stencils, const std::vector<double>& source, std::size_t components, bool subtract,
           std::vector<double>& values) {
  for (Label i = 0; i < stencils.size(); ++i) {
    if (stencils.starts[i] == stencils.starts[i + 1]) continue;
    for (std::size_t k = 0; k < components; ++k) {
      double sum = 0;
      for (Label t = stencils.starts[i]; t < stencils.starts[i + 1]; ++t)
        sum += source[static_cast<std::size_t>(stencils.sources[t]) * components + k] * stencils.weights[t];
      double& value = values[static_cast<std::size_t>(i) * components + k];
      value = subtract ? value - sum : sum;
    }
  }
}

/// Values of other faces, one per face of the target; zero where there is none (-1).
std::vector<double> picked(const std::vector<double>& values, const std::vector<Label>& faces, std::size_t components) {
  std::vector<double> result;
  result.reserve(faces.size() * components);
  for (const Label face : faces)
    for (std::size_t k = 0; k < components; ++k)
      result.push_back(face < 0 ? 0 : values[static_cast<std::size_t>(face) * components + k]);
  return result;
}

}  // namespace

void readMapFieldsDict(const config::Dictionary& dict, const mesh::PolyMesh& source, const mesh::PolyMesh& target,
                       MapSettings& settings, Problems& problems) {
  problems.guard([&] {
    const Place place = dict.at("patchMap").place;
    const auto words = dict.get<std::vector<std::string>>("patchMap");
    if (words.size() % 2 != 0)
      throw Error(place,
                  "patchMap is a list of pairs: a patch of this case and the patch of the source that it takes values from");
    for (std::size_t i = 0; i < words.size(); i += 2) {
      checkPatch(target, words[i], place, "target", problems);
      checkPatch(source, words[i + 1], place, "source", problems);
      settings.patchMap[words[i]] = words[i + 1];
    }
  });
  problems.guard([&] {
    settings.cuttingPatches = dict.get<std::vector<std::string>>("cuttingPatches");
    for (const std::string& name : settings.cuttingPatches)
      checkPatch(target, name, dict.at("cuttingPatches").place, "target", problems);
  });
}

void mapAllPatches(const mesh::PolyMesh& source, const mesh::PolyMesh& target, MapSettings& settings, Problems& problems) {
  constexpr const char* remedy = "without -consistent, system/mapFieldsDict says which patches are mapped";
  if (source.patches.size() != target.patches.size())
    problems.add(fmt::format("-consistent needs the same patches: the source has {}, this case has {}; {}", source.patches.size(),
                             target.patches.size(), remedy));
  for (std::size_t i = 0; i < std::min(source.patches.size(), target.patches.size()); ++i) {
    const mesh::PolyPatch &from = source.patches[i], &to = target.patches[i];
    if (from.name != to.name || from.type != to.type)
      problems.add(fmt::format(
          "-consistent needs the same patches: number {} is '{}' of type {} in the source and '{}' of type {} here; {}", i,
          from.name, from.type, to.name, to.type, remedy));
    settings.patchMap[to.name] = from.name;
  }
}

FieldMap::FieldMap(MeshView source, MeshView target, const MapSettings& settings)
    : source_(source), target_(target), settings_(settings), points_(source.mesh, source.geometry), search_(points_) {
  const std::vector<Vec3>& centres = target.geometry.cellCentres;
  cells_ = cellStencils(settings.method, centres, search_.locate(centres));
  for (const mesh::PolyPatch& patch : target.mesh.patches) {
    const auto mapped = settings.patchMap.find(patch.name);
    const auto from = mapped == settings.patchMap.end() ? std::nullopt : patchIndex(source.mesh, mapped->second);
    if (std::ranges::find(settings.cuttingPatches, patch.name) != settings.cuttingPatches.end())
      patches_.push_back(cut(patch));
    else if (from && source.mesh.patches[*from].size > 0 && patch.type != "empty")
      patches_.push_back(nearestFaces(*from, patch));
    else
      patches_.emplace_back();
  }
}

std::size_t FieldMap::nOutside() const {
  std::size_t n = 0;
  for (Label i = 0; i < cells_.size(); ++i)
    if (cells_.starts[i] == cells_.starts[i + 1]) ++n;
  return n;
}

FieldMap::PatchSource FieldMap::nearestFaces(std::size_t sourcePatch, const mesh::PolyPatch& target) const {
  const mesh::PolyPatch& from = source_.mesh.patches[sourcePatch];
  const auto faceOf = [&](Label i) { return static_cast<Label>(from.start) + i; };
  // A sphere around each face: those farther away than the nearest face so far need no closer look.
  std::vector<double> radii;
  Vec3 low = source_.geometry.faceCentres[faceOf(0)], high = low;
  for (Label i = 0; i < from.size; ++i) {
    double radius = 0;
    for (const Label corner : source_.mesh.pointsOf(faceOf(i))) {
      const Vec3& point = source_.mesh.points[corner];
      radius = std::max(radius, mag(point - source_.geometry.faceCentres[faceOf(i)]));
      low = cmptMin(low, point);
      high = cmptMax(high, point);
    }
    radii.push_back(radius);
  }
  PatchSource result;
  result.patch = sourcePatch;
  Label guess = 0;
  for (GlobalLabel f = target.start; f < target.start + target.size; ++f) {
    const Vec3& centre = target_.geometry.faceCentres[static_cast<std::size_t>(f)];
    const auto distance = [&](Label i) {
      return mesh::distanceToFace(source_.mesh, source_.geometry.faceCentres[faceOf(i)], faceOf(i), centre);
    };
    Label best = guess;
    double least = distance(guess);
    for (Label i = 0; i < from.size; ++i) {
      if (mag(centre - source_.geometry.faceCentres[faceOf(i)]) - radii[i] > least) continue;
      if (const double d = distance(i); d < least || (d == least && i < best)) {
        least = d;
        best = i;
      }
    }
    guess = best;
    result.faces.push_back(least < mag(high - low) ? best : -1);
  }
  return result;
}

FieldMap::PatchSource FieldMap::cut(const mesh::PolyPatch& target) const {
  const auto first = target_.geometry.faceCentres.begin() + static_cast<std::ptrdiff_t>(target.start);
  const std::vector<Vec3> centres(first, first + static_cast<std::ptrdiff_t>(target.size));
  // The default method is linear in the tetrahedra there, too.
  const MapMethod method = settings_.method == MapMethod::mapNearest ? MapMethod::mapNearest : MapMethod::cellPointInterpolate;
  PatchSource result;
  result.cells = cellStencils(method, centres, search_.locate(centres));
  return result;
}

mesh::Stencils FieldMap::cellStencils(MapMethod method, const std::vector<Vec3>& points,
                                      const std::vector<Label>& addresses) const {
  mesh::Stencils stencils;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (const Label cell = addresses[i]; cell >= 0) {
      if (method == MapMethod::interpolate)
        addInverseDistance(stencils, points[i], cell);
      else
        points_.add(stencils, method == MapMethod::mapNearest ? mesh::PointScheme::cell : mesh::PointScheme::cellPoint, points[i],
                    cell);
    }
    stencils.close();
  }
  return stencils;
}

void FieldMap::addInverseDistance(mesh::Stencils& stencils, const Vec3& point, Label cell) const {
  constexpr double directHit = 1e-5;  // [m], OpenFOAM's: of a nearer centre the value itself is taken
  const auto distance = [&](Label c) { return mag(point - source_.geometry.cellCentres[c]); };
  const auto neighbours = search_.neighbours(cell);
  if (distance(cell) < directHit || neighbours.empty()) return stencils.add(cell, 1);
  for (const Label neighbour : neighbours)
    if (distance(neighbour) < directHit) return stencils.add(neighbour, 1);
  double sum = 1 / distance(cell);
  for (const Label neighbour : neighbours) sum += 1 / distance(neighbour);
  stencils.add(cell, 1 / distance(cell) / sum);
  for (const Label neighbour : neighbours) stencils.add(neighbour, 1 / distance(neighbour) / sum);
}

void FieldMap::map(RawField& source, RawField& target) const {
  Problems problems;
  if (source.className != target.className)
    problems.add(target.place,
                 fmt::format("{} is a {}, but a {} in the source", target.name, target.className, source.className));
  problems.throwIfAny("mapFields cannot be done:");
  WholeField from(source, source_.mesh, problems), to(target, target_.mesh, problems);
  problems.throwIfAny("mapFields cannot be done:");

  const auto components = static_cast<std::size_t>(source.components);
  const std::vector<double> values = sourceValues(from, source_);
  for (std::size_t i = 0; i < patches_.size(); ++i) {  // before the cells, whose values a face may start with
    const PatchSource& patch = patches_[i];
    if ((!patch.patch && !patch.cells) || !to.keepsValue(i) || target_.mesh.patches[i].type == "empty") continue;
    std::vector<double> onPatch = to.faceValues(i, target_.geometry.faceAreas);
    if (patch.cells) {
      apply(*patch.cells, values, components, settings_.subtract, onPatch);
      if (to.patch(i).has("refValue") && to.patch(i).has("valueFraction")) to.setList(i, "refValue", onPatch, source.components);
    } else {
      const auto mapped = picked(from.faceValues(*patch.patch, source_.geometry.faceAreas), patch.faces, components);
      for (std::size_t k = 0; k < mapped.size(); ++k)
        if (patch.faces[k / components] >= 0) onPatch[k] = settings_.subtract ? onPatch[k] - mapped[k] : mapped[k];
    }
    to.setValue(i, std::move(onPatch));
  }
  apply(cells_, values, components, settings_.subtract, to.cells());
  to.finish();
}

RawField FieldMap::make(RawField& source) const {
  Problems problems;
  WholeField from(source, source_.mesh, problems);
  problems.throwIfAny("mapFields cannot be done:");
  RawField target = source;
  target.internal.values.assign(static_cast<std::size_t>(target_.mesh.nCells()) * static_cast<std::size_t>(source.components),
                                0.0);
  apply(cells_, sourceValues(from, source_), static_cast<std::size_t>(source.components), false, target.internal.values);

  for (std::size_t i = 0; i < patches_.size(); ++i) {
    config::Dictionary& dict = from.patch(i);
    const GlobalLabel size = source_.mesh.patches[i].size;
    const std::vector<std::string> keywords = dict.toc();
    for (const std::string& keyword : keywords) {
      const config::Entry& entry = dict.at(keyword);
      if (entry.isDict() || entry.tokens.size() < 2 || entry.tokens.front().text != "nonuniform") continue;
      int components = source.components;  // valueFraction is a scalar whatever the field is
      if (const auto& list = entry.tokens[1].list) components = list->components;
      const auto values = readFieldValues(entry, components, size, fmt::format("faces of patch '{}'", dict.name())).values;
      from.setList(i, keyword, picked(values, patches_[i].faces, static_cast<std::size_t>(components)), components);
    }
  }
  from.finish();
  target.dict = source.dict;
  return target;
}

}  // namespace eagre::case_
