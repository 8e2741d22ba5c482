// SPDX-License-Identifier: BSD-3-Clause
#include "run/signals.hpp"

#include <csignal>

namespace eagre::run {
namespace {
volatile std::sig_atomic_t receivedSignal = 0;
extern "C" void remember(int signal) { receivedSignal = signal; }
constexpr int handled[] = {SIGTERM, SIGINT, SIGUSR1, SIGUSR2};
}  // namespace

SignalGuard::SignalGuard() {
  receivedSignal = 0;
  for (const int s : handled) std::signal(s, remember);
}
SignalGuard::~SignalGuard() {
  for (const int s : handled) std::signal(s, SIG_DFL);
}
int SignalGuard::received() { return receivedSignal; }

}  // namespace eagre::run
