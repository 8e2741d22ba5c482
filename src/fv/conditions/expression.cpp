// SPDX-License-Identifier: BSD-3-Clause
// Conditions given by expressions: exprFixedValue, exprMixed.
#include "fv/expressions/expression.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fv/conditions/user_mixed.hpp"

namespace eagre::fv::conditions {
namespace {

using expressions::Block;
using expressions::Expression;
using expressions::Value;

Value valueOf(std::span<const double> values) { return {1, false, false, {values.begin(), values.end()}}; }
Value valueOf(std::span<const Vec3> values) {
  Value result{3, false, false, {}};
  for (const Vec3& v : values) result.data.insert(result.data.end(), {v.x, v.y, v.z});
  return result;
}

/// The faces of a patch, with the fields of the registry and the condition's own.
template <class T>
class PatchEnvironment final : public expressions::Environment {
 public:
  PatchEnvironment(const VolField<T>& own, const mesh::Patch& patch, const Context& context)
      : own_(own), patch_(patch), context_(context), faces_(own.mesh(), patch) {}

  std::size_t size() const override { return static_cast<std::size_t>(patch_.size); }
  double time() const override { return context_.time().value; }
  double deltaT() const override { return context_.time().deltaT; }
  std::optional<Value> geometry(const std::string& name) const override {
    if (name != "pos" && name != "area" && name != "face") return std::nullopt;
    if (name == "area") {
      Value areas{1, false, false, {}};
      for (Label i = 0; i < faces_.size(); ++i) areas.data.push_back(faces_.magSf(i));
      return areas;
    }
    Value result{3, false, false, {}};
    for (Label i = 0; i < faces_.size(); ++i) {
      const Vec3 v = name == "pos" ? faces_.Cf(i) : own_.mesh().Sf[faces_.face(i)];
      result.data.insert(result.data.end(), {v.x, v.y, v.z});
    }
    return result;
  }
  std::optional<Value> field(const std::string& name) const override {
    if (name == own_.name()) return valueOf(own_.patchValues(patch_));
    if (const auto* f = context_.registry.scalar(name)) return valueOf(std::as_const(*f).patchValues(patch_));
    if (const auto* f = context_.registry.vector(name)) return valueOf(std::as_const(*f).patchValues(patch_));
    if (context_.registry.surfaceScalar(name)) return valueOf(patchFlux(context_, patch_, name));
    return std::nullopt;
  }
  Value ofName(const std::string& function, const std::string& name) const override {
    if (name == own_.name()) return ofField(function, own_);
    if (const auto* f = context_.registry.scalar(name)) return ofField(function, *f);
    if (const auto* f = context_.registry.vector(name)) return ofField(function, *f);
    throw Error(unknownWordMessage("field", name, names()));
  }
  Value reduced(const std::string& function, const Value& value) const override {
    const bool weighted = function.starts_with("weight");
    Value all{value.components, true, false, std::vector<double>(static_cast<std::size_t>(value.components), 0.0)};
    if (function == "min" || function == "max") {
      const bool least = function == "min";
      const auto& communicator = own_.mesh().communicator();
      for (int k = 0; k < value.components; ++k) {
        double found = least ? vGreat : -vGreat;
        for (Label i = 0; i < faces_.size(); ++i)
          found = least ? std::min(found, value.at(i)[k]) : std::max(found, value.at(i)[k]);
        all.data[k] = least ? communicator.min(found) : communicator.max(found);
      }
      return all;
    }
    std::vector<double> sums(static_cast<std::size_t>(value.components) + 1, 0.0);
    for (Label i = 0; i < faces_.size(); ++i) {
      const double weight = weighted ? faces_.magSf(i) : 1;
      for (int k = 0; k < value.components; ++k) sums[k] += weight * value.at(i)[k];
      sums.back() += weight;
    }
    faces_.sum(sums);
    const bool mean = function == "average" || function == "weightAverage";
    for (int k = 0; k < value.components; ++k) all.data[k] = mean && sums.back() > 0 ? sums[k] / sums.back() : sums[k];
    return all;
  }
  std::vector<std::string> names() const override {
    std::vector<std::string> all{own_.name()};
    for (const auto& [name, f] : context_.registry.scalars()) all.push_back(name);
    for (const auto& [name, f] : context_.registry.vectors()) all.push_back(name);
    return all;
  }

 private:
  template <class U>
  Value ofField(const std::string& function, const VolField<U>& field) const {
    std::vector<U> values(size());
    if (function == "snGrad") {
      const auto condition = std::ranges::find_if(field.conditions(), [&](const auto& c) { return &c->patch() == &patch_; });
      if (condition != field.conditions().end()) (*condition)->snGrad(field, values);
    } else {
      for (Label i = 0; i < faces_.size(); ++i) values[i] = field[faces_.cell(i)];
    }
    return valueOf(std::span<const U>(values));
  }

  const VolField<T>& own_;
  const mesh::Patch& patch_;
  const Context& context_;
  PatchFaces faces_;
};

/// What both conditions share: the expressions of a patch's dictionary.
template <class T>
class PatchExpressions {
 public:
  PatchExpressions(const Source& source, const std::vector<std::string>& keywords)
      : dict_(source.dict),
        fieldName_(source.fieldName),
        block_(source.dict, expressions::Domain::patch, &source.context.log),
        expressions_(keywords.size()),
        keywords_(keywords) {
    for (std::size_t k = 0; k < keywords.size(); ++k) expressions_[k] = block_.expression(keywords[k]);
    for (const auto& expression : expressions_)
      for (const std::string& name : block_.fields({&expression})) fields_.insert(name);
    for (const std::string& keyword : Block::keywords()) source.dict.find(keyword);
  }
  bool has(std::size_t k) const { return expressions_[k].has_value(); }
  /// The first field that is not there; empty if all are.
  std::string missing(const Context& context) const {
    const Registry& r = context.registry;
    for (const std::string& name : fields_)
      if (name != fieldName_ && !r.scalar(name) && !r.vector(name) && !r.surfaceScalar(name))
        return fmt::format("field '{}'", name);
    return {};
  }
  /// Values of the k-th expression on the patch. Collective.
  template <class U>
  void evaluate(std::size_t k, const VolField<T>& field, const mesh::Patch& patch, const Context& context,
                std::vector<U>& values) {
    const PatchEnvironment<T> environment(field, patch, context);
    const Expression& expression = *expressions_[k];
    const Value value = expression.evaluate(environment, block_.variables(environment));
    const auto numbers = expressions::fieldOf(value, nComponents<U>, values.size(), expression);
    for (std::size_t i = 0; i < numbers.size(); ++i)
      component(values[i / nComponents<U>], static_cast<int>(i % nComponents<U>)) = numbers[i];
  }
  void write(ConditionWriter& out) const {
    std::vector<std::string> all = keywords_;
    const auto more = Block::keywords();
    all.insert(all.end(), more.begin(), more.end());
    for (const std::string& keyword : all) {
      const config::Entry* entry = dict_.find(keyword);
      if (!entry) continue;
      if (entry->isDict()) {
        out.dictionary(keyword, *entry->dict);
        continue;
      }
      config::Dictionary one;
      one.set(*entry);
      std::string text = one.toString();  // "keyword   tokens;"
      text = text.substr(text.find_first_of(" \t", 0));
      out.entry(keyword, text.substr(text.find_first_not_of(' '), text.rfind(';') - text.find_first_not_of(' ')));
    }
    for (const config::Entry& entry : dict_.entries())  // what $name of the expressions may lead to
      if (isValueOfOurs(entry.keyword)) out.entry(entry.keyword, entry.tokens.front().text);
  }

 private:
  /// Numbers and words of the user's own.
  bool isValueOfOurs(const std::string& keyword) const {
    static const std::vector<std::string> ours{"type", "patchType", "value", "refValue", "refGradient", "valueFraction"};
    const auto among = [&](const std::vector<std::string>& words) { return std::ranges::find(words, keyword) != words.end(); };
    const config::Entry* entry = dict_.find(keyword);
    return !among(ours) && !among(keywords_) && !among(Block::keywords()) && !entry->isDict() && entry->tokens.size() == 1;
  }

  config::Dictionary dict_;
  std::string fieldName_;
  Block block_;
  std::vector<std::optional<Expression>> expressions_;
  std::vector<std::string> keywords_;
  std::set<std::string> fields_;
};

/// value = valueExpr
template <class T>
class ExprFixedValue : public FixedValue<T> {
 public:
  explicit ExprFixedValue(const Source& source)
      : FixedValue<T>(source, FixedValue<T>::Start::updated), expressions_(source, {"valueExpr"}) {
    if (!expressions_.has(0)) source.fail("boundary condition exprFixedValue needs the entry 'valueExpr'");
  }
  void write(const VolField<T>& field, ConditionWriter& out) const override {
    this->writeWith(field, out, [&] { expressions_.write(out); });
  }

 protected:
  std::string missing(const Context& context) const override { return expressions_.missing(context); }
  void update(const VolField<T>& field, const Context& context) override {
    expressions_.evaluate(0, field, this->patch(), context, this->value_);
  }

 private:
  PatchExpressions<T> expressions_;
};

/// mixed with refValue = valueExpr, refGradient = gradientExpr, valueFraction = fractionExpr; without one of the first two, or
/// without a fraction, it is all value or all gradient.
template <class T>
class ExprMixed : public UserMixed<T> {
 public:
  explicit ExprMixed(const Source& source)
      : UserMixed<T>(source, readOptionalPatchValues<T>(source, "refValue")
                                 .value_or(readOptionalPatchValues<T>(source, "value")
                                               .value_or(std::vector<T>(static_cast<std::size_t>(source.patch.size))))),
        expressions_(source, {"valueExpr", "gradientExpr", "fractionExpr"}) {
    if (!expressions_.has(0) && !expressions_.has(1))
      source.fail("boundary condition exprMixed needs 'valueExpr' or 'gradientExpr', or both and 'fractionExpr'");
    if (auto gradient = readOptionalPatchValues<T>(source, "refGradient")) this->refGradient_ = std::move(*gradient);
    std::ranges::fill(this->valueFraction_, 1.0);
    if (auto fraction = readOptionalPatchValues<double>(source, "valueFraction")) this->valueFraction_ = std::move(*fraction);
  }
  void write(const VolField<T>& field, ConditionWriter& out) const override {
    this->writeWith(field, out, [&] { expressions_.write(out); });
  }

 protected:
  std::string missing(const Context& context) const override { return expressions_.missing(context); }
  void update(const VolField<T>& field, const Context& context) override {
    const bool value = expressions_.has(0), gradient = expressions_.has(1), fraction = value && gradient && expressions_.has(2);
    const auto set = [&](std::size_t k, bool is, auto& values) {
      if (is)
        expressions_.evaluate(k, field, this->patch(), context, values);
      else
        std::ranges::fill(values, T{});
    };
    set(0, value, this->refValue_);
    set(1, gradient && (fraction || !value), this->refGradient_);
    if (fraction)
      expressions_.evaluate(2, field, this->patch(), context, this->valueFraction_);
    else
      std::ranges::fill(this->valueFraction_, value ? 1.0 : 0.0);
  }

 private:
  PatchExpressions<T> expressions_;
};

}  // namespace

template <class T>
void addExpression(Table<T>& table) {
  table.template add<ExprFixedValue<T>>("exprFixedValue", "values by the expression valueExpr");
  table.template add<ExprMixed<T>>("exprMixed", "value, gradient and fraction by expressions");
}
template void addExpression(Table<double>&);
template void addExpression(Table<Vec3>&);

}  // namespace eagre::fv::conditions
