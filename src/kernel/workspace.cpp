// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/workspace.hpp"

#include <algorithm>

namespace eagre::kernel {

namespace {
/// Pieces begin and end with cache lines.
std::size_t wholeLines(std::size_t size) {
  constexpr std::size_t line = 64;
  return (size + line - 1) / line * line;
}
}  // namespace

std::size_t Workspace::capacity() const {
  std::size_t sum = 0;
  for (const Piece& piece : pieces_) sum += piece.size;
  return sum;
}

std::byte* Workspace::allocate(std::size_t size) {
  const std::size_t needed = wholeLines(size);
  auto best = pieces_.end();
  for (auto it = pieces_.begin(); it != pieces_.end(); ++it)
    if (it->isFree && it->size >= needed && (best == pieces_.end() || it->size < best->size)) best = it;
  if (best == pieces_.end()) {
    pieces_.reserve(pieces_.size() + 1);
    allocations_.push_back(std::make_unique_for_overwrite<std::byte[]>(needed));
    best = pieces_.insert(pieces_.end(), {allocations_.back().get(), needed, true, true});
  }
  if (best->size > needed) {
    const Piece rest{best->begin + needed, best->size - needed, true, false};
    best = std::prev(pieces_.insert(std::next(best), rest));
    best->size = needed;
  }
  best->isFree = false;
  return ::new (static_cast<void*>(best->begin)) std::byte[needed];
}

void Workspace::deallocate(const void* begin) noexcept {
  auto piece = std::find_if(pieces_.begin(), pieces_.end(), [begin](const Piece& p) { return p.begin == begin; });
  piece->isFree = true;
  if (const auto next = std::next(piece); next != pieces_.end() && next->isFree && !next->isFirst) {
    piece->size += next->size;
    pieces_.erase(next);
  }
  if (!piece->isFirst && std::prev(piece)->isFree) {
    std::prev(piece)->size += piece->size;
    pieces_.erase(piece);
  }
}

}  // namespace eagre::kernel
