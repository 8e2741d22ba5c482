// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "comm/method_choice.hpp"
#include "config/dictionary.hpp"

namespace eagre::run {

/// How ranks talk in a run.
struct ParallelControls {
  comm::Methods methods;
  comm::Undecided undecided{true, true};  ///< what is `auto` in them
  std::string krylov = "auto";            ///< what `solver auto` stands for: linear::krylovForms
};

/// Words of the command line; "" if not given.
struct ParallelWords {
  std::string exchange, reduction, krylov;
};

/// Reads controlDict's
///     parallel { exchange dynamic|memoised|static; asking everywhere|synchronisations; reduction auto|tree|typed|nonblocking;
///                pendingSums auto|iallreduce|messages; krylov auto|PCG|CGCG|PPCG|OFPiPePCG|OFRePiPePCG|SStepPCG; }
/// each with the default above or comm::Methods', and the words of the command line, which win. Unknown keywords and words
/// are added to the problems, with place and nearest valid one, as are words of OpenFOAM's OptimisationSwitches that Eagre cannot
/// follow (floatTransfer) or that are none (commsType).
ParallelControls readParallel(const config::Dictionary& controlDict, const ParallelWords& given, Problems& problems);

}  // namespace eagre::run
