// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <exception>
#include <filesystem>
#include <new>
#include <string>

#include "comm/communicator.hpp"
#include "core/error.hpp"

namespace eagre::output {

/// What is said when memory runs out.
inline constexpr const char* notEnoughMemory = "not enough memory";

/// Runs f on rank 0 alone (reading and writing files) and lets all ranks share its fate: an exception there is thrown as an
/// Error with the same text and code on every rank, so that no rank goes on into a collective call alone. Collective.
template <class F>
void onMaster(const comm::Communicator& communicator, F&& f) {
  // First character: the exit code; then the message. Empty: all went well.
  std::string failure;
  if (communicator.master()) {
    try {
      f();
    } catch (const Error& e) { failure = static_cast<char>(e.code()) + std::string(e.what()); } catch (const std::bad_alloc&) {
      failure = static_cast<char>(ExitCode::failure) + std::string(notEnoughMemory);
    } catch (const std::filesystem::filesystem_error& e) {
      failure = static_cast<char>(ExitCode::io) + std::string(e.what());
    } catch (const std::exception& e) { failure = static_cast<char>(ExitCode::failure) + std::string(e.what()); }
  }
  communicator.broadcast(failure);
  if (!failure.empty()) throw Error(failure.substr(1), static_cast<ExitCode>(failure[0]));
}

}  // namespace eagre::output
