// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>

#include "output/hdf5/id.hpp"

namespace eagre::output::hdf5 {

/// HDF5's way to a file (a virtual file driver) for a file whose large arrays others write: HDF5 makes room for them and keeps
/// the books, on one rank; their bytes do not pass through it.
herr_t choosePlacingDriver(hid_t accessList);
/// The same for a file that is changed in place: the changes are made when it is closed, all (see Changes) if keepChanges has
/// been called, else none. For one that is read: it is read as the changes that its journal holds leave it.
herr_t chooseChangingDriver(hid_t accessList);
void keepChanges(hid_t file);
/// Takes room on the disk for HDF5's own structures, all that are in the file and `more` bytes behind its end. Values have none:
/// what is not written of them takes none. Returns errno, or 0.
int reserveStructures(hid_t file, std::int64_t more);
/// Nothing is written into a file of these drivers any more: so HDF5 can close it on a full disk, too. It crashes when the
/// program ends with a file that it could not close.
void giveUp(hid_t file);
/// Closes a file of these drivers; returns what went wrong, "" if nothing did. HDF5 is not told of it: it frees the file either
/// way and crashes over one that it holds to be open still when the program ends.
std::string closeFile(Id& file);

/// While one stands, what HDF5 writes as values into a file of that driver is not written; where it would go is noted.
class OnlyPlace {
 public:
  explicit OnlyPlace(hid_t file);
  ~OnlyPlace();
  OnlyPlace(const OnlyPlace&) = delete;
  OnlyPlace& operator=(const OnlyPlace&) = delete;
  /// Of the values that HDF5 has not written last.
  std::int64_t last() const;

 private:
  struct PlacedFile* file_;
};

}  // namespace eagre::output::hdf5
