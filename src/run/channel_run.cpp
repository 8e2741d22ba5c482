// SPDX-License-Identifier: BSD-3-Clause
#include "core/error.hpp"
#include "run/channel_case.hpp"

namespace eagre::run {

int runChannel(const comm::Communicator& world, const ChannelOptions& options, Log&) {
  const ChannelCase channelCase(world, options);
  throw Error("eagre channel run: no solver is built in; `eagre channel init` and `convert` work", ExitCode::failure);
}

}  // namespace eagre::run
