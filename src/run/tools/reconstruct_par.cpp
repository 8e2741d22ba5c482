// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "case/patch_entries.hpp"
#include "case/poly_mesh_io.hpp"
#include "config/pattern.hpp"
#include "output/on_master.hpp"
#include "run/case/decomposed.hpp"
#include "run/tools/tool.hpp"

namespace eagre::run::tools {

namespace {

using output::TimeDir;

double timeValue(const std::string& text) {
  std::size_t used = 0;
  double value = 0;
  try {
    value = std::stod(text, &used);
  } catch (const std::exception&) { used = std::string::npos; }
  if (used != text.size())
    throw Error(fmt::format("-time: '{}' is no time; valid are times and ranges, as ':10,20 40:70 1000:', and none", text),
                ExitCode::usage);
  return value;
}

/// OpenFOAM's -time: ranges "a:b", ":b", "a:", and times, with commas or blanks between.
std::vector<TimeDir> inRanges(const std::vector<TimeDir>& times, std::string ranges) {
  std::vector<TimeDir> taken;
  std::replace(ranges.begin(), ranges.end(), ',', ' ');
  const auto near = [](double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b)); };
  for (std::size_t at = ranges.find_first_not_of(' '); at != std::string::npos; at = ranges.find_first_not_of(' ', at)) {
    const std::size_t end = std::min(ranges.find(' ', at), ranges.size());
    const std::string word = ranges.substr(at, end - at);
    at = end;
    if (word == "none") continue;
    const std::size_t colon = word.find(':');
    const std::string low = word.substr(0, colon), high = colon == std::string::npos ? low : word.substr(colon + 1);
    const double from = low.empty() ? -1e300 : timeValue(low), to = high.empty() ? 1e300 : timeValue(high);
    bool met = false;
    for (const TimeDir& t : times)
      if ((t.value >= from || near(t.value, from)) && (t.value <= to || near(t.value, to))) taken.push_back(t), met = true;
    if (met || colon != std::string::npos) continue;
    std::vector<std::string> names;
    for (const TimeDir& t : times) names.push_back(t.name);
    throw Error(fmt::format("-time: the processor directories have no time {}; there are: {}", word, fmt::join(names, ", ")),
                ExitCode::usage);
  }
  std::stable_sort(taken.begin(), taken.end(), [](const TimeDir& a, const TimeDir& b) { return a.value < b.value; });
  taken.erase(std::unique(taken.begin(), taken.end(), [](const TimeDir& a, const TimeDir& b) { return a.name == b.name; }),
              taken.end());
  return taken;
}

/// The times that the options ask for. As OpenFOAM: 0 with -withZero alone, and -newTimes those that the case lacks.
std::vector<TimeDir> selectTimes(const Call& call, const case_::ProcessorFiles& files) {
  const std::vector<TimeDir> all = files.times(true);
  std::vector<TimeDir> times = all;
  if (call.has("-time")) times = inRanges(all, call.value("-time"));
  if (call.has("-latestTime")) {
    if (!call.has("-time")) times.clear();
    if (!all.empty() && (times.empty() || times.back().name != all.back().name)) times.push_back(all.back());
  }
  const bool zero = call.has("-withZero") && !call.has("-noZero");
  const auto own = output::findTimes(call.caseDirectory());
  std::erase_if(times, [&](const TimeDir& t) {
    const auto isOwn = [&](const TimeDir& o) { return o.name == t.name; };
    return (t.value == 0 && !zero) || (call.has("-newTimes") && std::any_of(own.begin(), own.end(), isOwn));
  });
  return times;
}

/// -fields: a word or a list of words and "patterns".
std::function<bool(const std::string&)> fieldFilter(const Call& call) {
  if (call.has("-noFields")) return [](const std::string&) { return false; };
  if (!call.has("-fields")) return [](const std::string&) { return true; };
  const Place place{"-fields " + call.value("-fields"), 0};
  std::vector<config::Pattern> patterns;
  const auto dict = config::Dictionary::parse("list " + call.value("-fields") + ";", "-fields");
  for (const config::Token& token : dict.at("list").tokens) {
    if (token.kind == config::Token::Kind::punctuation || token.kind == config::Token::Kind::number) continue;
    std::string expression;
    for (const char c : token.text) {  // a word is itself, a string an expression
      if (token.kind == config::Token::Kind::word && !std::isalnum(static_cast<unsigned char>(c)) && c != '_') expression += '\\';
      expression += c;
    }
    patterns.emplace_back(expression, place);
  }
  return [patterns](const std::string& name) {
    return std::any_of(patterns.begin(), patterns.end(), [&](const config::Pattern& p) { return p.matches(name); });
  };
}

ControlDict readControl(const Call& call) {
  Problems problems;
  CaseDictionaries dictionaries(call.caseDirectory(), problems);
  Problems ignored;  // a solver's: the format of files is asked for alone
  return ControlDict::read(dictionaries.controlDict(), false, ignored);
}

void nothingToDo(const Call& call, const std::string& why) {
  call.log().line(fmt::format("{}: nothing to reconstruct: {}", call.tool(), why));
}

void reconstructOnMaster(const Call& call) {
  const ControlDict control = readControl(call);
  const auto files = case_::ProcessorFiles::find(call.caseDirectory());
  if (!files) return nothingToDo(call, "no processor directories (Eagre's own runs write whole fields)");
  const auto takes = fieldFilter(call);
  const auto times = selectTimes(call, *files);
  if (times.empty())
    return nothingToDo(call, fmt::format("{} have no {}times but 0 (-withZero takes that)", files->description(),
                                         call.has("-newTimes") || call.has("-time") ? "such " : "other "));
  files->checkComplete();
  for (const TimeDir& time : times) checkDecomposedTime(*files, time.name);
  const auto decomposition = readCaseDecomposition(call.caseDirectory(), control, true, call.log());
  call.log().line(fmt::format("Reconstructing fields from {}\n", files->description()));
  for (const TimeDir& time : times) {
    call.log().line(fmt::format("Time = {}\n", time.name));
    reconstructTime(decomposition, time.name, call.caseDirectory(),
                    {{control.binary, control.writePrecision, control.compressed}, takes}, call.log());
  }
  call.log().line("End\n");
}

}  // namespace

void reconstructPar(Call& call) {
  call.parse({"-latestTime", "-newTimes", "-noFields", "-withZero", "-constant", "-noLagrangian", "-noSets"},
             {"-time", "-fields"});
  output::onMaster(call.world(), [&] { reconstructOnMaster(call); });
}

void reconstructParMesh(Call& call) {
  call.parse({"-constant", "-latestTime", "-withZero", "-noFields", "-fullMatch", "-cellDist"}, {"-mergeTol", "-time"});
  output::onMaster(call.world(), [&] {
    const ControlDict control = readControl(call);
    const auto files = case_::ProcessorFiles::find(call.caseDirectory());
    if (!files) return nothingToDo(call, "no processor directories");
    if (fileExists(call.caseDirectory() / "constant" / "polyMesh" / "faces"))
      return nothingToDo(call, "constant/polyMesh is there (remove it to have it put together again)");
    files->checkComplete();
    const auto mesh = reconstructCaseMesh(*files, call.log());
    case_::writePolyMesh(mesh, call.caseDirectory() / "constant" / "polyMesh",
                         {control.binary, control.compressed, std::max(control.writePrecision, 10)});
    call.log().line(fmt::format("Writing constant/polyMesh: {} cells, {} faces, {} points\n\nEnd\n", mesh.nCells(), mesh.nFaces(),
                                mesh.points.size()));
  });
}

}  // namespace eagre::run::tools
