// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <type_traits>
#include <utility>
#include <variant>

#include "fv/equation/terms_loops.hpp"
#include "fv/equation/terms_schemes.hpp"
#include "fv/schemes/gradient.hpp"

/// From an expression to a matrix: each term is resolved to a kernel (a variant over the run-time choices), then three
/// loops, over cells, interior faces and boundary faces, run all kernels at once (terms_loops.hpp). Included by terms.hpp.
namespace eagre::fv {

/// Assembles an expression into an Equation.
template <class T>
struct Assembler {
  Equation<T>& equation;
  const Context& context;
  const mesh::Mesh& mesh;
  const VolField<T>& psi;
  TermSchemes<T>& schemes;
  const Gradient<T>* gradientOfConvection_ = nullptr;

  explicit Assembler(Equation<T>& e)
      : equation(e), context(*e.context_), mesh(context.mesh), psi(*e.psi_), schemes(*e.schemes_) {}

  template <bool refresh, class... Terms>
  void assemble(const Expression<T, Terms...>& expression) {
    constexpr bool convects = (assembly::isConvection<Terms> || ...), diffuses = (assembly::isDiffusion<Terms> || ...);
    std::apply([this](const auto&... term) { (checkField(*term.psi), ...); }, expression.terms);
    static_assert(!refresh || !convects, "a refresh is for diffusion and sources");
    if constexpr (!refresh) equation.shape(convects, !(convects || diffuses));
    linearise(convects, diffuses);
    kernel::Workspace::give(equation.faceFluxCorrection_);
    run<convects, refresh>(resolveAll(expression.terms, std::index_sequence_for<Terms...>()));
    kernel::Workspace::give(schemes.convectionCorrection);
  }

 private:
  void checkField(const VolField<T>& field) const {
    if (&field != &psi) throw Error("the equation of " + psi.name() + " was given a term of " + field.name());
  }

  /// Boundary conditions of psi as linear functions of the cell values.
  void linearise(bool values, bool gradients) const {
    const auto n = static_cast<std::size_t>(mesh.nBoundaryFaces);
    for (auto* coeffs : {&schemes.valueInternal, &schemes.valueBoundary, &schemes.gradientInternal, &schemes.gradientBoundary})
      coeffs->resize(n);
    for (const auto& condition : equation.psi_->conditions()) {
      const mesh::Patch& patch = condition->patch();
      const auto part = [&patch](std::vector<T>& all) { return std::span(all).subspan(patch.start, patch.size); };
      condition->updateCoeffs(*equation.psi_, context);
      if (values) condition->valueCoeffs(psi, part(schemes.valueInternal), part(schemes.valueBoundary));
      if (gradients) condition->gradientCoeffs(psi, part(schemes.gradientInternal), part(schemes.gradientBoundary));
    }
  }

  template <class Tuple, std::size_t... I>
  auto resolveAll(const Tuple& terms, std::index_sequence<I...>) {
    return std::tuple{resolve(std::get<I>(terms), static_cast<int>(I))...};  // in order: braces
  }

  template <bool asymmetric, bool refresh, class... Variants>
  void run(const std::tuple<Variants...>& kernels) {
    using namespace assembly;
    const auto onCells =
        std::apply([](const auto&... k) { return std::tuple_cat(keepIf<First<Variants>::onCells>(k)...); }, kernels);
    const auto onFaces =
        std::apply([](const auto&... k) { return std::tuple_cat(keepIf<First<Variants>::onFaces>(k)...); }, kernels);
    const MatrixViews<T> to = views();
    visitAll([&](const auto&... term) { cellLoop<T, refresh>(mesh, to, term...); }, onCells);
    bool changed = !refresh;
    if constexpr (std::tuple_size_v < decltype(onFaces) >> 0) {
      const T* explicitFlux = explicitFluxes();
      visitAll(
          [&](const auto&... term) {
            if constexpr (refresh) {
              if (explicitFlux != nullptr) explicitLoop<T>(mesh, to, explicitFlux);
            } else if (explicitFlux != nullptr)
              faceLoop<T, asymmetric, true>(mesh, to, explicitFlux, term...);
            else
              faceLoop<T, asymmetric, false>(mesh, to, explicitFlux, term...);
            boundaryLoop<T, refresh>(mesh, to, &changed, term...);
          },
          onFaces);
    }
    if (refresh && coefficientsMayChange()) changed = mesh.communicator().any(changed);  // all ranks have one version
    if (changed) ++equation.matrix_.version;
  }

  /// Some condition gives the matrix other coefficients when the flow turns. Each rank has all conditions, though not all faces.
  bool coefficientsMayChange() const {
    return std::ranges::any_of(psi.conditions(), [](const auto& c) { return !c->standingGradientCoeffs(); });
  }

  assembly::MatrixViews<T> views() const {
    linear::LduMatrix& A = equation.matrix_;
    return {A.diag.data(),
            A.upper.data(),
            A.lower.data(),
            A.coupled.data(),
            equation.coupledDiag_.data(),
            equation.source_.data(),
            equation.internalCoeffs_.data(),
            equation.boundaryCoeffs_.data()};
  }

  /// The sum of all explicit face fluxes, nullptr if there are none.
  const T* explicitFluxes() {
    auto& convective = schemes.convectionCorrection;
    const auto& diffusive = equation.faceFluxCorrection_;
    if (convective.empty()) return diffusive.empty() ? nullptr : diffusive.data();
    kernel::parallelFor({"equation explicit fluxes, sum", 24 * nComponents<T>}, static_cast<Label>(diffusive.size()),
                        [sum = convective.data(), more = diffusive.data()](Label f) { sum[f] += more[f]; });
    return convective.data();
  }
  kernel::Array<T> onInteriorFaces() const {
    return equation.context_->workspace.template take<T>(static_cast<std::size_t>(mesh.nInteriorFaces()));
  }
  /// sum += flux(f, P, N) on slanted faces; the first flux is written.
  template <class Flux>
  void addOnSlantedFaces(const kernel::Loop& loop, kernel::Array<T>& sum, Flux flux) const {
    const bool isFirst = sum.empty();
    if (isFirst) sum = onInteriorFaces();
    T* to = sum.data();
    if (isFirst && !mesh.slanted.areFew)
      return eachInteriorFace(loop, mesh, [=](Label f, Label P, Label N) { to[f] = flux(f, P, N); });
    if (isFirst) std::fill(sum.begin(), sum.end(), T{});
    eachSlantedFace(loop, mesh, [=](Label f, Label P, Label N) { to[f] += flux(f, P, N); });
  }

  // ---- one overload a term: run-time choices become a kernel --------------------------------------------------------

  template <bool withRho>
  auto resolve(const terms::Ddt<T, withRho>& term, int position) {
    using Rho = std::conditional_t<withRho, kernels::Density, kernels::NoDensity>;
    using Kernel = std::variant<kernels::TwoLevelDdt<T, Rho>, kernels::ThreeLevelDdt<T, Rho>, kernels::CrankNicolsonDdt<T, Rho>,
                                kernels::LocalDdt<T, Rho>>;
    DdtState<T> euler{{context.time().rDeltaT ? DdtScheme::Kind::localEuler : DdtScheme::Kind::Euler}};
    DdtState<T>& state =
        term.alwaysEuler ? euler : schemes.ddt(context, {position, withRho ? term.rho->name() : std::string_view{}, {}}, psi);
    const int levels = state.scheme.nOldTimes();
    Rho rho{};
    if constexpr (withRho) rho = {cells(*term.rho, 0, levels), cells(*term.rho, 1, levels), cells(*term.rho, 2, levels)};
    const T *psi0 = cells(psi, 1, levels), *psi00 = cells(psi, 2, levels);
    if (mesh.motion) {
      psi0 = schemes.perPresentVolume(state.scheme, mesh, psi0, 1, position);
      if (levels > 1) psi00 = schemes.perPresentVolume(state.scheme, mesh, psi00, 2, position);
    }
    const double factor = term.factor;
    const auto bound = [&](TimeState::Rate now, double share = 1) {
      if constexpr (withRho)
        if (state.scheme.bounded) rho.now_ = schemes.boundedDensity(state, context, *term.rho, now, share);
    };
    if (state.scheme.kind == DdtScheme::Kind::CrankNicolson) {
      state.rate->advance(state.scheme, context.time(), psi, term.rho);
      const double now = state.rate->coefficient(state.scheme, context.time());
      bound({now, nullptr});
      return Kernel{kernels::CrankNicolsonDdt<T, Rho>{rho, factor * now, factor * state.scheme.offCentring(context.time()), psi0,
                                                      schemes.ratePerPresentVolume(state, mesh, position)}};
    }
    if (state.scheme.kind == DdtScheme::Kind::localEuler) {
      const double* rate = localRate(context.time()).cells().data();
      bound({0, rate});
      return Kernel{kernels::LocalDdt<T, Rho>{rho, factor, rate, psi0}};
    }
    DdtCoefficients c = ddtCoefficients(state.scheme, context.time());
    if (withRho && state.scheme.bounded && state.scheme.kind == DdtScheme::Kind::steadyState) {
      bound({1, nullptr}, 0);
      c.now = 1;
    } else {
      bound({c.now, nullptr});
    }
    if (state.scheme.kind == DdtScheme::Kind::backward)
      return Kernel{kernels::ThreeLevelDdt<T, Rho>{rho, factor * c.now, factor * c.old, factor * c.oldOld, psi0, psi00}};
    return Kernel{kernels::TwoLevelDdt<T, Rho>{rho, factor * c.now, factor * c.old, psi0}};
  }

  /// Values of an earlier level; those of the present if the scheme has no use for the level.
  template <class V>
  static const V* cells(const VolField<V>& field, int level, int levels) {
    if (level == 0 || level > levels) return field.cells().data();
    if (!field.hasOld(level)) throw Error("the time scheme needs more old levels of " + field.name() + " than are kept");
    return field.old(level).cells.data();
  }

  auto resolve(const terms::Div<T>& term, int position) {
    using Upwind = kernels::Convection<T, kernels::UpwindWeight>;
    using Given = kernels::Convection<T, kernels::GivenWeight>;
    using LinearUpwind = kernels::LinearUpwindConvection<T>;
    using Kernel = std::variant<Upwind, Given, LinearUpwind>;
    const double *flux = term.flux->faces().data(), *weights = mesh.weights.data();
    const T *internal = schemes.valueInternal.data(), *boundary = schemes.valueBoundary.data();
    if (term.alwaysUpwind) return Kernel{Upwind{term.factor, 0, flux, {}, internal, boundary}};
    ConvectionState<T>& state = schemes.convection(context, {position, term.flux->name(), term.name}, psi);
    const double bounded = state.bounded ? term.factor : 0;
    if (state.upwind) return Kernel{Upwind{term.factor, bounded, flux, {}, internal, boundary}};
    if (state.scheme) {
      if (const auto upwind = state.scheme->upwindCorrection(psi, term.known); upwind.gradient != nullptr)
        return Kernel{LinearUpwind{
            {term.factor, bounded, flux, {upwind.share, weights}, internal, boundary}, upwind.gradient, mesh.faceCentres()}};
      state.weights.resize(static_cast<std::size_t>(mesh.nInteriorFaces()));
      state.scheme->weights(psi, term.flux->faces(), state.weights);
      weights = state.weights.data();
      gradientOfConvection_ = state.scheme->gradientOfField();
      if (state.scheme->corrected()) addConvectionCorrection(*state.scheme, term);
    }
    return Kernel{Given{term.factor, bounded, flux, {weights}, internal, boundary}};
  }

  void addConvectionCorrection(InterpolationScheme<T>& scheme, const terms::Div<T>& term) {
    auto& sum = schemes.convectionCorrection;
    auto correction = onInteriorFaces();
    scheme.correction(psi, term.flux->faces(), correction);
    kernel::parallelFor({"convection correction", 8 + 16 * nComponents<T>}, mesh.nInteriorFaces(),
                        [factor = term.factor, flux = term.flux->faces().data(), correction = correction.data()](Label f) {
                          correction[f] = (factor * flux[f]) * correction[f];
                        });
    if (sum.empty()) return sum.swap(correction);
    for (std::size_t f = 0; f < sum.size(); ++f) sum[f] += correction[f];  // more than one convection
  }

  auto resolve(const terms::TransposedStress& term, int) {
    return only(kernels::TransposedStress{term.factor, term.weights->data(), term.mu->cells.data(), term.mu->boundary.data(),
                                          term.gradU, term.boundaryGradU, mesh.Sf.view()});
  }

  template <class Gamma>
  auto resolve(const terms::Laplacian<T, Gamma>& term, int position) {
    LaplacianState& state = schemes.laplacian(context, {position, term.gammaName, term.name}, psi.name());
    const auto gamma = gammaKernel(term.gamma, state);
    const kernels::Diffusion<T, std::remove_const_t<decltype(gamma)>> diffusion{term.factor,
                                                                                gamma,
                                                                                mesh.magSf.data(),
                                                                                snGradCoeffs(mesh, state.snGrad).data(),
                                                                                schemes.gradientInternal.data(),
                                                                                schemes.gradientBoundary.data()};
    if (needsCorrection(mesh, state.snGrad)) {
      const bool isKnown = term.known.cells != nullptr && term.known.name == "grad(" + psi.name() + ")";
      const NonOrthCorrection<T> correction(psi, state.snGrad, isKnown ? term.known.cells : gradientOfPsi());
      const double bytes = 64 + 8 * nComponents<T> + 48 * nComponents<T> / facesPerCell(mesh);
      addOnSlantedFaces({"non-orthogonal correction", bytes}, equation.faceFluxCorrection_,
                        [=](Label f, Label P, Label N) { return diffusion.gammaMagSf(f, P, N) * correction(f, P, N); });
    }
    return only(diffusion);
  }
  /// "grad(<psi>)" in cells with ghosts, beside slanted faces at least: the convection scheme's, if it has just made one.
  const Gradient<T>* gradientOfPsi() {
    if (gradientOfConvection_ != nullptr) return gradientOfConvection_;
    if (!schemes.gradientScheme) schemes.gradientScheme = makeGradientScheme<T>(context, "grad(" + psi.name() + ")");
    schemes.gradientScheme->cellsBesideSlanted(psi, schemes.gradient);
    return schemes.gradient.data();
  }
  kernels::UniformGamma gammaKernel(double gamma, LaplacianState&) const { return {gamma}; }
  kernels::FaceGamma gammaKernel(const SurfaceScalarField* gamma, LaplacianState&) const { return {gamma->faces().data()}; }
  kernels::CellGamma gammaKernel(const VolScalarField* gamma, LaplacianState& state) const {
    const double* weights = mesh.weights.data();
    if (state.gammaScheme) {
      state.gammaWeights.resize(static_cast<std::size_t>(mesh.nInteriorFaces()));
      state.gammaScheme->weights(*gamma, {}, state.gammaWeights);
      weights = state.gammaWeights.data();
    }
    return {weights, gamma->cells().data(), gamma->boundary().data()};
  }

  /// A kernel without run-time choices.
  template <class Kernel>
  static std::variant<Kernel> only(const Kernel& kernel) {
    return {kernel};
  }
  template <class V>
  static kernels::Uniform<V> values(const V& value) {
    return {value};
  }
  template <class V>
  static kernels::Values<V> values(std::span<const V> value) {
    return {value.data()};
  }

  template <class Value>
  auto resolve(const terms::Sp<T, Value>& term, int) {
    using Coefficient = decltype(values(term.value));
    return only(kernels::ImplicitSource<T, Coefficient>{term.factor, values(term.value)});
  }
  template <class Value>
  auto resolve(const terms::SuSp<T, Value>& term, int) {
    using Coefficient = decltype(values(term.value));
    return only(kernels::SignedSource<T, Coefficient>{term.factor, values(term.value), psi.cells().data()});
  }
  template <class Value>
  auto resolve(const terms::Su<T, Value>& term, int) {
    using Source = decltype(values(term.value));
    return only(kernels::ExplicitSource<T, Source>{term.factor, values(term.value)});
  }
};

template <class T>
template <class Expression>
Equation<T>& Equation<T>::operator=(const Expression& expression) {
  Assembler<T>{*this}.template assemble<false>(expression);
  return *this;
}

template <class T>
template <class Expression>
Equation<T>& Equation<T>::refresh(const Expression& expression) {
  Assembler<T>{*this}.template assemble<true>(expression);
  return *this;
}

}  // namespace eagre::fv
