// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

/// The ways in which ranks talk to each other. They differ in messages and time: ghosts are the same bit for bit, sums up to the
/// order of their additions.
namespace eagre::comm {

/// How an exchange of ghosts learns how much comes from whom. Z. Lin et al., Water 10 (2018) 1461, section 3.1.
enum class ExchangeMethod {
  dynamic,   ///< asked at every call, as OpenFOAM 2.3.1: a P x P table of sizes is combined over all ranks
  memoised,  ///< asked in the first call and kept while the plan stands (their Algorithm 3)
  fromPlan,  ///< never asked: the mesh knows; non-blocking, overlapped with what the caller does meanwhile
};

/// Which exchanges are concerned by `dynamic` and `memoised`.
enum class Asking {
  everywhere,        ///< all
  synchronisations,  ///< those of Exchange::synchronise; OpenFOAM's processor patches know what they swap in the other ones
};

/// How values of all ranks are combined.
enum class ReductionMethod {
  tree,         ///< gathered to rank 0 and scattered from there by messages along a binomial tree, as OpenFOAM's template
  typed,        ///< MPI_Allreduce on the type at hand
  nonblocking,  ///< started and waited for
  openfoam,     ///< as OpenFOAM 2.3.1, value by value: sums and minima of scalars by MPI_Allreduce, all else along the tree
};

/// How a sum that is on its way travels.
enum class PendingMethod {
  iallreduce,  ///< MPI_Iallreduce
  messages,    ///< recursive doubling by messages that move when the sum is tested or waited for
};

struct Methods {
  ExchangeMethod exchange = ExchangeMethod::fromPlan;
  Asking asking = Asking::everywhere;
  ReductionMethod reduction = ReductionMethod::typed;
  PendingMethod pending = PendingMethod::iallreduce;
};

// The words that a user chooses them by, in the order of the enumerators.
const std::vector<std::string>& exchangeWords();   ///< dynamic, memoised, static
const std::vector<std::string>& askingWords();     ///< everywhere, synchronisations
const std::vector<std::string>& reductionWords();  ///< tree, typed, nonblocking, openfoam
const std::vector<std::string>& pendingWords();    ///< iallreduce, messages

/// "exchange static, reduction typed", with what else matters to them.
std::string toString(const Methods& methods);

}  // namespace eagre::comm
