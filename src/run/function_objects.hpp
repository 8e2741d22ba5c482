// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "run/functions/function_object.hpp"
#include "run/functions/sampling.hpp"

namespace eagre::run {

/// The `functions` of controlDict: those of run/functions/. None stops a case: one of any other type, or with something wrong, is
/// named in a warning, once, and left out. board: of all of them. Those that write at the end alone come last, so that one that
/// ends the run comes before them.
std::vector<std::unique_ptr<FunctionObject>> makeFunctionObjects(const config::Dictionary& controlDict,
                                                                 const fv::Context& context,
                                                                 const std::filesystem::path& caseDirectory,
                                                                 const std::string& startTime, const Samplings& samplings,
                                                                 const std::shared_ptr<RunBoard>& board);

/// Calls f(object) of every one. Where it finds something wrong with the case, which all ranks find, as a field that the solver
/// does not have, the object is left out from here on, with a warning.
void eachTolerantly(std::vector<std::unique_ptr<FunctionObject>>& objects, Log& log,
                    const std::function<void(FunctionObject&)>& f);

/// Before the first step: start() of all, with the trigger of the run that this one continues; those that miss fields are left
/// out; the steps are fitted to what the others write.
void startFunctionObjects(std::vector<std::unique_ptr<FunctionObject>>& objects, fv::Context& context, DirectorySource& source,
                          RunBoard& board);

/// uniform/functionObjects/functionObjectProperties, from which function objects go on in a restart; empty if none has anything.
std::string stateText(const std::vector<std::unique_ptr<FunctionObject>>& objects, const RunBoard& board);

}  // namespace eagre::run
