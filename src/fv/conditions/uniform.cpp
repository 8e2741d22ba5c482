// SPDX-License-Identifier: BSD-3-Clause
// Conditions given by functions: uniformFixedValue, uniformFixedGradient, fixedMean, fixedProfile.
#include "fv/conditions/uniform.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fv/conditions/basic.hpp"
#include "fv/conditions/nested.hpp"

namespace eagre::fv::conditions {

void refuseOwnCoordinates(const config::Dictionary& dict) {
  for (const char* keyword : {"coordinateSystem", "scale1", "scale2", "scale3"})
    if (const auto* entry = dict.find(keyword))
      throw Error(entry->place,
                  fmt::format("{} is not supported in a condition: its values are those along x, y and z, without a "
                              "factor",
                              keyword));
}

template <class T>
PatchFunction<T>::PatchFunction(const Source& source, const std::string& keyword) : keyword_(keyword) {
  refuseOwnCoordinates(source.dict);
  const config::Entry& entry = source.dict.at(keyword);
  const bool list = !entry.isDict() && !entry.tokens.empty() && entry.tokens.front().kind == config::Token::Kind::word &&
                    entry.tokens.front().text == "nonuniform";
  if (list)
    list_ = readPatchValues<T>(source.dict, keyword, source.patch);
  else
    function_ = makeFunction1<T>(source.dict, keyword, source.context);
}

template <class T>
void PatchFunction<T>::values(double time, std::span<T> values) const {
  if (function_)
    std::ranges::fill(values, function_->value(time));
  else
    std::ranges::copy(list_, values.begin());
}

template <class T>
void PatchFunction<T>::write(ConditionWriter& out) const {
  if (function_)
    function_->write(out);
  else
    out.entry(keyword_, std::span<const T>(list_));
}

template class PatchFunction<double>;
template class PatchFunction<Vec3>;

namespace {

template <class T>
class UniformFixedValue : public FixedValue<T> {
 public:
  explicit UniformFixedValue(const Source& source)
      : FixedValue<T>(source, FixedValue<T>::Start::updated), uniformValue_(source, "uniformValue") {}
  void write(const VolField<T>& field, ConditionWriter& out) const override {
    this->writeWith(field, out, [&] { uniformValue_.write(out); });
  }

 protected:
  void update(const VolField<T>&, const Context& context) override { uniformValue_.values(context.time().value, this->value_); }

 private:
  PatchFunction<T> uniformValue_;
};

template <class T>
class UniformFixedGradient : public FixedGradient<T> {
 public:
  explicit UniformFixedGradient(const Source& source)
      : FixedGradient<T>(source, std::vector<T>(static_cast<std::size_t>(source.patch.size))),
        uniformGradient_(makeFunction1<T>(source.dict, "uniformGradient", source.context)) {}
  void write(const VolField<T>& field, ConditionWriter& out) const override {
    FixedGradient<T>::write(field, out);
    uniformGradient_->write(out);
    out.entry("value", field.patchValues(this->patch()));
  }

 protected:
  void update(const VolField<T>&, const Context& context) override {
    std::ranges::fill(this->gradient_, uniformGradient_->value(context.time().value));
  }

 private:
  std::unique_ptr<Function1<T>> uniformGradient_;
};

/// The values of another condition times a factor.
template <class T>
class ScaledFixedValue : public FixedValue<T> {
 public:
  explicit ScaledFixedValue(const Source& source)
      : FixedValue<T>(source, FixedValue<T>::Start::updated),
        context_(&source.context),
        continues_(source.context.time().index != 0 && source.dict.has("value")),
        refValue_(source, "refValue"),
        scale_(source, "scale") {
    if (!refValue_.isFixedValue())
      source.fail("refValue must be a condition that prescribes values, as fixedValue or uniformFixedValue", "refValue");
  }
  /// The start of the other condition, scaled, as in v1912, which does not look at `value`; a run that continues takes what was
  /// written there.
  void initialise(const VolField<T>& field, std::span<T> values) override {
    if (continues_) return FixedValue<T>::initialise(field, values);
    refValue_.start(field, this->value_);
    scale(*context_);
    std::ranges::copy(this->value_, values.begin());
  }
  void write(const VolField<T>& field, ConditionWriter& out) const override {
    this->writeWith(field, out, [&] {
      scale_.write(out);
      refValue_.write(field, out);
    });
  }

 protected:
  std::string missing(const Context& context) const override { return refValue_.missing(context); }
  void update(const VolField<T>& field, const Context& context) override {
    refValue_.values(field, context, this->value_);
    scale(context);
  }

 private:
  void scale(const Context& context) {
    std::vector<double> factor(this->value_.size());
    scale_.values(context.time().value, factor);
    for (std::size_t i = 0; i < factor.size(); ++i) this->value_[i] *= factor[i];
  }

  const Context* context_;
  bool continues_;
  Nested<T> refValue_;
  PatchFunction<double> scale_;
};

template <class T>
class FixedMean : public FixedValue<T> {
 public:
  explicit FixedMean(const Source& source)
      : FixedValue<T>(source), mean_(makeFunction1<T>(source.dict, "meanValue", source.context)) {}
  void write(const VolField<T>& field, ConditionWriter& out) const override {
    this->writeWith(field, out, [&] { mean_->write(out); });
  }

 protected:
  void update(const VolField<T>& field, const Context& context) override {
    shiftToMean<T>(field, this->patch(), mean_->value(context.time().value), this->value_);
  }

 private:
  std::unique_ptr<Function1<T>> mean_;
};

/// value = profile(direction . Cf - origin)
template <class T>
class FixedProfile : public FixedValue<T> {
 public:
  explicit FixedProfile(const Source& source)
      : FixedValue<T>(source, profileValues(source)),
        profile_(makeFunction1<T>(source.dict, "profile", source.context)),
        direction_(source.dict.get<Vec3>("direction")),
        origin_(source.dict.get<double>("origin")) {}
  /// The profile stands for any `value`.
  void initialise(const VolField<T>& field, std::span<T> values) override { this->evaluate(field, values); }
  void write(const VolField<T>& field, ConditionWriter& out) const override {
    this->writeWith(field, out, [&] {
      profile_->write(out);
      out.entry("direction", text(direction_));
      out.entry("origin", text(origin_));
    });
  }

 protected:
  void update(const VolField<T>& field, const Context&) override {
    const PatchFaces faces = this->faces(field);
    for (Label i = 0; i < faces.size(); ++i)
      this->value_[i] = profile_->value(dot(direction_ / mag(direction_), faces.Cf(i)) - origin_);
  }

 private:
  static std::vector<T> profileValues(const Source& source) {
    if (mag(source.dict.get<Vec3>("direction")) < small) source.fail("the direction of the profile is zero", "direction");
    return std::vector<T>(static_cast<std::size_t>(source.patch.size));
  }
  std::unique_ptr<Function1<T>> profile_;
  Vec3 direction_;
  double origin_;
};

}  // namespace

template <class T>
void addUniform(Table<T>& table) {
  table.template add<UniformFixedValue<T>>("uniformFixedValue", "one value for the patch, a function of time");
  table.template add<UniformFixedGradient<T>>("uniformFixedGradient", "one normal gradient for the patch, a function of time");
  table.template add<ScaledFixedValue<T>>("scaledFixedValue",
                                          "the values of the condition refValue times scale, a function of time");
  table.template add<FixedMean<T>>("fixedMean", "values of the cells brought to the mean meanValue, a function of time");
  table.template add<FixedProfile<T>>("fixedProfile", "a profile along a direction: a function of the distance from an origin");
}
template void addUniform(Table<double>&);
template void addUniform(Table<Vec3>&);

}  // namespace eagre::fv::conditions
