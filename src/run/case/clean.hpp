// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>

#include "comm/communicator.hpp"
#include "core/log.hpp"

namespace eagre::run {

/// `eagre clean`: removes what Eagre made in a case, so that a run begins anew, and names each thing that it removes:
///   - time directories that Eagre computed (they have uniform/restart), but the first time of the case never;
///   - dumps of times and for restarts with their series; the mesh of dumps only if constant/polyMesh is there;
///   - postProcessing, pictures, profile.json;
///   - the mesh and the initial fields, if their records say that Eagre made them and nothing has changed them since
///     (case/made_record.hpp): with the mesh the levels of snappyHexMesh beside it; the fields only if 0.orig holds what they
///     were made from, and with them what lies in folders of 0 as it does in 0.orig (0/include).
/// What a user gave stays; a mesh or a field that was changed since it was made is named and stays. Rank 0 works. Errors: badCase
/// (no such case), io.
void clean(const comm::Communicator& world, const std::filesystem::path& caseDirectory, bool dryRun, Log& log);

/// `eagre run --fresh`: what clean() removes, moved into the folder `beforeFresh` of the case until the run has made its first
/// step. A run that ends before that, say by a mistake in a dictionary, has lost nothing: what it has made itself is removed, and
/// what was there is back. If it was killed the folder stays, and the next SetAside begins by moving its contents back.
class SetAside {
 public:
  /// Collective. Errors: as clean().
  SetAside(const comm::Communicator& world, const std::filesystem::path& caseDirectory, Log& log);
  SetAside(const SetAside&) = delete;
  /// Moves everything back, unless discard() was called. What cannot be moved is named in the log.
  ~SetAside();
  /// Removes it for good, once. What cannot be removed is named in the log.
  void discard();

  static constexpr const char* folder = "beforeFresh";

 private:
  std::filesystem::path caseDirectory_;
  Log& log_;
  bool keeps_;  ///< on rank 0, until discard()
};

}  // namespace eagre::run
