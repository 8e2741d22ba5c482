// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace eagre::config {

/// A POSIX extended regular expression that must match a whole keyword; "(?i)" before it: upper and lower case are the same.
class Pattern {
 public:
  /// Errors: not a valid expression; back-references and repetitions so large that matching could take forever.
  Pattern(const std::string& expression, const Place& place);
  bool matches(std::string_view word) const;

 private:
  struct Compiled;
  std::shared_ptr<const Compiled> compiled_;
};

}  // namespace eagre::config
