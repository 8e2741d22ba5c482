// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "run/functions/function_object.hpp"

namespace eagre::run {

/// Fields that a function object makes of others. They are written when writeControl says so; scalars and vectors are found by
/// their names, too, as by probes and fieldAverage, and are made in each step if somebody asks for one.
class MadeFields : public FunctionObject {
 public:
  ~MadeFields() override;
  void start(fv::Context& context, DirectorySource&) final;
  void execute(const fv::Context& context, StepEnd end) final;
  void addTo(solvers::Outputs& outputs) const final;
  bool hasOwnTimes() const final { return true; }

 protected:
  explicit MadeFields(const FunctionSource& source);
  /// Adds a field with calculated conditions (tensors: none). Before start() has ended.
  template <class T>
  fv::VolField<T>& add(const std::string& name, const Dimensions& dimensions, const mesh::Mesh& mesh);
  /// Adds the fields that depend on those of the solver. Errors (badCase): it has none of a name.
  virtual void prepare(const fv::Context& /*context*/) {}
  /// Fills the fields, on the boundary too. Collective.
  virtual void make(const fv::Context& context) = 0;
  /// Adds to tables, behind make() where the fields are written. Collective.
  virtual void report(const fv::Context& /*context*/) {}

 private:
  template <class T>
  using Fields = std::vector<std::shared_ptr<fv::MadeField<T>>>;
  Schedule schedule_;
  fv::Registry* registry_ = nullptr;  ///< that has the fields
  bool fresh_ = false;
  std::tuple<Fields<double>, Fields<Vec3>, Fields<SymmTensor>, Fields<Tensor>> fields_;
};

/// One field that is known from the start.
template <class T>
class DerivedField : public MadeFields {
 protected:
  DerivedField(const FunctionSource& source, const std::string& name, const Dimensions& dimensions)
      : MadeFields(source), field_(add<T>(resultName(source.dict, name), dimensions, source.context.mesh)) {}
  fv::VolField<T>& field_;
};

/// The fields of the solver, or made of them, of any name. Errors (badCase): there is none.
const fv::VolScalarField& scalarNamed(const fv::Context& context, const std::string& name);
const fv::VolVectorField& vectorNamed(const fv::Context& context, const std::string& name);

/// The name of what a function makes of a field, as OpenFOAM gives it: its entry `result`, else what(field), and `what` alone of
/// the field that it takes by default.
std::string nameOfResult(const config::Dictionary& d, const std::string& what, const std::string& field,
                         const std::string& usual = "");

}  // namespace eagre::run
