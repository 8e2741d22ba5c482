// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "comm/handle.hpp"

namespace eagre::comm {

/// A sum on its way; for this room only.
struct PendingSum::Impl {
  virtual ~Impl() = default;
  virtual bool test() = 0;
  virtual void wait() = 0;
};

/// MPI_Iallreduce.
std::unique_ptr<PendingSum::Impl> startIallreduce(const Communicator& communicator, std::span<double> values);

/// The same from messages: recursive doubling, in which ranks that differ in one bit swap and add what they have, log2(P) times;
/// the ranks beyond the largest power of two hand theirs to one below before, and get the sum after. The additions of rank pairs
/// commute, so all ranks get the same number, which depends on P alone. Messages move in test() and wait() only.
std::unique_ptr<PendingSum::Impl> startDoubling(const Communicator& communicator, std::span<double> values);

}  // namespace eagre::comm
