// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "comm/methods.hpp"

namespace eagre::comm {

/// Starts and ends MPI; one object in main. Without an MPI launcher it is a run on one rank.
class Environment {
 public:
  Environment(int& argc, char**& argv);
  ~Environment();
  Environment(const Environment&) = delete;
};

/// A sum over ranks on its way. The values that it was started with hold the sums once wait() has returned or test() has said
/// true, and must stay where they are until then.
class PendingSum {
 public:
  PendingSum();   ///< nothing on its way
  ~PendingSum();  ///< waits
  PendingSum(PendingSum&&) noexcept;
  PendingSum& operator=(PendingSum&&) noexcept;

  /// Lets the messages progress; true if the sums are there.
  bool test();
  void wait();

  struct Impl;  ///< for this room only

 private:
  friend class Communicator;
  explicit PendingSum(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// A group of ranks. Wraps an MPI communicator (this room alone knows <mpi.h>); cheap to copy; collective
/// calls must be made by all its ranks in the same order.
class Communicator {
 public:
  static Communicator world();
  static Communicator self();

  int rank() const;
  int size() const;
  bool master() const { return rank() == 0; }
  bool parallel() const { return size() > 1; }

  /// The ranks of one group, in their order here; each group is a communicator of its own. Collective.
  Communicator split(int group) const;

  /// How this group talks from now on: holds for all copies, and for exchanges made with it. The same on all ranks.
  void choose(const Methods& methods) const;
  const Methods& methods() const;

  // Reductions over ranks, in place, element by element. Deterministic for a fixed number of ranks.
  void sum(std::span<double> values) const;
  void min(std::span<double> values) const;
  void max(std::span<double> values) const;
  void sum(std::span<std::int64_t> values) const;
  double sum(double value) const;
  double min(double value) const;
  double max(double value) const;
  std::int64_t sum(std::int64_t value) const;
  /// Starts the sum of these values over ranks, all in one reduction, and returns at once (ReductionMethod::tree: with the sum).
  /// Collective, in the same order as other collective calls.
  [[nodiscard]] PendingSum startSum(std::span<double> values) const;
  bool any(bool value) const;
  bool all(bool value) const;

  void broadcast(std::span<std::byte> data, int root = 0) const;
  void broadcast(std::string& text, int root = 0) const;
  template <class T>
  void broadcast(std::vector<T>& values, int root = 0) const {
    std::int64_t n = static_cast<std::int64_t>(values.size());
    broadcast(std::as_writable_bytes(std::span(&n, 1)), root);
    values.resize(static_cast<std::size_t>(n));
    broadcast(std::as_writable_bytes(std::span(values)), root);
  }

  /// Blocking point-to-point, any size (cut into pieces below MPI's 2 GiB limit).
  void send(std::span<const std::byte> data, int to, int tag) const;
  void receive(std::span<std::byte> data, int from, int tag) const;

  /// One value of each rank, on all ranks.
  std::vector<std::int64_t> allGather(std::int64_t value) const;
  /// The values of all ranks, on all ranks: those of rank r are counts[r] from starts[r] on.
  void allGather(std::span<const double> own, std::span<double> all, std::span<const int> counts,
                 std::span<const int> starts) const;
  void allGather(std::span<const float> own, std::span<float> all, std::span<const int> counts,
                 std::span<const int> starts) const;

  void barrier() const;
  /// Seconds since some moment, the same for the whole run; simulated seconds on a simulated cluster.
  static double seconds();
  /// True on all ranks if every rank calls this within so many seconds; false on those that gave up waiting. For leaving
  /// together after an error that may have struck one rank alone, the others being stuck in another collective call.
  bool allArrive(double seconds) const;
  /// Ends all ranks at once: for errors that one rank alone has met.
  [[noreturn]] void abort(int code) const;

  struct Handle;
  Handle& handle() const { return *handle_; }

 private:
  explicit Communicator(std::shared_ptr<Handle> handle) : handle_(std::move(handle)) {}
  std::shared_ptr<Handle> handle_;
};

}  // namespace eagre::comm
