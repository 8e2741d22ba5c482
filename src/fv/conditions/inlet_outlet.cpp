// SPDX-License-Identifier: BSD-3-Clause
// A value where the flux enters (or leaves), zero gradient elsewhere: inletOutlet, outletInlet, uniformInletOutlet, freestream,
// fixedMeanOutletInlet.
#include <algorithm>

#include "fv/conditions/basic.hpp"
#include "fv/conditions/uniform.hpp"

namespace eagre::fv::conditions {
namespace {

template <class T>
class InletOutlet : public SwitchedMixed<T> {
 public:
  explicit InletOutlet(const Source& source) : InletOutlet(source, "inletValue") {}
  bool assignable() const override { return true; }
  void write(const VolField<T>& field, ConditionWriter& out) const override {
    this->writeWith(field, out, [&] {
      writePhi(out);
      out.entry(keyword_, std::span<const T>(this->refValue_));
    });
  }

 protected:
  using Reference = typename SwitchedMixed<T>::Reference;
  InletOutlet(const Source& source, const std::string& keyword)
      : InletOutlet(source, keyword, readPatchValues<T>(source.dict, keyword, source.patch)) {}
  InletOutlet(const Source& source, const std::string& keyword, std::vector<T> refValue, Reference reference = Reference::given)
      : SwitchedMixed<T>(source, std::move(refValue), reference, SwitchedMixed<T>::Start::reference),
        keyword_(keyword),
        phiName_(source.dict.getOr("phi", "phi")) {}

  std::string missing(const Context& context) const override { return missingFlux(context, phiName_); }
  void update(const VolField<T>&, const Context& context) override {
    const auto phi = patchFlux(context, this->patch(), phiName_);
    std::ranges::transform(phi, this->valueFraction_.begin(), inflow);
  }
  void writePhi(ConditionWriter& out) const {
    if (phiName_ != "phi") out.entry("phi", phiName_);
  }

 private:
  std::string keyword_, phiName_;
};

/// The other way round: the value where the flux leaves.
template <class T>
class OutletInlet : public InletOutlet<T> {
 public:
  explicit OutletInlet(const Source& source) : InletOutlet<T>(source, "outletValue") {}
  bool assignable() const override { return false; }

 protected:
  OutletInlet(const Source& source, std::vector<T> refValue)
      : InletOutlet<T>(source, "outletValue", std::move(refValue), InletOutlet<T>::Reference::updated) {}
  void update(const VolField<T>& field, const Context& context) override {
    InletOutlet<T>::update(field, context);
    for (double& f : this->valueFraction_) f = 1 - f;
  }
};

template <class T>
class Freestream : public InletOutlet<T> {
 public:
  explicit Freestream(const Source& source) : InletOutlet<T>(checked(source), "freestreamValue") {}

 private:
  static const Source& checked(const Source& source) {
    if (source.dict.has("freestreamBC")) source.fail("a freestreamBC is not supported; give a freestreamValue", "freestreamBC");
    return source;
  }
};

/// The inlet value is a function of time.
template <class T>
class UniformInletOutlet : public InletOutlet<T> {
 public:
  explicit UniformInletOutlet(const Source& source)
      : UniformInletOutlet(source, makeFunction1<T>(source.dict, "uniformInletValue", source.context)) {}
  void write(const VolField<T>& field, ConditionWriter& out) const override {
    this->writeWith(field, out, [&] {
      this->writePhi(out);
      inletValue_->write(out);
    });
  }

 protected:
  void update(const VolField<T>& field, const Context& context) override {
    std::ranges::fill(this->refValue_, inletValue_->value(context.time().value));
    InletOutlet<T>::update(field, context);
  }

 private:
  UniformInletOutlet(const Source& source, std::unique_ptr<Function1<T>> value)
      : InletOutlet<T>(source, "uniformInletValue",
                       std::vector<T>(static_cast<std::size_t>(source.patch.size), value->value(source.context.time().value))),
        inletValue_(std::move(value)) {}
  std::unique_ptr<Function1<T>> inletValue_;
};

}  // namespace

template <class T>
void shiftToMean(const VolField<T>& field, const mesh::Patch& patch, const T& mean, std::span<T> values) {
  const PatchFaces faces(field.mesh(), patch);
  double sums[nComponents<T> + 1] = {};
  for (Label i = 0; i < faces.size(); ++i) {
    values[i] = field[faces.cell(i)];
    for (int k = 0; k < nComponents<T>; ++k) sums[k] += faces.magSf(i) * component(values[i], k);
    sums[nComponents<T>] += faces.magSf(i);
  }
  faces.sum(sums);
  T present{};
  for (int k = 0; k < nComponents<T>; ++k) component(present, k) = sums[k] / sums[nComponents<T>];
  const bool scale = mag(mean) > small && mag(present) / mag(mean) > 0.5;
  for (Label i = 0; i < faces.size(); ++i)
    values[i] = scale ? values[i] * (mag(mean) / mag(present)) : values[i] + (mean - present);
}
template void shiftToMean(const VolField<double>&, const mesh::Patch&, const double&, std::span<double>);
template void shiftToMean(const VolField<Vec3>&, const mesh::Patch&, const Vec3&, std::span<Vec3>);

namespace {

/// Where the flux leaves: the cells' values moved so that their mean over the patch is meanValue (a function of time).
template <class T>
class FixedMeanOutletInlet : public OutletInlet<T> {
 public:
  explicit FixedMeanOutletInlet(const Source& source)
      : OutletInlet<T>(source, readPatchValues<T>(source.dict, "value", source.patch)),
        mean_(makeFunction1<T>(source.dict, "meanValue", source.context)) {}
  void write(const VolField<T>& field, ConditionWriter& out) const override {
    this->writeWith(field, out, [&] {
      this->writePhi(out);
      mean_->write(out);
    });
  }

 protected:
  void update(const VolField<T>& field, const Context& context) override {
    shiftToMean<T>(field, this->patch(), mean_->value(context.time().value), this->refValue_);
    OutletInlet<T>::update(field, context);
  }

 private:
  std::unique_ptr<Function1<T>> mean_;
};

}  // namespace

template <class T>
void addInletOutlet(Table<T>& table) {
  table.template add<InletOutlet<T>>("inletOutlet", "inletValue where the flux enters, zero gradient where it leaves");
  table.template add<OutletInlet<T>>("outletInlet", "outletValue where the flux leaves, zero gradient where it enters");
  table.template add<Freestream<T>>("freestream", "freestreamValue where the flux enters, zero gradient where it leaves");
  if constexpr (!std::is_same_v<T, SymmTensor>) {
    table.template add<UniformInletOutlet<T>>(
        "uniformInletOutlet", "uniformInletValue, a function of time, where the flux enters; zero gradient where it leaves");
    table.template add<FixedMeanOutletInlet<T>>(
        "fixedMeanOutletInlet",
        "values of the cells brought to the mean meanValue where the flux leaves, zero gradient where it enters");
  }
}
template void addInletOutlet(Table<double>&);
template void addInletOutlet(Table<Vec3>&);
template void addInletOutlet(Table<SymmTensor>&);

}  // namespace eagre::fv::conditions
