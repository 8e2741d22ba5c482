// SPDX-License-Identifier: BSD-3-Clause
#include "comm/profile.hpp"

#include <algorithm>
#include <numeric>

#include "comm/call.hpp"

namespace eagre::comm {

namespace {

/// Collective calls kept before their waiting times are settled.
constexpr std::size_t settleAfter = std::size_t{1} << 16;

bool isCollective(Function f) { return f == Function::allreduce || f >= Function::bcast; }
bool isBlocking(Function f) {
  return f == Function::recv || f == Function::probe || f == Function::wait || f == Function::waitall;
}

double inSeconds(Profile::Clock::duration d) { return std::chrono::duration<double>(d).count(); }

}  // namespace

void Call::end() {
  const double elapsed = inSeconds(Profile::Clock::now() - start_);
  Count& count = profile_->current()[function_];
  count.calls += 1;
  count.bytes += static_cast<double>(bytes_);
  count.elapsed += elapsed;
  if (profile_->inExchange_) profile_->current().inExchanges += elapsed;
  if (isBlocking(function_)) count.waiting += elapsed;
  if (!isCollective(function_)) return;
  auto& collectives = profile_->collectives_;
  collectives.push_back(
      {static_cast<float>(elapsed), static_cast<std::uint16_t>(profile_->current_), static_cast<std::uint16_t>(function_)});
  if (collectives.size() == settleAfter) profile_->settle(handle_);  // all ranks are at the same call
}

void Profile::settle(const Communicator::Handle& communicator) {
  std::vector<float> shortest(collectives_.size());
  std::transform(collectives_.begin(), collectives_.end(), shortest.begin(), [](const Collective& c) { return c.elapsed; });
  MPI_Allreduce(MPI_IN_PLACE, shortest.data(), static_cast<int>(shortest.size()), MPI_FLOAT, MPI_MIN, communicator.comm);
  for (std::size_t i = 0; i < shortest.size(); ++i) {
    const Collective& c = collectives_[i];
    phases_[c.phase].functions[c.function].waiting += c.elapsed - shortest[i];
  }
  collectives_.clear();
}

void Profile::settle(const Communicator& communicator) { settle(communicator.handle()); }

double Profile::seconds() const {
  return std::accumulate(phases_.begin(), phases_.end(), 0.0, [](double sum, const PhaseEntry& p) { return sum + p.seconds; });
}

void Profile::passTime() {
  const auto now = Clock::now();
  current().seconds += inSeconds(now - since_);
  since_ = now;
}

std::size_t Profile::enter(const char* name) {
  passTime();
  const auto found = std::find_if(phases_.begin(), phases_.end(), [=](const PhaseEntry& p) { return p.name == name; });
  const std::size_t before = current_;
  current_ = static_cast<std::size_t>(found - phases_.begin());
  if (found == phases_.end()) phases_.push_back({.name = name});
  current().visits += 1;
  return before;
}

void Profile::leave(std::size_t before) {
  passTime();
  current_ = before;
}

Recording::Recording(const Communicator& communicator, Profile& profile)
    : communicator_(communicator), before_(communicator.handle().profile) {
  profile.since_ = Profile::Clock::now();
  communicator_.handle().profile = &profile;
}

Recording::~Recording() {
  Communicator::Handle& handle = communicator_.handle();
  handle.profile->passTime();
  handle.profile = before_;
}

Phase::Phase(const Communicator& communicator, const char* name) : profile_(communicator.handle().profile) {
  if (!profile_) return;
  before_ = profile_->enter(name);
  self_ = profile_->current_;
}
Phase::~Phase() {
  if (profile_) profile_->leave(before_);
}
void Phase::iterations(double n) {
  if (profile_) profile_->phases_[self_].iterations += n;
}

}  // namespace eagre::comm
