// SPDX-License-Identifier: BSD-3-Clause
// Fields made of those of a flow: pressure, turbulenceFields.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fv/conditions/conditions.hpp"
#include "fv/schemes/schemes.hpp"
#include "physics/forces/boundary_stress.hpp"
#include "run/functions/made_fields.hpp"

namespace eagre::run {

namespace {

/// Static or total pressure [Pa] of p, or of p times rhoInf where p is kinematic: pRef + p (+ rho |U|^2 / 2) (+- rho g.h), or its
/// coefficient, (that - pInf) / (rhoInf |UInf|^2 / 2).
class Pressure final : public MadeFields {
 public:
  explicit Pressure(const FunctionSource& source)
      : MadeFields(source),
        p_(source.dict.getOr<std::string>("field", "p")),
        U_(source.dict.getOr<std::string>("U", "U")),
        rho_(source.dict.getOr<std::string>("rho", "rho")),
        pRef_(source.dict.getOr<double>("pRef", 0)) {
    const config::Dictionary& d = source.dict;
    readMode(d);
    readHydrostatic(d);
    if (rho_ == "rhoInf" || coefficient_) rhoInf_ = d.get<double>("rhoInf");
    if (coefficient_) {
      constexpr double small = 1e-15;
      pInf_ = d.get<double>("pInf");
      dynamic_ = 0.5 * *rhoInf_ * magSqr(d.get<Vec3>("UInf")) + small;
    }
    const std::string sign = heads_ == 0 ? "" : heads_ > 0 ? "+rgh" : "-rgh";
    name_ = resultName(d, fmt::format("{}({}){}{}", total_ ? "total" : "static", p_, sign, coefficient_ ? "_coeff" : ""));
  }

 protected:
  void prepare(const fv::Context& context) override {
    const auto& p = scalarNamed(context, p_);
    kinematic_ = !(p.dimensions() == dimPressure);
    if (kinematic_ && !rhoInf_)
      throw Error(fmt::format("pressure: {} is kinematic: rho rhoInf and a value of rhoInf are needed", p_), ExitCode::badCase);
    if (!kinematic_) scalarNamed(context, rho_);
    if (heads_ != 0 && !gravity_ && !context.gravity)
      throw Error("pressure: hydrostaticMode needs g, and this case has none", ExitCode::badCase);
    result_ = &add<double>(name_, coefficient_ ? dimless : dimPressure, context.mesh);
  }

  void make(const fv::Context& context) override {
    const auto& mesh = context.mesh;
    const auto &p = scalarNamed(context, p_), *rho = kinematic_ ? nullptr : &scalarNamed(context, rho_);
    const fv::VolVectorField* U = total_ ? &vectorNamed(context, U_) : nullptr;
    for (Label c = 0; c < mesh.nCells; ++c) {
      const double density = rho ? (*rho)[c] : *rhoInf_;
      (*result_)[c] = value(kinematic_ ? density * p[c] : p[c], density, U ? (*U)[c] : Vec3{}, head(context, mesh.C[c]));
    }
    for (Label b = 0; b < mesh.nBoundaryFaces; ++b) {
      const double density = rho ? rho->boundary()[b] : *rhoInf_, pb = p.boundary()[b];
      result_->boundary()[b] = value(kinematic_ ? density * pb : pb, density, U ? U->boundary()[b] : Vec3{},
                                     head(context, mesh.Cf[mesh.nInteriorFaces() + b - mesh.firstCf]));
    }
  }

 private:
  void readMode(const config::Dictionary& d) {
    static const std::vector<std::string> modes{"static", "total", "staticCoeff", "totalCoeff"};
    const std::string mode = d.has("mode") ? d.getChoice("mode", modes) : "";
    total_ = mode.empty() ? d.getOr<bool>("calcTotal", false) : mode.starts_with("total");
    coefficient_ = mode.empty() ? d.getOr<bool>("calcCoeff", false) : mode.ends_with("Coeff");
  }
  void readHydrostatic(const config::Dictionary& d) {
    static const std::vector<std::string> modes{"none", "add", "subtract"};
    const std::string mode = d.has("hydrostaticMode") ? d.getChoice("hydrostaticMode", modes) : "none";
    heads_ = mode == "none" ? 0 : mode == "add" ? 1 : -1;
    if (heads_ == 0) return;
    if (d.has("g")) gravity_ = d.get<Vec3>("g");
    if (d.has("hRef")) hRef_ = d.get<double>("hRef");
  }
  /// g.h at a place, with its sign.
  double head(const fv::Context& context, const Vec3& place) const {
    if (heads_ == 0) return 0;
    const Vec3 g = gravity_ ? *gravity_ : *context.gravity;
    const Vec3 upwards{std::abs(g.x), std::abs(g.y), std::abs(g.z)};
    const double reference = hRef_ ? dot(g, upwards) / std::max(mag(g), vSmall) * *hRef_ : context.ghRef.value_or(0);
    return heads_ * (dot(g, place) - reference);
  }
  double value(double p, double rho, const Vec3& U, double head) const {
    const double sum = pRef_ + rho * head + p + (total_ ? 0.5 * rho * magSqr(U) : 0);
    return coefficient_ ? (sum - pInf_) / dynamic_ : sum;
  }

  std::string p_, U_, rho_, name_;
  double pRef_, pInf_ = 0, dynamic_ = 1;
  bool total_ = false, coefficient_ = false, kinematic_ = false;
  int heads_ = 0;
  std::optional<double> rhoInf_, hRef_;
  std::optional<Vec3> gravity_;
  fv::VolScalarField* result_ = nullptr;
};

/// What a turbulence model knows, in the cells or on the boundary.
class Closure {
 public:
  Closure(const fv::Context& context, bool boundary) : viscosity_(context), boundary_(boundary) {
    for (auto& [name, values] : values_)
      if (const auto* field = context.registry.scalar(name)) values = boundary ? &field->boundary() : &field->cells();
    const auto& U = vectorNamed(context, "U");
    U_ = boundary ? &U.boundary() : &U.cells();
    if (const auto* stress = context.registry.symmTensor("nonlinearStress"))
      nonlinear_ = boundary ? &stress->boundary() : &stress->cells();
    if (const auto* k = context.registry.scalar("k"); k && boundary && nonlinear_) leaveOutOfR(*k);
  }

  /// Errors (badCase): the model does not know what this takes.
  void require(const std::string& name) const {
    if (name == "devReff" || name == "nuEff") return;
    const auto need = [&](std::size_t which) {
      if (!values_[which].second)
        throw Error(
            fmt::format("turbulenceFields: {} needs {}, which this turbulence model does not have", name, values_[which].first),
            ExitCode::badCase);
    };
    if (name == "nut" || name == "R") need(nut);
    if (name != "nut" && name != "epsilon") need(k);
    if (name != "nut" && name != "k" && name != "I" && name != "R" && !values_[omega].second) need(epsilon);
  }

  /// Calls to(i, value) with each value of `name`, i below n.
  template <class To>
  void each(const std::string& name, Label n, To to) const {
    const auto fill = [n, &to](auto value) {
      for (Label i = 0; i < n; ++i) to(i, value(i));
    };
    const auto frequency = [this](Label i) { return dissipation(i) / (Cmu * at(k, i)); };
    if (name == "nut") return fill([this](Label i) { return at(nut, i); });
    if (name == "nuEff") return fill([this](Label i) { return nuEff(i); });
    if (name == "epsilon") return fill([this](Label i) { return dissipation(i); });
    if (name == "k") return fill([this](Label i) { return at(k, i); });
    if (name == "omega") return fill(frequency);
    if (name == "nuTilda") return fill([this, frequency](Label i) { return at(k, i) / frequency(i); });
    if (name == "L")
      return fill([this](Label i) { return std::pow(Cmu, 0.75) * std::pow(at(k, i), 1.5) / (dissipation(i) + small); });
    fill([this](Label i) {  // I
      const double fluctuation = std::sqrt(2.0 / 3 * at(k, i));
      return fluctuation / std::max({fluctuation, mag((*U_)[i]), small});
    });
  }

  SymmTensor viscousStress(Label i, const Tensor& gradU) const { return -nuEff(i) * dev(2.0 * symm(gradU)) + nonlinear(i); }
  SymmTensor reynoldsStress(Label i, const Tensor& gradU) const {
    const double normal = 2.0 / 3 * at(k, i);
    return SymmTensor{normal, 0, 0, normal, 0, normal} - at(nut, i) * dev(2.0 * symm(gradU)) +
           (prescribes_.empty() || !prescribes_[static_cast<std::size_t>(i)] ? nonlinear(i) : SymmTensor{});
  }

 private:
  enum Field : std::size_t { k, epsilon, omega, nut };
  static constexpr double Cmu = 0.09;
  static constexpr double small = 1e-15;
  double at(Field field, Label i) const { return (*values_[field].second)[static_cast<std::size_t>(i)]; }
  /// Of the model's epsilon, or of its omega.
  double dissipation(Label i) const { return values_[omega].second ? Cmu * at(k, i) * at(omega, i) : at(epsilon, i); }
  /// v1912 adds the stress to an R whose patches have k's conditions, and those that prescribe values take no additions. It has
  /// a condition for R if it has it for vectors; those of scalars alone become calculated.
  void leaveOutOfR(const fv::VolScalarField& k) {
    static const std::vector<std::string> notOfScalarsAlone = fv::boundaryConditionTypes<Vec3>();
    prescribes_.assign(k.boundary().size(), 0);
    for (std::size_t p = 0; p < k.mesh().patches.size(); ++p) {
      const mesh::Patch& patch = k.mesh().patches[p];
      if (patch.size == 0) continue;
      const auto& condition = *k.conditions()[p];
      if (condition.fixesValue() && std::ranges::find(notOfScalarsAlone, condition.type()) != notOfScalarsAlone.end())
        std::fill_n(prescribes_.begin() + patch.start, patch.size, 1);
    }
  }
  SymmTensor nonlinear(Label i) const { return nonlinear_ ? (*nonlinear_)[static_cast<std::size_t>(i)] : SymmTensor{}; }
  double nuEff(Label i) const { return boundary_ ? viscosity_.atBoundary(i) : viscosity_.inCell(i); }

  physics::EffectiveViscosity viscosity_;
  bool boundary_;
  std::array<std::pair<const char*, const std::vector<double>*>, 4> values_{
      {{"k", nullptr}, {"epsilon", nullptr}, {"omega", nullptr}, {"nut", nullptr}}};
  const std::vector<Vec3>* U_ = nullptr;
  const std::vector<SymmTensor>* nonlinear_ = nullptr;  ///< of a model that has such a stress
  std::vector<char> prescribes_;                        ///< faces of patches where k is prescribed; empty in cells
};

/// What a turbulence model knows, as fields turbulenceProperties:<name>: k, epsilon, omega, nut, nuEff, nuTilda = k / omega, the
/// length scale L = Cmu^(3/4) k^(3/2) / epsilon, the intensity I, R = 2/3 k I - nut (grad U + grad U^T), devReff = -nuEff
/// dev(grad U + grad U^T), both with the stress that some models have beside that of nut.
class TurbulenceFields final : public MadeFields {
 public:
  explicit TurbulenceFields(const FunctionSource& source) : MadeFields(source) {
    static const std::vector<std::string> words{"k", "epsilon", "omega", "nuTilda", "nut", "nuEff", "L", "I", "R", "devReff"};
    if (source.dict.has("field"))
      names_ = {source.dict.getChoice("field", words)};
    else
      names_ = source.dict.get<std::vector<std::string>>("fields");
    for (const std::string& name : names_)
      if (std::ranges::find(words, name) == words.end())
        throw Error(source.dict.at("fields").place, unknownWordMessage("field", name, words), ExitCode::badCase);
  }

 protected:
  void prepare(const fv::Context& context) override {
    const Closure closure(context, false);
    for (const std::string& name : names_) {
      closure.require(name);
      const std::string full = "turbulenceProperties:" + name;
      if (name == "R" || name == "devReff")
        tensors_.emplace_back(name, &add<SymmTensor>(full, dimKinematicPressure, context.mesh));
      else
        scalars_.emplace_back(name, &add<double>(full, dimensionsOf(name), context.mesh));
    }
    if (!tensors_.empty()) scheme_ = fv::makeGradientScheme<Vec3>(context, "grad(U)");
  }

  void make(const fv::Context& context) override {
    const auto& mesh = context.mesh;
    const Closure inCells(context, false), atBoundary(context, true);
    for (const auto& [name, field] : scalars_) {
      inCells.each(name, mesh.nCells, [values = field->cells().data()](Label c, double value) { values[c] = value; });
      atBoundary.each(name, mesh.nBoundaryFaces,
                      [values = field->boundary().data()](Label b, double value) { values[b] = value; });
    }
    if (tensors_.empty()) return;
    (*scheme_)(vectorNamed(context, "U"), gradient_);
    for (const auto& [name, field] : tensors_) {
      const auto stress = name == "R" ? &Closure::reynoldsStress : &Closure::viscousStress;
      for (Label c = 0; c < mesh.nCells; ++c) (*field)[c] = (inCells.*stress)(c, gradient_.cells[c]);
      for (Label b = 0; b < mesh.nBoundaryFaces; ++b) field->boundary()[b] = (atBoundary.*stress)(b, gradient_.boundary[b]);
    }
  }

 private:
  static Dimensions dimensionsOf(const std::string& name) {
    if (name == "k") return dimKinematicPressure;
    if (name == "epsilon") return dimDissipation;
    if (name == "omega") return dimFrequency;
    if (name == "L") return Dimensions{{0, 1}};
    return name == "I" ? dimless : dimViscosity;
  }

  std::vector<std::string> names_;
  std::vector<std::pair<std::string, fv::VolScalarField*>> scalars_;
  std::vector<std::pair<std::string, fv::VolField<SymmTensor>*>> tensors_;
  std::unique_ptr<fv::GradientScheme<Vec3>> scheme_;
  fv::CellValues<Tensor> gradient_;
};

}  // namespace

std::unique_ptr<FunctionObject> makePressure(const FunctionSource& source) { return std::make_unique<Pressure>(source); }
std::unique_ptr<FunctionObject> makeTurbulenceFields(const FunctionSource& source) {
  return std::make_unique<TurbulenceFields>(source);
}

}  // namespace eagre::run
