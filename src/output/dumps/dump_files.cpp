// SPDX-License-Identifier: BSD-3-Clause
#include "output/dumps/dump_files.hpp"

#include <fmt/format.h>

#include <numeric>

#include "output/dumps/dump_data.hpp"
#include "output/dumps/dump_list.hpp"
#include "output/dumps/dump_mesh.hpp"
#include "output/file_sink.hpp"
#include "output/on_master.hpp"

namespace eagre::output {
namespace fs = std::filesystem;

namespace {

/// Bytes of a rank that wait until they are written together: few enough to be no matter beside what a run holds, so many that
/// the messages are none beside writing them.
constexpr std::int64_t mostWaiting = std::int64_t{8} << 20;

/// Whether the dump that is there, if any, has its bunches under the names of a first dump.
bool hasFirstNames(const fs::path& main) {
  std::error_code ec;
  if (!fs::exists(main, ec)) return false;
  try {
    const auto file = hdf5::open(main, comm::Communicator::self());
    if (!file->hasAttribute("/eagre", partsName)) return false;
    return file->text("/eagre", partsName).find(dumpPartSuffix(true)) == std::string::npos;
  } catch (const Error&) { return false; }
}

}  // namespace

DumpPlace::DumpPlace(const comm::Communicator& world, fs::path directory, int bunch)
    : world(world),
      directory(std::move(directory)),
      bunches(world.size(), bunch),
      bunch(bunches.count() > 1 ? world.split(bunches.of(world.rank())) : world),
      gathering(std::make_unique<comm::Gathering>(world)) {}

DumpFiles::DumpFiles(const DumpPlace& place, const std::string& name, const DumpSettings& settings, const hdf5::Hints& hints)
    : place_(&place), name_(name), mainName_(name + ".vtkhdf"), settings_(settings) {
  place.gathering->clear();
  onMaster(place.world, [&] { prepareDirectory(); });
  if (bunched()) again_ = place.world.any(again_);
  try {
    onEachFile([&] {
      part_ = hdf5::create(partial(partName(bunchIndex())), place.bunch, hints);
      if (bunched() && place.world.master()) main_ = hdf5::create(partial(mainName_), comm::Communicator::self());
    });
    inAll([](hdf5::File& file) { file.reserve(structureBytes); });
    if (!bunched()) return;
    makeGroup("/eagre");
    std::string names;
    for (int b = 0; b < place.bunches.count(); ++b) names += partName(b) + "\n";
    inAll([&](hdf5::File& file) {
      file.setAttribute("/eagre", "bunches", std::int64_t{place.bunches.count()});
      if (&file == part_.get())
        file.setAttribute("/eagre", "bunch", std::int64_t{bunchIndex()});
      else
        file.setAttribute("/eagre", partsName, names);
    });
  } catch (...) {
    discard();
    throw;
  }
}

DumpFiles::~DumpFiles() {
  if (!committed_) discard();
}

std::string DumpFiles::partName(int bunch) const {
  return bunched() ? dumpPartName(name_, bunch, place_->bunches.count(), again_) : mainName_;
}

/// Rank 0 makes the directory and finds names that are free.
void DumpFiles::prepareDirectory() {
  makeDirectory(place_->directory);
  again_ = bunched() && hasFirstNames(final(mainName_));
  std::error_code error;
  fs::remove(partial(mainName_), error);
}

template <class F>
void DumpFiles::keepFailure(F&& f) {
  try {
    f();
  } catch (const std::exception& e) {
    if (failure_.empty()) failure_ = e.what();
  }
}

/// What all ranks of a file do together, and all learn if it fails; here those of all files learn of each.
template <class F>
void DumpFiles::onEachFile(F&& f) {
  if (bunched())
    hdf5::agree(place_->world, f);
  else
    f();
}

template <class F>
void DumpFiles::inAll(F&& f) {
  if (!failure_.empty()) return;
  keepFailure([&] {
    f(*part_);
    if (main_) f(*main_);
  });
}

void DumpFiles::throwKept() const {
  if (!failure_.empty()) throw Error(failure_, ExitCode::io);
}

void DumpFiles::makeGroup(const std::string& group) {
  inAll([&](hdf5::File& file) {
    file.makeGroup(group);
    contentsOf(file).addGroup(group);
  });
}

void DumpFiles::setAttribute(const std::string& object, const std::string& name, const hdf5::Value& value) {
  inAll([&](hdf5::File& file) { file.setAttribute(object, name, value); });
}

void DumpFiles::linkGrid(bool polyhedra, bool ownPoints) {
  const std::string partOfMesh = dumpPartName("mesh", bunchIndex(), place_->bunches.count(), false);
  inAll([&](hdf5::File& file) {
    const bool isPart = bunched() && &file == part_.get(), withFaces = polyhedra && !isPart;
    setGridAttributes(file, withFaces);
    for (const char* name : gridDataSets(withFaces)) {
      if (ownPoints && std::string_view(name) == "Points") continue;
      const std::string object = fmt::format("/VTKHDF/{}", name);
      file.link(object, isPart ? partOfMesh : "mesh.vtkhdf", object);
      contentsOf(file).addLink(object, isPart ? partOfMesh : "mesh.vtkhdf", object);
    }
  });
  if (ownPoints) alias("/VTKHDF/Points", pointsObject);
}

void DumpFiles::OwnGrid::reserve(std::int64_t bytes) {
  files_.inAll([bytes](hdf5::File& file) { file.reserve(bytes); });
}

void DumpFiles::alias(const std::string& object, const std::string& target) {
  inAll([&](hdf5::File& file) {
    file.alias(object, target);
    contentsOf(file).addAlias(object, target);
  });
}

void DumpFiles::whole(const std::string& object, hdf5::Type type, hdf5::Shape shape, std::span<const std::byte> bytes) {
  inAll([&](hdf5::File& file) {
    writeWhole(file, object, type, shape, bytes, settings_);
    contentsOf(file).addData(object, type, shape, checksum(bytes));
  });
}

void DumpFiles::slabs(const std::string& object, std::span<const double> values, int nComp, const comm::Redistribution& plan) {
  const mesh::Bunches& bunches = place_->bunches;
  const auto rowBytes = nComp * static_cast<std::int64_t>(hdf5::bytesOf(valueType(settings_)));
  Slabs& slabs = slabs_.emplace_back(Slabs{object, {}, nComp});
  for (std::size_t r = 0; r + 1 < plan.starts().size(); ++r)
    slabs.bytes.push_back((plan.starts()[r + 1] - plan.starts()[r]) * rowBytes);
  const auto firstRank = plan.starts().begin() + bunches.firstRank(bunchIndex()),
             endRank = plan.starts().begin() + bunches.firstRank(bunchIndex() + 1);
  hdf5::Part& part = waiting_.emplace_back(hdf5::Part{object, {firstRank, endRank + 1}, {}});
  for (std::int64_t& start : part.starts) start -= *firstRank;
  // Whatever this rank has met: the others of its bunch wait for its part.
  keepFailure([&] { makeSlabs(*part_, object, part.starts.back(), nComp, settings_); });
  if (bunched())
    inAll([&](hdf5::File& file) {
      if (&file == part_.get()) return file.setAttribute(object, "first", bunches.first(plan.whole(), bunchIndex()));
      if (plan.whole() == 0) return file.makeData(object, valueType(settings_), {0, nComp});
      std::vector<hdf5::Piece> pieces;
      for (int b = 0; b < bunches.count(); ++b)
        pieces.push_back({partName(b), bunches.first(plan.whole(), b + 1) - bunches.first(plan.whole(), b)});
      file.makePieced(object, valueType(settings_), {plan.whole(), nComp}, pieces);
    });
  place_->gathering->add(plan, values, nComp);
  waitingBytes_ += plan.whole() * rowBytes;
  if (waitingBytes_ > mostWaiting * place_->world.size() || !place_->world.parallel()) flush();
}

void DumpFiles::flush() {
  const std::vector<std::span<const double>> slabs = place_->gathering->finish();
  for (std::size_t i = 0; i < slabs.size(); ++i) waiting_[i].values = slabs[i];
  keepFailure([&] { part_->writeParts(waiting_); });
  for (std::size_t i = 0; i < slabs.size(); ++i) slabs_[slabs_.size() - slabs.size() + i].checksum = waiting_[i].checksum;
  waiting_.clear();
  waitingBytes_ = 0;
}

void DumpFiles::writeChecksums() {
  const auto ranks = static_cast<std::size_t>(place_->world.size()), n = slabs_.size();
  // 32 bits are exact in a double.
  std::vector<double> own, all(ranks * n);
  for (const Slabs& one : slabs_) own.push_back(one.checksum);
  std::vector<int> counts(ranks, static_cast<int>(n)), starts(ranks);
  for (std::size_t r = 0; r < ranks; ++r) starts[r] = static_cast<int>(r * n);
  place_->world.allGather(own, all, counts, starts);
  const auto combined = [&](std::size_t i, int firstRank, int endRank) {
    std::uint32_t whole = 0;
    for (auto r = static_cast<std::size_t>(firstRank); r < static_cast<std::size_t>(endRank); ++r)
      if (slabs_[i].bytes[r] > 0) whole = combinedChecksum(whole, static_cast<std::uint32_t>(all[r * n + i]), slabs_[i].bytes[r]);
    return whole;
  };
  const mesh::Bunches& bunches = place_->bunches;
  if (!place_->bunch.master()) return;  // nor would the file write an attribute
  inAll([&](hdf5::File& file) {
    const bool isPart = bunched() && &file == part_.get();
    const int first = isPart ? bunches.firstRank(bunchIndex()) : 0,
              end = isPart ? bunches.firstRank(bunchIndex() + 1) : place_->world.size();
    const auto type = valueType(settings_);
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint32_t whole = combined(i, first, end);
      const auto& bytes = slabs_[i].bytes;
      const std::int64_t rows = std::accumulate(bytes.begin() + first, bytes.begin() + end, std::int64_t{0}) /
                                (slabs_[i].columns * static_cast<std::int64_t>(hdf5::bytesOf(type)));
      file.setAttribute(slabs_[i].object, checksumName, whole);
      contentsOf(file).addData(slabs_[i].object, type, {rows, slabs_[i].columns}, whole);
    }
    writeContents(file, contentsOf(file));
  });
}

void DumpFiles::text(const std::string& object, const std::string& text) {
  if (failure_.empty() && (!bunched() || main_))
    keepFailure([&] {
      hdf5::File& file = main_ ? *main_ : *part_;
      writeText(file, object, text);
      contentsOf(file).addText(object, text);
    });
}

hdf5::Hints DumpFiles::hintsInForce() { return part_->hintsInForce(); }

void DumpFiles::commit() {
  const auto& world = place_->world;
  const std::string part = partName(bunchIndex());
  flush();
  writeChecksums();
  inAll([](hdf5::File& file) { file.reserve(structureBytes); });
  hdf5::agree(world, [&] { throwKept(); });
  onEachFile([&] {
    part_->close();
    if (main_) main_->close();
  });
  part_.reset();
  main_.reset();
  if (bunched())
    hdf5::agree(world, [&] {
      if (!place_->bunch.master()) return;
      hdf5::dropChanges(final(part));
      finishReplacing(partial(part), final(part), syncFile(partial(part)));
    });
  onMaster(world, [&] {
    hdf5::dropChanges(final(mainName_));
    finishReplacing(partial(mainName_), final(mainName_), syncFile(partial(mainName_)));
    std::vector<fs::path> old = dumpParts(place_->directory, name_);
    for (int b = 0; bunched() && b < place_->bunches.count(); ++b) std::erase(old, final(partName(b)));
    std::error_code ignored;
    for (const fs::path& path : old) fs::remove(path, ignored);
  });
  committed_ = true;
}

void DumpFiles::discard() {
  main_.reset();
  part_.reset();
  place_->world.barrier();
  std::error_code ignored;
  if (place_->world.master()) fs::remove(partial(mainName_), ignored);
  if (!bunched() || !place_->bunch.master()) return;
  fs::remove(partial(partName(bunchIndex())), ignored);
  fs::remove(final(partName(bunchIndex())), ignored);
}

}  // namespace eagre::output
