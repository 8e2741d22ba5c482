// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "core/one_of.hpp"
#include "core/untrusted.hpp"
#include "output/on_master.hpp"
#include "run/functions/function_object.hpp"

namespace eagre::run {
namespace {

/// timeActivatedFileUpdate: copies the file of the last time that has been reached over another one of the case, which the run
/// reads anew from the next step on if it reads it at all.
class FileUpdate final : public FunctionObject {
 public:
  explicit FileUpdate(const FunctionSource& source)
      : case_(source.directory.parent_path().parent_path().parent_path()), place_(source.dict.place()) {
    const auto& d = source.dict;
    file_ = path(d.get<std::string>("fileToUpdate"), d.at("fileToUpdate").place);
    const auto& list = d.at("timeVsFile");
    auto reader = list.reader();
    reader.list([&] {
      reader.expect('(');
      const double time = reader.number();
      times_.emplace_back(time, path(reader.word(), list.place));
      reader.expect(')');
      if (!config::fileExists(case_ / times_.back().second))
        throw Error(list.place, fmt::format("{}: there is no file {}", d.name(), times_.back().second));
    });
    reader.expectEnd();
    if (!isOneOf(file_, {"system/controlDict", "system/fvSolution"}))
      d.warn(d.at("fileToUpdate").place,
             fmt::format("{}: {} is copied to, but a run reads it only when it starts", d.name(), file_));
  }
  void beginRun(const fv::Context& context) override { update(context); }
  void execute(const fv::Context& context, StepEnd) override { update(context); }
  bool followsSteps() const override { return true; }
  bool followsRefinement() const override { return true; }

 private:
  /// In the case: nothing else is to be overwritten by a mistake.
  static std::string path(std::string name, const Place& place) {
    for (const auto& [prefix, directory] :
         std::array<std::pair<std::string_view, std::string_view>, 5>{{{"$FOAM_CASE/", ""},
                                                                       {"${FOAM_CASE}/", ""},
                                                                       {"<case>/", ""},
                                                                       {"<system>/", "system/"},
                                                                       {"<constant>/", "constant/"}}})
      if (name.starts_with(prefix)) name.replace(0, prefix.size(), directory);
    if (name.starts_with("./")) name.erase(0, 2);
    if (!isInside(name)) throw Error(place, fmt::format("timeActivatedFileUpdate: '{}' is no file of the case", name));
    return name;
  }
  void update(const fv::Context& context) {
    const double now = context.time().value + 0.5 * context.time().deltaT;
    std::size_t reached = reached_;
    while (reached < times_.size() && times_[reached].first < now) ++reached;
    if (reached == reached_) return;
    reached_ = reached;
    const std::string& from = times_[reached - 1].second;
    context.log.line(fmt::format("timeActivatedFileUpdate {}: copying {} to {}", name(), from, file_));
    output::onMaster(context.mesh.communicator(),
                     [&] { output::replaceFile(inside(case_, file_), config::readFileText(inside(case_, from))); });
  }

  fs::path case_;
  Place place_;
  std::string file_;                                   ///< as the others from the case
  std::vector<std::pair<double, std::string>> times_;  ///< [s]
  std::size_t reached_ = 0;                            ///< how many of them
};

}  // namespace

std::unique_ptr<FunctionObject> makeFileUpdate(const FunctionSource& source) { return std::make_unique<FileUpdate>(source); }

}  // namespace eagre::run
