// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <string>

#include "output/hdf5/hdf5.hpp"
#include "output/netcdf/netcdf.hpp"

namespace eagre::output::netcdf {

using Extent = std::array<std::int64_t, 3>;

/// What a file holds but for its values.
struct Contents {
  const Description& description;
  const std::vector<Axis>& axes;
  const std::vector<Variable>& variables;
  const Settings& settings;
  std::map<std::string, Extent> shapes;  ///< points of each variable in each direction
};

/// Points of each variable. Error: an axis without points or of a name that is taken, or a variable on an axis that is not there.
std::map<std::string, Extent> shapesOf(const std::filesystem::path& path, const std::vector<Axis>& axes,
                                       const std::vector<Variable>& variables);

/// A file while NetCDF makes it: dimensions, variables, attributes. Both ways of writing values describe a file by this class, so
/// that readers find the same in it. Errors: Error(io) with the object and NetCDF's own words, on the rank that meets it.
class NewFile {
 public:
  /// In the memory of one rank: HDF5 below crashes when the program ends with a file that it could not close, as on a full disk.
  static NewFile inMemory(const std::filesystem::path& path);
  /// On the disk, of all ranks, through MPI-IO. Collective, as is every member function of such a file.
  static NewFile shared(const std::filesystem::path& path, const comm::Communicator& communicator, const hdf5::Hints& hints);
  ~NewFile();  ///< closes, whatever is lost
  NewFile(NewFile&& other) noexcept;
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void define(const Contents& contents);
  /// Points of an axis; of a shared file by one rank.
  void putPoints(const Axis& axis);
  /// Closes a file in memory and writes it to its path.
  void write();
  void close();

  int id() const { return file_; }
  int idOf(const std::string& variable) const;
  /// Error(io) if a call of NetCDF has failed.
  void require(const std::string& object, int status) const;

 private:
  explicit NewFile(std::filesystem::path path) : path_(std::move(path)) {}
  void describe(const Description& description);
  void addAxis(const Axis& axis);
  void addVariable(const Variable& variable, const Extent& chunk, const Settings& settings);
  void putText(const std::string& object, int variable, const char* name, const std::string& text) const;
  int addCoordinate(const std::string& name, std::size_t n, const std::string& units, const std::string& longName,
                    const char* letter);

  std::filesystem::path path_;
  int file_ = -1;
  std::map<std::string, int> dimensions_;
};

}  // namespace eagre::output::netcdf
