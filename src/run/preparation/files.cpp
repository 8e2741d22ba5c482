// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glob.h>

#include <algorithm>

#include "case/made_record.hpp"
#include "config/dictionary.hpp"
#include "core/one_of.hpp"
#include "output/file_sink.hpp"
#include "run/case/copy_over.hpp"
#include "run/preparation/outside.hpp"
#include "run/preparation/plan.hpp"
#include "run/preparation/stream_editor.hpp"

namespace eagre::run::preparation {

namespace {

using Words = std::vector<std::string>;

/// The arguments that are no options.
Words operands(const case_::Step& step) {
  Words words;
  for (const auto& a : step.arguments)
    if (!a.starts_with('-')) words.push_back(a);
  return words;
}

/// A path of the recipe. Empty: outside of the case, or of a directory that is not known. forReading: an absolute path may be
/// outside.
fs::path located(const std::string& path, const case_::Step& step, const fs::path& caseDirectory, bool forReading) {
  const fs::path relative = (fs::path(step.directory) / path).lexically_normal();
  if (relative.is_absolute()) return forReading ? relative : fs::path();
  if (step.directory.starts_with('?') || *relative.begin() == "..") return {};
  return caseDirectory / relative;
}

/// Files that a pattern names; the path itself if it is none.
std::vector<fs::path> matches(const fs::path& pattern) {
  if (pattern.string().find_first_of("*?[") == std::string::npos) return {pattern};
  std::vector<fs::path> found;
  glob_t result{};
  if (glob(pattern.c_str(), 0, nullptr, &result) == 0)
    for (std::size_t i = 0; i < result.gl_pathc; ++i) found.emplace_back(result.gl_pathv[i]);
  globfree(&result);
  return found;
}

bool isThere(const fs::path& path) {
  std::error_code none;
  return fs::exists(path, none);
}

/// Whether an earlier step makes this file, or the directory that it is in.
bool isMade(const std::string& path, const std::vector<std::string>& made) {
  return std::any_of(made.begin(), made.end(), [&](const std::string& m) { return path.starts_with(m); });
}

/// Why a file is not removed; empty: there is none, as of one that was not there before an earlier step writes it.
std::string removalObstacle(const case_::Step& step, const fs::path& caseDirectory, const std::vector<std::string>& made) {
  for (const auto& word : operands(step)) {
    const fs::path path = located(word, step, caseDirectory, false);
    const bool isOwn = !path.empty() && !isThere(path) && std::find(made.begin(), made.end(), word) != made.end();
    if (isOwn) continue;
    const bool nothing = !path.empty() && (matches(path).empty() || !isThere(matches(path).front())) && !isMade(word, made);
    if (!nothing) return "Eagre deletes nothing of a case's input";
  }
  return {};
}

/// Puts the text of a here-document into its file, whole or not at all.
void writeDocument(const case_::Step& step, const fs::path& file) {
  output::makeDirectory(file.parent_path());
  output::replaceFile(file, *step.input);
}

/// sed: the files that it reads; what it prints goes to `output`.
std::string sedObstacle(const case_::Step& step, const fs::path& caseDirectory, const std::vector<std::string>& made) {
  const auto call = readSedCall(step.arguments);
  if (!call) return "Eagre understands the commands s and d of sed alone";
  if (!call->inPlace && (call->files.size() > 1 || located(step.output, step, caseDirectory, false).empty()))
    return "it writes outside of the case";
  for (const std::string& file : call->files) {
    const fs::path path = located(file, step, caseDirectory, false);
    if (path.empty()) return fmt::format("'{}' is outside of the case", file);
    const bool there = !matches(path).empty() && isThere(matches(path).front());
    if (!there && !isMade(file, made)) return fmt::format("there is no {}", file);
  }
  return {};
}

void doSed(const case_::Step& step, const fs::path& caseDirectory) {
  const auto call = readSedCall(step.arguments);
  if (!call) return;
  for (const std::string& file : call->files)
    for (const fs::path& path : matches(located(file, step, caseDirectory, false))) {
      const std::string text = config::readFileText(path);
      if (!call->suffix.empty()) output::replaceFile(path.string() + call->suffix, text);
      output::replaceFile(call->inPlace ? path : located(step.output, step, caseDirectory, false), edited(text, *call));
    }
}

/// Of a step that writes to a file or a directory.
std::string obstacleOfOutput(const std::string& word, const case_::Step& step, const fs::path& caseDirectory) {
  return located(word, step, caseDirectory, false).empty() ? "it writes outside of the case" : "";
}

/// Why this is not copied or moved to `to`; empty: there is none.
std::string sourceObstacle(const std::string& word, const fs::path& to, const case_::Step& step, const fs::path& caseDirectory,
                           const std::vector<std::string>& made) {
  const fs::path from = located(word, step, caseDirectory, step.tool == "cp");
  if (from.empty()) return fmt::format("'{}' is outside of the case", word);
  const auto found = matches(from);
  const bool there = !found.empty() && isThere(found.front());
  if (!there) {
    // What is copied may be there from before, and a step before this one may make it.
    const bool isPattern = word.find_first_of("*?[") != std::string::npos;
    const bool isZero = to.filename() == "0" && !config::existingFile(to / "U").empty();  // cp -r 0.orig 0: as in copyOrMove
    const fs::path copy = fs::is_directory(to) && !isPattern && !isZero ? to / fs::path(word).filename() : to;
    return isThere(copy) || isMade(word, made) ? "" : fmt::format("there is no {}", word);
  }
  const auto refused = fs::path(word).is_absolute() ? std::find_if_not(found.begin(), found.end(), mayBeCopied) : found.end();
  return refused == found.end()
             ? ""
             : fmt::format("'{}' is outside of the case, and neither a file nor a part of a case as polyMesh", refused->string());
}

std::string copyObstacle(const case_::Step& step, const fs::path& caseDirectory, const std::vector<std::string>& made) {
  const Words words = operands(step);
  if (words.size() < 2) return "it has no target";
  const fs::path to = located(words.back(), step, caseDirectory, false);
  if (to.empty()) return "it writes outside of the case";
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (auto obstacle = sourceObstacle(words[i], to, step, caseDirectory, made); !obstacle.empty()) return obstacle;
    const auto from = matches(located(words[i], step, caseDirectory, false));
    const bool there = !from.empty() && isThere(from.front());
    if (step.tool == "mv" && there && isThere(to) && !fs::is_directory(to)) return fmt::format("{} would be lost", words.back());
  }
  return {};
}

/// The file that gunzip makes of x.gz; `output` with -c.
std::string unpacked(const std::string& word, const case_::Step& step) {
  return step.output.empty() ? word.substr(0, word.size() - 3) : step.output;
}

std::string unpackingObstacle(const case_::Step& step, const fs::path& caseDirectory, const std::vector<std::string>& made) {
  for (const auto& option : step.arguments)
    if (option.starts_with('-') && !isOneOf(option, {"-c", "-f", "-k", "-v", "-q"}))
      return fmt::format("its option {} is not known", option);
  const Words words = operands(step);
  if (words.empty() || (!step.output.empty() && words.size() > 1)) return "it unpacks into a pipe or one file";
  for (const auto& word : words) {
    const fs::path from = located(word, step, caseDirectory, false);
    if (!word.ends_with(".gz") || word.find_first_of("*?[") != std::string::npos)
      return fmt::format("'{}' is not one .gz file", word);
    const fs::path to = located(unpacked(word, step), step, caseDirectory, false);
    if (from.empty() || to.empty()) return fmt::format("'{}' is outside of the case", word);
    if (!fs::is_regular_file(from) && !isThere(to) && !isMade(word, made)) return fmt::format("there is no {}", word);
  }
  return {};
}

/// gunzip; x.gz stays, since Eagre deletes nothing of a case's input, and without -f a file x that is there already is not
/// written over.
void unpack(const case_::Step& step, const Words& words, const fs::path& caseDirectory) {
  for (const auto& word : words) {
    const fs::path to = located(unpacked(word, step), step, caseDirectory, false);
    const bool overwrites = !step.output.empty() || std::ranges::find(step.arguments, "-f") != step.arguments.end();
    const fs::path from = located(word, step, caseDirectory, false);
    if (isThere(from) && (overwrites || !isThere(to))) output::replaceFile(to, config::readFileText(from));
  }
}

std::string obstacleOfM4(const case_::Step& step, const fs::path& caseDirectory) {
  if (auto obstacle = obstacleOfOutput(step.output, step, caseDirectory); !obstacle.empty()) return obstacle;
  const bool isMissing = programOnPath("m4").empty() && !isThere(located(step.output, step, caseDirectory, false));
  return isMissing ? "m4 is not on PATH: install it" : "";
}

void removeFiles(const case_::Step& step, const Words& words, const fs::path& caseDirectory) {
  for (const auto& word : words)
    for (const auto& path : matches(located(word, step, caseDirectory, false)))
      if (fs::is_regular_file(path)) fs::remove(path);
}

}  // namespace

std::string fileStepObstacle(const case_::Step& step, const fs::path& caseDirectory, const std::vector<std::string>& made) {
  if (step.tool == "restore0Dir") return {};
  if (step.tool == "mkdir") {
    for (const auto& word : operands(step))
      if (auto obstacle = obstacleOfOutput(word, step, caseDirectory); !obstacle.empty()) return obstacle;
    return {};
  }
  if (isOneOf(step.tool, {"cp", "mv"})) return copyObstacle(step, caseDirectory, made);
  if (step.tool == "m4" && !step.output.empty()) return obstacleOfM4(step, caseDirectory);
  if (step.tool == "sed") return sedObstacle(step, caseDirectory, made);
  if (step.tool == "gunzip") return unpackingObstacle(step, caseDirectory, made);
  if (step.tool == "cat") return obstacleOfOutput(step.output, step, caseDirectory);
  return removalObstacle(step, caseDirectory, made);
}

/// A copied mesh is no longer that of the dictionaries which it was made from in its own case.
static void copyCasePart(const fs::path& from, const fs::path& target) {
  const fs::path record = case_::meshRecord.filename();
  if (from.filename() == record && from.parent_path().filename() == "polyMesh") return;
  copyOver(from, target);
  std::error_code none;
  for (const fs::path& copied : {target / record, target / "polyMesh" / record, target / case_::meshRecord})
    if (copied.parent_path().filename() == "polyMesh") fs::remove(copied, none);
}

static void copyOrMove(const case_::Step& step, const Words& words, const fs::path& caseDirectory) {
  const fs::path to = located(words.back(), step, caseDirectory, false);
  const bool isDirectory = fs::is_directory(to) || words.back().ends_with('/') || words.size() > 2;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const auto sources = matches(located(words[i], step, caseDirectory, step.tool == "cp"));
    // Of `cp 0.org/* 0` where 0 is missing, too: an archive keeps no empty directories.
    const bool intoDirectory = isDirectory || sources.size() > 1;
    for (const auto& from : sources) {
      if (!isThere(from)) continue;
      // cp -r 0.orig 0 where 0 is there would make 0/0.orig, which no recipe means; constant is there while a case is prepared.
      const bool isItself =
          fs::is_directory(from) && (to.filename() == "0" || (to.filename() == "constant" && from.filename() == to.filename()));
      const fs::path target = intoDirectory && !isItself ? to / from.filename() : to;
      if (step.tool == "mv")
        fs::rename(from, target);
      else
        copyCasePart(from, target);
    }
  }
}

/// restore0Dir: 0 becomes a copy of the originals. OpenFOAM's removes what is in 0; here the originals are copied over what has
/// their names, and the rest is moved to 0.before. A field that is copied from its own original (0/T from 0/T.orig) is made
/// before, and stays.
static std::string restoreFields(const fs::path& original, const fs::path& caseDirectory) {
  const fs::path zero = caseDirectory / "0";
  std::error_code none;
  fs::remove(zero / "uniform" / "madeFrom", none);  // Eagre's own record
  fs::remove(zero / "uniform", none);
  Words others;
  for (const auto& entry : fs::directory_iterator(zero, none)) {
    std::string name = entry.path().filename().string();
    if (!isThere(original / name) && !isThere(original / (name + ".orig")) && !isThere(original / (name + ".org")))
      others.push_back(std::move(name));
  }
  std::string before = "0.before";
  for (int i = 1; isThere(caseDirectory / before); ++i) before = fmt::format("0.before.{}", i);
  if (!others.empty()) output::makeDirectory(caseDirectory / before);
  for (const auto& name : others) fs::rename(zero / name, caseDirectory / before / name);
  copyOver(original, zero);
  return others.empty()
             ? ""
             : fmt::format("{0} of 0, not in {1}, moved to {2}", fmt::join(others, ", "), original.filename().string(), before);
}

std::string doFileStep(const case_::Step& step, const fs::path& caseDirectory) {
  const Words words = operands(step);
  if (step.tool == "restore0Dir") {
    if (const std::string original = case_::originalFields(caseDirectory); !original.empty())
      return restoreFields(caseDirectory / original, caseDirectory);
  } else if (step.tool == "mkdir") {
    for (const auto& word : words) fs::create_directories(located(word, step, caseDirectory, false));
  } else if (step.tool == "m4") {
    if (!programOnPath("m4").empty()) runProgram(step, caseDirectory);
  } else if (step.tool == "gunzip") {
    unpack(step, words, caseDirectory);
  } else if (step.tool == "sed") {
    doSed(step, caseDirectory);
  } else if (step.tool == "cat") {
    writeDocument(step, located(step.output, step, caseDirectory, false));
  } else if (step.tool == "cp" || step.tool == "mv") {
    copyOrMove(step, words, caseDirectory);
  } else if (step.tool == "rm") {
    removeFiles(step, words, caseDirectory);
  }
  return {};
}

}  // namespace eagre::run::preparation
