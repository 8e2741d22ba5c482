// SPDX-License-Identifier: BSD-3-Clause
#include "run/case/initial_waves.hpp"

#include "case/whole_field.hpp"
#include "core/dimensions.hpp"
#include "physics/waves/cell_means.hpp"

namespace eagre::run {
namespace {

using physics::waves::LevelMean;

LevelMean faceMean(const physics::waves::Superposition& waves, const WholeMesh& whole, Label f) {
  std::vector<Vec3> corners;
  for (const Label p : whole.mesh.pointsOf(f)) corners.push_back(whole.mesh.points[p]);
  const Vec3 centre = whole.geometry.faceCentres[f];
  return physics::waves::faceMean(corners, physics::waves::sampled(waves, corners), centre, waves.at(centre));
}

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
  std::vector<double> cells;
  for (const LevelMean& mean : physics::waves::cellMeans(waves, whole.mesh, whole.geometry.cellCentres))
    append(cells, mean, field.components, liquid);
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
      append(values, faceMean(waves, whole, static_cast<Label>(f)), field.components, liquid);
    boundary.setValue(i, std::move(values));
  }
  boundary.finish();
}

}  // namespace eagre::run
