// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/stretch.hpp"

#include <algorithm>

namespace eagre::kernel {

namespace {

constexpr Label longLine = 8;            ///< a shorter one is not worth a loop of its own
constexpr std::size_t mostPatterns = 4;  ///< of short stretches in a row; more are no line's end but an irregular mesh

/// The pattern of cell c alone.
Stretch patternOf(const FaceOrder& order, Label c) {
  Stretch s{.begin = c, .end = c + 1};
  const auto count = [&](std::span<const Label> start) { return start.empty() ? 0 : start[c + 1] - start[c]; };
  const Label nIn = count(order.losortStart), nOut = count(order.ownerStart), nOuter = count(order.outerStart);
  if (std::max({nIn, nOut, nOuter}) > Stretch::most) return s;
  s.known = true;
  s.nIn = static_cast<std::int8_t>(nIn);
  s.nOut = static_cast<std::int8_t>(nOut);
  s.nOuter = static_cast<std::int8_t>(nOuter);
  s.outFace = order.ownerStart[c];
  s.firstIn = order.losortStart[c];
  for (Label k = 0; k < nOut; ++k) s.out[k] = order.neighbour[s.outFace + k] - c;
  for (Label k = 0; k < nIn; ++k) {
    s.inFace[k] = order.losort[s.firstIn + k];
    s.in[k] = order.owner[s.inFace[k]] - c;
  }
  for (Label k = 0; k < nOuter; ++k) s.outer[k] = order.outer[order.outerStart[c] + k];
  return s;
}

/// Lets the stretch take in the next cell, if that follows its pattern.
bool takes(Stretch& s, const Stretch& next) {
  if (s.known != next.known || s.nIn != next.nIn || s.nOut != next.nOut || s.nOuter != next.nOuter) return false;
  const Label i = next.begin - s.begin;
  for (int k = 0; k < s.nOut; ++k)
    if (next.out[k] != s.out[k]) return false;
  for (int k = 0; k < s.nIn; ++k)
    if (next.in[k] != s.in[k] || (i > 1 && next.inFace[k] != s.inFace[k] + s.inStep[k] * i)) return false;
  for (int k = 0; k < s.nOuter; ++k)
    if (next.outer[k] != s.outer[k] + i) return false;
  if (i == 1)
    for (int k = 0; k < s.nIn; ++k) s.inStep[k] = next.inFace[k] - s.inFace[k];
  s.end = next.end;
  return true;
}

bool isLongLine(const Stretch& s) {
  const auto isN = [&](Label step) { return step == s.nOut; };
  return s.size() >= longLine && s.nIn == s.nOut && s.nOut >= 2 && s.nOuter == 0 && s.out[0] == 1 && s.in[s.nIn - 1] == -1 &&
         std::all_of(s.inStep, s.inStep + s.nIn, isN);
}

/// In shorter pieces where there is no pattern, so that threads and blocks of a sum can share them.
std::vector<Stretch> cut(const std::vector<Stretch>& list) {
  std::vector<Stretch> pieces;
  for (Stretch s : list) {
    for (; !s.known && s.size() > Stretch::mostIrregular; s.begin += Stretch::mostIrregular)
      pieces.push_back({.begin = s.begin, .end = s.begin + Stretch::mostIrregular});
    pieces.push_back(s);
  }
  return pieces;
}

}  // namespace

std::vector<Stretch> stretches(const FaceOrder& order) {
  std::vector<Stretch> list;
  std::size_t firstShort = 0;  // the short stretches at the end of the list begin here; the last one is open
  const auto closeShort = [&] {
    if (list.size() - firstShort <= mostPatterns) return;
    const Stretch irregular{.begin = list[firstShort].begin, .end = list.back().end};
    list.resize(firstShort);
    list.push_back(irregular);
  };
  const auto close = [&] {
    if (list.size() == firstShort || list.back().size() < longLine) return;
    Stretch last = list.back();
    if (isLongLine(last)) last.n = last.nOut;
    list.pop_back();
    closeShort();
    list.push_back(last);
    firstShort = list.size();
  };
  for (Label c = 0; c < order.nCells; ++c) {
    const Stretch next = patternOf(order, c);
    if (list.size() > firstShort && takes(list.back(), next)) continue;
    close();
    list.push_back(next);
  }
  close();
  closeShort();
  return cut(list);
}

}  // namespace eagre::kernel
