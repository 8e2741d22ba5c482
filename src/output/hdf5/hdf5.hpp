// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "comm/communicator.hpp"

/// HDF5 files, as much of them as dumps need. <hdf5.h> is included in the folder hdf5/ alone.
namespace eagre::output::hdf5 {

/// False for a program built with EAGRE_HDF5=OFF: then create and open are Errors that say so.
bool isBuiltIn();
/// The version of the library that is loaded, such as "1.10.8"; empty unless isBuiltIn().
std::string version();
/// Error(badCase) unless isBuiltIn(); `what` is what has been asked for.
void requireBuiltIn(const std::string& what);

/// Types of the values of a data set; integers and reals are little-endian.
enum class Type { real64, real32, int64, uint8, text };
std::size_t bytesOf(Type type);

/// rows values of `columns` components each. columns 1: HDF5 sees a list.
struct Shape {
  std::int64_t rows = 0;
  int columns = 1;
};

/// How a data set lies in the file: in chunks of so many rows of one component, filtered; or contiguous, if any of the two is 0.
struct Storage {
  std::int64_t chunkRows = 0;
  int deflate = 0;  ///< zlib's level, after byte shuffle
};

struct DataInfo {
  Type type = Type::real64;
  Shape shape;
  std::int64_t bytes = 0, storedBytes = 0;  ///< of the values; on the disk
  bool pieced = false;                      ///< its values stand in other files (see makePieced): storedBytes is 0
};

/// The files that the pieces of a data set stand in are so many at the most.
inline constexpr std::int64_t mostParts = 10'000;

/// Whether values of so many bytes can be stored in so many: deflate (RFC 1951) makes at most 258 bytes of 2 bits.
bool canHold(std::int64_t storedBytes, std::int64_t bytes);

/// A name in a file and what stands there; no link is followed for it.
struct Item {
  enum class Kind { group, data, alias, link };  ///< alias: of `target` in this file; link: to `target` in `file`
  Kind kind = Kind::data;
  std::string path, file, target;
  DataInfo info;                   ///< of data
  std::vector<std::string> files;  ///< of data: those that its pieces stand in
  std::string problem;             ///< why it cannot be read; empty: it can
};

/// Rows of a data set that stand in another file, whose name is relative to this one.
struct Piece {
  std::string file;
  std::int64_t rows = 0;
};

/// A text that is marked as UTF-8.
struct Utf8 {
  std::string text;
};

/// Values of attributes. Texts have fixed length and are ASCII if they are not marked.
using Value = std::variant<double, std::int64_t, std::uint32_t, std::string, Utf8, std::vector<std::int64_t>>;

using Hints = std::vector<std::pair<std::string, std::string>>;

/// change: an existing file, in place and by one rank; all that is done until close is there after it, or nothing, even if the
/// machine dies in between. What such a change has left unfinished (hasChanges) is finished when the file is next changed; who
/// reads sees it as if it were, and finishes nothing.
enum class Access { read, change };

/// One open file; objects are named by their absolute paths ("/eagre/fields/U").
/// On several ranks it is one file of all of them (MPI-IO) and every member function is collective, with the same arguments but
/// for the rows and values of write and read. A file of several ranks is either being made, and nothing but exists() is asked of
/// it, or read. Errors: Error(io) with the file, the object and HDF5's own words, on the ranks that meet the failure (see agree);
/// what ranks meet while they make a file together is thrown by close, on all of them.
/// Rows of a data set of reals that all ranks write: rank r those from starts[r] to starts[r + 1], this rank these.
struct Part {
  std::string object;
  std::vector<std::int64_t> starts;
  std::span<const double> values;  ///< also where the data set keeps 32 bits of them
  std::uint32_t checksum = 0;      ///< what writeParts finds: CRC-32 of the bytes of this rank's rows
};

class File {
 public:
  virtual ~File() = default;  ///< closes, whatever is lost
  virtual const std::filesystem::path& path() const = 0;
  /// Writes out and closes. Nothing else may be called then.
  virtual void close() = 0;

  /// Takes room on the disk for so many bytes more: rank 0 learns here, and not all ranks in the middle of HDF5, that a disk is
  /// full. Where the file system cannot do that, it does nothing.
  virtual void reserve(std::int64_t bytes) = 0;

  /// What MPI-IO does of its hints; nothing on one rank.
  virtual Hints hintsInForce() = 0;

  /// With all groups on the way.
  virtual void makeGroup(const std::string& group) = 0;
  /// `object` is another name of `target` in another file, whose name is relative to this one.
  virtual void link(const std::string& object, const std::string& file, const std::string& target) = 0;
  /// `object` is another name of whatever stands at `target` in this file.
  virtual void alias(const std::string& object, const std::string& target) = 0;
  virtual bool exists(const std::string& object) = 0;  ///< a link to a file that is not there does not exist
  virtual bool isGroup(const std::string& object) = 0;
  virtual std::vector<std::string> names(const std::string& group) = 0;  ///< sorted
  /// All that one rank's file held when it was opened, groups before what is in them, sorted by name.
  virtual const std::vector<Item>& items() = 0;
  virtual void remove(const std::string& object) = 0;

  virtual void setAttribute(const std::string& object, const std::string& name, const Value& value) = 0;
  virtual bool hasAttribute(const std::string& object, const std::string& name) = 0;
  virtual double real(const std::string& object, const std::string& name) = 0;
  virtual std::int64_t integer(const std::string& object, const std::string& name) = 0;
  virtual std::string text(const std::string& object, const std::string& name) = 0;

  /// A data set of type other than text. Errors: it is there already.
  virtual void makeData(const std::string& object, Type type, Shape shape, Storage storage = {}) = 0;
  /// A data set whose rows are those of the data sets of the same name in other files, one file after another: HDF5's virtual
  /// data set. Files that are not there read as zeros. On one rank only: MPI-IO cannot read it.
  virtual void makePieced(const std::string& object, Type type, Shape shape, const std::vector<Piece>& pieces) = 0;
  virtual DataInfo info(const std::string& object) = 0;
  /// Rows from firstRow on, in the type of the data set. A rank may have none. Nothing has been written there before. Ranks write
  /// side by side if each has whole chunks.
  virtual void write(const std::string& object, std::int64_t firstRow, std::span<const std::byte> rows) = 0;
  /// The same of several data sets, where every rank knows the rows of all: as few messages as for one.
  virtual void writeParts(std::span<Part> parts) = 0;
  /// All rows, which all ranks hold; one of them writes.
  virtual void writeWhole(const std::string& object, std::span<const std::byte> rows) = 0;
  virtual void read(const std::string& object, std::int64_t firstRow, std::span<std::byte> rows) = 0;
  /// The same of reals, whether the data set keeps 64 or 32 bits of them.
  virtual void read(const std::string& object, std::int64_t firstRow, std::span<double> values) = 0;
  /// A data set that is one text.
  virtual void writeText(const std::string& object, const std::string& text) = 0;
  virtual std::string readText(const std::string& object) = 0;
};

/// Makes a new file (an old one of the name is emptied) of all ranks. Hints: MPI-IO's. Collective; Errors on all ranks.
/// Its structures are those of HDF5 1.10, which have checksums.
std::unique_ptr<File> create(const std::filesystem::path& path, const comm::Communicator& communicator, const Hints& hints = {});
/// Opened by one rank it is looked through first. Errors: Error(io) if it holds what no dump has and what may lead elsewhere or
/// without end: links but those to the mesh beside it and to data sets of its own, two names of one object, values in other files
/// than those beside it, filters that are programs of others, more values than its bytes can be; or if it is no plain file.
std::unique_ptr<File> open(const std::filesystem::path& path, const comm::Communicator& communicator,
                           Access access = Access::read);

/// Changes that a tool has left unfinished (Access::change) are of no use to a file that takes the place of the old one. Serial.
void dropChanges(const std::filesystem::path& path);
/// Whether there are such changes: then each rank opens the file for itself. Serial.
bool hasChanges(const std::filesystem::path& path);
/// Why the journal of changes that lies beside a file is none of this file's, or damaged; empty: it is not, or there is none.
/// Such a journal is not heeded by who reads, and an Error for who changes the file. Serial.
std::string changesProblem(const std::filesystem::path& path);

/// Runs f; an Error that any rank meets in it is thrown on all ranks, with the text of the first that met one. Collective.
template <class F>
void agree(const comm::Communicator& communicator, F&& f);
/// Second half of it: throws on all ranks if any has a failure.
void throwOnAll(const comm::Communicator& communicator, const std::string& failure);

template <class F>
void agree(const comm::Communicator& communicator, F&& f) {
  std::string failure;
  try {
    f();
  } catch (const std::exception& e) { failure = e.what(); }
  throwOnAll(communicator, failure);
}

}  // namespace eagre::output::hdf5
