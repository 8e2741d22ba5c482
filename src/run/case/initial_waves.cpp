// SPDX-License-Identifier: BSD-3-Clause
#include "run/case/initial_waves.hpp"

#include <algorithm>

#include "case/whole_field.hpp"
#include "core/dimensions.hpp"

namespace eagre::run {
namespace {

using physics::waves::LevelMean;
using physics::waves::LevelPoint;

/// What the waves give at the points and the centres of faces and cells.
class Sea {
 public:
  Sea(const physics::waves::Superposition& waves, const WholeMesh& whole)
      : mesh_(whole.mesh), geometry_(whole.geometry), waves_(waves), atPoints_(sample(mesh_.points)) {}

  std::vector<LevelMean> cellMeans() const {
    const auto atCentres = sample(geometry_.cellCentres);
    std::vector<LevelMean> means(atCentres.size());
    for (Label f = 0; f < mesh_.nFaces(); ++f) {
      addFace(f, mesh_.owner[f], atCentres, means);
      if (f < mesh_.nInternalFaces()) addFace(f, mesh_.neighbour[f], atCentres, means);
    }
    return means;
  }

  LevelMean faceMean(Label f) const {
    std::vector<Vec3> corners;
    std::vector<LevelPoint> at;
    for (const Label p : mesh_.pointsOf(f)) {
      corners.push_back(mesh_.points[p]);
      at.push_back(atPoints_[p]);
    }
    const Vec3 centre = geometry_.faceCentres[f];
    return physics::waves::faceMean(corners, at, centre, waves_.at(centre));
  }

 private:
  std::vector<LevelPoint> sample(const std::vector<Vec3>& points) const {
    std::vector<LevelPoint> result(points.size());
    std::ranges::transform(points, result.begin(), [&](const Vec3& p) { return waves_.at(p); });
    return result;
  }

  /// The tetrahedra between a cell's centre and one of its faces.
  void addFace(Label f, Label cell, const std::vector<LevelPoint>& atCentres, std::vector<LevelMean>& means) const {
    const auto points = mesh_.pointsOf(f);
    const Vec3 a = mesh_.points[points[0]], centre = geometry_.cellCentres[cell];
    for (std::size_t i = 1; i + 1 < points.size(); ++i) {
      const Vec3 b = mesh_.points[points[i]], c = mesh_.points[points[i + 1]];
      const double volume = std::abs(dot(a - centre, cross(b - a, c - a))) / 6;
      means[cell].add<4>(volume, {&atCentres[cell], &atPoints_[points[0]], &atPoints_[points[i]], &atPoints_[points[i + 1]]});
    }
  }

  const mesh::PolyMesh& mesh_;
  const mesh::PolyGeometry& geometry_;
  const physics::waves::Superposition& waves_;
  std::vector<LevelPoint> atPoints_;
};

void append(std::vector<double>& values, const LevelMean& mean, int components, bool liquid) {
  if (components == 1) return values.push_back(liquid ? mean.below() : 1 - mean.below());
  const Vec3 U = mean.velocity();
  values.insert(values.end(), {U.x, U.y, U.z});
}

}  // namespace

physics::waves::Superposition wavesOf(CaseDictionaries& dictionaries, double time, Log& log) {
  const auto& waveProperties = dictionaries.required("constant/waveProperties");
  if (!physics::waves::Superposition::describes(waveProperties))
    throw Error(waveProperties.place(), "a list `waves ( Airy { .. } )` is expected, as openfoam.org has it");
  const Vec3 g = dictionaries.required("constant/g").getDimensionedVector("value", dimAcceleration);
  physics::waves::Superposition waves(waveProperties, g, log);
  waves.setTime(time);
  return waves;
}

void setWaves(const physics::waves::Superposition& waves, const WholeMesh& whole, case_::RawField& field, bool liquid,
              bool patches) {
  if (field.components != 1 && field.components != 3)
    throw Error(field.place, field.name + ": waves give a phase fraction or a velocity, no " + field.className);
  const Sea sea(waves, whole);
  std::vector<double> cells;
  for (const LevelMean& mean : sea.cellMeans()) append(cells, mean, field.components, liquid);
  field.internal = {false, std::move(cells)};
  if (!patches) return;
  Problems problems;
  case_::WholeField boundary(field, whole.mesh, problems);
  problems.throwIfAny("the waves cannot be set:");
  for (std::size_t i = 0; i < boundary.nPatches(); ++i) {
    const auto& patch = whole.mesh.patches[i];
    const std::string type = boundary.conditionType(i);
    if (!boundary.keepsValue(i) || (patch.type == "wall" && type != "waveAlpha" && type != "waveVelocity")) continue;
    std::vector<double> values;
    for (GlobalLabel f = patch.start; f < patch.start + patch.size; ++f)
      append(values, sea.faceMean(static_cast<Label>(f)), field.components, liquid);
    boundary.setValue(i, std::move(values));
  }
  boundary.finish();
}

}  // namespace eagre::run
