// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fv/schemes/gradient.hpp"
#include "fv/schemes/schemes.hpp"
#include "fv/schemes/sn_grad.hpp"
#include "fv/time/ddt.hpp"
#include "fv/time/density_rate.hpp"

/// What the terms of an equation have looked up in fvSchemes, kept from one assembly to the next, with their workspaces.
/// Used by terms_assembly.hpp alone.
namespace eagre::fv {

/// Where a term stands in its expression and what it was called: two assemblies with the same key share the schemes.
struct TermKey {
  int position;
  std::string_view operand;  ///< name of the flux, density or diffusivity; "" for none
  std::string_view name;     ///< of the scheme, if the caller gave one
};

/// A few states of one kind of term, found by key without allocation.
template <class State>
class TermTable {
 public:
  /// The state of key; made by make() if it is new.
  template <class Make>
  State& at(const TermKey& key, Make&& make) {
    for (Slot& slot : slots_)
      if (slot.position == key.position && slot.operand == key.operand && slot.name == key.name) return slot.state;
    slots_.push_back({key.position, std::string(key.operand), std::string(key.name), make()});
    return slots_.back().state;
  }
  void clear() { slots_.clear(); }

 private:
  struct Slot {
    int position;
    std::string operand, name;
    State state;
  };
  std::deque<Slot> slots_;
};

template <class T>
struct DdtState {
  DdtScheme scheme;
  CrankNicolsonRate<T>* rate = nullptr;  ///< CrankNicolson only
  // Of a bounded scheme.
  std::optional<DensityRate> ofDensity{};
  std::vector<double> density{};  ///< nCells
};

template <class T>
struct ConvectionState {
  std::unique_ptr<InterpolationScheme<T>> scheme;  ///< null: upwind, or linear (weights of the mesh)
  bool bounded = false, upwind = false;
  std::vector<double> weights{};  ///< nInteriorFaces, if scheme is set
};

struct LaplacianState {
  std::unique_ptr<InterpolationScheme<double>> gammaScheme;  ///< null: linear
  SnGradScheme snGrad{};
  std::vector<double> gammaWeights{};  ///< nInteriorFaces, if gammaScheme is set
};

template <class T>
class TermSchemes {
 public:
  DdtState<T>& ddt(const Context& context, const TermKey& key, const VolField<T>& psi);
  ConvectionState<T>& convection(const Context& context, const TermKey& key, const VolField<T>& psi);
  LaplacianState& laplacian(const Context& context, const TermKey& key, const std::string& psiName);

  /// For a bounded scheme: share rho - ddt(rho)/c in owned cells, c the coefficient of the present level [1/s], share 1 (0: the
  /// scheme has no present level). With it in place of rho the diagonal of ddt(rho psi) is that of ddt(rho psi) - psi ddt(rho).
  static const double* boundedDensity(DdtState<T>& state, const Context& context, const VolScalarField& rho, TimeState::Rate c,
                                      double share = 1);

  /// On a mesh that moves: cell values of an old level (1 or 2) times the volumes of the cells at that level over the present
  /// ones, so that a term per present volume has d(V psi)/dt. position: of the term. Error: a scheme that moving meshes do not
  /// have.
  const T* perPresentVolume(const DdtScheme& scheme, const mesh::Mesh& mesh, const T* values, int level, int position);
  /// The same of the rate of CrankNicolson, whose volumes are those of level 1.
  const T* ratePerPresentVolume(const DdtState<T>& state, const mesh::Mesh& mesh, int position);

  std::map<std::string, CrankNicolsonRate<T>> rates;  ///< by OpenFOAM's name, "ddt0(rho,U)"

  // Linear form of the boundary conditions of psi: nBoundaryFaces each, filled if a term needs it.
  std::vector<T> valueInternal, valueBoundary, gradientInternal, gradientBoundary;

  // Explicit fluxes out of the owner (interior faces), added up over the terms: of convection schemes with a
  // correction, and in Equation::faceFluxCorrection_ those of non-orthogonality.
  kernel::Array<T> convectionCorrection;
  // Of psi, for the non-orthogonal correction, where nobody has it.
  std::unique_ptr<GradientScheme<T>> gradientScheme;
  std::vector<Gradient<T>> gradient;

 private:
  TermTable<DdtState<T>> ddts_;
  TermTable<ConvectionState<T>> convections_;
  TermTable<LaplacianState> laplacians_;
  std::map<std::pair<int, int>, std::vector<T>> perPresentVolume_;  ///< by position and level (0: the rate)
};

}  // namespace eagre::fv
