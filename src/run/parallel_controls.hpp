// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "comm/methods.hpp"
#include "config/dictionary.hpp"

namespace eagre::run {

/// How ranks talk in this run: controlDict's
///     parallel { exchange dynamic|memoised|static; asking everywhere|synchronisations; reduction tree|typed|nonblocking;
///                pendingSums iallreduce|messages; }
/// each with comm::Methods' default, and the words of the command line, which win ("" if not given). Unknown keywords and words
/// are added to the problems, with place and nearest valid one.
comm::Methods readParallel(const config::Dictionary& controlDict, const std::string& exchange, const std::string& reduction,
                           Problems& problems);

}  // namespace eagre::run
