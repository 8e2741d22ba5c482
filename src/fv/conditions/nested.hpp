// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>

#include "fv/conditions/condition.hpp"
#include "fv/conditions/conditions.hpp"

namespace eagre::fv::conditions {

/// A condition within another one's dictionary, whose values that one uses. Its entries are uniform or functions of time. Errors
/// (badCase): a list of values, which would have to follow the faces of the patch from rank to rank.
template <class T>
class Nested {
 public:
  Nested(const Source& source, const std::string& keyword) : keyword_(keyword), dict_(source.dict.subDict(keyword)) {
    for (const config::Entry& entry : dict_.entries())
      if (!entry.isDict() && !entry.tokens.empty() && entry.tokens.front().text == "nonuniform")
        throw Error(entry.place, "a list of values is not supported in a condition within another one: give one value (uniform)");
    condition_ = makeBoundaryCondition<T>(dict_, source.patch, source.context, source.fieldName);
  }
  /// Its values now, one per face.
  void values(const VolField<T>& field, const Context& context, std::span<T> values) const {
    condition_->updateCoeffs(field, context);
    condition_->evaluate(field, values);
  }
  /// Those that it starts with.
  void start(const VolField<T>& field, std::span<T> values) const { condition_->initialise(field, values); }
  std::string missing(const Context& context) const { return condition_->missing(context); }
  void write(ConditionWriter& out) const { out.dictionary(keyword_, dict_); }

 private:
  std::string keyword_;
  config::Dictionary dict_;
  std::unique_ptr<BoundaryCondition<T>> condition_;
};

}  // namespace eagre::fv::conditions
