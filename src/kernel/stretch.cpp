// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/stretch.hpp"

namespace eagre::kernel {

namespace {

/// Shorter ones cost more in switching than they save.
constexpr Label shortest = 8;

/// The pattern of cell c alone; n = 0 if it has none.
Stretch patternOf(const FaceOrder& order, Label c) {
  Stretch s{.begin = c, .end = c + 1};
  const Label first = order.ownerStart[c], firstIn = order.losortStart[c], n = order.ownerStart[c + 1] - first;
  if (n < 2 || n > Stretch::most || order.losortStart[c + 1] - firstIn != n) return s;
  s.outFace = first;
  for (Label k = 0; k < n; ++k) {
    s.out[k] = order.neighbour[first + k] - c;
    s.inFace[k] = order.losort[firstIn + k];
    s.in[k] = order.owner[s.inFace[k]] - c;
  }
  s.firstIn = firstIn;
  if (s.out[0] == 1 && s.in[n - 1] == -1) s.n = n;
  return s;
}

/// Does the pattern of the next cell go on with that of the stretch?
bool goesOn(const Stretch& s, const Stretch& next) {
  if (s.n != next.n) return false;
  const Label i = next.begin - s.begin;
  if (s.n > 0 && next.outFace != s.outFace + s.n * i) return false;
  for (int k = 0; k < s.n; ++k)
    if (next.out[k] != s.out[k] || next.in[k] != s.in[k] || next.inFace[k] != s.inFace[k] + s.n * i) return false;
  return true;
}

/// A stretch at the end of the list: where it is too short it has no pattern, and cells without one stand together.
void close(std::vector<Stretch>& list) {
  Stretch& last = list.back();
  if (last.end - last.begin < shortest) last = {.begin = last.begin, .end = last.end};
  if (list.size() < 2 || last.n > 0 || list[list.size() - 2].n > 0) return;
  list[list.size() - 2].end = last.end;
  list.pop_back();
}

}  // namespace

std::vector<Stretch> stretches(const FaceOrder& order, std::span<const Label> outerStart) {
  std::vector<Stretch> list;
  for (Label c = 0; c < order.nCells; ++c) {
    Stretch next = patternOf(order, c);
    if (!outerStart.empty() && outerStart[c + 1] > outerStart[c]) next = {.begin = c, .end = c + 1};
    if (!list.empty() && goesOn(list.back(), next)) {
      list.back().end = next.end;
      continue;
    }
    if (!list.empty()) close(list);
    if (!outerStart.empty()) next.firstOuter = outerStart[c];
    list.push_back(next);
  }
  if (!list.empty()) close(list);
  return list;
}

}  // namespace eagre::kernel
