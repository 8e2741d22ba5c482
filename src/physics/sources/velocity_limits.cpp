// SPDX-License-Identifier: BSD-3-Clause
// What keeps the velocity of cells where it should be: limitVelocity, velocityDampingConstraint, vectorFixedValueConstraint; the
// same of scalars: scalarFixedValueConstraint.
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/sources/cell_selection.hpp"
#include "physics/sources/fv_option.hpp"

namespace eagre::physics {

using kernel::View;

namespace {

std::vector<std::string> keywordsAnd(std::vector<std::string> own) {
  auto keywords = CellSelection::keywords();
  keywords.insert(keywords.end(), own.begin(), own.end());
  return keywords;
}

double positive(const config::Dictionary& d, const std::string& keyword) {
  const auto value = d.get<double>(keyword);
  if (!(value > 0)) throw Error(d.at(keyword).place, fmt::format("{} must be positive", keyword));
  return value;
}

/// Cuts the velocity of cells back to |U| <= max [m/s] after each of its corrections.
class LimitVelocity final : public FvOption {
 public:
  explicit LimitVelocity(const FvOptionSource& source)
      : FvOption({source.coefficients.getOr("U", "U")}),
        selection_(source.coefficients, source.context),
        max_(positive(source.coefficients, "max")) {
    source.checkKeywords(keywordsAnd({"U", "max"}));
  }
  void correct(fv::VolVectorField& U) override {
    if (!selection_.active()) return;
    const auto cells = selection_.cells();
    kernel::parallelFor({"limit velocity", 28}, static_cast<Label>(cells.size()),
                        [cells, most = max_ * max_, U = View(U.cells())](Label i) {
                          Vec3& u = U[cells[i]];
                          if (magSqr(u) > most) u *= std::sqrt(most / magSqr(u));
                        });
    U.correctBoundaryConditions();
  }

 private:
  CellSelection selection_;
  double max_;
};

/// Slows cells faster than UMax [m/s] down: the diagonal of their momentum equation grows by V^(2/3) (|U| - UMax).
class VelocityDamping final : public FvOption {
 public:
  explicit VelocityDamping(const FvOptionSource& source)
      : FvOption(source.coefficients.has("UNames") ? source.coefficients.get<std::vector<std::string>>("UNames")
                                                   : std::vector<std::string>{source.coefficients.getOr("U", "U")}),
        name_(source.name),
        log_(source.context.log),
        selection_(source.coefficients, source.context),
        UMax_(source.coefficients.get<double>("UMax")) {
    source.checkKeywords(keywordsAnd({"U", "UNames", "UMax"}));
  }
  /// All cells, whatever is selected, as in v1912.
  void constrain(fv::Equation<Vec3>& UEqn) override {
    if (!selection_.active()) return;
    const mesh::Mesh& mesh = UEqn.psi().mesh();
    auto& diag = UEqn.diag();
    const double damped = mesh.communicator().sum(
        kernel::parallelSum<double>({"velocity damping", 48}, mesh.nCells,
                                    [UMax = UMax_, U = View(UEqn.psi().cells()), V = View(mesh.V), diag = View(diag)](Label c) {
                                      const double excess = mag(U[c]) - UMax;
                                      if (!(excess > 0)) return 0.0;
                                      const double width = std::cbrt(V[c]);
                                      diag[c] += width * width * excess;
                                      return 1.0;
                                    }));
    log_.line(fmt::format("velocityDampingConstraint {} damped {} ({:.6g}%) of cells", name_, damped,
                          100 * damped / static_cast<double>(mesh.nCellsGlobal)));
  }

 private:
  std::string name_;
  Log& log_;
  CellSelection selection_;
  double UMax_;
};

/// The equations of the selected cells say what fieldValues has: of the velocity, or of scalars.
template <class T>
class FixedValues final : public FvOption {
 public:
  explicit FixedValues(const FvOptionSource& source)
      : FvOption(source.coefficients.subDict("fieldValues").toc()), selection_(source.coefficients, source.context) {
    source.checkKeywords(keywordsAnd({"fieldValues"}));
    const auto& values = source.coefficients.subDict("fieldValues");
    for (const std::string& field : fields()) values_[field] = values.get<T>(field);
    if (fields().empty() || (std::is_same_v<T, Vec3> && fields().size() != 1))
      throw Error(source.coefficients.at("fieldValues").place, std::is_same_v<T, Vec3>
                                                                   ? "fieldValues must have the value of one velocity"
                                                                   : "fieldValues must have the values of scalars");
  }
  void constrain(fv::Equation<Vec3>& eqn) override {
    if constexpr (std::is_same_v<T, Vec3>) set(eqn);
  }
  void constrain(fv::Equation<double>& eqn) override {
    if constexpr (std::is_same_v<T, double>) set(eqn);
  }

 private:
  void set(fv::Equation<T>& eqn) {
    if (!selection_.active()) return;
    auto& psi = eqn.psi();
    if (seen_.renew(psi.mesh())) mark(psi.mesh());
    const auto cells = selection_.cells();
    kernel::parallelFor({"fixed values", 4 + 8 * nComponents<T>}, static_cast<Label>(cells.size()),
                        [cells, value = values_.at(psi.name()), psi = View(psi.cells())](Label i) { psi[cells[i]] = value; });
    psi.updateGhosts();
    eqn.setValues(marked_);
  }
  /// The selected cells, and ghosts that other ranks have selected.
  void mark(const mesh::Mesh& mesh) {
    std::vector<double> marks(static_cast<std::size_t>(mesh.nAllCells()), 0);
    for (const Label c : selection_.cells()) marks[static_cast<std::size_t>(c)] = 1;
    mesh.halo->update(marks);
    marked_.assign(marks.begin(), marks.end());
  }
  CellSelection selection_;
  std::map<std::string, T> values_;
  mesh::GeometryStamp seen_;
  std::vector<char> marked_;
};

}  // namespace

std::unique_ptr<FvOption> makeLimitVelocity(const FvOptionSource& source) { return std::make_unique<LimitVelocity>(source); }
std::unique_ptr<FvOption> makeVelocityDamping(const FvOptionSource& source) { return std::make_unique<VelocityDamping>(source); }
std::unique_ptr<FvOption> makeFixedVelocity(const FvOptionSource& source) { return std::make_unique<FixedValues<Vec3>>(source); }
std::unique_ptr<FvOption> makeFixedScalar(const FvOptionSource& source) { return std::make_unique<FixedValues<double>>(source); }

}  // namespace eagre::physics
