// SPDX-License-Identifier: BSD-3-Clause
#include "fv/equation/terms_schemes.hpp"

#include <fmt/format.h>

#include "fv/schemes/diffusivity.hpp"
#include "fv/time/mesh_flux.hpp"
#include "kernel/parallel_for.hpp"
#include "mesh/motion.hpp"

namespace eagre::fv {
namespace {

/// "ddt(rho,U)": the name that the caller gave, or OpenFOAM's.
std::string schemeName(const char* term, const TermKey& key, const std::string& psiName) {
  if (!key.name.empty()) return std::string(key.name);
  if (key.operand.empty()) return fmt::format("{}({})", term, psiName);
  return fmt::format("{}({},{})", term, key.operand, psiName);
}

template <class T>
ConvectionState<T> readConvection(const Context& context, const std::string& name) {
  auto convection = makeConvectionScheme<T>(context, name);
  ConvectionState<T> state{std::move(convection.interpolation), convection.bounded};
  // Upwind and linear need no array of weights of their own.
  state.upwind = state.scheme->kind() == SchemeKind::upwind;
  if (state.upwind || state.scheme->kind() == SchemeKind::linear) state.scheme.reset();
  return state;
}

LaplacianState readLaplacian(const Context& context, const std::string& name) {
  auto reader = schemeEntry(context, "laplacianSchemes", name).reader();
  LaplacianState state{readDiffusivityScheme(context, reader)};
  if (state.gammaScheme->kind() == SchemeKind::linear) state.gammaScheme.reset();
  state.snGrad = parseSnGradScheme(reader);
  return state;
}

/// scaled = volumes / V values, owned cells.
template <class T>
const T* scaleByVolumes(const mesh::Mesh& mesh, const std::vector<double>& volumes, const T* values, std::vector<T>& scaled) {
  scaled.resize(static_cast<std::size_t>(mesh.nCells));
  kernel::parallelFor({"ddt: old volumes", 16 + 16 * nComponents<T>}, mesh.nCells,
                      [values, before = volumes.data(), V = mesh.V.data(), to = scaled.data()](Label c) {
                        to[c] = (before[c] / V[c]) * values[c];
                      });
  return scaled.data();
}

}  // namespace

template <class T>
DdtState<T>& TermSchemes<T>::ddt(const Context& context, const TermKey& key, const VolField<T>& psi) {
  return ddts_.at(key, [&] {
    DdtState<T> state{ddtScheme(context, schemeName("ddt", key, psi.name()))};
    if (state.scheme.kind == DdtScheme::Kind::CrankNicolson)
      state.rate = &rates.try_emplace(schemeName("ddt0", key, psi.name()), psi.mesh().nCells, context.time()).first->second;
    return state;
  });
}

template <class T>
ConvectionState<T>& TermSchemes<T>::convection(const Context& context, const TermKey& key, const VolField<T>& psi) {
  return convections_.at(key, [&] { return readConvection<T>(context, schemeName("div", key, psi.name())); });
}

template <class T>
LaplacianState& TermSchemes<T>::laplacian(const Context& context, const TermKey& key, const std::string& psiName) {
  return laplacians_.at(key, [&] { return readLaplacian(context, schemeName("laplacian", key, psiName)); });
}

template <class T>
const double* TermSchemes<T>::boundedDensity(DdtState<T>& state, const Context& context, const VolScalarField& rho,
                                             TimeState::Rate c, double share) {
  if (!state.ofDensity) state.ofDensity.emplace(context, rho.name());
  auto& density = state.density;
  density.resize(static_cast<std::size_t>(rho.mesh().nCells));
  (*state.ofDensity)(rho, density);
  kernel::parallelFor({"ddt, bounded", 24}, rho.mesh().nCells,
                      [c, share, times = state.scheme.bounded, density = density.data(), rho = rho.cells().data()](Label i) {
                        density[i] = share * rho[i] - times * density[i] / c(i);
                      });
  return density.data();
}

template <class T>
const T* TermSchemes<T>::perPresentVolume(const DdtScheme& scheme, const mesh::Mesh& mesh, const T* values, int level,
                                          int position) {
  checkOnMovingMesh(scheme);
  return scaleByVolumes(mesh, level == 1 ? mesh.motion->V0 : mesh.motion->V00, values, perPresentVolume_[{position, level}]);
}

template <class T>
const T* TermSchemes<T>::ratePerPresentVolume(const DdtState<T>& state, const mesh::Mesh& mesh, int position) {
  const T* rate = state.rate->cells().data();
  return mesh.motion ? scaleByVolumes(mesh, mesh.motion->V0, rate, perPresentVolume_[{position, 0}]) : rate;
}

template class TermSchemes<double>;
template class TermSchemes<Vec3>;
template class TermSchemes<SymmTensor>;

}  // namespace eagre::fv
