// SPDX-License-Identifier: BSD-3-Clause
// Fields made of the values of others: mag, magSqr, components, add, subtract, div, writeCellCentres, writeCellVolumes,
// writeObjects.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "config/pattern.hpp"
#include "fv/conditions/conditions.hpp"
#include "fv/fields/cell_faces.hpp"
#include "fv/schemes/schemes.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "run/functions/made_fields.hpp"

namespace eagre::run {

using kernel::View;

namespace {

/// Calls f(values of a, values of b) for the cells, then for the boundary.
template <class A, class B, class F>
void inCellsAndOnBoundary(const fv::VolField<A>& a, fv::VolField<B>& b, F&& f) {
  f(a.cells(), b.cells());
  f(a.boundary(), b.boundary());
}

/// |a| or |a|^2 of a scalar, vector or symmetric tensor.
class Magnitude final : public MadeFields {
 public:
  Magnitude(const FunctionSource& source, bool square)
      : MadeFields(source),
        square_(square),
        of_(source.dict.get<std::string>("field")),
        name_(nameOfResult(source.dict, square ? "magSqr" : "mag", of_)) {}

 protected:
  void prepare(const fv::Context& context) override {
    const auto& registry = context.registry;
    const auto like = [&](const auto& field) {
      const Dimensions& d = field.dimensions();
      result_ = &add<double>(name_, square_ ? d * d : d, context.mesh);
    };
    if (const auto* scalar = registry.scalar(of_))
      like(*scalar);
    else if (const auto* tensor = registry.symmTensor(of_))
      like(*tensor);
    else
      like(vectorNamed(context, of_));
  }

  void make(const fv::Context& context) override {
    const auto& registry = context.registry;
    if (const auto* scalar = registry.scalar(of_))
      set(*scalar);
    else if (const auto* tensor = registry.symmTensor(of_))
      set(*tensor);
    else
      set(vectorNamed(context, of_));
  }

 private:
  template <class T>
  void set(const fv::VolField<T>& field) {
    inCellsAndOnBoundary(field, *result_, [square = square_](const std::vector<T>& from, std::vector<double>& to) {
      kernel::parallelFor("magnitude of a field", static_cast<Label>(to.size()),
                          [square, from = View(from), to = View(to)](Label i) {
                            const double squared = magSqr(from[i]);
                            to[i] = square ? squared : std::sqrt(squared);
                          });
    });
  }

  bool square_;
  std::string of_, name_;
  fv::VolScalarField* result_ = nullptr;
};

/// The components of a vector as fields <field>x, <field>y and <field>z.
class ComponentFields final : public MadeFields {
 public:
  explicit ComponentFields(const FunctionSource& source) : MadeFields(source), of_(source.dict.get<std::string>("field")) {}

 protected:
  void prepare(const fv::Context& context) override {
    const auto& field = vectorNamed(context, of_);
    for (std::size_t i = 0; i < 3; ++i)
      results_[i] = &add<double>(of_ + std::string(1, "xyz"[i]), field.dimensions(), context.mesh);
  }

  void make(const fv::Context& context) override {
    const auto& field = vectorNamed(context, of_);
    for (int d = 0; d < 3; ++d)
      inCellsAndOnBoundary(field, *results_[static_cast<std::size_t>(d)],
                           [d](const std::vector<Vec3>& from, std::vector<double>& to) {
                             kernel::parallelFor("component of a field", static_cast<Label>(to.size()),
                                                 [d, from = View(from), to = View(to)](Label i) { to[i] = from[i][d]; });
                           });
  }

 private:
  std::string of_;
  std::array<fv::VolScalarField*, 3> results_{};
};

/// The first of some fields of one kind plus, or minus, the others.
class Sum final : public MadeFields {
 public:
  Sum(const FunctionSource& source, double sign)
      : MadeFields(source), sign_(sign), fields_(source.dict.get<std::vector<std::string>>("fields")) {
    const std::string operation = sign > 0 ? "add" : "subtract";
    if (fields_.size() < 2)
      throw Error(source.dict.at("fields").place, fmt::format("{}: at least two fields are needed", operation),
                  ExitCode::badCase);
    name_ = resultName(source.dict, fmt::format("{}({})", operation, fmt::join(fields_, ",")));
  }

 protected:
  void prepare(const fv::Context& context) override {
    if (context.registry.scalar(fields_[0]))
      scalar_ = &like(context, scalarNamed);
    else
      vector_ = &like(context, vectorNamed);
  }

  void make(const fv::Context& context) override {
    if (scalar_)
      set(context, scalarNamed, *scalar_);
    else
      set(context, vectorNamed, *vector_);
  }

 private:
  template <class T>
  using Named = const fv::VolField<T>& (*)(const fv::Context&, const std::string&);
  template <class T>
  fv::VolField<T>& like(const fv::Context& context, Named<T> named) {
    const Dimensions d = named(context, fields_[0]).dimensions();
    for (const std::string& field : fields_)
      if (!(named(context, field).dimensions() == d))
        throw Error(fmt::format("{} and {} have different dimensions", fields_[0], field), ExitCode::badCase);
    return add<T>(name_, d, context.mesh);
  }
  template <class T>
  void set(const fv::Context& context, Named<T> named, fv::VolField<T>& result) {
    result.values() = named(context, fields_[0]).values();
    for (std::size_t f = 1; f < fields_.size(); ++f)
      inCellsAndOnBoundary(named(context, fields_[f]), result, [sign = sign_](const std::vector<T>& from, std::vector<T>& to) {
        kernel::parallelFor("sum of fields", static_cast<Label>(to.size()),
                            [sign, from = View(from), to = View(to)](Label i) { to[i] += sign * from[i]; });
      });
  }

  double sign_;
  std::vector<std::string> fields_;
  std::string name_;
  fv::VolScalarField* scalar_ = nullptr;
  fv::VolVectorField* vector_ = nullptr;
};

/// Divergence of a flux, or of a vector by the interpolation of divSchemes, 1/V sum of what leaves a cell; on the boundary the
/// value of the cell.
class Divergence final : public MadeFields {
 public:
  explicit Divergence(const FunctionSource& source)
      : MadeFields(source), of_(source.dict.get<std::string>("field")), name_(nameOfResult(source.dict, "div", of_)) {}

 protected:
  void prepare(const fv::Context& context) override {
    const auto* flux = context.registry.surfaceScalar(of_);
    constexpr Dimensions perVolume{{0, -3}}, perMetre{{0, -1}};
    const Dimensions d = flux ? flux->dimensions() * perVolume : vectorNamed(context, of_).dimensions() * perMetre;
    result_ = &add<double>(name_, d, context.mesh);
    result_->conditions().clear();
    fv::setExtrapolatedConditions(*result_);
    if (flux) return;
    scheme_ = fv::makeConvectionScheme<Vec3>(context, "div(" + of_ + ")").interpolation;
    if (scheme_->needsFlux())
      throw Error(fmt::format("divSchemes: div({}) has no flux: its interpolation can only be one that needs none", of_),
                  ExitCode::badCase);
  }

  void make(const fv::Context& context) override {
    const auto& mesh = context.mesh;
    if (scheme_) {
      fv::interpolate<Vec3>(*scheme_, vectorNamed(context, of_), {}, faces_, weights_, correction_);
      flux_.resize(faces_.size());
      kernel::parallelFor(
          "divergence: flux", static_cast<Label>(faces_.size()),
          [faces = View(faces_), Sf = mesh.Sf.view(), flux = View(flux_)](Label f) { flux[f] = dot(Sf[f], faces[f]); });
    }
    const std::vector<double>& flux = scheme_ ? flux_ : context.registry.surfaceScalar(of_)->faces();
    fv::eachCell({"divergence", fv::bytesOfCellFaces(mesh) + 16 + 8 * fv::facesPerCell(mesh)}, mesh,
                 [flux = View(flux), V = View(mesh.V), result = View(result_->cells())](Label c, const auto& around) {
                   double sum = 0;
                   around([&](Label f, double sign) { sum += sign * flux[f]; });
                   result[c] = sum / V[c];
                 });
    result_->correctBoundaryConditions();
  }

 private:
  std::string of_, name_;
  std::unique_ptr<fv::InterpolationScheme<Vec3>> scheme_;
  std::vector<Vec3> faces_, correction_;
  std::vector<double> weights_, flux_;
  fv::VolScalarField* result_ = nullptr;
};

/// Centres of the cells, and of the boundary's faces: the vector C and its components Cx, Cy and Cz.
class CellCentres final : public MadeFields {
 public:
  explicit CellCentres(const FunctionSource& source) : MadeFields(source) {
    const auto& mesh = source.context.mesh;
    constexpr Dimensions metre{{0, 1}};
    centres_ = &add<Vec3>("C", metre, mesh);
    for (std::size_t d = 0; d < 3; ++d) components_[d] = &add<double>(std::string("C") + "xyz"[d], metre, mesh);
  }

 protected:
  void make(const fv::Context& context) override {
    const auto& mesh = context.mesh;
    std::copy_n(mesh.C.begin(), mesh.nCells, centres_->cells().begin());
    for (Label b = 0; b < mesh.nBoundaryFaces; ++b) centres_->boundary()[b] = mesh.Cf[mesh.nInteriorFaces() + b - mesh.firstCf];
    for (int d = 0; d < 3; ++d) {
      auto& component = *components_[static_cast<std::size_t>(d)];
      for (Label c = 0; c < mesh.nCells; ++c) component[c] = (*centres_)[c][d];
      for (Label b = 0; b < mesh.nBoundaryFaces; ++b) component.boundary()[b] = centres_->boundary()[b][d];
    }
  }

 private:
  fv::VolVectorField* centres_;
  std::array<fv::VolScalarField*, 3> components_{};
};

/// Volumes of the cells: the field V; 0 on the boundary.
class CellVolumes final : public DerivedField<double> {
 public:
  explicit CellVolumes(const FunctionSource& source) : DerivedField(source, "V", Dimensions{{0, 3}}) {}

 protected:
  void make(const fv::Context& context) override {
    std::copy_n(context.mesh.V.begin(), context.mesh.nCells, field_.cells().begin());
  }
};

/// Fields of the solver that are not written otherwise, by names and patterns.
class WriteObjects final : public FunctionObject {
 public:
  explicit WriteObjects(const FunctionSource& source) : schedule_(source.dict) {
    const config::Dictionary& d = source.dict;
    const auto& entry = d.at(d.has("field") ? "field" : d.has("fields") ? "fields" : "objects");
    static const std::vector<std::string> options{"autoWrite", "noWrite", "anyWrite"};
    const std::string option = d.has("writeOption") ? d.getChoice("writeOption", options) : "anyWrite";
    ofRun_ = option != "noWrite";
    others_ = option != "autoWrite";
    auto reader = entry.reader();
    const auto take = [&] {
      const bool quoted = reader.peek().kind == config::Token::Kind::string;
      const std::string text = reader.word();
      names_.push_back({text, quoted ? std::optional(config::Pattern(text, entry.place)) : std::nullopt});
    };
    if (entry.keyword == "field")
      take();
    else
      reader.list(take);
  }

  void start(fv::Context& context, DirectorySource&) override {
    for (const Choice& choice : names_) {
      const std::size_t before = size(found_);
      const auto take = [&choice](const auto& fields, auto& list) {
        for (const auto& [name, field] : fields)
          if (choice.fits(name)) list.push_back(field);
      };
      take(context.registry.scalars(), found_.scalars);
      take(context.registry.vectors(), found_.vectors);
      take(context.registry.symmTensors(), found_.symmTensors);
      take(context.registry.surfaceScalars(), found_.fluxes);
      if (size(found_) == before) context.log.warnOnce(fmt::format("writeObjects: this solver has no field '{}'", choice.text));
    }
  }
  void execute(const fv::Context& context, StepEnd end) override { fresh_ = schedule_.due(context, end); }
  bool hasOwnTimes() const override { return true; }
  void addTo(solvers::Outputs& outputs) const override {
    if (!fresh_ || !others_) return;
    eachList(outputs, outputs, [](const auto& found, auto& to, const auto& /*ofRun*/) {
      for (const auto* field : found)
        if (!isIn(to, *field)) to.push_back(field);
    });
  }
  void addToOwnTime(solvers::Outputs& outputs, const solvers::Outputs& ofRun) const override {
    if (!fresh_) return;
    eachList(outputs, ofRun, [this](const auto& found, auto& to, const auto& written) {
      for (const auto* field : found)
        if ((isIn(written, *field) ? ofRun_ : others_) && !isIn(to, *field)) to.push_back(field);
    });
  }

 private:
  template <class List, class Field>
  static bool isIn(const List& list, const Field& field) {
    return std::ranges::any_of(list, [&](const auto* other) { return other->name() == field.name(); });
  }
  /// use(found, to, written) for the fields of each kind.
  template <class Use>
  void eachList(solvers::Outputs& to, const solvers::Outputs& written, Use use) const {
    use(found_.scalars, to.scalars, written.scalars);
    use(found_.vectors, to.vectors, written.vectors);
    use(found_.symmTensors, to.symmTensors, written.symmTensors);
    use(found_.fluxes, to.fluxes, written.fluxes);
  }
  struct Choice {
    std::string text;
    std::optional<config::Pattern> pattern;
    bool fits(const std::string& name) const { return pattern ? pattern->matches(name) : name == text; }
  };
  static std::size_t size(const solvers::Outputs& of) {
    return of.scalars.size() + of.vectors.size() + of.symmTensors.size() + of.fluxes.size();
  }
  Schedule schedule_;
  std::vector<Choice> names_;
  solvers::Outputs found_;
  bool fresh_ = false;
  bool ofRun_ = true, others_ = true;  ///< by writeOption: of the fields that the run writes in any case, of the others
};

}  // namespace

std::unique_ptr<FunctionObject> makeMag(const FunctionSource& source) { return std::make_unique<Magnitude>(source, false); }
std::unique_ptr<FunctionObject> makeMagSqr(const FunctionSource& source) { return std::make_unique<Magnitude>(source, true); }
std::unique_ptr<FunctionObject> makeComponents(const FunctionSource& source) { return std::make_unique<ComponentFields>(source); }
std::unique_ptr<FunctionObject> makeAdd(const FunctionSource& source) { return std::make_unique<Sum>(source, 1); }
std::unique_ptr<FunctionObject> makeSubtract(const FunctionSource& source) { return std::make_unique<Sum>(source, -1); }
std::unique_ptr<FunctionObject> makeDiv(const FunctionSource& source) { return std::make_unique<Divergence>(source); }
std::unique_ptr<FunctionObject> makeWriteCellCentres(const FunctionSource& source) {
  return std::make_unique<CellCentres>(source);
}
std::unique_ptr<FunctionObject> makeWriteCellVolumes(const FunctionSource& source) {
  return std::make_unique<CellVolumes>(source);
}
std::unique_ptr<FunctionObject> makeWriteObjects(const FunctionSource& source) { return std::make_unique<WriteObjects>(source); }

}  // namespace eagre::run
