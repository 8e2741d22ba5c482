// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/mesh_points.hpp"
#include "physics/sources/forcing_rate.hpp"
#include "physics/sources/mass_imbalance.hpp"
#include "physics/waves/cell_means.hpp"

namespace eagre::physics {

using kernel::parallelFor;
using kernel::View;

namespace {

/// What the length of lambdaCoeff's region lacks among the entries, in words; "" if all are there. Without them the scale is the
/// same everywhere, and there is no length over which it falls.
std::string missingForLength(const config::Dictionary& d) {
  const bool several = d.has("origins") || d.has("directions");
  if (several && (d.has("origin") || d.has("direction"))) return "one pair alone may be given";
  std::vector<std::string> missing;
  for (const char* keyword : {"scale", several ? "origins" : "origin", several ? "directions" : "direction"})
    if (!d.has(keyword)) missing.emplace_back(keyword);
  return missing.empty() ? "" : fmt::format("missing: {}", fmt::join(missing, ", "));
}

/// Draws alpha and U towards those of the waves of constant/waveProperties, alphaW and UW, in a region before a boundary, at the
/// rate r = lambda scale (ForcingRate):
///     d alpha/dt + div(phi alpha) + .. = r w (alphaW - alpha),                                     implicit in alpha,
///     d(rho U)/dt + div(rhoPhi U) + .. = rho r (UW - U) + scale (d rho/dt + div(rhoPhi)) U,        implicit in U;
/// the last term leaves out the momentum of the mass that the first equation makes. lambdaCoeff and lambdaBoundaryCoeff give
/// lambda as multiples of c/L, with the greatest speed c of the waves and the length L of the region. waveForcing of
/// openfoam.org, 11 and later; w is 1 there in 11 and the other phase's fraction 1 - alpha from 12 on (`byOtherPhase`), which
/// leaves full cells as they are.
class WaveForcing final : public FvOption {
 public:
  explicit WaveForcing(const FvOptionSource& source)
      : FvOption(
            {"alpha." + source.coefficients.get<std::string>("liquidPhase"), source.coefficients.getOr<std::string>("U", "U")}),
        context_(source.context),
        place_(source.entry.place()),
        name_(source.entry.name()),
        rate_(source),
        byOtherPhase_(source.coefficients.getOr<bool>("byOtherPhase", false)),
        waveProperties_(source.waveProperties()) {
    const auto& d = source.coefficients;
    auto keywords = ForcingRate::keywords();
    keywords.insert(keywords.end(), {"liquidPhase", "U", "lambda", "lambdaBoundary", "lambdaCoeff", "lambdaBoundaryCoeff",
                                     "writeForceFields", "byOtherPhase"});
    source.checkKeywords(keywords);
    if (!waveProperties_)
      throw Error(source.entry.place(), source.entry.name() + ": waveForcing needs the waves of constant/waveProperties");
    if (!waves::Superposition::describes(*waveProperties_))
      throw Error(source.entry.place(), source.entry.name() +
                                            ": waveForcing needs a list of waves in constant/waveProperties, as openfoam.org has "
                                            "it: waves ( Airy { .. } );");
    if (d.has("lambdaCoeff")) {
      coefficient_ = {d.get<double>("lambdaCoeff"), d.getOr<double>("lambdaBoundaryCoeff", 0)};
      if (const std::string missing = missingForLength(d); !missing.empty())
        throw Error(d.at("lambdaCoeff").place,
                    fmt::format("{}: lambdaCoeff needs a scale and where it acts, origin and direction or origins and "
                                "directions; {}",
                                d.name(), missing));
    } else {
      lambda_ = ForcingRate::Lambda::read(d);
    }
    if (d.getOr<bool>("writeForceFields", false))
      source.context.log.warnOnce(fmt::format("{}: writeForceFields: forcing:scale and forcing:forceCoeff are not written",
                                              toString(d.at("writeForceFields").place)));
  }

  bool feedsPhase() const override { return true; }
  void addToPhase(const fv::VolScalarField& alpha, std::span<double> Su, std::span<double> Sp) override {
    refresh();
    parallelFor({"wave forcing of alpha", 48}, context_.mesh.nCells,
                [byOther = byOtherPhase_, rate = View(rate_.of(lambda_)), alpha = View(alpha.cells()), waves = View(alpha_),
                 Su = View(Su), Sp = View(Sp)](Label c) {
                  const double r = byOther ? rate[c] * (1 - alpha[c]) : rate[c];
                  Su[c] += r * waves[c];
                  Sp[c] -= r;
                });
  }

  void addTo(fv::Equation<Vec3>& UEqn, const Momentum& momentum) override {
    refresh();
    const auto& rho = *momentum.rho;
    imbalance_.resize(static_cast<std::size_t>(context_.mesh.nCells));
    massImbalance(context_, rho, *context_.registry.surfaceScalar("rhoPhi"), imbalance_);
    parallelFor(
        {"wave forcing of U", 120}, context_.mesh.nCells,
        [rate = View(rate_.of(lambda_)), scale = View(rate_.scale()), rho = View(rho.cells()), V = View(context_.mesh.V),
         waves = View(U_), imbalance = View(imbalance_), diag = View(UEqn.diag()), source = View(UEqn.source())](Label c) {
          const double weight = V[c] * rho[c] * rate[c];
          diag[c] += weight - V[c] * scale[c] * imbalance[c];
          source[c] += weight * waves[c];
        });
  }

 private:
  /// alphaW and UW at the end of the time step, where the rate is not 0.
  void refresh() {
    const auto& mesh = context_.mesh;
    const bool moved = geometry_.renew(mesh);
    if (!moved && time_ == context_.clock.value) return;
    time_ = context_.clock.value;
    if (!waves_) begin();
    waves_->setTime(time_);
    if (coefficient_) {
      const double rate = waves_->greatestSpeed() / length_;
      lambda_ = {coefficient_->everywhere * rate, coefficient_->nextToBoundary * rate};
    }
    const auto& scale = rate_.scale();
    std::vector<char> wanted(scale.size());
    std::ranges::transform(scale, wanted.begin(), [](double s) { return s > 0; });
    const auto means = waves::cellMeans(*waves_, mesh.points->shape, std::span(mesh.C).first(scale.size()), wanted);
    alpha_.assign(scale.size(), 0);
    U_.assign(scale.size(), Vec3{});
    for (std::size_t c = 0; c < scale.size(); ++c) {
      if (!wanted[c]) continue;
      alpha_[c] = means[c].below();
      U_[c] = means[c].velocity();
    }
  }

  /// Gravity is known and the mesh has its points, neither of which holds when the option is read.
  void begin() {
    if (!context_.gravity || !context_.mesh.points)
      throw Error("fvOptions: waveForcing needs two fluids and the gravity of constant/g", ExitCode::badCase);
    waves_.emplace(*waveProperties_, *context_.gravity, context_.log);
    if (!coefficient_) return;
    length_ = rate_.regionLength();
    if (!(std::isfinite(length_) && length_ > 0))
      throw Error(place_, fmt::format("{}: the region of lambdaCoeff has the length {:g} m: the directions must point out of the "
                                      "mesh, through a boundary where scale is above 0",
                                      name_, length_));
    context_.log.line(fmt::format("Wave forcing: length of the region {:.6g} m", length_));
  }

  const fv::Context& context_;
  Place place_;  ///< of the option, for errors at the first step
  std::string name_;
  ForcingRate rate_;
  bool byOtherPhase_;
  const config::Dictionary* waveProperties_;
  ForcingRate::Lambda lambda_;
  std::optional<ForcingRate::Lambda> coefficient_;  ///< [-]: lambda is these times greatest speed over length
  std::optional<waves::Superposition> waves_;
  double length_ = 0, time_ = vGreat;
  mesh::GeometryStamp geometry_;
  std::vector<double> alpha_, imbalance_;
  std::vector<Vec3> U_;
};

}  // namespace

std::unique_ptr<FvOption> makeWaveForcing(const FvOptionSource& source) { return std::make_unique<WaveForcing>(source); }

}  // namespace eagre::physics
