// SPDX-License-Identifier: BSD-3-Clause
#include "run/post.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "config/dictionary.hpp"
#include "core/untrusted.hpp"
#include "output/dumps/dump_list.hpp"
#include "output/file_sink.hpp"
#include "output/foam/time_directory.hpp"
#include "output/on_master.hpp"
#include "run/set_up_case.hpp"

namespace eagre::run {

namespace {

namespace fs = std::filesystem;

/// Where tables stand until all times have been looked at: <case>/postProcessing/<function object>/<this>.
constexpr const char* tablesName = "eagrePost";

/// From and to, both included.
struct Range {
  double first = -std::numeric_limits<double>::infinity(), last = std::numeric_limits<double>::infinity();
  bool contains(double time) const {
    const auto allowance = [](double bound) { return std::isfinite(bound) ? 1e-9 * std::max(1.0, std::abs(bound)) : 0.0; };
    return time >= first - allowance(first) && time <= last + allowance(last);
  }
};

Range readRange(const std::string& word) {
  const auto number = [&](const std::string& text) {
    const auto value = finiteNumber(text);
    if (!value)
      throw Error(fmt::format("--time '{}': a time, a range such as 0.1:0.3, or latest is expected", word), ExitCode::usage);
    return *value;
  };
  const auto colon = word.find(':');
  if (colon == std::string::npos) return {number(word), number(word)};
  Range range;
  if (colon > 0) range.first = number(word.substr(0, colon));
  if (colon + 1 < word.size()) range.last = number(word.substr(colon + 1));
  return range;
}

/// The times of a case, each once, that are asked for; sorted.
std::vector<output::TimeDir> chosenTimes(const fs::path& caseDirectory, const std::vector<std::string>& words) {
  auto times = output::findTimes(caseDirectory);
  for (const auto& dump : output::findDumps(caseDirectory))
    if (std::none_of(times.begin(), times.end(), [&](const auto& t) { return t.name == dump.name; })) times.push_back(dump);
  std::stable_sort(times.begin(), times.end(), [](const auto& a, const auto& b) { return a.value < b.value; });
  if (times.empty())
    throw Error(fmt::format("{}: there are no times to look at; run the case first", caseDirectory.string()), ExitCode::badCase);
  if (words.empty()) return times;
  std::vector<output::TimeDir> chosen;
  for (const std::string& word : words) {
    const bool latest = word == "latest" || word == "latestTime";
    const Range range = latest ? Range{times.back().value, times.back().value} : readRange(word);
    const auto before = chosen.size();
    std::copy_if(times.begin(), times.end(), std::back_inserter(chosen), [&](const auto& t) { return range.contains(t.value); });
    if (chosen.size() > before) continue;
    std::vector<std::string> names;
    for (const auto& t : times) names.push_back(t.name);
    throw Error(fmt::format("--time {}: no such time; there are {}", word, fmt::join(names, ", ")), ExitCode::badCase);
  }
  std::stable_sort(chosen.begin(), chosen.end(), [](const auto& a, const auto& b) { return a.value < b.value; });
  chosen.erase(std::unique(chosen.begin(), chosen.end(), [](const auto& a, const auto& b) { return a.name == b.name; }),
               chosen.end());
  return chosen;
}

void requireFunctions(const config::Dictionary& controlDict, const std::vector<std::string>& wanted) {
  std::vector<std::string> names;
  if (const auto* functions = controlDict.findDict("functions"))
    for (const auto& entry : functions->entries())
      if (entry.isDict()) names.push_back(entry.keyword);
  if (names.empty()) throw Error("system/controlDict: there are no functions", ExitCode::badCase);
  for (const std::string& name : wanted)
    if (std::find(names.begin(), names.end(), name) == names.end())
      throw Error("--function: " + unknownWordMessage("function object", name, names), ExitCode::badCase);
}

/// The tables of all times together: the first as it is, of the others the rows.
class Tables {
 public:
  explicit Tables(const fs::path& caseDirectory) : directory_(caseDirectory / "postProcessing") {}

  /// Takes what one time has left, and removes it.
  void take() {
    for (const fs::path& folder : folders()) {
      for (const auto& file : fs::directory_iterator(folder)) {
        std::string& all = texts_[folder.parent_path() / file.path().filename()];
        const std::string text = config::readFileText(file.path());
        std::size_t begin = 0;
        while (!all.empty() && begin < text.size() && text[begin] == '#')
          begin = std::min(text.find('\n', begin), text.size() - 1) + 1;
        all.append(text, begin);
      }
      fs::remove_all(folder);
    }
  }
  /// Writes them to <function object>/<time>/. A table that is there may be the run's, with a row for each of its steps: it
  /// stays, and the new one is force_0.dat beside it, as in OpenFOAM.
  void write(const std::string& time, Log& log) const {
    for (const auto& [file, text] : texts_) {
      const fs::path folder = file.parent_path() / time;
      output::makeDirectory(folder);
      fs::path target = folder / file.filename();
      if (config::fileExists(target) && config::readFileText(target) != text) {
        const bool isDat = file.extension() == ".dat";
        target = folder / fmt::format("{}_{}{}", (isDat ? file.stem() : file.filename()).string(), time, isDat ? ".dat" : "");
        log.line(fmt::format("{} is there and stays; the new table is {}", (folder / file.filename()).string(), target.string()));
      }
      output::replaceFile(target, text);
    }
  }
  /// What a call before this one has left behind when it was killed.
  void clear() const {
    for (const fs::path& folder : folders()) fs::remove_all(folder);
  }

 private:
  std::vector<fs::path> folders() const {
    std::vector<fs::path> found;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(directory_, none))
      if (entry.is_directory(none) && !entry.is_symlink(none) && fs::is_directory(entry.path() / tablesName, none) &&
          !fs::is_symlink(entry.path() / tablesName, none))
        found.push_back(entry.path() / tablesName);
    return found;
  }

  fs::path directory_;
  std::map<fs::path, std::string> texts_;
};

}  // namespace

int postCase(const comm::Communicator& world, const RunOptions& options, const PostOptions& post, Log& log) {
  std::vector<std::string> names;
  Tables tables(options.caseDirectory);
  output::onMaster(world, [&] {
    for (const auto& time : chosenTimes(options.caseDirectory, post.times)) names.push_back(time.name);
    Problems problems;
    const CaseDictionaries dictionaries(options.caseDirectory, problems, options.flavour, options.application, options.settings);
    requireFunctions(dictionaries.controlDict(), post.functions);
    tables.clear();
  });
  names.resize(static_cast<std::size_t>(world.sum(static_cast<std::int64_t>(names.size()))));
  for (std::string& name : names) world.broadcast(name);
  KeptMesh kept;
  for (const std::string& name : names) {
    RunOptions one = options;
    one.from = name;
    one.tables = tablesName;
    postTime(world, one, post.functions, kept, log);
    output::onMaster(world, [&] { tables.take(); });
  }
  output::onMaster(world, [&] { tables.write(names.front(), log); });
  log.line("End\n");
  return 0;
}

}  // namespace eagre::run
