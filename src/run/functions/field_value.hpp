// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "run/functions/function_object.hpp"
#include "run/functions/value_operations.hpp"

namespace eagre::run {

/// What volFieldValue and surfaceFieldValue have in common: a table with one column per field.
class FieldValue : public FunctionObject {
 public:
  /// Names as in RunBoard, and values.
  using Results = std::vector<std::pair<std::string, std::vector<double>>>;
  /// Of the last execution, in the order of the fields.
  const Results& results() const { return results_; }
  void execute(const fv::Context& context, StepEnd end) final;
  void requireFields(const fv::Context& context) const final;

 protected:
  FieldValue(const FunctionSource& source, const std::string& fileName, const ValueOperations& operations, bool isOverFaces);
  /// What the values of all fields need, before them; whether the header is to be written again. Collective.
  virtual bool update(const fv::Context&) { return false; }
  virtual void writeHeader() = 0;
  virtual FieldValues valuesOf(const fv::Context& context, const std::string& field) = 0;
  /// Area or volume of all [m^2], [m^3].
  virtual double extent() const = 0;
  virtual std::string resultName(const std::string& field) const = 0;
  std::string resultName(const std::string& of, const std::string& field) const {
    const std::string name = fmt::format("{}({}{})", operation_.word, of.empty() ? "" : of + ",", field);
    return takesRoot_ ? fmt::format("sqrt({})", name) : name;
  }
  /// As OpenFOAM writes it: what follows the colon is not part of the column.
  void writeRegionType(const std::string& type) { table_.header(table_.padded("# Region type : ").substr(2) + type); }
  [[noreturn]] void failMissing(const std::string& field) const {
    throw Error(place_, fmt::format("functions: there is no field '{}' in this solver", field));
  }
  /// Values of the fields that are there by value(field, i) in n cells or faces.
  template <class T, class At>
  static void take(FieldValues& into, Label n, At at) {
    into.components = nComponents<T>;
    for (Label i = 0; i < n; ++i) {
      const T value = at(i);
      for (int c = 0; c < nComponents<T>; ++c) into.values.push_back(component(value, c));
    }
  }

  Schedule schedule_;
  std::vector<std::string> fields_;
  Place place_;
  ValueOperations::Row operation_;
  bool isOverFaces_;
  double scale_;
  Table table_;

 private:
  void writeHead();
  std::optional<ValueWeights> weightsNow(const fv::Context& context);

  Results results_;
  std::string weight_;  ///< empty: none
  Vec3 direction_{};
  bool takesRoot_ = false, writesArea_ = false;
};

}  // namespace eagre::run
