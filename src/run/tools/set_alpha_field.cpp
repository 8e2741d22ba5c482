// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "case/implicit_function.hpp"
#include "mesh/cell_cutter.hpp"
#include "output/on_master.hpp"
#include "run/case/made.hpp"
#include "run/tools/tool.hpp"

namespace eagre::run::tools {
namespace {

/// The part of a cell that is inside: cut where the function, which is linear on the edges, is zero.
class Inside {
 public:
  Inside(const case_::ImplicitFunction& function, const WholeMesh& whole)
      : mesh_(whole.mesh),
        geometry_(whole.geometry),
        shapes_(mesh_, static_cast<Label>(geometry_.cellCentres.size())),
        levels_(mesh_.points.size()) {
    std::ranges::transform(mesh_.points, levels_.begin(), [&](const Vec3& point) { return function(point); });
  }

  double ofCell(Label c) const {
    const mesh::CellCutter cutter(shapes_.view(), c, geometry_.cellCentres[c],
                                  [this](Label p, const Vec3&) { return levels_[p]; });
    return std::clamp(cutter.cut(0).fraction, 0.0, 1.0);
  }

 private:
  const mesh::PolyMesh& mesh_;
  const mesh::PolyGeometry& geometry_;
  mesh::CellShapes shapes_;
  std::vector<double> levels_;
};

/// In cells of the global mesh that are inside, wholly or in part; others, and patches, keep what the file has, as in v1912,
/// which inverts them too (invertAlpha). With the word of later versions, invert, all cells are set.
void setFractions(const config::Dictionary& dict, const WholeMesh& whole, case_::RawField& field) {
  if (field.components != 1) throw Error(field.place, field.name + ": a phase fraction is a scalar, no " + field.className);
  const auto function = case_::makeImplicitFunction(dict);
  const Inside inside(*function, whole);
  const bool setsAll = dict.has("invert"), inverts = dict.getOr(setsAll ? "invert" : "invertAlpha", false);
  field.expand(whole.geometry.cellCentres.size());
  for (Label c = 0; double& alpha : field.internal.values) {
    const double fraction = inside.ofCell(c++);
    if (setsAll || fraction > 0) alpha = fraction;
    if (inverts) alpha = 1 - alpha;
  }
}

}  // namespace

void setAlphaField(Call& call) {
  call.parse({}, {"-dict"});
  output::onMaster(call.world(), [&] {
    Problems problems;
    CaseDictionaries dictionaries(call.caseDirectory(), problems);
    const auto control = ControlDict::read(dictionaries.controlDict(), false, problems);
    const std::string file = call.value("-dict", "system/setAlphaFieldDict");
    const auto& dict = dictionaries.required(file);
    const auto start = startDirectory(call.caseDirectory(), control, call.log());
    const WholeMesh whole = loadOrMakeMesh(dictionaries, control, true, call.log());
    if (dict.getOr("writeOBJ", false))
      dict.warn(dict.at("writeOBJ").place, "writeOBJ is not supported: the interface is not written");
    const auto name = dict.get<std::string>("field");
    const auto path = call.caseDirectory() / start / name;
    case_::RawField field = case_::readRawField(path);
    keepInitialFields(call.caseDirectory(), start, call.log());
    call.log().line(fmt::format("Setting {} by a {}", name, dict.get<std::string>("type")));
    setFractions(dict, whole, field);
    case_::writeRawField(field, path, start, {control.binary, std::max(control.writePrecision, 17), control.compressed});
    recordFields(call.caseDirectory(), start, {file});
    call.log().line("\nEnd\n");
  });
}

}  // namespace eagre::run::tools
