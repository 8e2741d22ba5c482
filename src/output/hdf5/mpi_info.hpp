// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "comm/handle.hpp"
#include "output/hdf5/hdf5.hpp"

namespace eagre::output {

/// MPI's object for hints, freed with it; MPI_INFO_NULL if there are none.
class MpiInfo {
 public:
  explicit MpiInfo(const hdf5::Hints& hints) {
    if (hints.empty()) return;
    MPI_Info_create(&info_);
    for (const auto& [key, value] : hints) MPI_Info_set(info_, key.c_str(), value.c_str());
  }
  ~MpiInfo() {
    if (info_ != MPI_INFO_NULL) MPI_Info_free(&info_);
  }
  MpiInfo(const MpiInfo&) = delete;
  MpiInfo& operator=(const MpiInfo&) = delete;
  operator MPI_Info() const { return info_; }

 private:
  MPI_Info info_ = MPI_INFO_NULL;
};

}  // namespace eagre::output
