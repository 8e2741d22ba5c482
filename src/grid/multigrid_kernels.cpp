// SPDX-License-Identifier: BSD-3-Clause
#include "grid/multigrid_kernels.hpp"

#include <limits>

namespace eagre::grid {

namespace {

/// Diagonal and sum over neighbours at a cell, by the address of its row and i.
struct Row {
  const float *cx, *cy, *cyUp, *cz, *czUp;
  const float *x, *xSouth, *xNorth, *xDown, *xUp;
  float sx, sy, sz;
  Row(const Stencil& A, View<const float> v, int j, int k)
      : cx(&A.c[0](0, j, k)),
        cy(&A.c[1](0, j, k)),
        cyUp(&A.c[1](0, j + 1, k)),
        cz(&A.c[2](0, j, k)),
        czUp(&A.c[2](0, j, k + 1)),
        x(&v(0, j, k)),
        xSouth(&v(0, j - 1, k)),
        xNorth(&v(0, j + 1, k)),
        xDown(&v(0, j, k - 1)),
        xUp(&v(0, j, k + 1)),
        sx(A.scale[0]),
        sy(A.scale[1]),
        sz(A.scale[2]) {}
  float diagonal(int i) const { return sx * (cx[i] + cx[i + 1]) + sy * (cy[i] + cyUp[i]) + sz * (cz[i] + czUp[i]); }
  float neighbours(int i) const {
    return sx * (cx[i] * x[i - 1] + cx[i + 1] * x[i + 1]) + sy * (cy[i] * xSouth[i] + cyUp[i] * xNorth[i]) +
           sz * (cz[i] * xDown[i] + czUp[i] * xUp[i]);
  }
};

/// A cell that nothing couples to another has diagonal 0.
constexpr float least = std::numeric_limits<float>::min();

/// Makes the workspace of a row.
struct Line {
  int n;
  std::vector<float> operator()() const { return std::vector<float>(static_cast<std::size_t>(n)); }
};

bool isOdd(int n) { return (n & 1) != 0; }

}  // namespace

void sweep(const Stencil& A, const Box& box, int colour, View<const float> b, View<float> x) {
  const int low = box.low[0], n = box.high[0];
  // The whole row is solved for, as vectors without gaps; in place a cell would wait for the one before. Every other is taken.
  // What is not taken has read cells of other rows that change meanwhile, if rows share threads: then they are left out.
  forRowsWith({"multigrid sweep", 24}, box, Line{n}, [=, shared = rowsAreShared()](int j, int k, std::vector<float>& line) {
    const Row row(A, x, j, k);
    const float* source = &b(0, j, k);
    float* value = &x(0, j, k);
    const int taken = isOdd(j + k + colour) ? 1 : 0;
    const auto solve = [&](int i) { return (source[i] + row.neighbours(i)) / std::max(row.diagonal(i), least); };
    if (shared) {
      for (int i = low + (isOdd(low + taken) ? 1 : 0); i < n; i += 2) value[i] = solve(i);
      return;
    }
    float* solved = line.data();
#pragma GCC ivdep
    for (int i = low; i < n; ++i) solved[i] = solve(i);
#pragma GCC ivdep
    for (int i = low; i < n; ++i) value[i] = (i & 1) == taken ? solved[i] : value[i];
  });
}

void sweepFromZero(const Stencil& A, const Box& box, int colour, View<const float> b, View<float> x) {
  const int low = box.low[0], n = box.high[0];
  forRows({"multigrid first sweep", 20}, box, [=](int j, int k) {
    const Row row(A, x, j, k);
    const float* source = &b(0, j, k);
    float* value = &x(0, j, k);
    const int skipped = isOdd(j + k + colour) ? 0 : 1;
#pragma GCC ivdep
    for (int i = low; i < n; ++i) {
      const float solved = source[i] / std::max(row.diagonal(i), least);
      value[i] = (i & 1) == skipped ? 0.0F : solved;
    }
  });
}

void residual(const Stencil& A, const Box& box, View<const float> b, View<const float> x, View<float> r) {
  const int low = box.low[0], n = box.high[0];
  forRows({"multigrid residual", 24}, box, [=](int j, int k) {
    const Row row(A, x, j, k);
    const float* source = &b(0, j, k);
    float* value = &r(0, j, k);
#pragma GCC ivdep
    for (int i = low; i < n; ++i) value[i] = source[i] + row.neighbours(i) - row.diagonal(i) * row.x[i];
  });
}

void restrictTo(const std::vector<Transfer>& transfer, const Block& coarse, View<const float> r, View<float> b) {
  const Transfer &tx = transfer[0], *const ty = &transfer[1], *const tz = &transfer[2];
  const int n = coarse.n()[0];
  const int stride = tx.merged ? 2 : 1;
  const int low = tx.first[0], length = stride * (n - 1) + Transfer::nTaps;
  const float *t0 = tx.taps[0].data(), *t1 = tx.taps[1].data(), *t2 = tx.taps[2].data(), *t3 = tx.taps[3].data();
  forRowsWith({"multigrid restriction", 36}, coarse.box(), Line{length}, [=](int j, int k, std::vector<float>& sum) {
    std::fill(sum.begin(), sum.end(), 0.0F);
    for (int c = 0; c < Transfer::nTaps; ++c)
      for (int a = 0; a < Transfer::nTaps; ++a) {
        const float w = ty->taps[a][static_cast<std::size_t>(j)] * tz->taps[c][static_cast<std::size_t>(k)];
        if (w == 0) continue;
        const float* row = &r(low, ty->first[static_cast<std::size_t>(j)] + a, tz->first[static_cast<std::size_t>(k)] + c);
        float* s = sum.data();
#pragma GCC ivdep
        for (int i = 0; i < length; ++i) s[i] += w * row[i];
      }
    float* out = &b(0, j, k);
    const float* s = sum.data();
#pragma GCC ivdep
    for (int i = 0; i < n; ++i) {
      const float* at = s + std::ptrdiff_t{stride} * i;
      out[i] = t0[i] * at[0] + t1[i] * at[1] + t2[i] * at[2] + t3[i] * at[3];
    }
  });
}

void addInterpolated(const std::vector<Transfer>& transfer, const Box& box, View<const float> coarseX, View<float> x) {
  if (box.empty()) return;
  const Transfer &tx = transfer[0], *const ty = &transfer[1], *const tz = &transfer[2];
  const int low = box.low[0], high = box.high[0];
  // The coarse cells of a row.
  const int *parent = tx.parent.data() + 1, *other = tx.other.data() + 1;
  int first = parent[low], last = first;
  for (int i = low; i < high; ++i) {
    first = std::min({first, parent[i], other[i]});
    last = std::max({last, parent[i], other[i]});
  }
  const int length = last - first + 1;
  const float *wp = tx.parentWeight.data() + 1, *wo = tx.otherWeight.data() + 1;
  forRowsWith({"multigrid interpolation", 9}, box, Line{length}, [=](int j, int k, std::vector<float>& mix) {
    const auto J = static_cast<std::size_t>(j + 1), K = static_cast<std::size_t>(k + 1);
    const float *a = &coarseX(first, ty->parent[J], tz->parent[K]), *b = &coarseX(first, ty->other[J], tz->parent[K]),
                *c = &coarseX(first, ty->parent[J], tz->other[K]), *d = &coarseX(first, ty->other[J], tz->other[K]);
    const float wa = ty->parentWeight[J] * tz->parentWeight[K], wb = ty->otherWeight[J] * tz->parentWeight[K],
                wc = ty->parentWeight[J] * tz->otherWeight[K], wd = ty->otherWeight[J] * tz->otherWeight[K];
    float* m = mix.data();
#pragma GCC ivdep
    for (int i = 0; i < length; ++i) m[i] = wa * a[i] + wb * b[i] + wc * c[i] + wd * d[i];
    float* out = &x(0, j, k);
#pragma GCC ivdep
    for (int i = low; i < high; ++i) out[i] += wp[i] * m[parent[i] - first] + wo[i] * m[other[i] - first];
  });
}

void sumFaces(View<const float> c, const std::vector<Transfer>& transfer, const Block& fine, const Block& coarse, int d,
              const std::vector<float>& factor, View<float> coarseC) {
  // In the other directions the faces of both cells of a pair lie on a coarse face.
  const auto children = [d, transfer = transfer.data(), offset = coarse.offset(), cells = fine.grid().cells](int e, int I) {
    const Transfer& t = transfer[e];
    const bool pair = t.merged && 2 * (I + offset[e]) + 1 < cells[e];
    const int first = t.first[static_cast<std::size_t>(I)] + 1;
    return std::pair(first, e != d && pair ? first + 2 : first + 1);
  };
  forRows({"multigrid coefficients", 8}, coarse.box(), [=, n = coarse.n()[0], factor = factor.data()](int J, int K) {
    const auto [jLow, jHigh] = children(1, J);
    const auto [kLow, kHigh] = children(2, K);
    for (int I = 0; I < n; ++I) {
      const auto [iLow, iHigh] = children(0, I);
      float sum = 0;
      for (int k = kLow; k < kHigh; ++k)
        for (int j = jLow; j < jHigh; ++j)
          for (int i = iLow; i < iHigh; ++i) sum += c(i, j, k);
      const int at = d == 0 ? I : d == 1 ? J : K;
      coarseC(I, J, K) = factor[at] * sum;
    }
  });
}

}  // namespace eagre::grid
