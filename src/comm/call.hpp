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

/// The calls in its scope are made on behalf of an exchange.
class ExchangeScope {
 public:
  explicit ExchangeScope(const Communicator::Handle& handle) : profile_(handle.profile) {
    if (profile_) profile_->inExchange_ = true;
  }
  ~ExchangeScope() {
    if (profile_) profile_->inExchange_ = false;
  }
  ExchangeScope(const ExchangeScope&) = delete;
  ExchangeScope& operator=(const ExchangeScope&) = delete;

 private:
  Profile* profile_;
};

}  // namespace eagre::comm
