// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <optional>
#include <vector>

#include "fv/conditions/basic.hpp"

namespace eagre::fv::conditions {

/// Base of the mixed conditions whose reference value, gradient and fraction are all the user's own (code or expressions): starts
/// from `value` where it is given, and writes the three, with which a run that continues begins.
template <class T>
class UserMixed : public Mixed<T> {
 public:
  void initialise(const VolField<T>& field, std::span<T> values) override {
    if (start_)
      std::ranges::copy(*start_, values.begin());
    else
      this->evaluate(field, values);
  }

 protected:
  template <class... Arguments>
  explicit UserMixed(const Source& source, Arguments&&... arguments)
      : Mixed<T>(source, std::forward<Arguments>(arguments)...), start_(readOptionalPatchValues<T>(source, "value")) {}
  /// "type" and "patchType", the three, what `own` writes, then "value".
  template <class Own>
  void writeWith(const VolField<T>& field, ConditionWriter& out, Own&& own) const {
    this->writeType(out);
    out.entry("refValue", std::span<const T>(this->refValue_));
    out.entry("refGradient", std::span<const T>(this->refGradient_));
    out.entry("valueFraction", std::span<const double>(this->valueFraction_));
    own();
    out.entry("value", field.patchValues(this->patch()));
  }

 private:
  std::optional<std::vector<T>> start_;
};

}  // namespace eagre::fv::conditions
