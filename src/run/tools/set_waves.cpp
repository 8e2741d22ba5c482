// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "output/on_master.hpp"
#include "run/case/initial_waves.hpp"
#include "run/case/made.hpp"
#include "run/tools/tool.hpp"

namespace eagre::run::tools {
namespace {

/// What is set, by system/setWavesDict (openfoam.org 6 and later) or, before, by options alone.
struct Instructions {
  std::string alpha, U;
  bool liquid;
  std::vector<std::string> sources;  ///< files that the fields depend on

  Instructions(const Call& call, CaseDictionaries& dictionaries) {
    const std::string file = call.value("-dict", "system/setWavesDict");
    const config::Dictionary* dict = dictionaries.optional(file);
    if (!dict && call.has("-dict")) dictionaries.required(file);  // says that it is missing
    alpha = call.value("-alpha", dict ? dict->getOr("alpha", "alpha") : "alpha");
    U = call.value("-U", dict ? dict->getOr("U", "U") : "U");
    liquid = !call.has("-gas") && (!dict || dict->getOr("liquid", true));
    sources = {"constant/waveProperties"};
    if (dict) sources.push_back(file);
  }
};

}  // namespace

void setWaves(Call& call) {
  call.parse({"-gas"}, {"-dict", "-alpha", "-U"});
  output::onMaster(call.world(), [&] {
    Problems problems;
    CaseDictionaries dictionaries(call.caseDirectory(), problems);
    const auto control = ControlDict::read(dictionaries.controlDict(), false, problems);
    const Instructions what(call, dictionaries);
    const auto start = startDirectory(call.caseDirectory(), control, call.log());
    const auto waves = wavesOf(dictionaries, std::stod(start), call.log());
    const WholeMesh whole = loadOrMakeMesh(dictionaries, control, true, call.log());
    std::vector<case_::RawField> fields;
    for (const std::string& name : {what.alpha, what.U})
      problems.guard([&] { fields.push_back(case_::readRawField(call.caseDirectory() / start / name)); });
    problems.throwIfAny("setWaves cannot read the fields:");
    waves.report();
    keepInitialFields(call.caseDirectory(), start, call.log());
    for (auto& field : fields) {
      call.log().line(fmt::format("Setting {} by the waves", field.name));
      run::setWaves(waves, whole, field, what.liquid, true);
      case_::writeRawField(field, call.caseDirectory() / start / field.name, start,
                           {control.binary, control.writePrecision, control.compressed});
    }
    recordFields(call.caseDirectory(), start, what.sources);
    call.log().line("\nEnd\n");
  });
}

}  // namespace eagre::run::tools
