// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "core/word_table.hpp"

namespace eagre::mesh {

/// The words that this room reads in a case: its registry, for `eagre list`.
std::vector<WordKind> wordKinds();

}  // namespace eagre::mesh
