// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/word_table.hpp"
#include "fv/conditions/condition.hpp"
#include "fv/fields/jump_condition.hpp"

/// What the jumps across pairs of cyclic patches share. A family is one file here; its function add<Family>(), declared below and
/// called in jumps.cpp, enters it in the table.
namespace eagre::fv::conditions {

/// What a jump is made from: the dictionary of the first of its two patches.
struct JumpSource {
  const config::Dictionary& dict;
  const Context& context;
  JumpCondition::Pair pair;
};

/// How a type of jump is made, and what its two entries must agree in.
struct JumpKind {
  std::unique_ptr<JumpCondition> (*make)(const JumpSource&);
  std::vector<const char*> same;
  bool onBothSides;  ///< the second entry has all that the first one has; else it may leave out what it would repeat
};
using JumpTable = WordTable<JumpKind>;

template <class Jump>
std::unique_ptr<JumpCondition> makeJump(const JumpSource& source) {
  return std::make_unique<Jump>(source);
}

/// A jump that writes itself: type, what the type reads, the jump, the value between the two sides.
class WrittenJump : public JumpCondition {
 public:
  WrittenJump(std::string type, const JumpSource& source) : JumpCondition(std::move(type), source.context.mesh, source.pair) {}
  void writeSide(const VolScalarField& p, int globalPatch, ConditionWriter& out) const final;

 protected:
  /// The entries that the type reads, but for jump and value.
  virtual void writeEntries(ConditionWriter& out) const = 0;
  /// Takes the entry `jump` as the present one; none: 0.
  void startFrom(const config::Dictionary& dict);
};

/// A jump that follows from the speed Un = phi/|S| [m/s] through the pair, out of the first side; rho divides a flux of mass. It
/// stands from one assembly of the pressure equation to the next, and over a restart (v1912 starts every run without one).
class FluxJump : public WrittenJump {
 public:
  FluxJump(std::string type, const JumpSource& source);
  using BoundaryCondition<double>::updateCoeffs;
  void updateCoeffs(const VolScalarField& p, const Context& context) override;
  void evaluate(const VolScalarField&, std::span<double>) override { updated_ = false; }

 protected:
  /// Puts the jump where Un is, one a face of firstFaces().
  virtual void fromSpeed(const VolScalarField& p, const Context& context, std::span<double> speeds) const = 0;
  void writeEntries(ConditionWriter& out) const override;

  bool uniform() const { return uniform_; }
  const std::string& rhoName() const { return rhoName_; }
  const VolScalarField& require(const VolScalarField* field, const std::string& what, const std::string& name) const;
  /// The mean of values over the first side on all ranks, by these weights. Collective.
  double mean(std::span<const double> values, std::span<const double> weights) const;

 private:
  [[noreturn]] void lacks(const std::string& what, const std::string& name) const;
  std::string phiName_, rhoName_;
  bool uniform_;
  bool updated_ = false;  ///< since the last evaluation
};

void addPorousBaffle(JumpTable& table);
void addFan(JumpTable& table);

}  // namespace eagre::fv::conditions
