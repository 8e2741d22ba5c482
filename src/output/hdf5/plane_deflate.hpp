// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

struct libdeflate_compressor;

namespace eagre::output::hdf5 {

/// Encodes a chunk of numbers so that HDF5's own filters "shuffle" and "deflate" decode it: a zlib stream (RFC 1950) of its
/// byte planes, all lowest bytes first. The lowest bytes of computed numbers are noise that no method shrinks: planes up to the
/// first of which a sample shrinks are stored as they stand (RFC 1951, 3.2.4), at the speed of memory; the rest is
/// ISA-L's at level 1 (three to eight times as fast as libdeflate, 1 % larger), and libdeflate's above.
class PlaneDeflate {
 public:
  /// level: 1 to 9. A chunk has room for `capacity` numbers of so many bytes, and for a tail that is less than a number.
  PlaneDeflate(int level, std::size_t valueBytes, std::size_t capacity, std::size_t tailBytes = 0);
  ~PlaneDeflate();
  PlaneDeflate(const PlaneDeflate&) = delete;
  PlaneDeflate& operator=(const PlaneDeflate&) = delete;

  /// n numbers, `stride` bytes from one to the next; the rest of the chunk is 0. The tail, which shuffle leaves as it is, comes
  /// behind the planes. The result stands until the next call.
  std::span<const std::byte> operator()(const std::byte* values, std::size_t n, std::size_t stride,
                                        std::span<const std::byte> tail = {});

 private:
  void shuffle(const std::byte* values, std::size_t n, std::size_t stride);
  template <class Number>
  std::size_t shuffleLines(const std::byte* values, std::size_t n, std::size_t stride);
  bool shrinks(std::span<const std::byte> plane);
  std::size_t store(std::span<const std::byte> bytes, std::size_t at);
  /// A whole stream (RFC 1951); returns its bytes.
  std::size_t deflate(std::span<const std::byte> bytes, std::span<std::byte> into);

  libdeflate_compressor* compressor_;  ///< null at level 1
  std::vector<std::byte> work_;        ///< ISA-L's, at level 1
  std::size_t valueBytes_, capacity_;
  std::vector<std::byte> planes_, encoded_, sample_, sampled_;
  std::unique_ptr<std::byte[]> streams_;  ///< room for ISA-L's stream at one of several places, at level 1
};

}  // namespace eagre::output::hdf5
