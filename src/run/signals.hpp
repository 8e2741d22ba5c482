// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace eagre::run {

/// While it lives, SIGTERM, SIGINT, SIGUSR1 and SIGUSR2 do not end the process but are remembered: the time loop writes and
/// stops. (A signal handler can reach nothing but a static flag; it is the only mutable one in the program.)
class SignalGuard {
 public:
  SignalGuard();
  ~SignalGuard();
  SignalGuard(const SignalGuard&) = delete;
  /// Number of the signal that came, or 0.
  static int received();
};

}  // namespace eagre::run
