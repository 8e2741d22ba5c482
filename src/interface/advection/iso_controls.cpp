// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "config/counts.hpp"
#include "fv/time/ddt.hpp"
#include "interface/advection/iso_advection.hpp"
#include "mesh/motion.hpp"

namespace eagre::interface_ {

IsoControls IsoControls::read(const config::Dictionary& d) {
  IsoControls c;
  c.surfCellTol = d.getOr<double>("surfCellTol", c.surfCellTol);
  c.nAlphaBounds = config::readCount(d, "nAlphaBounds", c.nAlphaBounds);
  c.snapTol = d.getOr<double>("snapTol", c.snapTol);
  c.clip = d.getOr<bool>("clip", c.clip);
  c.sweptFaces = d.getOr<bool>("sweptFaces", c.sweptFaces);
  if (d.getOr<bool>("gradAlphaNormal", false))
    throw Error(d.at("gradAlphaNormal").place, d.name() + ": gradAlphaNormal is not supported; remove it or set no");
  for (const char* word : {"writeIsoFaces", "writeSurfCells", "writeBoundedCells"})
    if (d.getOr<bool>(word, false))
      d.warn(d.at(word).place, fmt::format("{}: {} is not supported: nothing is written", d.name(), word));
  return c;
}

namespace {

void requireOnlyWhatIsoAdvectionHas(const fv::Context& context, const config::Dictionary& dict, bool phaseChange) {
  const auto refuse = [&](const std::string& what) {
    throw Error(dict.place(), dict.name() + ": advectionScheme isoAdvection is not possible " + what + "; MULES is");
  };
  if (phaseChange) refuse("where phases change into one another");
  if (context.mesh.motion && !context.mesh.motion->isRigid) refuse("on a mesh whose cells deform");
  if (fv::localTimeSteps(context.fvSchemes)) refuse("with local time steps (ddtSchemes localEuler)");
  if (context.mesh.overlaps) refuse("on a mesh with cyclicAMI patches");
  if (!context.mesh.rotations.empty()) refuse("on a mesh with patches of transform rotational");
}

/// OpenFOAM's tutorials keep the words of MULES and of a linear solver there.
void warnOfUnknownWords(const config::Dictionary& dict) {
  static const std::vector<std::string> known{"advectionScheme",   "reconstructionScheme", "iterations",    "isoFaceTol",
                                              "surfCellTol",       "nAlphaBounds",         "snapTol",       "clip",
                                              "sweptFaces",        "gradAlphaNormal",      "writeIsoFaces", "writeSurfCells",
                                              "writeBoundedCells", "nAlphaSubCycles",      "cAlpha"};
  static const std::vector<std::string> ofMules{"nAlphaCorr",
                                                "MULESCorr",
                                                "nLimiterIter",
                                                "MULES",
                                                "alphaApplyPrevCorr",
                                                "icAlpha",
                                                "scAlpha",
                                                "smoothLimiter",
                                                "extremaCoeff",
                                                "boundaryExtremaCoeff",
                                                "solver",
                                                "preconditioner",
                                                "smoother",
                                                "tolerance",
                                                "relTol",
                                                "minIter",
                                                "maxIter",
                                                "nSweeps",
                                                "nPreSweeps",
                                                "nPostSweeps",
                                                "nFinestSweeps",
                                                "nVcycles",
                                                "cacheAgglomeration",
                                                "agglomerator",
                                                "nCellsInCoarsestLevel",
                                                "mergeLevels",
                                                "log"};
  for (const auto& entry : dict.entries()) {
    const auto is = [&](const std::vector<std::string>& words) { return std::ranges::find(words, entry.keyword) != words.end(); };
    if (is(known) || is(ofMules)) continue;
    const std::string nearest = entry.keyword == "vof2IsoTol" ? "isoFaceTol" : nearestWord(entry.keyword, known);
    dict.warn(entry.place, fmt::format("{}: isoAdvection does not read '{}'{}", dict.name(), entry.keyword,
                                       nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest)));
  }
}

}  // namespace

void checkIsoAdvection(const fv::Context& context, const std::string& alphaName, bool phaseChange, Problems& problems) {
  problems.guard([&] {
    const auto& dict = phaseControls(context, alphaName);
    problems.guard([&] { IsoControls::read(dict); });
    problems.guard([&] { SubCycles::read(dict); });
    warnOfUnknownWords(dict);
    problems.guard([&] { requireOnlyWhatIsoAdvectionHas(context, dict, phaseChange); });
    checkReconstruction(dict, context, problems);
  });
}

}  // namespace eagre::interface_
