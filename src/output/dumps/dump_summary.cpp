// SPDX-License-Identifier: BSD-3-Clause
#include "output/dumps/dump_summary.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>

#include "comm/communicator.hpp"
#include "core/error.hpp"
#include "output/dumps/dump_data.hpp"

namespace eagre::output {
namespace fs = std::filesystem;

void failDump(const fs::path& path, const std::string& what) {
  throw Error(fmt::format("{}: {}", path.string(), what), ExitCode::io);
}

std::unique_ptr<hdf5::File> openOrName(const fs::path& path, hdf5::Access access) {
  std::error_code ec;
  if (!fs::exists(path, ec)) failDump(path, "no such file");
  if (!fs::is_regular_file(path, ec)) failDump(path, "not a file");
  std::string start(8, '\0');
  std::ifstream stream(path, std::ios::binary);
  if (!stream) failDump(path, std::strerror(errno));
  stream.read(start.data(), static_cast<std::streamsize>(start.size()));
  if (stream.gcount() == 0) failDump(path, "the file is empty");
  if (start != "\x89HDF\r\n\x1a\n") failDump(path, "not an HDF5 file");
  if (access == hdf5::Access::change && ::access(path.c_str(), W_OK) != 0)
    failDump(path, fmt::format("cannot be changed: {}", std::strerror(errno)));
  try {
    return hdf5::open(path, comm::Communicator::self(), access);
  } catch (const Error& e) { failDump(path, fmt::format("truncated or damaged: {}", e.what())); }
}

namespace {

/// Minima and maxima of numbers that come piece by piece.
template <class T>
void addRange(DataSetSummary& summary, std::span<const std::byte> bytes) {
  const auto n = static_cast<std::size_t>(summary.components);
  summary.low.resize(n, std::numeric_limits<double>::infinity());
  summary.high.resize(n, -std::numeric_limits<double>::infinity());
  const std::span values(reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto value = static_cast<double>(values[i]);
    summary.low[i % n] = std::min(summary.low[i % n], value);
    summary.high[i % n] = std::max(summary.high[i % n], value);
    summary.hasNaN = summary.hasNaN || std::isnan(value);
  }
}

/// One pass over a share of a data set: whole pieces of it.
DataSetSummary summarise(hdf5::File& file, const hdf5::Item& item, Share share) {
  DataSetSummary summary;
  const std::string& object = summary.path = item.path;
  const hdf5::DataInfo& info = item.info;
  summary.stored = static_cast<std::uint64_t>(info.storedBytes);
  if (info.type == hdf5::Type::text) {
    const std::string text = file.readText(object);
    summary.count = 1;
    if (share.rank == 0) {
      summary.bytes = text.size();
      summary.checksum = checksum(std::as_bytes(std::span(text)));
    }
  } else {
    summary.count = info.shape.rows;
    summary.components = info.shape.columns;
    const auto rowBytes = hdf5::bytesOf(info.type) * static_cast<std::size_t>(summary.components);
    const std::int64_t pieces = (summary.count + pieceRows - 1) / pieceRows;
    const auto boundary = [&](int rank) { return std::min(pieces * rank / share.ranks * pieceRows, summary.count); };
    std::vector<std::byte> piece;
    for (std::int64_t first = boundary(share.rank); first < boundary(share.rank + 1); first += pieceRows) {
      piece.resize(rowBytes * static_cast<std::size_t>(std::min(pieceRows, summary.count - first)));
      file.read(object, first, std::span(piece));
      summary.checksum = checksum(piece, summary.checksum);
      summary.bytes += piece.size();
      if (info.type == hdf5::Type::real64) addRange<double>(summary, piece);
      if (info.type == hdf5::Type::real32) addRange<float>(summary, piece);
    }
  }
  if (file.hasAttribute(object, checksumName)) summary.stated = static_cast<std::uint32_t>(file.integer(object, checksumName));
  return summary;
}

}  // namespace

std::vector<DataSetSummary> summariseAll(hdf5::File& file, Share share, bool partsAreWhole) {
  std::vector<DataSetSummary> all;
  for (const hdf5::Item& item : file.items()) {
    if (item.kind != hdf5::Item::Kind::data || (item.info.pieced && !partsAreWhole)) continue;
    DataSetSummary broken;
    broken.path = item.path;
    broken.damage = item.problem;
    try {
      all.push_back(item.problem.empty() ? summarise(file, item, share) : broken);
    } catch (const Error& e) {
      broken.damage = e.what();
      all.push_back(broken);
    }
  }
  return all;
}

void compareChecksums(DataSetSummary& summary) {
  if (!summary.damage.empty()) return;
  if (!summary.stated)
    summary.damage = "it has no checksum";
  else if (*summary.stated != summary.checksum)
    summary.damage = fmt::format("its bytes give the checksum {:08x}, not {:08x}", summary.checksum, *summary.stated);
  else if (summary.listed && *summary.listed != summary.checksum)
    summary.damage = fmt::format("its bytes give the checksum {:08x}, not {:08x}, which is in the list of contents",
                                 summary.checksum, *summary.listed);
}

}  // namespace eagre::output
