// SPDX-License-Identifier: BSD-3-Clause
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "run/preparation/plan.hpp"
#include "run/preparation/readable_case.hpp"

namespace eagre::run::preparation {

fs::path programOnPath(const std::string& tool) {
  if (tool.empty() || tool.find('/') != std::string::npos) return {};
  const char* const path = std::getenv("PATH");
  std::istringstream directories(path ? path : "");
  std::error_code none;
  const fs::path self = fs::canonical("/proc/self/exe", none);
  for (std::string directory; std::getline(directories, directory, ':');) {
    fs::path program = fs::path(directory) / tool;
    if (directory.empty() || access(program.c_str(), X_OK) != 0 || !fs::is_regular_file(program, none)) continue;
    if (fs::canonical(program, none) != self) return program;
  }
  return {};
}

namespace {

/// In the child: no variables of MPI, which would make it part of this run.
[[noreturn]] void become(const fs::path& program, const case_::Step& step, const fs::path& directory, const std::string& log) {
  std::vector<std::string> names;
  for (char** e = environ; *e; ++e)
    if (const std::string entry = *e; entry.starts_with("OMPI_") || entry.starts_with("PMI") || entry.starts_with("PRTE_"))
      names.push_back(entry.substr(0, entry.find('=')));
  for (const auto& name : names) unsetenv(name.c_str());
  std::vector<std::string> words{program.string()};
  words.insert(words.end(), step.arguments.begin(), step.arguments.end());
  std::vector<char*> pointers;
  for (auto& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  // It holds no lock of the case: it must not go on writing when this run has been killed.
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (chdir(directory.c_str()) != 0) _exit(127);
  // Debian's programs do not find the files of OpenFOAM's etc by themselves.
  constexpr const char* project = "/usr/share/openfoam";
  if (!std::getenv("WM_PROJECT_DIR") && access(project, R_OK) == 0) setenv("WM_PROJECT_DIR", project, 1);
  setenv("PWD", fs::absolute(directory).lexically_normal().c_str(), 1);
  const int out = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644), in = open("/dev/null", O_RDONLY);
  if (out < 0 || in < 0) _exit(127);
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  if (step.tool != "m4") dup2(out, STDERR_FILENO);
  execv(program.c_str(), pointers.data());
  _exit(127);
}

/// What a log of OpenFOAM says of its end: the message behind the first "FOAM FATAL".
std::string lastWords(const fs::path& log) {
  std::ifstream in(log);
  std::string line, words;
  while (std::getline(in, line) && line.find("FOAM FATAL") == std::string::npos) {}
  while (std::getline(in, line) && line.find("From function") == std::string::npos && words.size() < 400)
    if (!line.empty()) words += (words.empty() ? ": " : " ") + line;
  return words;
}

bool hasBlanks(const fs::path& path) {
  return std::ranges::any_of(fs::absolute(path).string(), [](unsigned char c) { return std::isspace(c) != 0; });
}

/// A directory by a path without blanks, which OpenFOAM's programs refuse: where there are some, a link as long as it lives. It
/// is the path itself where no link can be made.
class WithoutBlanks {
 public:
  explicit WithoutBlanks(const fs::path& directory) : path_(directory) {
    std::error_code failed;
    std::string own = (fs::temp_directory_path(failed) / "eagreXXXXXX").string();
    if (!hasBlanks(directory) || failed || !mkdtemp(own.data())) return;
    own_ = own;
    fs::create_directory_symlink(fs::absolute(directory), own_ / "case", failed);
    if (!failed) path_ = own_ / "case";
  }
  ~WithoutBlanks() {
    std::error_code none;
    if (!own_.empty()) fs::remove_all(own_, none);
  }
  WithoutBlanks(const WithoutBlanks&) = delete;
  WithoutBlanks& operator=(const WithoutBlanks&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_, own_;
};

/// `-dict name`, as openfoam.org's tools have it: of a file in system/.
case_::Step withDictionaryInSystem(case_::Step step, const fs::path& caseDirectory) {
  for (std::size_t i = 0; i + 1 < step.arguments.size(); ++i) {
    std::string& name = step.arguments[i + 1];
    std::error_code none;
    if (step.arguments[i] == "-dict" && !fs::exists(caseDirectory / name, none) &&
        fs::exists(caseDirectory / "system" / name, none))
      name = "system/" + name;
  }
  return step;
}

}  // namespace

void runProgram(const case_::Step& given, const fs::path& caseDirectory) {
  const case_::Step step = withDictionaryInSystem(given, caseDirectory);
  const fs::path program = programOnPath(step.tool);
  const bool isFoam = step.tool != "m4";
  const fs::path log = fs::absolute(caseDirectory / (isFoam ? "log." + step.tool : step.output));
  const auto inDirectory = [&](const fs::path& directory) {
    const pid_t child = fork();
    if (child == 0) become(program, step, directory, log.string());
    if (child < 0) throw Error(fmt::format("cannot start {}", program.string()), ExitCode::failure);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  };
  bool done = false;
  std::string reason;
  if (isFoam) {
    ReadableCase readable(caseDirectory);
    WholeFiles files;
    files.complete(caseDirectory);
    const WithoutBlanks directory(readable.directory());
    done = inDirectory(directory.path());
    if (done)
      readable.bringBack();
    else if (reason = lastWords(log); reason.empty() && hasBlanks(directory.path()))
      reason = ": OpenFOAM's programs refuse a path with blanks; move the case, or name it otherwise";
  } else {
    done = inDirectory(caseDirectory);
  }
  if (!done)
    throw Error(step.place, fmt::format("{} failed; its log is {}{}", program.string(), log.string(), reason), ExitCode::failure);
}

}  // namespace eagre::run::preparation
