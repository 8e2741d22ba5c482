// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "config/pattern.hpp"
#include "fv/fields/context.hpp"

namespace eagre::run {

/// The fields of a function object: names, and expressions in quotes, which the solver's fields fit but not those that function
/// objects make.
class FieldChoice {
 public:
  /// Errors (badCase): an expression that is none.
  explicit FieldChoice(const config::Entry& fields);
  const std::vector<std::string>& names() const { return names_; }
  /// Whether it is one of the names, or an expression fits it.
  bool has(const std::string& name) const;
  /// The names, whether there is such a field or not, then the scalars and vectors, and symmetric tensors if they are wanted,
  /// that an expression fits and that have not been named.
  std::vector<std::string> of(const fv::Registry& registry, bool tensors = false) const;

 private:
  std::vector<std::string> names_;
  std::vector<config::Pattern> patterns_;
};

}  // namespace eagre::run
