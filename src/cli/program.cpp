// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <new>

#include "cli/commands.hpp"
#include "core/error.hpp"
#include "core/tell.hpp"
#include "output/on_master.hpp"

namespace {

using eagre::ExitCode;

/// Says what went wrong once. If all ranks met the same error they leave together; if one alone did, the others hang in some
/// exchange and are ended.
int fail(const eagre::comm::Communicator& world, const std::string& message, ExitCode code) {
  std::fflush(stdout);
  if (world.master()) eagre::tell(stderr, fmt::format("eagre: error: {}\n", message));
  if (!world.allArrive(2.0)) {
    if (!world.master()) eagre::tell(stderr, fmt::format("eagre: error on rank {}: {}\n", world.rank(), message));
    std::fflush(stderr);
    world.abort(static_cast<int>(code));
  }
  if (message == eagre::output::notEnoughMemory) {
    // Libraries that were refused memory end with a signal when they clean up (HDF5 in MPI_Finalize).
    std::fflush(stderr);
    if (world.size() > 1) world.abort(static_cast<int>(code));
    std::_Exit(static_cast<int>(code));
  }
  return static_cast<int>(code);
}

/// A log that was not written to its end (a full disk, a pipe that nothing reads) must not look like that of a success.
int withLogChecked(int code) {
  bool flushed = std::fflush(stdout) == 0;
  if ((flushed && std::ferror(stdout) == 0) || code != 0) return code;
  // The errno of a write that failed before is another's by now: one more write tells the reason, if it still stands.
  if (flushed) flushed = std::fputc('\n', stdout) != EOF && std::fflush(stdout) == 0;
  eagre::tell(stderr,
              fmt::format("eagre: error: the log could not be written to its end: {}\n", std::strerror(flushed ? EIO : errno)));
  return static_cast<int>(ExitCode::io);
}

/// Runs the action of a command on all ranks. speaks: whether this is rank 0.
int carryOut(const eagre::cli::Command& command, int argc, char** argv, bool& speaks) {
  eagre::comm::Environment environment(argc, argv);
  const auto world = eagre::comm::Communicator::world();
  speaks = world.master();
  eagre::Log log = world.master() ? eagre::Log(stdout) : eagre::Log::silent();
  try {
    eagre::cli::checkRanks(world);
    eagre::cli::startThreads(command, log);
    return withLogChecked(command.action(world, log));
  } catch (const eagre::Error& e) { return fail(world, e.what(), e.code()); } catch (const std::bad_alloc&) {
    return fail(world, eagre::output::notEnoughMemory, ExitCode::failure);
  } catch (const std::filesystem::filesystem_error& e) {
    return fail(world, e.what(), ExitCode::io);
  } catch (const std::exception& e) { return fail(world, std::string("unexpected: ") + e.what(), ExitCode::failure); }
}

}  // namespace

int eagre::cli::program(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a write beyond the limit on the size of files then fails, with a message
  const std::string program = std::filesystem::path(argv[0]).filename().string();
  const auto command =
      eagre::cli::isOpenFoamName(program) ? eagre::cli::parseOpenFoam(program, argc, argv) : eagre::cli::parseEagre(argc, argv);
  if (eagre::cli::startsAnother(command)) return eagre::cli::runUnderMpi(command, argc, argv);
  if (!command.action) return command.exitCode;

  bool speaks = false;
  const int code = carryOut(command, argc, argv, speaks);
  return code == 0 && speaks && command.after ? command.after() : code;
}
