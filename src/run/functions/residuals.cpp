// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

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

}  // namespace

std::unique_ptr<FunctionObject> makeResiduals(const FunctionSource& s) {
  return std::make_unique<Residuals>(s.dict, s.directory);
}

}  // namespace eagre::run
