// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "config/dictionary.hpp"

namespace eagre::fv {
struct Context;
}

/// Reading scheme words, with the errors that the house wants.
namespace eagre::fv::schemes {

/// The next word; Error if the entry ends here. `what` is what should stand here, e.g. "gradient scheme".
std::string readName(config::TokenReader& reader, const std::string& what);
/// A coefficient of `scheme` within [lower, upper].
double readCoefficient(config::TokenReader& reader, const std::string& scheme, double lower = 0, double upper = 1);
/// Error: `word` is not a `what`, or one of OpenFOAM's that Eagre does not have (`unsupported`). kind: the registry of `eagre
/// list` that has the valid words, named where they are too many to be printed.
[[noreturn]] void failUnknown(const config::TokenReader& reader, const std::string& what, const std::string& word,
                              std::span<const std::string> valid, std::span<const std::string> unsupported,
                              std::string_view kind = {});

/// What stands behind a scheme is not used, as in OpenFOAM: a warning that names it.
void leaveExcess(const Context& context, const config::TokenReader& reader);

}  // namespace eagre::fv::schemes
