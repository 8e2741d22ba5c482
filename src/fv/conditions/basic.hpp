// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <vector>

#include "fv/conditions/condition.hpp"

namespace eagre::fv::conditions {

/// Prescribed values: value = v, snGrad = (v - P) deltaCoeffs. Derived conditions recompute value_ in update(). The entry `value`
/// is what the patch had when it was written, and what a run that continues begins with: a condition that changes it has its
/// settings in entries of other names, and writes them (writeWith).
template <class T>
class FixedValue : public Condition<T> {
 public:
  /// Without an entry `value`: an Error, or what update() prescribes once the fields that it needs are there.
  enum class Start { needed, updated };
  explicit FixedValue(const Source& source, Start startWithout = Start::needed);
  /// `value` if it is there, else the fallback.
  FixedValue(const Source& source, std::vector<T> fallback);
  FixedValue(std::string type, const mesh::Patch& patch, std::vector<T> value);

  void initialise(const VolField<T>& field, std::span<T> values) override;
  void valueCoeffs(const VolField<T>& field, std::span<T> internal, std::span<T> boundary) const override;
  void gradientCoeffs(const VolField<T>& field, std::span<T> internal, std::span<T> boundary) const override;
  bool standingGradientCoeffs() const override { return true; }
  bool fixesValue() const override { return true; }
  bool assignable() const override { return false; }
  void write(const VolField<T>& field, ConditionWriter& out) const override;
  /// Other values from now on (of walls that a rotating zone moves).
  void assign(std::span<const T> values) { value_.assign(values.begin(), values.end()); }

 protected:
  void faceValues(const VolField<T>& field, std::span<T> values) override;
  void prescribedValues(const VolField<T>& field, std::span<T> values) const override;
  /// "type" and "patchType", then what `own` writes, then "value".
  template <class Own>
  void writeWith(const VolField<T>& field, ConditionWriter& out, Own&& own) const {
    this->writeType(out);
    own();
    out.entry("value", field.patchValues(this->patch()));
  }
  std::vector<T> value_;

 private:
  bool hasStart_ = true;
};

/// Prescribed face-normal gradient g: value = P + g / deltaCoeffs.
template <class T>
class FixedGradient : public Condition<T> {
 public:
  explicit FixedGradient(const Source& source);
  FixedGradient(const Source& source, std::vector<T> gradient) : Condition<T>(source), gradient_(std::move(gradient)) {}

  void valueCoeffs(const VolField<T>& field, std::span<T> internal, std::span<T> boundary) const override;
  void gradientCoeffs(const VolField<T>& field, std::span<T> internal, std::span<T> boundary) const override;
  bool standingGradientCoeffs() const override { return true; }
  void snGrad(const VolField<T>& field, std::span<T> gradient) const override;
  void write(const VolField<T>& field, ConditionWriter& out) const override;
  /// Other gradients from now on.
  void assign(std::span<const T> gradient) { gradient_.assign(gradient.begin(), gradient.end()); }

 protected:
  void faceValues(const VolField<T>& field, std::span<T> values) override;
  std::vector<T> gradient_;
};

/// value = f refValue + (1 - f) (P + refGradient / deltaCoeffs), f the valueFraction of each face.
template <class T>
class Mixed : public Condition<T> {
 public:
  explicit Mixed(const Source& source);

  void valueCoeffs(const VolField<T>& field, std::span<T> internal, std::span<T> boundary) const override;
  void gradientCoeffs(const VolField<T>& field, std::span<T> internal, std::span<T> boundary) const override;
  void snGrad(const VolField<T>& field, std::span<T> gradient) const override;
  bool fixesValue() const override { return true; }
  bool assignable() const override { return false; }
  void write(const VolField<T>& field, ConditionWriter& out) const override;

 protected:
  void faceValues(const VolField<T>& field, std::span<T> values) override;
  std::vector<T> refValue_, refGradient_;
  std::vector<double> valueFraction_;

  /// For conditions that set the references themselves: gradient and fraction 0.
  Mixed(const Source& source, std::vector<T> refValue);
};

/// Base of the mixed conditions that set their own references in update(): starts from `value` or, without it, from what
/// startWithout says. The gradient on the patch may be asked for before the first update of a run (grad(U), grad(omega) of SST),
/// so what the last update has set is written, and a run that continues begins with it. OpenFOAM ignores these entries.
template <class T>
class SwitchedMixed : public Mixed<T> {
 public:
  void initialise(const VolField<T>& field, std::span<T> values) override;

 protected:
  enum class Start { reference, internal, needed };
  /// Whether refValue is an entry of the condition's own, or made by update().
  enum class Reference { given, updated };
  /// valueFraction: before the first update.
  SwitchedMixed(const Source& source, std::vector<T> refValue, Reference reference, Start startWithout, double valueFraction = 0);
  /// "type" and "patchType", then what `own` writes, then what the last update has set, then "value".
  template <class Own>
  void writeWith(const VolField<T>& field, ConditionWriter& out, Own&& own) const {
    this->writeType(out);
    own();
    if (reference_ == Reference::updated) out.entry("refValue", std::span<const T>(this->refValue_));
    out.entry("valueFraction", std::span<const double>(this->valueFraction_));
    out.entry("value", field.patchValues(this->patch()));
  }

 private:
  std::optional<std::vector<T>> start_;
  Reference reference_;
  Start startWithout_;
};

template <class T>
class ZeroGradient : public Condition<T> {
 public:
  explicit ZeroGradient(const Source& source) : Condition<T>(source) {}
  explicit ZeroGradient(const mesh::Patch& patch) : Condition<T>("zeroGradient", patch) {}

  void valueCoeffs(const VolField<T>& field, std::span<T> internal, std::span<T> boundary) const override;
  void gradientCoeffs(const VolField<T>& field, std::span<T> internal, std::span<T> boundary) const override;
  bool standingGradientCoeffs() const override { return true; }
  void snGrad(const VolField<T>& field, std::span<T> gradient) const override;
  void write(const VolField<T>&, ConditionWriter& out) const override { this->writeType(out); }

 protected:
  ZeroGradient(std::string type, const mesh::Patch& patch) : Condition<T>(std::move(type), patch) {}
  void faceValues(const VolField<T>& field, std::span<T> values) override;
};

/// Values that somebody else computes; no equation can be solved for such a field (Error).
template <class T>
class Calculated : public Condition<T> {
 public:
  explicit Calculated(const Source& source);
  explicit Calculated(const mesh::Patch& patch) : Condition<T>("calculated", patch) {}

  void initialise(const VolField<T>& field, std::span<T> values) override;
  void valueCoeffs(const VolField<T>& field, std::span<T> internal, std::span<T> boundary) const override;
  void gradientCoeffs(const VolField<T>& field, std::span<T> internal, std::span<T> boundary) const override;
  bool fixesValue() const override { return true; }
  void write(const VolField<T>& field, ConditionWriter& out) const override;

 protected:
  void faceValues(const VolField<T>&, std::span<T>) override {}

 private:
  std::vector<T> start_;
};

/// The cell's value, of a field that somebody else computes; no equation can be solved for it (Error).
template <class T>
class ExtrapolatedCalculated : public ZeroGradient<T> {
 public:
  explicit ExtrapolatedCalculated(const Source& source) : ZeroGradient<T>(source) {}
  explicit ExtrapolatedCalculated(const mesh::Patch& patch) : ZeroGradient<T>("extrapolatedCalculated", patch) {}

  void valueCoeffs(const VolField<T>& field, std::span<T> internal, std::span<T> boundary) const override;
  void gradientCoeffs(const VolField<T>& field, std::span<T> internal, std::span<T> boundary) const override;
  void write(const VolField<T>& field, ConditionWriter& out) const override;
};

/// The entry `keyword` of a patch, if the dictionary has it.
template <class T>
std::optional<std::vector<T>> readOptionalPatchValues(const Source& source, const std::string& keyword) {
  if (!source.dict.has(keyword)) return std::nullopt;
  return readPatchValues<T>(source.dict, keyword, source.patch);
}

}  // namespace eagre::fv::conditions
