// SPDX-License-Identifier: BSD-3-Clause
#include "interface/curvature/curvature_model.hpp"

#include "config/word_choice.hpp"
#include "interface/words.hpp"

namespace eagre::interface_ {

// Each in the file of its name.
std::unique_ptr<CurvatureModel> makeGradAlpha(const fv::Context& context, InterfaceState& state);

namespace {
using Maker = std::unique_ptr<CurvatureModel> (*)(const fv::Context&, InterfaceState&);
/// The first is what a case gets that does not choose.
const WordTable<Maker> table{
    {"gradAlpha", "curvature -div(grad(alpha)/|grad(alpha)|) from the gradient of alpha at the faces", makeGradAlpha}};

const Maker& chosen(const config::Entry* entry) { return config::chosen(table, "curvature model", entry); }
}  // namespace

std::vector<Word> curvatureWords() { return table.words(); }

std::unique_ptr<CurvatureModel> makeCurvatureModel(const config::Entry* entry, const fv::Context& context,
                                                   InterfaceState& state) {
  return chosen(entry)(context, state);
}

void checkCurvatureModel(const config::Entry* entry) { chosen(entry); }

}  // namespace eagre::interface_
