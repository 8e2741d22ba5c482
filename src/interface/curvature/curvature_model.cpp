// SPDX-License-Identifier: BSD-3-Clause
#include "interface/curvature/curvature_model.hpp"

#include "interface/word_table.hpp"

namespace eagre::interface_ {

// Each in the file of its name.
std::unique_ptr<CurvatureModel> makeGradAlpha(const fv::Context& context, InterfaceState& state);

namespace {
using Maker = std::unique_ptr<CurvatureModel> (*)(const fv::Context&, InterfaceState&);
/// The first is what a case gets that does not choose.
const WordTable<Maker> table{"curvature model", {{"gradAlpha", makeGradAlpha}}};
}  // namespace

std::unique_ptr<CurvatureModel> makeCurvatureModel(const config::Entry* entry, const fv::Context& context,
                                                   InterfaceState& state) {
  return table.find(entry)(context, state);
}

void checkCurvatureModel(const config::Entry* entry) { table.find(entry); }

}  // namespace eagre::interface_
