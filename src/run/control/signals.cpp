// SPDX-License-Identifier: BSD-3-Clause
#include "run/control/signals.hpp"

namespace eagre::run {
namespace {
volatile std::sig_atomic_t receivedSignal = 0, toWrite = 0;
extern "C" void remember(int signal) {
  if (signal == SIGURG)
    toWrite = 1;
  else
    receivedSignal = signal;
}
}  // namespace

SignalGuard::SignalGuard() {
  receivedSignal = 0;
  toWrite = 0;
  for (std::size_t i = 0; i < handled.size(); ++i) {
    struct sigaction remembering {};
    remembering.sa_handler = remember;
    remembering.sa_flags = SA_RESTART;
    sigaction(handled[i], nullptr, &before_[i]);
    if (before_[i].sa_handler != SIG_IGN) sigaction(handled[i], &remembering, nullptr);
  }
}
SignalGuard::~SignalGuard() {
  for (std::size_t i = 0; i < handled.size(); ++i) sigaction(handled[i], &before_[i], nullptr);
}
int SignalGuard::received() { return receivedSignal; }
bool SignalGuard::writeRequested() {
  const bool requested = toWrite != 0;
  toWrite = 0;
  return requested;
}

}  // namespace eagre::run
