// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "run/functions/function_object.hpp"
#include "run/functions/sampling.hpp"

namespace eagre::run {

/// The `functions` of controlDict: those of run/functions/. Any other type is named in a warning, once, and left out.
/// Problems of the ones that are supported are added.
std::vector<std::unique_ptr<FunctionObject>> makeFunctionObjects(const config::Dictionary& controlDict,
                                                                 const fv::Context& context,
                                                                 const std::filesystem::path& caseDirectory,
                                                                 const std::string& startTime, const Samplings& samplings,
                                                                 Problems& problems);

/// uniform/functionObjects/functionObjectProperties, from which function objects go on in a restart; empty if none has anything.
std::string stateText(const std::vector<std::unique_ptr<FunctionObject>>& objects);

}  // namespace eagre::run
