// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "fv/context.hpp"

namespace eagre::run {

/// Something that looks at the fields while the run goes on and writes under postProcessing/. The formats are OpenFOAM's.
class FunctionObject {
 public:
  virtual ~FunctionObject() = default;
  /// Called after every time step; `writeTime`: fields are written at this step. Collective.
  virtual void execute(const fv::Context& context, bool writeTime) = 0;
};

/// The `functions` of controlDict: probes and residuals. Any other type is named in a warning, once, and left out.
/// Problems of the ones that are supported are added.
std::vector<std::unique_ptr<FunctionObject>> makeFunctionObjects(const config::Dictionary& controlDict,
                                                                 const fv::Context& context,
                                                                 const std::filesystem::path& caseDirectory,
                                                                 const std::string& startTime, Problems& problems);

}  // namespace eagre::run
