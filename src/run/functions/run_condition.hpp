// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "core/word_table.hpp"
#include "fv/fields/context.hpp"
#include "run/functions/run_board.hpp"

namespace eagre::run {

/// A condition of runTimeControl.
class RunCondition {
 public:
  virtual ~RunCondition() = default;
  /// Whether it holds after the step just made; the same on all ranks.
  virtual bool holds(const fv::Context& context, const RunBoard& board) = 0;
  /// Goes on where the run before was: what state() has written.
  virtual void continueFrom(const config::Dictionary&) {}
  /// Entries that a restart needs.
  virtual std::string state() const { return {}; }
};

/// A condition from its dictionary. Errors (badCase): unknown words, missing entries, what is not supported.
std::unique_ptr<RunCondition> makeRunCondition(const std::string& name, const config::Dictionary& d);

}  // namespace eagre::run
