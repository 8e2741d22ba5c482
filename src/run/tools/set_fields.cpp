// SPDX-License-Identifier: BSD-3-Clause
#include "output/on_master.hpp"
#include "run/tools/tool.hpp"

namespace eagre::run::tools {

void setFields(Call& call) {
  call.parse({}, {"-dict"});
  output::onMaster(call.world(), [&] {
    Problems problems;
    CaseDictionaries dictionaries(call.caseDirectory(), problems);
    const auto control = ControlDict::read(dictionaries.controlDict(), false, problems);
    const auto start = startDirectory(dictionaries.directory(), control, call.log());
    applySetFields(dictionaries, control, loadOrMakeMesh(dictionaries, control, true, call.log()), start, true, call.log(),
                   call.value("-dict", "system/setFieldsDict"));
    call.log().line("\nEnd\n");
  });
}

}  // namespace eagre::run::tools
