// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "comm/communicator.hpp"

/// NetCDF-4 files by the CF conventions 1.8, for fields on a structured grid that is divided among ranks in three directions.
/// Directions are in the order x, y, z; values of a box have x fastest, z slowest, which NetCDF names (time, z, y, x).
namespace eagre::output::netcdf {

/// False for a program built with EAGRE_NETCDF=OFF: then Writer and Reader are Errors that say so.
bool isBuiltIn();
/// The version of the library that is loaded, such as "4.9.0"; empty unless isBuiltIn().
std::string version();

/// A part of a grid: points first to first + size - 1 in each direction. Nothing if a size is 0.
struct Box {
  std::array<std::int64_t, 3> first{}, size{};
  std::int64_t points() const { return size[0] * size[1] * size[2]; }
  std::int64_t end(std::size_t d) const { return first[d] + size[d]; }
  /// Whether a grid with so many points in each direction has all of its points.
  bool isInside(const std::array<std::int64_t, 3>& shape) const;
};
/// What two boxes have in common.
Box operator&(const Box& a, const Box& b);

/// A line of points along a direction, of which a grid has several where it is staggered ("x": cells, "x_face": faces).
struct Axis {
  std::string name;
  int direction = 0;           ///< 0 x, 1 y, 2 z
  std::vector<double> points;  ///< all of them, on all ranks
  std::string units = "1", longName;
};

/// A field, on one axis of each direction.
struct Variable {
  std::string name;
  std::array<std::string, 3> axes;  ///< names of those of x, y, z
  std::string units = "1", longName;
  std::string standardName;  ///< of CF's table; none if empty
};

/// What a file says of itself.
struct Description {
  std::string title, history, source;
  std::string timeUnits = "1";
  std::vector<std::pair<std::string, std::string>> attributes{};  ///< more of them: name and text
};

/// The way of values into a file. What readers find is the same, but for the bytes of compressed chunks.
enum class Method {
  direct,     ///< each rank encodes chunks and writes them at their places with MPI-IO, beside NetCDF (hdf5::GridFile)
  collective  ///< through NetCDF: nc_create_par, nc_put_vara with NC_COLLECTIVE; HDF5 below it encodes and writes
};

struct Settings {
  int deflate = 1;               ///< level, after byte shuffle; 0: neither
  bool singlePrecision = false;  ///< 32 bits per number
  Method method = Method::direct;
  /// MPI-IO's, key and value; those that are not named are chosen by size (mpi_hints.hpp). direct: on several ranks.
  std::vector<std::pair<std::string, std::string>> hints{};
};

/// Hands over the values of a part of a rank's box, x fastest.
using Fill = std::function<void(const Box& part, std::span<double> values)>;

/// Writes one file with one or more times, whole or not at all: into a hidden file beside it, which commit() flushes and renames.
/// What it holds does not depend on the ranks. Each chunk carries a checksum (Fletcher's), which readers verify.
///
/// Method::direct: NetCDF makes the file with all that describes it, on rank 0; a chunk of which several ranks have points is
/// written by the first of them. Method::collective: all ranks have the file open in NetCDF; rank 0 reserves its room on the disk
/// for each time beforehand, not compressed, because a rank that meets a full disk inside HDF5 would leave the others waiting.
/// All member functions are collective. Errors: Error(io) on all ranks; Error for what the caller has wrong.
class Writer {
 public:
  Writer(std::filesystem::path path, const comm::Communicator& communicator, const Description& description,
         const std::vector<Axis>& axes, const std::vector<Variable>& variables, const Settings& settings = {});
  ~Writer();  ///< a file that is not committed is removed
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  /// The values that follow are those of this time.
  void beginTime(double time);
  /// This rank's part of a variable; the parts of all ranks together are the whole grid. A rank may have none.
  void write(const std::string& variable, const Box& box, std::span<const double> values);
  /// The same of values that are asked for part by part.
  void writeFrom(const std::string& variable, const Box& box, const Fill& fill);
  void commit();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// A file opened by all ranks. Reads what Writer writes, and any NetCDF-4 file with variables (time, z, y, x) or (z, y, x).
/// All member functions are collective. Errors: Error(io) on all ranks, with the file, the variable and NetCDF's own words.
class Reader {
 public:
  Reader(std::filesystem::path path, const comm::Communicator& communicator);
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  bool has(const std::string& variable);
  std::vector<double> times();
  /// Points of an axis. Error(io) for a variable of several dimensions, or of more than 2^24 points.
  std::vector<double> axis(const std::string& name);
  /// Points in each direction.
  std::array<std::int64_t, 3> shape(const std::string& variable);
  /// Names of the axes of a variable in the directions x, y, z.
  std::array<std::string, 3> axesOf(const std::string& variable);
  /// A text of a variable, or of the file (variable ""); nothing if there is none.
  std::optional<std::string> text(const std::string& variable, const std::string& attribute);
  /// Any part of a variable at a time of the file, counted from 0; parts of ranks may overlap.
  std::vector<double> read(const std::string& variable, std::size_t time, const Box& box);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace eagre::output::netcdf
