// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <csignal>

namespace eagre::run {

/// While it lives, the signals that ask a process to end do not end it but are remembered: the time loop writes and stops. They
/// are SIGTERM, SIGINT, SIGUSR1, SIGUSR2; SIGHUP (the terminal was closed), SIGPIPE (whatever reads the log has ended) and
/// SIGXCPU (the limit of processor time). One that was ignored before, as SIGHUP under nohup, stays so. SIGURG, which ends no
/// process, makes the time loop write and go on.
/// (A signal handler can reach nothing but a static flag; it is the only mutable one in the program.)
class SignalGuard {
 public:
  SignalGuard();
  ~SignalGuard();
  SignalGuard(const SignalGuard&) = delete;
  /// Number of the signal that came, or 0.
  static int received();
  /// Whether SIGURG has come since the last call.
  static bool writeRequested();

 private:
  static constexpr std::array handled{SIGTERM, SIGINT, SIGUSR1, SIGUSR2, SIGHUP, SIGPIPE, SIGXCPU, SIGURG};
  std::array<struct sigaction, handled.size()> before_{};
};

}  // namespace eagre::run
