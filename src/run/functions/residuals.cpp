// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "run/functions/field_choice.hpp"
#include "run/functions/function_object.hpp"

namespace eagre::run {
namespace {

/// First initial residual of each field's linear solves in the step.
class Residuals final : public FunctionObject {
 public:
  Residuals(const config::Dictionary& d, const fs::path& directory)
      : schedule_(d), fields_(d.get<std::vector<std::string>>("fields")), directory_(directory) {}

  bool followsSteps() const override { return true; }
  void execute(const fv::Context& context, StepEnd end) override {
    if (!schedule_.due(context, end)) return;
    std::string names = "# Time        ", values = fmt::format("{:<13.6g}", context.time().value);
    for (const auto& field : fields_)
      for (const char* suffix : {"", "x", "y", "z"}) {
        const auto it = context.registry.residuals().find(field + suffix);
        if (it == context.registry.residuals().end()) continue;
        names += fmt::format("\t{:<13}", field + suffix);
        values += fmt::format("\t{:<13.6e}", it->second);
      }
    if (!series_) {
      series_ = std::make_unique<Series>(context.mesh.communicator().master(), directory_, "residuals.dat");
      series_->line("# Residuals");
      series_->line(names);
    }
    series_->line(values);
  }

  bool followsRefinement() const override { return true; }

 private:
  Schedule schedule_;
  std::vector<std::string> fields_;
  fs::path directory_;
  std::unique_ptr<Series> series_;
};

/// Hash of a name by Bob Jenkins' lookup3 (hashlittle, 2006, public domain), from which OpenFOAM's tables have their order.
std::uint32_t lookup3(std::string_view key) {
  std::uint32_t a = 0xdeadbeefU + static_cast<std::uint32_t>(key.size()), b = a, c = a;
  if (key.empty()) return c;
  const auto take = [](std::uint32_t& to, std::string_view bytes) {
    for (std::size_t i = 0; i < std::min<std::size_t>(4, bytes.size()); ++i)
      to += static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  };
  const auto mix = [](std::uint32_t& x, std::uint32_t& y, std::uint32_t& z, int shift) {
    x = (x - z) ^ std::rotl(z, shift);
    z += y;
  };
  const auto takeAll = [&](std::string_view bytes) {
    take(a, bytes);
    if (bytes.size() > 4) take(b, bytes.substr(4));
    if (bytes.size() > 8) take(c, bytes.substr(8));
  };
  for (; key.size() > 12; key.remove_prefix(12)) {
    takeAll(key);
    for (int round = 0; round < 2; ++round) {
      mix(a, b, c, round == 0 ? 4 : 16);
      mix(b, c, a, round == 0 ? 6 : 19);
      mix(c, a, b, round == 0 ? 8 : 4);
    }
  }
  takeAll(key);
  const auto finish = [](std::uint32_t& x, std::uint32_t y, int shift) { x = (x ^ y) - std::rotl(y, shift); };
  finish(c, b, 14);
  finish(a, c, 11);
  finish(b, a, 25);
  finish(c, b, 16);
  finish(a, c, 4);
  finish(b, a, 14);
  finish(c, b, 24);
  return c;
}

/// solverInfo.dat: of the first solve of each field in a step the solver, initial and final residuals, iterations, and whether it
/// has converged, with v1912's columns in v1912's order.
class SolverInfo final : public FunctionObject {
 public:
  explicit SolverInfo(const FunctionSource& source)
      : schedule_(source.dict),
        fields_(source.dict.at("fields")),
        place_(source.dict.place()),
        digits_(source.context.log.precision()),
        table_(source, "solverInfo.dat") {}

  bool followsSteps() const override { return true; }
  bool followsRefinement() const override { return true; }
  void execute(const fv::Context& context, StepEnd end) override {
    if (!schedule_.due(context, end)) return;
    const auto& solves = context.registry.solves();
    if (columns_.empty()) choose(context);
    std::string values;
    for (const Column& column : columns_) {
      const auto found = solves.find(column.field);
      if (found != solves.end())
        values += text(found->second.front(), column);
      else  // the columns behind stay where they are
        for (std::size_t i = 0; i < 2 + 3 * column.components.size(); ++i) values += "\tN/A";
    }
    if (!columns_.empty()) table_.row(context.time().value, values);
  }

 private:
  struct Column {
    std::string field;
    std::vector<std::string> components;
    bool isWhole;  ///< all components of the field are solved for
  };
  /// The fields that have been solved for and are asked for, by the places of their names in a hash table as v1912 has it.
  void choose(const fv::Context& context) {
    constexpr std::uint32_t places = 128;
    const auto& solves = context.registry.solves();
    std::vector<std::pair<std::uint32_t, std::string>> chosen;
    for (const auto& [field, ofField] : solves)
      if (fields_.has(field)) chosen.emplace_back(lookup3(field) & (places - 1), field);
    for (const std::string& name : fields_.names())
      if (!solves.contains(name))
        context.log.warnOnce(fmt::format("{}: solverInfo: no equation of '{}' is solved", toString(place_), name));
    std::ranges::sort(chosen);
    std::vector<std::string> titles;
    for (const auto& [place, field] : chosen) {
      Column column{field, {}, context.registry.vector(field) == nullptr || solves.at(field).front().size() == 3};
      titles.push_back(field + "_solver");
      for (const auto& component : solves.at(field).front()) {
        for (const char* what : {"_initial", "_final", "_iters"}) titles.push_back(component.name + what);
        column.components.push_back(component.name);
      }
      titles.push_back(field + "_converged");
      columns_.push_back(std::move(column));
    }
    if (columns_.empty()) return;
    table_.header("Solver information");
    table_.columns(titles, true);
  }
  std::string text(const fv::FieldSolve& solves, const Column& column) {
    bool converged = column.isWhole;  // v1912: a component that is not solved for has not converged
    std::string values = solves.empty() ? "\tN/A" : "\t" + solves.front().solver;
    for (const std::string& name : column.components) {
      const auto of = std::ranges::find(solves, name, &fv::ComponentSolve::name);
      if (of == solves.end()) {
        values += "\tN/A\tN/A\tN/A";
        continue;
      }
      const double initial = kept(of->initial), final = kept(of->final);
      values += fmt::format("\t{}\t{}\t{}", table_.number(initial), table_.number(final), of->iterations);
      converged = converged && of->converged;
      setResult(name + "_initial", {initial});
      setResult(name + "_final", {final});
      setResult(name + "_iters", {static_cast<double>(of->iterations)});
    }
    return values + (converged ? "\ttrue" : "\tfalse");
  }
  /// A residual with the digits that v1912 keeps: writePrecision of controlDict.
  double kept(double value) const { return std::strtod(fmt::format("{:.{}g}", value, digits_).c_str(), nullptr); }

  ExecutionSchedule schedule_;
  FieldChoice fields_;
  Place place_;
  int digits_;
  Table table_;
  std::vector<Column> columns_;
};

}  // namespace

std::unique_ptr<FunctionObject> makeSolverInfo(const FunctionSource& s) { return std::make_unique<SolverInfo>(s); }
std::unique_ptr<FunctionObject> makeResiduals(const FunctionSource& s) {
  return std::make_unique<Residuals>(s.dict, s.directory);
}

}  // namespace eagre::run
