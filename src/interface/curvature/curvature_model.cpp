// SPDX-License-Identifier: BSD-3-Clause
#include "interface/curvature/curvature_model.hpp"

#include "config/word_choice.hpp"
#include "interface/words.hpp"

namespace eagre::interface_ {

// Each in the file of its name.
std::unique_ptr<CurvatureModel> makeGradAlpha(const config::Dictionary& surfaceForces, const fv::Context& context,
                                              InterfaceState& state);
void checkGradAlpha(const config::Dictionary& surfaceForces, const fv::Context& context, Problems& problems);
std::unique_ptr<CurvatureModel> makeHeightFunction(const config::Dictionary& surfaceForces, const fv::Context& context,
                                                   InterfaceState& state);
std::unique_ptr<CurvatureModel> makeFitParaboloid(const config::Dictionary& surfaceForces, const fv::Context& context,
                                                  InterfaceState& state);
std::unique_ptr<CurvatureModel> makeDistanceCurvature(const config::Dictionary& surfaceForces, const fv::Context& context,
                                                      InterfaceState& state);
void checkDistanceCurvature(const config::Dictionary& surfaceForces, const fv::Context& context, Problems& problems);
void checkGeometricCurvature(const config::Dictionary& surfaceForces, const fv::Context& context, Problems& problems);
std::unique_ptr<CurvatureModel> makeConstantCurvature(const config::Dictionary& surfaceForces, const fv::Context& context,
                                                      InterfaceState& state);
void checkConstantCurvature(const config::Dictionary& surfaceForces, const fv::Context& context, Problems& problems);

namespace {
struct Row {
  /// The model's own entries are in surfaceForces.subDict("<word>Coeffs").
  std::unique_ptr<CurvatureModel> (*make)(const config::Dictionary& surfaceForces, const fv::Context&, InterfaceState&);
  /// Adds the problems of these entries, and of the schemes that the model names.
  void (*check)(const config::Dictionary& surfaceForces, const fv::Context&, Problems&);
  enum class Needs { cells, points, planes } needs = Needs::cells;
};
using enum Row::Needs;
/// The first is what a case gets that does not choose.
const WordTable<Row> table{
    {"gradAlpha",
     "curvature -div(grad(alpha)/|grad(alpha)|) from the gradient of alpha at the faces",
     {makeGradAlpha, checkGradAlpha}},
    {"heightFunction",
     "heights in columns of boxes, of second order; elsewhere as fitParaboloid, with contact angles as RDF",
     {makeHeightFunction, checkGeometricCurvature, points}},
    {"fitParaboloid",
     "paraboloid fitted to the plane pieces of the interface in a cell and around it, on any mesh",
     {makeFitParaboloid, checkGeometricCurvature, points}},
    {"RDF",
     "divergence of the gradient of the distance to the reconstructed interface (Scheufler and Roenby 2021)",
     {makeDistanceCurvature, checkDistanceCurvature, planes}},
    {"constantCurvature",
     "the entry `curvature` [1/m] of constantCurvatureCoeffs, for tests",
     {makeConstantCurvature, checkConstantCurvature}}};

const Row& chosen(const config::Dictionary& surfaceForces) {
  return config::chosen(table, "curvature model", surfaceForces.find("curvatureModel"));
}
}  // namespace

std::vector<Word> curvatureWords() { return table.words(); }

std::unique_ptr<CurvatureModel> makeCurvatureModel(const config::Dictionary& surfaceForces, const fv::Context& context,
                                                   InterfaceState& state) {
  return chosen(surfaceForces).make(surfaceForces, context, state);
}

namespace {
Row::Needs needsOf(const config::Dictionary& surfaceForces) {
  Problems unknown;
  Row::Needs needed = cells;
  unknown.guard([&] { needed = chosen(surfaceForces).needs; });
  return needed;
}
}  // namespace

bool curvatureNeedsPoints(const config::Dictionary& surfaceForces) { return needsOf(surfaceForces) != cells; }
bool curvatureNeedsPlanes(const config::Dictionary& surfaceForces) { return needsOf(surfaceForces) == planes; }

void checkCurvatureModel(const config::Dictionary& surfaceForces, const fv::Context& context, Problems& problems) {
  problems.guard([&] { chosen(surfaceForces).check(surfaceForces, context, problems); });
}

}  // namespace eagre::interface_
