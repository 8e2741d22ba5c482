// SPDX-License-Identifier: BSD-3-Clause
// Outflow that lets waves through: advective, waveTransmissive.
#include <fmt/format.h>

#include <algorithm>

#include "fv/conditions/basic.hpp"
#include "fv/fields/scheme_entry.hpp"

namespace eagre::fv::conditions {
namespace {

/// Discretises  d psi/dt + w d psi/dn = (w / lInf) (fieldInf - psi)  on the patch, with the speed w = max(phi / Sf, 0) and
/// the time scheme of the field: a mixed condition whose reference is the old value on the patch.
template <class T>
class Advective : public SwitchedMixed<T> {
 public:
  explicit Advective(const Source& source)
      : SwitchedMixed<T>(source, std::vector<T>(static_cast<std::size_t>(source.patch.size)),
                         SwitchedMixed<T>::Reference::updated, SwitchedMixed<T>::Start::internal),
        phiName_(source.dict.getOr("phi", "phi")),
        rhoName_(source.dict.getOr("rho", "rho")) {
    if (source.dict.has("lInf")) {
      lInf_ = source.dict.get<double>("lInf");
      fieldInf_ = source.dict.get<T>("fieldInf");
      if (lInf_ < 0) source.fail(fmt::format("lInf = {} m is negative", lInf_), "lInf");
    }
  }
  bool readsOld() const override { return true; }
  void write(const VolField<T>& field, ConditionWriter& out) const override {
    this->writeWith(field, out, [&] { writeOwn(out); });
  }

 protected:
  std::string missing(const Context& context) const override { return missingVolumeFlux(context, phiName_, rhoName_); }
  /// Speed of the wave out of each face [m/s]; negative ones are taken as 0.
  virtual void speeds(const PatchFaces& faces, const Context& context, std::span<double> w) const {
    const VolumeFlux flux = volumeFlux(context, this->patch(), phiName_, rhoName_);
    for (Label i = 0; i < faces.size(); ++i) w[i] = flux[i] / faces.magSf(i);
  }
  virtual void writeOwn(ConditionWriter& out) const {
    if (phiName_ != "phi") out.entry("phi", phiName_);
    if (rhoName_ != "rho") out.entry("rho", rhoName_);
    writeFarField(out);
  }
  void writeFarField(ConditionWriter& out) const {
    if (lInf_ <= 0) return;
    out.entry("fieldInf", text(fieldInf_));
    out.entry("lInf", text(lInf_));
  }

  void update(const VolField<T>& field, const Context& context) override {
    const PatchFaces faces = this->faces(field);
    speeds(faces, context, this->valueFraction_);
    const bool backward = isBackward(field, context);
    // Before the first step there is no old level: the present one is.
    const std::vector<T>& old = field.hasOld() ? field.old().boundary : field.boundary();
    const std::vector<T>& older = field.hasOld(2) ? field.old(2).boundary : old;
    const double c = backward ? 1.5 : 1.0;
    for (Label i = 0; i < faces.size(); ++i) {
      const Label b = this->patch().start + i;
      const double w = std::max(this->valueFraction_[i], 0.0), deltaT = context.time().deltaTAt(b);
      const double a = w * deltaT * faces.deltaCoeff(i);
      const double k = lInf_ > 0 ? w * deltaT / lInf_ : 0.0;
      const T past = backward ? T(2.0 * old[b] - 0.5 * older[b]) : old[b];
      this->refValue_[i] = (past + k * fieldInf_) / (c + k);
      this->valueFraction_[i] = (c + k) / (c + a + k);
    }
  }

  std::string phiName_, rhoName_;

 private:
  bool isBackward(const VolField<T>& field, const Context& context) const {
    // v1912 asks for the scheme of "p", not of "ddt(p)".
    const config::Entry& entry = schemeEntry(context, "ddtSchemes", field.name());
    config::TokenReader reader = entry.reader();
    const std::string scheme = reader.word();
    if (scheme != "Euler" && scheme != "CrankNicolson" && scheme != "backward" && scheme != "localEuler")
      reader.fail(fmt::format("{} needs a time scheme Euler, CrankNicolson, backward or localEuler, not '{}'",
                              this->label(field.name()), scheme));
    return scheme == "backward";
  }

  T fieldInf_{};
  double lInf_ = 0;
};

/// The same with the speed of sound added: w = phi / Sf + sqrt(gamma / psi).
template <class T>
class WaveTransmissive : public Advective<T> {
 public:
  explicit WaveTransmissive(const Source& source)
      : Advective<T>(source), psiName_(source.dict.getOr("psi", "thermo:psi")), gamma_(source.dict.get<double>("gamma")) {}

 protected:
  std::string missing(const Context& context) const override {
    const std::string what = missingScalar(context, psiName_);
    return what.empty() ? Advective<T>::missing(context) : what;
  }
  void speeds(const PatchFaces& faces, const Context& context, std::span<double> w) const override {
    Advective<T>::speeds(faces, context, w);
    const auto psi = patchScalar(context, this->patch(), psiName_);
    for (Label i = 0; i < faces.size(); ++i) w[i] += std::sqrt(gamma_ / psi[i]);
  }
  void writeOwn(ConditionWriter& out) const override {
    if (this->phiName_ != "phi") out.entry("phi", this->phiName_);
    if (this->rhoName_ != "rho") out.entry("rho", this->rhoName_);
    if (psiName_ != "thermo:psi") out.entry("psi", psiName_);
    out.entry("gamma", text(gamma_));
    this->writeFarField(out);
  }

 private:
  std::string psiName_;
  double gamma_;
};

}  // namespace

template <class T>
void addAdvective(Table<T>& table) {
  table.template add<Advective<T>>(
      "advective", "non-reflecting: d psi/dt + w d psi/dn = 0 with w from the flux; lInf, fieldInf: relaxes to a far value");
  table.template add<WaveTransmissive<T>>("waveTransmissive", "as advective, with the speed of sound sqrt(gamma/psi) added to w");
}
template void addAdvective(Table<double>&);
template void addAdvective(Table<Vec3>&);

}  // namespace eagre::fv::conditions
