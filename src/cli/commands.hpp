// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "core/log.hpp"
#include "run/channel/channel_case.hpp"
#include "run/post.hpp"
#include "run/run_case.hpp"

namespace CLI {
class App;
}

/// The `eagre` program: one small file per sub-command. A command line is parsed into a Command before MPI is started, since
/// `-n 4` starts the program again under mpirun.
namespace eagre::cli {

/// What is left to do once MPI is up; returns the exit code.
using Action = std::function<int(const comm::Communicator&, Log&)>;

/// Where the log of `eagre run` goes: to the output, or, on a terminal, into the case, with one line on the terminal.
struct KeptLog {
  bool asked = false;    ///< the sub-command is `run`
  bool plain = false;    ///< --log: to the output
  bool watched = false;  ///< --watch: `eagre watch` beside it
  std::filesystem::path directory;
  std::string application;  ///< "": controlDict's
  /// Whether the run is a process of its own, whose log this one keeps.
  bool needed() const;
};

struct Command {
  Action action;                 ///< empty: nothing to do (help was printed)
  int exitCode = 0;              ///< if action is empty
  int ranks = 0;                 ///< > 0: start again under mpirun on so many ranks
  int threads = 1;               ///< that share the loops of each rank (kernel/threads.hpp)
  KeptLog kept{};                ///< of `eagre run`: where its log goes
  std::function<int()> after{};  ///< what rank 0 does behind a success, when MPI has ended; may replace the process
};

/// All that main does; the exit code.
int program(int argc, char** argv);

/// Versions of the program and of the libraries that it has loaded, and for which processors it was compiled.
std::string versionText();

/// `eagre <sub-command> ...`
Command parseEagre(int argc, char** argv);

/// The names of OpenFOAM's programs (links to this one): blockMesh, setFields, icoFoam, nonNewtonianIcoFoam, pisoFoam,
/// pimpleFoam, interFoam, interIsoFoam, interPhaseChangeFoam, the solvers' older names for meshes that move (interDyMFoam, ...),
/// decomposePar, reconstructPar, reconstructParMesh, with -case, -parallel and the options of theirs that change nothing here.
/// True if argv[0] is one of them.
bool isOpenFoamName(const std::string& program);
Command parseOpenFoam(const std::string& program, int argc, char** argv);

/// Adds the tools that prepare a case: `eagre blockMesh`, `eagre setFields`, ...
void addTools(CLI::App& app, Command& command);
/// Adds `eagre slices`, which the help does not show: only `eagre plot` calls it.
void addSlices(CLI::App& app, Command& command);
/// Adds `eagre channel init|run|convert|keys`.
void addChannel(CLI::App& app, Command& command);

/// An action that writes into a directory: no second process may do so meanwhile (run/control/case_lock.hpp), unless forced to.
Action locked(std::filesystem::path directory, bool force, Action action);

// The actions of the sub-commands.
Action runAction(run::RunOptions options);
Action checkAction(run::RunOptions options);
/// Function objects on times that are there (run/post.hpp).
Action postAction(run::RunOptions options, run::PostOptions post);
/// Prints the kinds of words that a case may use, or with `kind` (one of them, "all") their words; as Markdown: docs/words.md, or
/// tables. Errors (usage): unknown kind with the nearest.
Action listAction(std::string kind, bool markdown);
/// A tool that prepares a case (run/tools/tool.hpp), with OpenFOAM's arguments.
Action toolAction(const std::string& tool, std::filesystem::path caseDirectory, std::vector<std::string> arguments);
/// Removes what Eagre made in a case.
Action cleanAction(std::filesystem::path caseDirectory, bool dryRun);
/// Packs the mesh of a case for runs that read it in parallel.
Action packAction(std::filesystem::path caseDirectory);
/// Describes and verifies a dump, or all dumps of a case; exit code io if one is damaged.
Action infoAction(std::filesystem::path path);
/// OpenFOAM's time directories out of dumps; format: ascii, binary, or empty for writeFormat of controlDict.
Action extractAction(std::filesystem::path caseDirectory, std::vector<std::string> times, std::string format, bool replace);
/// Shows a patch's entry in a dump, or replaces it if `entry` is not empty.
Action boundaryAction(std::filesystem::path caseDirectory, std::string time, std::string field, std::string patch,
                      std::string entry);
Action purgeAction(std::filesystem::path caseDirectory, double keepEvery, int keepLast, bool dryRun);
/// Starts a module of python/eagre (`plot`, `demo`, `selfcheck`, `watch`, `estimate`), to which the arguments are handed on. No
/// module is taken from the working directory (docs/security.md).
int startPython(const std::string& module, const std::vector<std::string>& arguments);
/// Adds --log and --watch.
void addKeptLog(CLI::App& sub, Command& command);
/// More than any machine runs by -n: a slip of the keyboard must not start processes until the machine stands still.
inline constexpr int mostRanks = 100'000, mostThreads = 1024;
/// Adds --threads.
void addThreads(CLI::App& sub, Command& command);
/// Starts the threads of a command; warns on rank 0 if the rank may use fewer processors than it has threads. Errors: as
/// kernel::useThreads().
void startThreads(const Command& command, Log& log);
/// Error (failure) if mpirun was started for another number of ranks (runUnderMpi) than there are: they would each run the whole
/// case.
void checkRanks(const comm::Communicator& world);

/// Whether the command is run by another process, runUnderMpi().
inline bool startsAnother(const Command& command) { return command.ranks > 0 || command.kept.needed(); }
/// Runs mpirun on the ranks of the command with the same command line without -n, or, without ranks, the command itself where its
/// log is kept; its exit code. SIGTERM and SIGINT let the ranks
/// write and stop.
int runUnderMpi(const Command& command, int argc, char** argv);

}  // namespace eagre::cli
