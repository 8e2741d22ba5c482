// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "comm/gathering.hpp"
#include "mesh/slabs.hpp"
#include "output/dumps/dump_contents.hpp"
#include "output/dumps/dump_data.hpp"
#include "output/dumps/dump_settings.hpp"
#include "output/hdf5/hdf5.hpp"

namespace eagre::output {

/// Who writes dumps, and where; made once. Collective.
struct DumpPlace {
  DumpPlace(const comm::Communicator& world, std::filesystem::path directory, int bunch);

  comm::Communicator world;
  std::filesystem::path directory;  ///< CASE/dumps
  mesh::Bunches bunches;
  comm::Communicator bunch;                    ///< the ranks of this rank's bunch
  std::unique_ptr<comm::Gathering> gathering;  ///< its memory is that of all dumps, one after another
};

/// The file of one dump being written, or, where ranks write in bunches, the files of the bunches and the small main file that
/// puts them together. Everything is written aside, flushed and renamed by commit(), the main file last: it makes the dump. An
/// old dump of the name stays whole until then, since the bunches of a dump that replaces one have other names than those of the
/// old one. What is not committed is removed. All member functions are collective. What any rank meets while the dump is being
/// written is kept and thrown by commit(), and the checksums of the ranks' slabs are put together there, so that no rank waits
/// for another on the way but for values. Errors: Error(io), on all ranks, whichever rank has met it.
class DumpFiles {
 public:
  /// hints: those that `settings` names and those that are chosen.
  DumpFiles(const DumpPlace& place, const std::string& name, const DumpSettings& settings, const hdf5::Hints& hints);
  ~DumpFiles();
  DumpFiles(const DumpFiles&) = delete;
  DumpFiles& operator=(const DumpFiles&) = delete;

  // In all files.
  void makeGroup(const std::string& group);
  void setAttribute(const std::string& object, const std::string& name, const hdf5::Value& value);
  void alias(const std::string& object, const std::string& target);
  /// Points and topology, by links to the mesh file; in the file of a bunch, to its part of the mesh, where polyhedra are the
  /// convex sets of their points. ownPoints: the dump has points of its own, under pointsObject.
  void linkGrid(bool polyhedra, bool ownPoints);
  /// In place of that, of a mesh that the dump holds itself. What rank 0 alone puts in, others need not know.
  DataSink& ownGrid() { return ownGrid_; }
  /// What every rank holds as a whole.
  void whole(const std::string& object, hdf5::Type type, hdf5::Shape shape, std::span<const std::byte> bytes);
  /// Values of the plan's entities in slabs: in the file of each bunch its part; the main file refers to them. They are taken at
  /// once, and travel and are written with those of other data sets. The plan stays until commit().
  void slabs(const std::string& object, std::span<const double> values, int nComp, const comm::Redistribution& plan);
  /// In the main file.
  void text(const std::string& object, const std::string& text);
  /// What MPI-IO does of its hints, on rank 0.
  hdf5::Hints hintsInForce();

  void commit();
  const DumpSettings& settings() const { return settings_; }

 private:
  bool bunched() const { return place_->bunches.count() > 1; }
  int bunchIndex() const { return place_->bunches.of(place_->world.rank()); }
  /// The file of this rank's bunch; the main file if there is one bunch.
  std::string partName(int bunch) const;
  std::filesystem::path partial(const std::string& name) const { return place_->directory / ("." + name + ".partial"); }
  std::filesystem::path final(const std::string& name) const { return place_->directory / name; }
  void prepareDirectory();
  /// f(file) for the part and for the main file, a failure being kept.
  template <class F>
  void inAll(F&& f);
  template <class F>
  void keepFailure(F&& f);
  template <class F>
  void onEachFile(F&& f);
  void throwKept() const;
  /// Into the file, and its list of contents.
  class OwnGrid final : public DataSink {
   public:
    explicit OwnGrid(DumpFiles& files) : files_(files) {}
    void reserve(std::int64_t bytes) override;
    void group(const std::string& name) override { files_.makeGroup(name); }
    void attribute(const std::string& object, const std::string& name, const hdf5::Value& value) override {
      files_.setAttribute(object, name, value);
    }
    void text(const std::string& object, const std::string& text) override { files_.text(object, text); }
    void data(const std::string& object, hdf5::Type type, hdf5::Shape shape, std::span<const std::byte> bytes) override {
      files_.whole(object, type, shape, bytes);
    }

   private:
    DumpFiles& files_;
  };
  /// What one of them holds; it is kept where the file is known to HDF5.
  Contents& contentsOf(const hdf5::File& file) { return &file == main_.get() ? mainContents_ : partContents_; }
  /// Writes what is being gathered.
  void flush();
  /// Of each data set that of the part of this rank's bunch, and in the main file that of the whole; and the lists of contents.
  void writeChecksums();
  void discard();

  const DumpPlace* place_;
  std::string name_, mainName_;
  DumpSettings settings_;
  bool again_ = false;                       ///< the names of the bunches are those of a dump that replaces one
  std::unique_ptr<hdf5::File> part_, main_;  ///< main_: on rank 0 of a dump in bunches
  Contents partContents_, mainContents_;
  std::string failure_;
  OwnGrid ownGrid_{*this};
  /// A data set of slabs: what this rank's part gives, and how many bytes each rank's part has.
  struct Slabs {
    std::string object;
    std::vector<std::int64_t> bytes;
    int columns = 1;
    std::uint32_t checksum = 0;
  };
  std::vector<Slabs> slabs_;
  std::vector<hdf5::Part> waiting_;  ///< what is being gathered, for the last of slabs_
  std::int64_t waitingBytes_ = 0;    ///< of all ranks
  bool committed_ = false;
};

}  // namespace eagre::output
