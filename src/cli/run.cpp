// SPDX-License-Identifier: BSD-3-Clause
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "cli/commands.hpp"
#include "cli/log_keeper.hpp"
#include "comm/library.hpp"
#include "core/error.hpp"
#include "core/tell.hpp"
#include "kernel/threads.hpp"
#include "run/preparation/plan.hpp"

namespace eagre::cli {

namespace {

/// What mpirun was asked for, in the environment of its ranks.
constexpr const char* ranksStarted = "EAGRE_RANKS_STARTED";

constexpr int signalled = 128;  // and the signal: the shell's exit code of a program that one has ended

volatile std::sig_atomic_t mpirun = 0, asked = 0;

/// mpirun kills its ranks a second after SIGTERM or SIGINT, while they write, and knows nothing of the other signals that end a
/// process. So the first goes to them as SIGUSR1, which mpirun hands on and which lets them write and stop; from the second on
/// mpirun ends them.
extern "C" void handOn(int signal) {
  const bool stops = signal != SIGUSR1 && signal != SIGUSR2;
  kill(mpirun, stops && !asked ? SIGUSR1 : signal);
  if (stops) asked = 1;
}

int failure(const std::string& message, ExitCode code) {
  tell(stderr, fmt::format("eagre: error: {}\n", message));
  return static_cast<int>(code);
}

/// mpirun, if there are ranks, in a group of its own, so that Ctrl-C reaches it through this process alone; it ends with this
/// process. Nobody reads what is typed: a group in the background that does is stopped by the terminal. errors: where messages
/// go, or -1: where they went.
[[noreturn]] void becomeOther(const std::vector<char*>& arguments, int ranks, int log, int errors) {
  if (ranks > 0) {
    setpgid(0, 0);
    setenv(ranksStarted, std::to_string(ranks).c_str(), 1);
  }
  dup2(log, STDOUT_FILENO);
  if (errors >= 0) dup2(errors, STDERR_FILENO);
  if (const int nothing = open("/dev/null", O_RDONLY); nothing >= 0) dup2(nothing, STDIN_FILENO);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  execvp(arguments[0], arguments.data());
  _exit(failure(fmt::format("cannot start {}; is an MPI installed?", arguments[0]), ExitCode::failure));
}

/// What has become of the log.
struct HandedOn {
  bool any = false;  ///< something was written
  int failure = 0;   ///< errno of the first write that failed, or 0
};

/// Hands on what the ranks write, to the end. mpirun itself would end them at once when nothing reads it any more; here they
/// write and stop.
HandedOn handLogOn(int from) {
  std::array<char, 65536> piece;
  HandedOn log;
  int& failure = log.failure;
  for (;;) {
    const ssize_t n = read(from, piece.data(), piece.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return log;
    log.any = true;
    for (ssize_t done = 0; done < n && failure == 0;) {
      const ssize_t written = write(STDOUT_FILENO, piece.data() + done, static_cast<std::size_t>(n - done));
      if (written >= 0)
        done += written;
      else if (errno != EINTR)
        failure = errno;
      if (failure == EPIPE) handOn(SIGPIPE);
    }
  }
}

}  // namespace

Action runAction(run::RunOptions options) {
  return [options = std::move(options)](const comm::Communicator& world, Log& log) {
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    const std::time_t now = std::time(nullptr);
    char date[32];
    std::strftime(date, sizeof date, "%b %d %Y %H:%M:%S", std::localtime(&now));
    const std::string threads = kernel::nThreads > 1 ? fmt::format(" x {} threads", kernel::nThreads) : "";
    log.line(fmt::format("Eagre {}\nDate   : {}\nHost   : {}\nCase   : {}\nnProcs : {}{}\n", EAGRE_VERSION, date, host,
                         options.caseDirectory.string(), world.size(), threads));
    return run::runCase(world, options, log);
  };
}

Action postAction(run::RunOptions options, run::PostOptions post) {
  return [options = std::move(options), post = std::move(post)](const comm::Communicator& world, Log& log) {
    return run::postCase(world, options, post, log);
  };
}

void checkRanks(const comm::Communicator& world) {
  const char* const started = std::getenv(ranksStarted);
  const std::string ranks = started ? started : "";
  unsetenv(ranksStarted);  // programs that this one starts are others
  if (!ranks.empty() && ranks != std::to_string(world.size()))
    throw Error(
        fmt::format("mpirun has started {} processes, but this one is in a run of {}: mpirun belongs to another MPI than the "
                    "library that Eagre has loaded ({}); put the mpirun of that one first on the PATH",
                    ranks, world.size(), comm::mpiLibrary()),
        ExitCode::failure);
}

void addThreads(CLI::App& sub, Command& command) {
  sub.add_option("--threads", command.threads, "threads that share the loops of each rank; fields are the same for any number")
      ->check(CLI::Range(1, mostThreads))
      ->capture_default_str();
}

void startThreads(const Command& command, Log& log) {
  kernel::useThreads(command.threads);
  const int processors = kernel::processorsOfProcess();
  if (command.threads > processors && processors > 0)
    log.warnOnce(
        fmt::format("--threads {}, but this rank may use {} of the machine's processors; if mpirun has bound it to {}, start "
                    "mpirun with --bind-to none, or --map-by slot:PE={}",
                    command.threads, processors, processors == 1 ? "that one" : "those", command.threads));
}

namespace {

/// What mpirun and OpenMP read; a user's own wins.
void setEnvironment(const Command& command) {
  // Root (containers) and more ranks than cores (a laptop) are OpenMPI's to refuse by default; both are what was asked for here.
  setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 0);
  setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 0);
  setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 0);
  // mpirun's own paragraphs stand behind each error of Eagre's; runUnderMpi says what they would say.
  setenv("OMPI_MCA_orte_execute_quiet", "1", 0);
  // On one machine, too, OpenMPI refuses to start without a way to reach others, which it then does not use.
  if (const auto& find = run::preparation::programOnPath; find("ssh").empty() && find("rsh").empty())
    setenv("OMPI_MCA_plm_rsh_agent", "sh", 0);
  if (command.threads <= 1) return;
  setenv("OMPI_MCA_hwloc_base_binding_policy", "none", 0);  // by default each rank is bound to one core
  // Threads that wait for the next loop spin, unless they would keep others from the processors.
  if (static_cast<long>(command.ranks) * command.threads > kernel::processorsOfProcess()) setenv("OMP_WAIT_POLICY", "passive", 0);
}

/// mpirun, if there are ranks, and the words of this command without -n and --watch.
std::vector<std::string> wordsOfOther(const Command& command, int argc, char** argv) {
  std::vector<std::string> words;
  if (command.ranks > 0) {
    const auto own = comm::mpiLauncher();
    words = {own.empty() ? "mpirun" : own.string(), "-n", std::to_string(command.ranks)};
  }
  words.push_back(std::filesystem::read_symlink("/proc/self/exe").string());
  for (int i = 1; i < argc; ++i) {
    const std::string a = argv[i];
    if (a == "-n" || a == "--ranks")
      ++i;
    else if (!(a.starts_with("-n") && a.size() > 2 && std::isdigit(static_cast<unsigned char>(a[2]))) &&
             !a.starts_with("--ranks=") && a != "--watch")
      words.push_back(a);
  }
  if (command.kept.needed() && !command.kept.plain) words.emplace_back("--log");
  return words;
}

/// Whether Eagre itself ends with this exit code, with a message.
bool isOurs(int code) { return code >= static_cast<int>(ExitCode::usage) && code <= static_cast<int>(ExitCode::stopped); }

/// mpirun is told to be quiet: says what has ended it, where Eagre has not. spoke: the ranks have written something.
void sayWhatEnded(int code, bool spoke) {
  if (code > signalled && code - signalled < NSIG && !asked)
    tell(stderr,
         fmt::format("eagre: error: a rank was ended by signal {} ({}){}\n", code - signalled, strsignal(code - signalled),
                     code - signalled == SIGKILL ? "; the system does so, too, when there is not enough memory" : ""));
  else if (!spoke && code != 0 && !isOurs(code))
    tell(stderr,
         fmt::format("eagre: error: mpirun has ended with exit code {}; with OMPI_MCA_orte_execute_quiet=0 it says why\n", code));
}

int waitFor(pid_t child, const HandedOn& log) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  if (WIFSIGNALED(status)) return signalled + WTERMSIG(status);
  sayWhatEnded(WEXITSTATUS(status), log.any);
  if (WEXITSTATUS(status) != 0 || log.failure == 0) return WEXITSTATUS(status);
  return failure(fmt::format("the log could not be written to its end: {}", std::strerror(log.failure)), ExitCode::io);
}

}  // namespace

int runUnderMpi(const Command& command, int argc, char** argv) {
  for (const char* nRanks : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
    if (const char* n = std::getenv(nRanks); n && std::atoi(n) > 1)  // 1: the shell of a batch system
      return failure("-n starts mpirun, and mpirun has started this process already: leave one of the two out", ExitCode::usage);
  if (command.ranks > 0) setEnvironment(command);
  auto words = wordsOfOther(command, argc, argv);
  std::vector<char*> pointers;
  for (auto& w : words) pointers.push_back(w.data());
  pointers.push_back(nullptr);
  int log[2], errors[2] = {-1, -1};
  const bool keeps = command.kept.needed();
  if (pipe2(log, O_CLOEXEC) != 0 || (keeps && pipe2(errors, O_CLOEXEC) != 0))
    return failure(fmt::format("cannot start mpirun: {}", std::strerror(errno)), ExitCode::failure);
  const pid_t child = fork();
  if (child == 0) becomeOther(pointers, command.ranks, log[1], errors[1]);
  close(log[1]);
  if (child < 0) return failure(fmt::format("cannot start mpirun: {}", std::strerror(errno)), ExitCode::failure);
  mpirun = child;
  for (const int signal : {SIGTERM, SIGINT, SIGUSR1, SIGUSR2, SIGHUP, SIGXCPU})
    if (std::signal(signal, handOn) == SIG_IGN) std::signal(signal, SIG_IGN);  // nohup
  std::signal(SIGPIPE, SIG_IGN);
  if (!keeps) return waitFor(child, handLogOn(log[0]));
  LogKeeper keeper(command.kept, errors[1]);
  const int unwritten = keeper.follow(log[0], errors[0]);
  const int code = waitFor(child, {.any = keeper.hasRead(), .failure = unwritten});
  keeper.end(code);
  return code;
}

}  // namespace eagre::cli
