// SPDX-License-Identifier: BSD-3-Clause
#include <map>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/sources/cell_selection.hpp"
#include "physics/sources/fv_option.hpp"

namespace eagre::physics {

using kernel::View;

namespace {

template <class T>
struct Rate {
  T explicitPart{};
  double coefficient = 0;
};

template <class T>
std::map<std::string, Rate<T>> readRates(const config::Dictionary& dictionary) {
  std::map<std::string, Rate<T>> rates;
  for (const auto& entry : dictionary.subDict("injectionRateSuSp").entries()) {
    auto reader = entry.reader();
    reader.expect('(');
    Rate<T> rate;
    if constexpr (nComponents<T> == 1)
      rate.explicitPart = reader.number();
    else
      rate.explicitPart = reader.vector();
    rate.coefficient = reader.number();
    reader.expect(')');
    reader.expectEnd();
    rates[entry.keyword] = rate;
  }
  return rates;
}

template <class T>
std::vector<std::string> namesOf(const std::map<std::string, Rate<T>>& rates) {
  std::vector<std::string> names;
  for (const auto& [name, rate] : rates) names.push_back(name);
  return names;
}

/// S = Su + Sp psi in the selected cells, the units those of the equation, per volume (volumeMode specific) or as a whole that is
/// spread over them (absolute). Sp psi is implicit where Sp is positive and explicit where it is not, as OpenFOAM v1912 does it.
template <class T>
class SemiImplicit final : public FvOption {
 public:
  explicit SemiImplicit(const FvOptionSource& source)
      : FvOption(namesOf(readRates<T>(source.coefficients))),
        selection_(source.coefficients, source.context),
        rates_(readRates<T>(source.coefficients)) {
    static const std::vector<std::string> modes{"absolute", "specific"};
    auto keywords = CellSelection::keywords();
    keywords.insert(keywords.end(), {"volumeMode", "injectionRateSuSp"});
    source.checkKeywords(keywords);
    absolute_ = source.coefficients.getChoice("volumeMode", modes) == "absolute";
  }

  void addTo(fv::Equation<Vec3>& eqn, const Momentum&) override {
    if constexpr (nComponents<T> == 3) add(eqn);
  }
  void addTo(fv::Equation<double>& eqn) override {
    if constexpr (nComponents<T> == 1) add(eqn);
  }

 private:
  void add(fv::Equation<T>& eqn) {
    if (!selection_.active()) return;
    const auto& psi = eqn.psi();
    const auto& rate = rates_.at(psi.name());
    const double volume = absolute_ ? selection_.volume() : 1;
    const T Su = rate.explicitPart / volume;
    const double Sp = rate.coefficient / volume, implicitPart = std::max(Sp, 0.0), explicitPart = std::min(Sp, 0.0);
    const auto cells = selection_.cells();
    kernel::parallelFor({"semi-implicit source", 24 + 24 * nComponents<T>}, static_cast<Label>(cells.size()),
                        [Su, implicitPart, explicitPart, cells, V = View(psi.mesh().V), psi = View(psi.cells()),
                         diag = View(eqn.diag()), source = View(eqn.source())](Label i) {
                          const Label c = cells[i];
                          diag[c] -= V[c] * implicitPart;
                          source[c] += V[c] * Su + V[c] * explicitPart * psi[c];
                        });
  }

  CellSelection selection_;
  std::map<std::string, Rate<T>> rates_;
  bool absolute_ = false;
};

}  // namespace

std::unique_ptr<FvOption> makeScalarSemiImplicitSource(const FvOptionSource& source) {
  return std::make_unique<SemiImplicit<double>>(source);
}
std::unique_ptr<FvOption> makeVectorSemiImplicitSource(const FvOptionSource& source) {
  return std::make_unique<SemiImplicit<Vec3>>(source);
}

}  // namespace eagre::physics
