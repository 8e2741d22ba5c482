// SPDX-License-Identifier: BSD-3-Clause
#include <numbers>

#include "fv/time/ddt.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/sources/cell_selection.hpp"
#include "physics/sources/fv_option.hpp"

namespace eagre::physics {

using kernel::View;

namespace {

/// Stems of diameter a [m], N of them a square metre, in the cells of a zone; and the coefficients that an option needs besides.
struct Region {
  std::vector<Label> cells;
  double a, N, Cd;
  std::vector<double> others;
};

std::vector<Region> readRegions(const FvOptionSource& source, const mesh::Mesh& mesh, const std::vector<std::string>& others) {
  std::vector<Region> regions;
  std::vector<std::string> keywords{"cellZone", "a", "N", "Cd"};
  keywords.insert(keywords.end(), others.begin(), others.end());
  source.checkKeywords({"regions"});
  for (const auto& entry : source.coefficients.subDict("regions").entries()) {
    if (!entry.isDict()) throw Error(entry.place, "regions: '" + entry.keyword + "' is no dictionary");
    const auto& d = *entry.dict;
    d.checkKeywords(keywords);
    Region region{cellsOfZone(mesh, d, "cellZone"), d.get<double>("a"), d.get<double>("N"), d.get<double>("Cd"), {}};
    for (const auto& name : others) region.others.push_back(d.get<double>(name));
    regions.push_back(std::move(region));
  }
  return regions;
}

/// Drag and inertia of mangroves (Maza, Lara and Losada 2015), per volume and density:
///     S = -1/2 Cd a N |U| U - 1/4 (Cm + 1) pi a^2 N dU/dt
class Mangroves final : public FvOption {
 public:
  explicit Mangroves(const FvOptionSource& source)
      : FvOption({"U"}), context_(source.context), regions_(readRegions(source, source.context.mesh, {"Cm"})) {
    scheme_ = fv::ddtScheme(context_, "ddt(U)");
    if (scheme_.kind != fv::DdtScheme::Kind::Euler && scheme_.kind != fv::DdtScheme::Kind::steadyState)
      throw Error(source.entry.place(), source.entry.name() + ": the inertia of mangroves takes ddtSchemes Euler only");
  }

  void addTo(fv::Equation<Vec3>& UEqn, const Momentum& momentum) override {
    const auto& U = UEqn.psi();
    const double* density = momentum.rho ? momentum.rho->cells().data() : nullptr;
    const double rDeltaT = fv::ddtCoefficients(scheme_, context_.time()).now;
    for (const auto& region : regions_) {
      const double drag = 0.5 * region.Cd * region.a * region.N;
      const double inertia = 0.25 * (region.others[0] + 1) * std::numbers::pi * region.a * region.a * region.N * rDeltaT;
      kernel::parallelFor({"mangroves", 140}, static_cast<Label>(region.cells.size()),
                          [drag, inertia, density, cells = View(region.cells), V = View(U.mesh().V), U = View(U.cells()),
                           old = View(U.old().cells), diag = View(UEqn.diag()), source = View(UEqn.source())](Label i) {
                            const Label c = cells[i];
                            const double mass = (density ? density[c] : 1) * V[c];
                            diag[c] += mass * (drag * mag(U[c]) + inertia);
                            source[c] += mass * inertia * old[c];
                          });
    }
  }

 private:
  const fv::Context& context_;
  std::vector<Region> regions_;
  fv::DdtScheme scheme_;
};

/// What the stems take from the turbulence (Maza, Lara and Losada 2015): S_k = -Ckp Cd a N |U| k, S_epsilon = -Cep Cd a N |U|
/// epsilon.
class MangrovesTurbulence final : public FvOption {
 public:
  explicit MangrovesTurbulence(const FvOptionSource& source)
      : FvOption({"epsilon", "k"}),
        context_(source.context),
        regions_(readRegions(source, source.context.mesh, {"Ckp", "Cep"})) {}

  void addTo(fv::Equation<double>& eqn) override {
    const auto& U = *context_.registry.vector("U");
    const std::size_t which = eqn.psi().name() == "k" ? 0 : 1;
    for (const auto& region : regions_)
      kernel::parallelFor({"mangroves: turbulence", 50}, static_cast<Label>(region.cells.size()),
                          [C = region.others[which] * region.Cd * region.a * region.N, cells = View(region.cells),
                           V = View(U.mesh().V), U = View(U.cells()), diag = View(eqn.diag())](Label i) {
                            const Label c = cells[i];
                            diag[c] += V[c] * C * mag(U[c]);
                          });
  }

 private:
  const fv::Context& context_;
  std::vector<Region> regions_;
};

}  // namespace

std::unique_ptr<FvOption> makeMangrovesSource(const FvOptionSource& source) { return std::make_unique<Mangroves>(source); }
std::unique_ptr<FvOption> makeMangrovesTurbulenceModel(const FvOptionSource& source) {
  return std::make_unique<MangrovesTurbulence>(source);
}

}  // namespace eagre::physics
