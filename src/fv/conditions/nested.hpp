// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fv/conditions/basic.hpp"
#include "fv/conditions/condition.hpp"
#include "fv/conditions/conditions.hpp"

namespace eagre::fv::conditions {

/// The entries of a condition as they are now: those that it was given, with what it writes in their places. Lists of values
/// stay as they were given.
class PresentEntries final : public ConditionWriter {
 public:
  explicit PresentEntries(const config::Dictionary& given) : dict_(given) {}
  void entry(const std::string& keyword, const std::string& text) override { dict_.set(keyword, text); }
  void entry(const std::string&, std::span<const double>) override {}
  void entry(const std::string&, std::span<const Vec3>) override {}
  void entry(const std::string&, std::span<const SymmTensor>) override {}
  void dictionary(const std::string& keyword, const config::Dictionary& dict) override {
    config::Entry entry;
    entry.keyword = keyword;
    entry.dict = std::make_shared<config::Dictionary>(dict);
    dict_.set(std::move(entry));
  }
  const config::Dictionary& get() const { return dict_; }

 private:
  config::Dictionary dict_;
};

/// A condition within another one's dictionary, whose values that one uses. Its entries are uniform or functions of time. Errors
/// (badCase): a list of values, which would have to follow the faces of the patch from rank to rank. The values that one of
/// fixedValue's kind has when it is written stand beside it, as <keyword>State, and a run that continues takes them from there.
template <class T>
class Nested {
 public:
  Nested(const Source& source, const std::string& keyword) : keyword_(keyword), dict_(source.dict.subDict(keyword)) {
    for (const config::Entry& entry : dict_.entries())
      if (!entry.isDict() && !entry.tokens.empty() && entry.tokens.front().text == "nonuniform")
        throw Error(entry.place, "a list of values is not supported in a condition within another one: give one value (uniform)");
    condition_ = makeBoundaryCondition<T>(dict_, source.patch, source.context, source.fieldName);
    if (auto* const fixedValue = dynamic_cast<FixedValue<T>*>(condition_.get())) {
      isFixedValue_ = true;
      state_ = readOptionalPatchValues<T>(source, keyword + "State");
      if (state_) fixedValue->assign(*state_);
    }
  }
  /// Its values now, one per face.
  void values(const VolField<T>& field, const Context& context, std::span<T> values) {
    condition_->updateCoeffs(field, context);
    condition_->evaluate(field, values);
    if (isFixedValue_) state_.emplace(values.begin(), values.end());
  }
  /// Those that it starts with.
  void start(const VolField<T>& field, std::span<T> values) const { condition_->initialise(field, values); }
  std::string missing(const Context& context) const { return condition_->missing(context); }
  /// Whether it is of fixedValue's kind.
  bool isFixedValue() const { return isFixedValue_; }
  void write(const VolField<T>& field, ConditionWriter& out) const {
    PresentEntries entries(dict_);
    condition_->write(field, entries);
    out.dictionary(keyword_, entries.get());
    if (state_) out.entry(keyword_ + "State", std::span<const T>(*state_));
  }

 private:
  std::string keyword_;
  config::Dictionary dict_;
  std::unique_ptr<BoundaryCondition<T>> condition_;
  bool isFixedValue_ = false;
  std::optional<std::vector<T>> state_;  ///< the values of the last update
};

}  // namespace eagre::fv::conditions
