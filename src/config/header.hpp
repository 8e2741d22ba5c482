// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "config/dictionary.hpp"

namespace eagre::config {

/// The header out of the FoamFile dictionary of a file, word sizes out of its "arch".
FoamHeader headerFrom(const Dictionary& foamFile);

}  // namespace eagre::config
