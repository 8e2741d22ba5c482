// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "physics/sources/fv_option.hpp"
#include "physics/sources/given_sources.hpp"

namespace eagre::physics {

/// Gives the dictionary uniform/<name> of the start time; nullptr if it is not there.
using ReadState = std::function<const config::Dictionary*(const std::string& name)>;

/// Gives constant/waveProperties; nullptr if it is not there.
using ReadWaves = std::function<const config::Dictionary*()>;

/// The entries of fvOptions, constant/ or system/: what a case adds to the equations of a solver that takes them.
class FvOptions {
 public:
  /// dictionary: nullptr if the case has none. Errors (badCase): all problems of all entries.
  FvOptions(
      const config::Dictionary* dictionary, const fv::Context& context, const ReadState& readState,
      const ReadWaves& readWaves = [] { return nullptr; });

  /// A line an option.
  void report(Log& log) const;
  bool empty() const { return options_.empty() && !given_; }
  /// Sources beside those of the case, as they are when an equation is assembled.
  void take(std::shared_ptr<GivenSources> given) { given_ = std::move(given); }
  /// Adds what options lack (FvOption::check).
  void check(const OptionSurroundings& surroundings, Problems& problems) const;
  void addTo(fv::Equation<Vec3>& UEqn, const Momentum& momentum);
  void addTo(fv::Equation<double>& eqn);
  /// Whether one of them is for a field of this name.
  bool actOn(const std::string& field) const;
  /// Whether an option has a source of this phase fraction's transport, and all such sources (FvOption::addToPhase).
  bool feeds(const std::string& alpha) const;
  void addToPhase(const fv::VolScalarField& alpha, std::span<double> Su, std::span<double> Sp);
  void constrain(fv::Equation<Vec3>& UEqn);
  void constrain(fv::Equation<double>& eqn);
  void correct(fv::VolVectorField& U);
  void correct(fv::VolScalarField& nut);
  /// After a time step. Errors (badCase): an entry is for a field that has no equation here, or one that takes no options.
  void checkAllUsed() const;
  /// Files of uniform/ that a restart needs: name and text.
  std::vector<std::pair<std::string, std::string>> states() const;

 private:
  struct Named {
    std::string name, type;
    Place place;
    std::unique_ptr<FvOption> option;
    std::set<std::string> unused;  ///< fields whose equation has not been met yet
  };
  template <class Use>
  void eachOf(const std::string& field, Use use);

  std::vector<Named> options_;
  std::shared_ptr<GivenSources> given_;  ///< null: none
};

}  // namespace eagre::physics
