// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/word_messages.hpp"
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
/// With `patch` (patchMeanVelocityForce) the mean is that of U on the patch.
class MeanVelocityForce final : public FvOption {
 public:
  MeanVelocityForce(const FvOptionSource& source, bool ofPatch)
      : FvOption(source.coefficients.get<std::vector<std::string>>("fields")),
        log_(source.context.log),
        selection_(source.coefficients, source.context),
        Ubar_(mag(source.coefficients.get<Vec3>("Ubar"))),
        direction_(source.coefficients.get<Vec3>("Ubar") / Ubar_),
        relaxation_(source.coefficients.getOr<double>("relaxation", 1.0)) {
    auto keywords = CellSelection::keywords();
    keywords.insert(keywords.end(), {"Ubar", "fields", "relaxation"});
    if (ofPatch) {
      keywords.emplace_back("patch");
      findPatch(source);
    }
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
    double sums[3] = {0, 0, 0};  // of 1/A; of U, and what that is divided by
    sums[0] = kernel::parallelSum<double>(
        {"mean 1/A", 20}, n, [cells, rA = View(rA_), V = View(mesh.V)](Label i) { return rA[cells[i]] * V[cells[i]]; });
    if (patch_.empty())
      sums[1] = sumOfCells(U);
    else
      addPatch(U, sums[1], sums[2]);
    mesh.communicator().sum(sums);
    const double meanRA = sums[0] / selection_.volume();
    const double mean = sums[1] / (patch_.empty() ? selection_.volume() : sums[2]);
    change_ = relaxation_ * (Ubar_ - mean) / meanRA;
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
  /// Of the velocity along Ubar, by volume; this rank's.
  double sumOfCells(const fv::VolVectorField& U) const {
    const auto cells = selection_.cells();
    return kernel::parallelSum<double>({"mean U", 36}, static_cast<Label>(cells.size()),
                                       [cells, direction = direction_, U = View(U.cells()), V = View(U.mesh().V)](Label i) {
                                         return dot(direction, U[cells[i]]) * V[cells[i]];
                                       });
  }
  /// Adds the velocity along Ubar by area, and the area, of this rank's faces; of a patch of a cyclic pair with the values
  /// between both sides.
  void addPatch(const fv::VolVectorField& U, double& sum, double& area) const {
    const auto& mesh = U.mesh();
    const auto add = [&](Label f, const Vec3& value) {
      sum += dot(direction_, value) * mesh.magSf[f];
      area += mesh.magSf[f];
    };
    for (const mesh::Patch& patch : mesh.patches)
      if (patch.name == patch_)
        for (Label b = patch.start; b < patch.start + patch.size; ++b) add(mesh.nInteriorFaces() + b, U.boundary()[b]);
    for (const auto& range : mesh.coupled)
      if (range.patchName == patch_)
        for (Label f = mesh.nInternalFaces + range.start; f < mesh.nInternalFaces + range.start + range.size; ++f)
          add(f, mesh.weights[f] * U[mesh.owner[f]] + (1 - mesh.weights[f]) * U[mesh.neighbour[f]]);
  }
  void findPatch(const FvOptionSource& source) {
    const auto& d = source.coefficients;
    patch_ = d.get<std::string>("patch");
    const auto& patches = source.context.mesh.globalPatches;
    std::vector<std::string> names;
    for (const auto& patch : patches) names.push_back(patch.name);
    const auto found = std::ranges::find(names, patch_);
    if (found == names.end()) throw Error(d.at("patch").place, unknownWordMessage("patch", patch_, names));
    const std::string& type = patches[static_cast<std::size_t>(found - names.begin())].type;
    if (type == "empty" || type == "cyclicAMI" || type == "cyclicACMI")
      throw Error(d.at("patch").place, fmt::format("patchMeanVelocityForce: a patch of type {} is not supported", type));
  }

  std::string patch_;  ///< whose mean it is; empty: that of the cells
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
  return std::make_unique<MeanVelocityForce>(source, false);
}
std::unique_ptr<FvOption> makePatchMeanVelocityForce(const FvOptionSource& source) {
  return std::make_unique<MeanVelocityForce>(source, true);
}

}  // namespace eagre::physics
