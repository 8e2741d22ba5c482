// SPDX-License-Identifier: BSD-3-Clause
#include "interface/reconstruction/reconstruction.hpp"

#include "config/word_choice.hpp"
#include "interface/words.hpp"

namespace eagre::interface_ {

// Each in the file of its name.
std::unique_ptr<Reconstruction> makeIsoAlpha(const config::Dictionary& controls, const ReconstructionInputs& inputs);
void checkIsoAlpha(const config::Dictionary& controls, const fv::Context& context, Problems& problems);
// plic.cpp
std::unique_ptr<Reconstruction> makeGradAlphaPlic(const config::Dictionary& controls, const ReconstructionInputs& inputs);
std::unique_ptr<Reconstruction> makePlicRdf(const config::Dictionary& controls, const ReconstructionInputs& inputs);
void checkPlic(const config::Dictionary& controls, const fv::Context& context, Problems& problems);

namespace {
struct Row {
  std::unique_ptr<Reconstruction> (*make)(const config::Dictionary& controls, const ReconstructionInputs&);
  /// Adds the problems of the phase's controls, and of the schemes that the method names.
  void (*check)(const config::Dictionary& controls, const fv::Context&, Problems&);
};
/// The first is what a case gets that does not choose.
const WordTable<Row> table{
    {"isoAlpha",
     "iso-surface of alpha at the points whose value gives each cell its fraction (isoAdvector 2016)",
     {makeIsoAlpha, checkIsoAlpha}},
    {"gradAlpha", "planes along the gradient of alpha, by least squares over point neighbours", {makeGradAlphaPlic, checkPlic}},
    {"plicRDF",
     "planes along the gradient of the distance to them, iterated; second order on polyhedra",
     {makePlicRdf, checkPlic}}};

const Row& chosen(const config::Dictionary& controls) {
  return config::chosen(table, "reconstructionScheme", controls.find("reconstructionScheme"));
}
}  // namespace

std::vector<Word> reconstructionWords() { return table.words(); }

std::unique_ptr<Reconstruction> makeReconstruction(const config::Dictionary& controls, const ReconstructionInputs& inputs) {
  return chosen(controls).make(controls, inputs);
}

void checkReconstruction(const config::Dictionary& controls, const fv::Context& context, Problems& problems) {
  problems.guard([&] { chosen(controls).check(controls, context, problems); });
}

}  // namespace eagre::interface_
