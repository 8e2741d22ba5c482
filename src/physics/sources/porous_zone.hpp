// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "physics/sources/cell_selection.hpp"
#include "physics/sources/fv_option.hpp"

namespace eagre::physics {

/// The resistance of a porous zone to the flow, S = -R U, R a tensor in each of its cells [kg/(m^3 s), or 1/s in an equation
/// without density].
class PorousZone : public FvOption {
 public:
  /// The trace of R is implicit, the rest explicit.
  void addTo(fv::Equation<Vec3>& UEqn, const Momentum& momentum) final;
  using FvOption::addTo;
  /// A += R in the zone's cells.
  void addTo(std::span<Tensor> A, const fv::VolVectorField& U, const Momentum& momentum) const;

  /// Its entry `active`, which says in v1912 whether any zone of constant/porosityProperties makes the pressure implicit, no
  /// more.
  bool isActive() const { return isActive_; }
  /// A line about a zone of constant/porosityProperties for the log.
  const std::string& title() const { return title_; }
  void setTitle(std::string title) { title_ = std::move(title); }

 protected:
  explicit PorousZone(const FvOptionSource& source);
  virtual void addResistance(fv::Equation<Vec3>& UEqn, const Momentum& momentum, std::span<const Label> cells) const = 0;
  virtual void addResistance(std::span<Tensor> A, const fv::VolVectorField& U, const Momentum& momentum,
                             std::span<const Label> cells) const = 0;

 private:
  CellSelection selection_;
  bool isActive_;
  std::string title_;
};

/// The porous zones of a dictionary constant/porosityProperties (nullptr: none), those that are not active, too. Errors
/// (badCase): all problems of all zones.
std::vector<std::unique_ptr<PorousZone>> makePorousZones(const config::Dictionary* dictionary, const fv::Context& context);

}  // namespace eagre::physics
