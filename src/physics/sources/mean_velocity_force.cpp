// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/sources/cell_selection.hpp"
#include "physics/sources/fv_option.hpp"

namespace eagre::physics {

using kernel::View;

namespace {

/// A uniform force along Ubar that keeps the mean velocity of the selected cells at Ubar: after each correction the velocity is
/// moved by dG/A, dG = relaxation (|Ubar| - mean of U along Ubar) / mean of 1/A, and the force of the next equation grows by dG.
/// G [m/s^2, or N/m^3 in an equation with density] stands in uniform/<name>Properties for a restart.
class MeanVelocityForce final : public FvOption {
 public:
  explicit MeanVelocityForce(const FvOptionSource& source)
      : FvOption(source.coefficients.get<std::vector<std::string>>("fields")),
        log_(source.context.log),
        selection_(source.coefficients, source.context),
        Ubar_(mag(source.coefficients.get<Vec3>("Ubar"))),
        direction_(source.coefficients.get<Vec3>("Ubar") / Ubar_),
        relaxation_(source.coefficients.getOr<double>("relaxation", 1.0)) {
    auto keywords = CellSelection::keywords();
    keywords.insert(keywords.end(), {"Ubar", "fields", "relaxation"});
    source.checkKeywords(keywords);
    const auto& d = source.coefficients;
    if (fields().size() != 1) throw Error(d.at("fields").place, d.name() + ": fields must name one velocity");
    if (!(Ubar_ > 0)) throw Error(d.at("Ubar").place, d.name() + ": Ubar must not be zero");
    if (source.state) gradient_ = source.state->get<double>("gradient");
  }

  void addTo(fv::Equation<Vec3>& UEqn, const Momentum&) override {
    if (!selection_.active()) return;
    auto& source = UEqn.source();
    const auto cells = selection_.cells();
    const Vec3 force = (gradient_ + change_) * direction_;
    kernel::parallelFor({"mean velocity force", 60}, static_cast<Label>(cells.size()),
                        [cells, force, V = View(UEqn.psi().mesh().V), source = View(source)](Label i) {
                          source[cells[i]] += V[cells[i]] * force;
                        });
  }

  void constrain(fv::Equation<Vec3>& UEqn) override {
    rA_.resize(static_cast<std::size_t>(UEqn.matrix().diag.size()));
    UEqn.reciprocalA(rA_);
    gradient_ += change_;
    change_ = 0;
  }

  void correct(fv::VolVectorField& U) override {
    if (!selection_.active()) return;
    const auto& mesh = U.mesh();
    const auto cells = selection_.cells();
    const auto n = static_cast<Label>(cells.size());
    double sums[2] = {
        kernel::parallelSum<double>({"mean 1/A", 20}, n,
                                    [cells, rA = View(rA_), V = View(mesh.V)](Label i) { return rA[cells[i]] * V[cells[i]]; }),
        kernel::parallelSum<double>({"mean U", 36}, n,
                                    [cells, direction = direction_, U = View(U.cells()), V = View(mesh.V)](Label i) {
                                      return dot(direction, U[cells[i]]) * V[cells[i]];
                                    })};
    mesh.communicator().sum(sums);
    const double mean = sums[1] / selection_.volume();
    change_ = relaxation_ * (Ubar_ - mean) / (sums[0] / selection_.volume());
    kernel::parallelFor({"U: mean velocity force", 60}, n,
                        [cells, direction = direction_, change = change_, rA = View(rA_), U = View(U.cells())](Label i) {
                          U[cells[i]] += direction * rA[cells[i]] * change;
                        });
    U.correctBoundaryConditions();
    log_.line(fmt::format("Pressure gradient source: uncorrected Ubar = {1:.{0}g}, pressure gradient = {2:.{0}g}",
                          log_.precision(), mean, gradient_ + change_));
  }

  std::map<std::string, double> state() const override { return {{"gradient", gradient_ + change_}}; }

 private:
  Log& log_;
  CellSelection selection_;
  double Ubar_;
  Vec3 direction_;
  double relaxation_;
  double gradient_ = 0, change_ = 0;
  std::vector<double> rA_;
};

}  // namespace

std::unique_ptr<FvOption> makeMeanVelocityForce(const FvOptionSource& source) {
  return std::make_unique<MeanVelocityForce>(source);
}

}  // namespace eagre::physics
