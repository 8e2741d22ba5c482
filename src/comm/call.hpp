// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "comm/handle.hpp"
#include "comm/profile.hpp"

namespace eagre::comm {

/// Counts and times the MPI call in its scope, if anybody records. For this room only.
class Call {
 public:
  Call(const Communicator::Handle& handle, Function function, std::size_t bytes = 0)
      : handle_(handle), profile_(handle.profile), function_(function), bytes_(bytes) {
    if (profile_) start_ = Profile::Clock::now();
  }
  ~Call() {
    if (profile_) end();
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

 private:
  void end();

  const Communicator::Handle& handle_;
  Profile* profile_;
  Function function_;
  std::size_t bytes_;
  Profile::Clock::time_point start_;
};

}  // namespace eagre::comm
