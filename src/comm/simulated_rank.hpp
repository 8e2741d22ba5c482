// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <mpi.h>

#include <memory>
#include <span>
#include <vector>

namespace eagre::comm {

/// A rank of a simulated cluster, and the messages between such ranks. They are actors of SimGrid, all in one thread.
///
/// Each has a clock of its own. A short message costs its sender SimGrid's `smpi/ois`, and arrives after the latency of the route
/// and the time of its bytes (LogGP, Alexandrov et al. 1995), where the ranks of a node have equal shares of its link and each
/// has its memory to itself; it waits for nobody. It is handed over in memory and whoever waits for it goes on at the time when
/// it arrives, so nothing has to happen in the order of time but two things, for which a rank sleeps until SimGrid's clock stands
/// where its own does: long messages, which SimGrid sends over its network, where links are shared as they are used; and the
/// question whether a message has come.
class SimulatedRank {
 public:
  /// What MPI calls a request.
  struct Request;

  /// Registers the ranks of MPI_COMM_WORLD; after MPI_Init. Collective.
  static SimulatedRank* join();
  /// Before MPI_Finalize.
  static void leave(SimulatedRank* rank);

  int number() const { return number_; }
  int size() const;
  /// [s] since the beginning
  double seconds() const { return time_; }
  /// Lets time pass.
  void pass(double seconds) { time_ += seconds; }

  /// Returns once the message is on its way (a long one: has arrived); start(): at once, and nothing if it was short.
  void send(std::span<const std::byte> data, int to, int tag);
  Request* start(std::span<const std::byte> data, int to, int tag);
  /// The message will stand in `into` when the request is done; messages of one rank and tag come in the order in which they
  /// were sent. Errors: it has another length.
  Request* receive(std::span<std::byte> into, int from, int tag);
  /// Until all are done; then they are null.
  void wait(std::span<Request*> requests);
  /// True: all are done and null. No: some time passes before the next question (SimGrid's `smpi/test`).
  bool test(std::span<Request*> requests);
  /// Until such a message is there for receive().
  void probe(int from, int tag);
  /// Memory that all ranks share and whose contents mean nothing: sent, it takes the time of its size, but nobody copies it.
  std::span<std::byte> meaningless(std::size_t bytes);

 private:
  struct Cluster;
  struct Message {
    int from, tag;
    double arrival;
    bool isLong;
    std::vector<std::byte> data;
  };
  struct Actor;

  SimulatedRank(Cluster& cluster, int number);
  ~SimulatedRank();
  double arrival(int to, std::size_t bytes) const;
  bool deliver(Message&& message, std::span<const std::byte> data);
  std::vector<Message>::iterator find(int from, int tag);
  Request* newRequest();
  void finish(std::span<Request*> requests);
  void finishLong(std::span<Request*> requests);
  void sleepUntilNow();
  void giveWay();
  void wakeOthers();

  Cluster& cluster_;
  int number_, host_ = 0;
  double time_ = 0;
  std::unique_ptr<Actor> actor_;
  std::vector<Message> unexpected_;                 ///< in the order in which they were sent
  std::vector<Request*> posted_;                    ///< receives without a message yet, oldest first
  std::vector<std::unique_ptr<Request>> requests_;  ///< all that there are,
  std::vector<Request*> free_;                      ///< and those not in use
  std::vector<SimulatedRank*> awake_;               ///< others that can go on, once this one gives way
  int missing_ = 0;                                 ///< messages that wait() waits for
  bool probes_ = false;
};

/// The rank that runs on this thread.
inline constinit thread_local SimulatedRank* simulatedRank = nullptr;

}  // namespace eagre::comm
