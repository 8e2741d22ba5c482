// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "case/field_file.hpp"
#include "mesh/cell_cutter.hpp"
#include "output/on_master.hpp"
#include "run/tools/tool.hpp"

namespace eagre::run::tools {
namespace {

/// Positive in phase 1 [m].
using Level = std::function<double(const Vec3&)>;

Level levelOf(const config::Dictionary& d) {
  const std::string type = d.getChoice("type", std::vector<std::string>{"plane", "sphere", "cylinder", "sin"});
  const Vec3 origin = d.get<Vec3>(d.has("origin") ? "origin" : "centre");
  if (type == "sphere") return [origin, radius = d.get<double>("radius")](const Vec3& x) { return radius - mag(x - origin); };
  const Vec3 direction = normalised(d.get<Vec3>("direction"));
  if (type == "plane") return [origin, direction](const Vec3& x) { return dot(origin - x, direction); };
  if (type == "cylinder")
    return [origin, direction, radius = d.get<double>("radius")](const Vec3& x) {
      return radius - std::sqrt(std::max(0.0, magSqr(x - origin) - std::pow(dot(x - origin, direction), 2)));
    };
  return [=, period = d.get<double>("period"), amplitude = d.get<double>("amplitude"),
          up = normalised(d.get<Vec3>("up"))](const Vec3& x) {
    return amplitude * std::sin(2 * std::numbers::pi * dot(x - origin, direction) / period) - dot(x - origin, up);
  };
}

}  // namespace

/// OpenFOAM v1912's setAlphaField: the fraction of each cell on the inner side of a plane, sphere, cylinder or sine, whose
/// distance is linear on the edges of the mesh. Cells wholly outside keep their values, and patches theirs.
void setAlphaField(Call& call) {
  call.parse({}, {"-dict"});
  output::onMaster(call.world(), [&] {
    Problems problems;
    CaseDictionaries dictionaries(call.caseDirectory(), problems);
    const auto control = ControlDict::read(dictionaries.controlDict(), false, problems);
    const auto& dict = dictionaries.required(call.value("-dict", "system/setAlphaFieldDict"));
    const Level level = levelOf(dict);
    const WholeMesh whole = loadOrMakeMesh(dictionaries, control, true, call.log());
    const auto time = startDirectory(call.caseDirectory(), control, call.log());
    const fs::path path = call.caseDirectory() / time / dict.get<std::string>("field");
    auto field = case_::readRawField(path);
    const Label nCells = whole.mesh.nCells();
    field.expand(static_cast<std::size_t>(nCells));
    const mesh::CellShapes shapes(whole.mesh, nCells);
    const bool inverted = dict.getOr<bool>("invertAlpha", false);
    double volume = 0, total = 0;
    for (Label c = 0; c < nCells; ++c) {
      const mesh::CellCutter cutter(shapes.view(), c, whole.geometry.cellCentres[c],
                                    [&](Label, const Vec3& x) { return level(x); });
      const double fraction = cutter.cut(0).fraction;
      double& alpha = field.internal.values[static_cast<std::size_t>(c)];
      if (fraction > 0) alpha = fraction;
      if (inverted) alpha = 1 - alpha;
      volume += alpha * cutter.volume();
      total += cutter.volume();
    }
    case_::writeRawField(field, path, time, {control.binary, 18, control.compressed});
    call.log().line(fmt::format("Phase-1 volume fraction = {:.{}g}\n\nEnd\n", volume / total, call.log().precision()));
  });
}

}  // namespace eagre::run::tools
