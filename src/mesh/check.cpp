// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <span>

#include "mesh/blockages.hpp"
#include "mesh/overlaps.hpp"
#include "mesh/poly_mesh.hpp"
#include "mesh/rotations.hpp"
#include "mesh/words.hpp"

namespace eagre::mesh {

namespace {

/// Counts the faces or cells that have one problem and remembers the first few.
class Tally {
 public:
  void add(GlobalLabel index) {
    if (++count_ <= shown) first_.push_back(index);
  }
  /// "polyMesh: 12 faces with fewer than 3 points: 3, 4, 5, 8, 9, ..."
  void report(const char* singular, const char* plural, const std::string& what, Problems& problems) const {
    if (count_ == 0) return;
    problems.add(fmt::format("polyMesh: {} {} {}: {}{}", count_, count_ == 1 ? singular : plural, what, fmt::join(first_, ", "),
                             count_ > shown ? ", ..." : ""));
  }
  void faces(const std::string& what, Problems& problems) const { report("face", "faces", what, problems); }
  void cells(const std::string& what, Problems& problems) const { report("cell", "cells", what, problems); }

 private:
  static constexpr GlobalLabel shown = 5;
  GlobalLabel count_ = 0;
  std::vector<GlobalLabel> first_;
};

/// The list of faces hangs together; without this nothing else can be looked at.
bool checkFaceOffsets(const PolyMesh& mesh, Problems& problems) {
  const auto& offsets = mesh.faceOffsets;
  if (offsets.empty())
    problems.add("polyMesh: no offsets of the faces are given");
  else if (offsets.size() != mesh.owner.size() + 1)
    problems.add(fmt::format("polyMesh: {} faces, but {} entries in owner", offsets.size() - 1, mesh.owner.size()));
  else if (mesh.neighbour.size() > mesh.owner.size())
    problems.add(
        fmt::format("polyMesh: {} entries in neighbour, more than the {} faces", mesh.neighbour.size(), mesh.owner.size()));
  else if (offsets.front() != 0 || !std::is_sorted(offsets.begin(), offsets.end()) ||
           static_cast<std::size_t>(offsets.back()) != mesh.facePoints.size())
    problems.add("polyMesh: the offsets of the faces do not fit the list of their points");
  else
    return true;
  return false;
}

bool checkFacePoints(const PolyMesh& mesh, Problems& problems) {
  Tally fewPoints, outOfRange;
  const auto nPoints = static_cast<Label>(mesh.points.size());
  for (Label f = 0; f < mesh.nFaces(); ++f) {
    const Label begin = mesh.faceOffsets[f], end = mesh.faceOffsets[f + 1];
    if (end - begin < 3) fewPoints.add(f);
    if (std::any_of(mesh.facePoints.begin() + begin, mesh.facePoints.begin() + end,
                    [nPoints](Label p) { return p < 0 || p >= nPoints; }))
      outOfRange.add(f);
  }
  const auto before = problems.messages().size();
  fewPoints.faces("with fewer than 3 points", problems);
  outOfRange.faces(fmt::format("with a point that is not one of the {}", nPoints), problems);
  return problems.messages().size() == before;
}

/// A cell has more than one face, so there are fewer cells than faces.
static bool hasPossibleCells(const PolyMesh& mesh, Label f) {
  const auto isCell = [&](Label c) { return c >= 0 && c < mesh.nFaces(); };
  return isCell(mesh.owner[f]) && (f >= mesh.nInternalFaces() || isCell(mesh.neighbour[f]));
}

bool checkCells(const PolyMesh& mesh, Problems& problems) {
  const auto before = problems.messages().size();
  Tally outOfRange, notLower, notOrdered;  // by owner: loops over faces rely on that, and on no order of its neighbours
  const Label nInternal = mesh.nInternalFaces(), nFaces = mesh.nFaces();
  const auto valid = [&](Label f) { return hasPossibleCells(mesh, f); };
  for (Label f = 0; f < nFaces; ++f) {
    if (!valid(f)) {
      outOfRange.add(f);
    } else if (f < nInternal) {
      if (mesh.owner[f] >= mesh.neighbour[f]) notLower.add(f);
      if (f > 0 && valid(f - 1) && mesh.owner[f - 1] > mesh.owner[f]) notOrdered.add(f);
    }
  }
  outOfRange.faces("with an owner or neighbour that cannot be a cell", problems);
  notLower.faces("with an owner that is not lower than the neighbour", problems);
  notOrdered.faces("with a lower owner than the face before (OpenFOAM's renumberMesh puts them in order)", problems);
  if (problems.messages().size() != before) return false;

  std::vector<Label> nCellFaces(mesh.nCells(), 0);
  for (Label c : mesh.owner) ++nCellFaces[c];
  for (Label c : mesh.neighbour) ++nCellFaces[c];
  Tally fewFaces;
  for (std::size_t c = 0; c < nCellFaces.size(); ++c)
    if (nCellFaces[c] < 4) fewFaces.add(static_cast<GlobalLabel>(c));
  fewFaces.cells("with fewer than 4 faces", problems);
  return problems.messages().size() == before;
}

/// Patches must follow one another from the first boundary face to the last face.
bool checkPatchRanges(const PolyMesh& mesh, Problems& problems) {
  const auto before = problems.messages().size();
  std::map<std::string, int> names;
  GlobalLabel expected = mesh.nInternalFaces();
  for (const PolyPatch& patch : mesh.patches) {
    if (names[patch.name]++ == 1) problems.add(fmt::format("polyMesh: more than one patch is called '{}'", patch.name));
    if (patch.size < 0 || patch.start < 0) {
      problems.add(fmt::format("polyMesh: patch '{}' has startFace {} and nFaces {}", patch.name, patch.start, patch.size));
      return false;
    }
    if (patch.start != expected)
      problems.add(fmt::format("polyMesh: patch '{}' starts at face {}, but the faces before it end at {} ({})", patch.name,
                               patch.start, expected, patch.start < expected ? "they overlap" : "a gap"));
    expected = patch.start + patch.size;
  }
  if (expected != mesh.nFaces())
    problems.add(fmt::format("polyMesh: the patches end at face {}, the mesh has {} faces", expected, mesh.nFaces()));
  return problems.messages().size() == before;
}

const WordTable<>& patchTypes() {
  static const WordTable<> types{
      {"patch", "inlets, outlets and all that is none of the others"},
      {"wall", "wall: where distances to walls are measured from"},
      {"empty", "front and back of a case in two dimensions or one"},
      {"wedge", "side of the wedge of an axisymmetric case"},
      {"symmetry", "mirror, which may be curved"},
      {"symmetryPlane", "mirror, which is plane"},
      {"cyclic", "one of two patches that belong together, with its neighbourPatch; translational"},
      {"cyclicAMI", "one of two patches whose faces overlap, with its neighbourPatch, which lies upon it"},
      {"cyclicACMI", "cyclicAMI where the two patches overlap; elsewhere the wall of its nonOverlapPatch"},
      {"cyclicPeriodicAMI", "cyclicAMI, repeated by the translation of its periodicPatch, a cyclic one"},
      {"mappedPatch", "patch whose conditions may take values of cells at an offset"}};
  return types;
}

void checkType(const PolyPatch& patch, Problems& problems) {
  if (patchTypes().contains(patch.type)) return;
  if (patch.type.starts_with("processor"))
    problems.add(
        fmt::format("polyMesh: patch '{}' of type {}: this is one part of a decomposed case; give the global mesh, "
                    "Eagre divides it by itself",
                    patch.name, patch.type));
  else if (patch.type.starts_with("cyclic"))
    problems.add(
        fmt::format("polyMesh: patch '{}' of type {} is not supported; of coupled patches there are cyclic (faces that match, "
                    "translated), cyclicAMI, cyclicACMI and cyclicPeriodicAMI (faces that overlap)",
                    patch.name, patch.type));
  else
    problems.add(
        fmt::format("polyMesh: patch '{}': {}", patch.name, unknownWordMessage("patch type", patch.type, patchTypes().names())));
}

/// Wedges and symmetry planes have one normal; a wedge's is close to, but not along, an axis.
void checkPlane(const PolyPatch& patch, const PolyGeometry& geometry, Problems& problems) {
  if (patch.size == 0) return;
  const auto normal = [&](GlobalLabel f) { return normalised(geometry.faceAreas[patch.start + f]); };
  Vec3 mean{};
  for (GlobalLabel f = 0; f < patch.size; ++f) mean += normal(f);
  mean /= static_cast<double>(patch.size);
  if (patch.type == "symmetryPlane") {
    Tally bent;
    for (GlobalLabel f = 0; f < patch.size; ++f)
      if (magSqr(mean - normal(f)) > small) bent.add(patch.start + f);
    bent.faces(fmt::format("of symmetryPlane patch '{}' not in its plane (type symmetry need not be plane)", patch.name),
               problems);
    return;
  }
  int nLarge = 0, nZero = 0;
  for (int d = 0; d < 3; ++d) {
    nLarge += std::abs(mean[d]) > 0.5;
    nZero += std::abs(mean[d]) < small;
  }
  if (nLarge != 1) problems.add(fmt::format("polyMesh: wedge patch '{}' is not close to a coordinate plane", patch.name));
  if (nLarge == 1 && nZero == 2)
    problems.add(
        fmt::format("polyMesh: wedge patch '{}' lies in a coordinate plane; the two wedge patches should be symmetric "
                    "about it, at a small angle",
                    patch.name));
}

/// The text of an entry that the mesh file gives to a patch; "" if it gives none.
std::string otherEntry(const PolyPatch& patch, const std::string& keyword) {
  for (const auto& [key, text] : patch.otherEntries)
    if (key == keyword) {
      const auto first = text.find_first_not_of(" \t\n"), last = text.find_last_not_of(" \t\n;");
      return first == std::string::npos || last == std::string::npos ? "" : text.substr(first, last + 1 - first);
    }
  return "";
}

/// OpenFOAM's measure of a face for matching: distance of its farthest point from its centre.
double faceSize(const PolyMesh& mesh, const PolyGeometry& geometry, GlobalLabel f) {
  double size = 0;
  for (Label i = mesh.faceOffsets[f]; i < mesh.faceOffsets[f + 1]; ++i)
    size = std::max(size, mag(mesh.points[mesh.facePoints[i]] - geometry.faceCentres[f]));
  return size;
}

double matchTolerance(const PolyPatch& patch, Problems& problems) {
  const std::string text = otherEntry(patch, "matchTolerance");
  if (text.empty()) return 1e-4;
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (*end != '\0' || !(value > 0))
    problems.add(fmt::format("polyMesh: cyclic patch '{}': matchTolerance '{}' is not a positive number", patch.name, text));
  return value;
}

/// The faces of a and b are the same up to one translation.
void checkTranslation(const PolyMesh& mesh, const PolyGeometry& geometry, const PolyPatch& a, const PolyPatch& b,
                      Problems& problems) {
  const double tolerance = matchTolerance(a, problems);
  Tally turned, unequal, moved;
  const Vec3 separation = geometry.faceCentres[b.start] - geometry.faceCentres[a.start];
  for (GlobalLabel i = 0; i < a.size; ++i) {
    const GlobalLabel f = a.start + i, g = b.start + i;
    const double areaF = mag(geometry.faceAreas[f]), areaG = mag(geometry.faceAreas[g]);
    if (std::abs(areaF - areaG) > tolerance * 0.5 * (areaF + areaG))
      unequal.add(f);
    else if (mag(geometry.faceAreas[f] + geometry.faceAreas[g]) > 1e-2 * areaF)
      turned.add(f);
    else if (mag(geometry.faceCentres[g] - geometry.faceCentres[f] - separation) > tolerance * faceSize(mesh, geometry, f))
      moved.add(f);
  }
  const std::string pair = fmt::format("of cyclic patch '{}' ", a.name);
  unequal.faces(pair + fmt::format("whose area differs from that of the partner in '{}'", b.name), problems);
  turned.faces(pair + fmt::format("not parallel to the partner in '{}' (if the two are turned against each other: transform "
                                  "rotational, with rotationAxis and "
                                  "rotationCentre)",
                                  b.name),
               problems);
  moved.faces(pair + fmt::format("not where the translation of its first face puts the partner in '{}' "
                                 "(only translational cyclic patches, faces in matching order, are supported)",
                                 b.name),
              problems);
}

/// The neighbourPatch of a coupled patch; nullptr, with a problem, if it is none or has another neighbour.
const PolyPatch* checkPartner(const PolyMesh& mesh, const PolyPatch& patch, Problems& problems) {
  std::vector<std::string> names;
  for (const PolyPatch& other : mesh.patches)
    if (other.type == patch.type && other.name != patch.name) names.push_back(other.name);
  const auto partner = std::find_if(mesh.patches.begin(), mesh.patches.end(),
                                    [&](const PolyPatch& other) { return other.name == patch.neighbourPatch; });
  if (partner == mesh.patches.end() || std::find(names.begin(), names.end(), patch.neighbourPatch) == names.end())
    problems.add(fmt::format("polyMesh: {} patch '{}': {}", patch.type, patch.name,
                             unknownWordMessage("neighbourPatch", patch.neighbourPatch, names)));
  else if (partner->neighbourPatch != patch.name)
    problems.add(fmt::format("polyMesh: {} patch '{}' has neighbourPatch '{}', but that one's is '{}'", patch.type, patch.name,
                             partner->name, partner->neighbourPatch));
  else
    return &*partner;
  return nullptr;
}

/// Two patches whose faces overlap lie upon each other, and are measured by areas.
void checkOverlapping(const PolyMesh& mesh, const PolyPatch& patch, Problems& problems) {
  const auto allow = [&](const char* keyword, const std::vector<std::string>& words, const char* instead = "") {
    const std::string text = otherEntry(patch, keyword);
    if (text.empty() || std::find(words.begin(), words.end(), text) != words.end()) return;
    problems.add(fmt::format("polyMesh: {} patch '{}': {} {} is not supported, only {}{}", patch.type, patch.name, keyword, text,
                             fmt::join(words, ", "), instead));
  };
  // none and unspecified are openfoam.org's noOrdering and unknown, from version 7 on.
  std::vector<std::string> transforms{"noOrdering", "none", "unknown", "unspecified", "coincidentFullMatch", "translational"};
  if (!isPartlyOverlapping(patch)) transforms.emplace_back("rotational");
  allow("transform", transforms);
  allow("method", {"faceAreaWeightAMI"});
  allow("AMIMethod", {"faceAreaWeightAMI"});
  allow("flipNormals", {"false", "no", "off"});
  if (!otherEntry(patch, "surface").empty())
    problems.add(fmt::format("polyMesh: {} patch '{}': a surface to project on is not supported", patch.type, patch.name));
  problems.guard([&] { lowWeightCorrection(patch); });
  problems.guard([&] { periodicPatch(mesh.patches, patch); });
  if (isPartlyOverlapping(patch)) problems.guard([&] { checkBlockage(mesh, patch); });
  const PolyPatch* partner = checkPartner(mesh, patch, problems);
  if (partner) problems.guard([&] { checkRotation(patch, *partner); });
  if (!partner || patch.start > partner->start) return;
  problems.guard([&] {
    const Vec3 there = separation(patch), back = separation(*partner);
    constexpr double tolerance = 1e-4;
    if (mag(there + back) > tolerance * std::max(mag(there), mag(back)))
      problems.add(
          fmt::format("polyMesh: {} patches '{}' and '{}': their separationVectors must be opposite ones, where both "
                      "are of transform translational",
                      patch.type, patch.name, partner->name));
  });
}

void checkCyclic(const PolyMesh& mesh, const PolyGeometry& geometry, const PolyPatch& patch, Problems& problems) {
  static const std::vector<std::string> transforms{"unknown",    "unspecified",   "noOrdering",         "none",
                                                   "rotational", "translational", "coincidentFullMatch"};
  const std::string transform = otherEntry(patch, "transform");
  if (!transform.empty() && std::find(transforms.begin(), transforms.end(), transform) == transforms.end())
    problems.add(
        fmt::format("polyMesh: cyclic patch '{}': {}", patch.name, unknownWordMessage("transform", transform, transforms)));

  const PolyPatch* partner = checkPartner(mesh, patch, problems);
  if (!partner) return;
  problems.guard([&] { checkRotation(patch, *partner); });
  if (partner->size != patch.size)
    problems.add(fmt::format("polyMesh: cyclic patch '{}' has {} faces, its neighbourPatch '{}' {}", patch.name, patch.size,
                             partner->name, partner->size));
  else if (patch.start < partner->start && patch.size > 0 && !isRotational(patch))
    checkTranslation(mesh, geometry, patch, *partner, problems);
}

/// " (on patch axis)", " (on patches a, b)": the patches that have some of these boundary faces; "": none has.
std::string onPatches(const PolyMesh& mesh, const std::vector<Label>& faces) {
  std::vector<std::string> names;
  for (const PolyPatch& patch : mesh.patches)
    if (std::ranges::any_of(faces, [&](Label f) { return f >= patch.start && f < patch.start + patch.size; }))
      names.push_back(patch.name);
  return names.empty() ? "" : fmt::format(" (on patch{} {})", names.size() > 1 ? "es" : "", fmt::join(names, ", "));
}

void checkGeometry(const PolyMesh& mesh, const PolyGeometry& geometry, Problems& problems) {
  std::vector<Label> flat;
  Tally noArea, open, noVolume;
  std::vector<Vec3> sum(geometry.cellVolumes.size()), sumMag(geometry.cellVolumes.size());
  const auto add = [&](Label c, const Vec3& area, double sign) {
    for (int d = 0; d < 3; ++d) {
      sum[c][d] += sign * area[d];
      sumMag[c][d] += std::abs(area[d]);
    }
  };
  // OpenFOAM 2.3 takes them, along the axis of a wedge: nothing flows through them; v1912 divides by zero.
  const auto mayBeFlat = [&](Label f) {
    const auto has = [f](const PolyPatch& p) { return !isCoupled(p) && f >= p.start && f < p.start + p.size; };
    return std::ranges::any_of(mesh.patches, has);
  };
  for (Label f = 0; f < mesh.nFaces(); ++f) {
    if (!(mag(geometry.faceAreas[f]) >= vSmall) && !mayBeFlat(f)) {
      noArea.add(f);
      flat.push_back(f);
    }
    add(mesh.owner[f], geometry.faceAreas[f], 1);
    if (f < mesh.nInternalFaces()) add(mesh.neighbour[f], geometry.faceAreas[f], -1);
  }
  constexpr double closedThreshold = 1e-6;
  for (std::size_t c = 0; c < sum.size(); ++c) {
    double openness = 0;
    for (int d = 0; d < 3; ++d) openness = std::max(openness, std::abs(sum[c][d]) / (sumMag[c][d] + rootVSmall));
    if (!(openness <= closedThreshold)) open.add(static_cast<GlobalLabel>(c));
    if (!(geometry.cellVolumes[c] >= vSmall)) noVolume.add(static_cast<GlobalLabel>(c));
  }
  noArea.faces("without area" + onPatches(mesh, flat), problems);
  open.cells("not closed (their face areas do not sum to zero)", problems);
  noVolume.cells("of zero or negative volume", problems);
}

}  // namespace

std::vector<WordKind> wordKinds() {
  return {{"patchTypes", "types of patches: `type` in blockMeshDict and polyMesh/boundary", patchTypes().words()}};
}

bool checkTopology(const PolyMesh& mesh, Problems& problems) {
  if (mesh.nFaces() == 0) {
    problems.add("polyMesh: the mesh has no faces and no cells");
    return false;
  }
  if (!checkFaceOffsets(mesh, problems)) return false;
  const bool points = checkFacePoints(mesh, problems);
  const bool cells = checkCells(mesh, problems);
  const bool patches = checkPatchRanges(mesh, problems);
  return points && cells && patches;
}

bool checkPatches(const PolyMesh& mesh, const PolyGeometry& geometry, Problems& problems) {
  const auto before = problems.messages().size();
  for (const PolyPatch& patch : mesh.patches) {
    checkType(patch, problems);
    if (isOverlapping(patch))
      checkOverlapping(mesh, patch, problems);
    else if (isCoupled(patch))
      checkCyclic(mesh, geometry, patch, problems);
    if (patch.type == "wedge" || patch.type == "symmetryPlane") checkPlane(patch, geometry, problems);
  }
  return problems.messages().size() == before;
}

PolyGeometry checkPolyMesh(const PolyMesh& mesh, Problems& problems) {
  if (!checkTopology(mesh, problems)) return {};
  PolyGeometry geometry = uncheckedGeometry(mesh);
  checkPatches(mesh, geometry, problems);
  checkGeometry(mesh, geometry, problems);
  return geometry;
}

}  // namespace eagre::mesh
