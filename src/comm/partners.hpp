// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "comm/communicator.hpp"

namespace eagre::comm {

/// Who a rank swaps packed messages with: one partner a pair of messages, keyed on (rank, tag).
struct Partner {
  int rank = 0;                     ///< another rank
  int sendTag = 0, receiveTag = 0;  ///< 0 .. 99
};

/// Messages with fixed partners, packed and unpacked by the caller: for boxes of a structured grid. Both sides of a message know
/// its size beforehand; one that is empty is not sent.
class Partners {
 public:
  /// Errors: a partner that is no other rank; two with the same rank and tag.
  Partners(Communicator communicator, std::vector<Partner> partners);
  ~Partners();
  Partners(Partners&&) noexcept;
  Partners& operator=(Partners&&) noexcept;

  std::size_t size() const;
  /// Starts one message to and one from each partner, in their order, and returns at once. The memory must stay until finish().
  /// Errors: started twice; not one message each way for each partner.
  void start(std::span<const std::span<const std::byte>> send, std::span<const std::span<std::byte>> receive);
  void finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace eagre::comm
