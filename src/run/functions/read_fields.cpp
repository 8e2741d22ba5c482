// SPDX-License-Identifier: BSD-3-Clause
// readFields: fields of the start time that the solver does not read.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "run/case/case_setup.hpp"
#include "run/functions/function_object.hpp"

namespace eagre::run {
namespace {

/// Fields of the start time that other function objects then find beside the solver's. They stay as they are, and are not
/// written.
class ReadFields final : public FunctionObject {
 public:
  explicit ReadFields(const FunctionSource& source)
      : fields_(source.dict.get<std::vector<std::string>>("fields")), atStart_(source.dict.getOr<bool>("readOnStart", true)) {
    warnOfMisspeltEntries(source.dict, {"fields", "readOnStart", "region"});
  }
  ~ReadFields() override {
    for (const auto& [name, field] : read_) registry_->retire(name, field);
  }

  void start(fv::Context& context, DirectorySource& source) override {
    registry_ = &context.registry;
    // As in OpenFOAM, which looks in the directory of the present time: during a run a later one is not there yet.
    if (!atStart_) {
      context.log.warnOnce("readFields: with readOnStart no there is nothing to read during a run");
      return;
    }
    for (const std::string& name : fields_) {
      const auto& known = context.registry;
      if (known.scalar(name) || known.vector(name) || known.symmTensor(name) || known.surfaceScalar(name)) continue;
      const auto head = source.head(name);
      if (!head)
        context.log.warnOnce(fmt::format("readFields: there is no field '{}' at the start time", name));
      else if (head->className == "volScalarField")
        keep(name, source.scalar(name, head->dimensions));
      else if (head->className == "volVectorField")
        keep(name, source.vector(name, head->dimensions));
      else if (head->className == "volSymmTensorField")
        keep(name, source.symmTensor(name, head->dimensions));
      else
        context.log.warnOnce(fmt::format("readFields: '{}' is a {}, which is not read", name, head->className));
    }
  }
  void execute(const fv::Context&, StepEnd) override {}

 private:
  template <class T>
  void keep(const std::string& name, std::unique_ptr<fv::VolField<T>> field) {
    registry_->add(*field);
    read_.emplace_back(name, std::shared_ptr<const void>(std::move(field)));
  }
  std::vector<std::string> fields_;
  bool atStart_;
  fv::Registry* registry_ = nullptr;
  std::vector<std::pair<std::string, std::shared_ptr<const void>>> read_;
};

}  // namespace

std::unique_ptr<FunctionObject> makeReadFields(const FunctionSource& source) { return std::make_unique<ReadFields>(source); }

}  // namespace eagre::run
