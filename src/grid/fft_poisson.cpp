// SPDX-License-Identifier: BSD-3-Clause
#include "grid/fft_poisson.hpp"

#include "core/error.hpp"
#include "grid/loops.hpp"

namespace eagre::grid {

void fillGhostsWithoutGradient(const Block& block, Field& f) {
  for (int d = 0; d < 3; ++d)
    for (int side = 0; side < 2; ++side) {
      if (!block.atBoundary(d, side)) continue;
      Box ghosts = block.box();
      ghosts.low[d] = side ? block.n()[d] : -1;
      ghosts.high[d] = ghosts.low[d] + 1;
      const int step = side ? -1 : 1, x = d == 0 ? step : 0, y = d == 1 ? step : 0, z = d == 2 ? step : 0;
      forCells({"ghosts without gradient", 16}, ghosts,
               [=, f = f.view()](int i, int j, int k) { f(i, j, k) = f(i + x, j + y, k + z); });
    }
}

}  // namespace eagre::grid

#ifndef EAGRE_FFTW

namespace eagre::grid {

struct FftPoisson::Impl {};
bool fftIsBuiltIn() { return false; }
FftPoisson::FftPoisson(const Block&) {
  throw Error("this program is built without FFTW (Debian's libfftw3-dev, then make build FFTW=ON)", ExitCode::badCase);
}
FftPoisson::~FftPoisson() = default;
FftPoisson::FftPoisson(FftPoisson&&) noexcept = default;
SolveReport FftPoisson::solve(Field&, const Field&, double, double) { return {}; }

}  // namespace eagre::grid

#else

#include <fftw3.h>

#include <limits>
#include <numbers>
#include <optional>

#include "grid/transposition.hpp"

namespace eagre::grid {

bool fftIsBuiltIn() { return true; }

namespace {

/// Transforms of all lines along one direction of a part, in place.
class LineTransform {
 public:
  LineTransform(const Grid& grid, int d, const Box& part, PartValues& values) {
    const int n = grid.cells[d];
    if (n == 1 || part.empty()) return;
    fftw_iodim line{}, others[2];
    int stride = 1, m = 0;
    for (int e = 0; e < 3; ++e) {
      const int extent = part.high[e] - part.low[e];
      (e == d ? line : others[m++]) = {extent, stride, stride};
      stride *= extent;
    }
    // Plans that were chosen by timing would differ from run to run, and with them the last bits.
    const auto plan = [&](fftw_r2r_kind kind) {
      return fftw_plan_guru_r2r(1, &line, 2, others, values.data(), values.data(), &kind, FFTW_ESTIMATE);
    };
    forward_.reset(plan(grid.periodic[d] ? FFTW_R2HC : FFTW_REDFT10));
    backward_.reset(plan(grid.periodic[d] ? FFTW_HC2R : FFTW_REDFT01));
    if (!forward_ || !backward_) throw Error("FFTW has no plan for these lines");
  }
  void forward() const { run(forward_.get()); }
  void backward() const { run(backward_.get()); }

 private:
  struct Destroy {
    void operator()(fftw_plan p) const { fftw_destroy_plan(p); }
  };
  static void run(fftw_plan p) {
    if (p) fftw_execute(p);
  }
  std::unique_ptr<std::remove_pointer_t<fftw_plan>, Destroy> forward_, backward_;
};

/// Of -d2/dx2 as differences, for the number of each coefficient of the transform; times h^2.
std::vector<double> eigenvalues(const Grid& grid, int d) {
  const int n = grid.cells[d];
  std::vector<double> result(static_cast<std::size_t>(n));
  for (int k = 0; k < n; ++k) {
    // Half-complex order: real parts of wave numbers 0 to n/2, then imaginary ones downwards.
    const int wave = grid.periodic[d] ? 2 * std::min(k, n - k) : k;
    const double s = 2 * std::sin(std::numbers::pi * wave / (2.0 * n));
    result[static_cast<std::size_t>(k)] = s * s;
  }
  return result;
}

/// What a direction's pair of transforms multiplies with.
double gain(const Grid& grid, int d) { return grid.cells[d] == 1 ? 1 : (grid.periodic[d] ? 1.0 : 2.0) * grid.cells[d]; }

/// Which direction when, and how cells are divided then.
struct Route {
  Int3 direction{0, 1, 2};
  Parts parts[3];
  double cost = std::numeric_limits<double>::max();
};

/// Finds the route of least cost, in cells that are worked on or carried, from the division of a block on; a message counts as
/// many cells as are carried in its time.
class RouteFinder {
 public:
  RouteFinder(const Block& block) : block_(block), ranks_(block.communicator().size()) {
    for (const Int3& order : {Int3{0, 1, 2}, Int3{1, 0, 2}}) {
      Route route;
      route.direction = order;
      extend(route, 0, Parts(block.grid().cells, block.ranks()), 0);
    }
  }
  const Route& best() const { return best_; }

 private:
  void extend(Route& route, int stage, const Parts& from, double cost) {
    if (cost >= best_.cost) return;
    if (stage == 3) {
      best_ = route;
      best_.cost = cost;
      return;
    }
    const int d = route.direction[static_cast<std::size_t>(stage)];
    for (int px = 1; px <= ranks_; ++px) {
      if (ranks_ % px) continue;
      for (int py = 1; py <= ranks_ / px; ++py) {
        if (ranks_ / px % py) continue;
        const Int3 lattice{px, py, ranks_ / px / py};
        if (lattice[d] != 1) continue;
        const Parts& to = route.parts[stage] = Parts(block_.grid().cells, lattice);
        extend(route, stage + 1, to, cost + to.largest() + carrying(from, to));
      }
    }
  }
  double carrying(const Parts& from, const Parts& to) const {
    constexpr double message = 500;
    return from.lattice() == to.lattice() ? 0.0 : from.largest() + to.largest() + message * from.pairs(to) / ranks_;
  }

  const Block& block_;
  const int ranks_;
  Route best_;
};

}  // namespace

struct FftPoisson::Impl {
  explicit Impl(const Block& b);
  void transformed(double perZ);
  void tridiagonal();
  void divide();

  const Block& block;
  Halo halo;
  Route route;
  Box part;                       ///< in which systems along z are solved
  std::array<double, 3> perH2{};  ///< 0 where there is one cell
  std::array<std::vector<double>, 3> eigenvalue;
  PartValues values;  ///< of the stage at hand
  std::optional<Transposition> there[3], back[3];
  std::optional<LineTransform> transform[3];
};

FftPoisson::Impl::Impl(const Block& b) : block(b), halo(b), route(RouteFinder(b).best()) {
  const Grid& grid = block.grid();
  const auto& comm = block.communicator();
  const Parts own(grid.cells, block.ranks());
  Label most = own.of(comm.rank()).size();
  for (const Parts& p : route.parts) most = std::max(most, p.of(comm.rank()).size());
  values.resize(static_cast<std::size_t>(most));
  for (int d = 0; d < 3; ++d) {
    perH2[d] = grid.cells[d] == 1 ? 0 : 1 / (grid.h[d] * grid.h[d]);
    eigenvalue[d] = eigenvalues(grid, d);
  }
  const Parts* from = &own;
  for (int s = 0; s < 3; ++s) {
    const Parts& to = route.parts[s];
    if (to.lattice() != from->lattice()) {
      there[s].emplace(comm, *from, to);
      back[s].emplace(comm, to, *from);
    }
    // The direction that comes last is not transformed between walls.
    const int d = route.direction[static_cast<std::size_t>(s)];
    if (d < 2 || grid.periodic[2]) transform[s].emplace(grid, d, to.of(comm.rank()), values);
    from = &to;
  }
  part = route.parts[2].of(comm.rank());
}

/// Row by row: for wave numbers l of x and y, (l + T) x = b with T = [1 -1; -1 2 -1; ...; -1 1] along z, all over h_z^2.
/// L. H. Thomas's elimination.
void FftPoisson::Impl::tridiagonal() {
  const int nx = part.high[0] - part.low[0], ny = part.high[1] - part.low[1], nz = block.grid().cells[2];
  const std::ptrdiff_t plane = std::ptrdiff_t{nx} * ny;
  const double sx = perH2[0] / perH2[2], sy = perH2[1] / perH2[2];
  const double *lx = eigenvalue[0].data() + part.low[0], *lys = eigenvalue[1].data() + part.low[1];
  const bool hasMean = part.low[0] == 0 && part.low[1] == 0 && nx > 0;
  const auto makePivots = [=] { return std::vector<double>(static_cast<std::size_t>(nx) * static_cast<std::size_t>(nz)); };
  const auto solveRow = [=, values = values.data()](int j, int, std::vector<double>& pivot) {
    const double ly = sy * lys[j];
    double* const first = values + std::ptrdiff_t{nx} * j;
    const bool holdsMean = hasMean && j == 0;
    for (int k = 0; k < nz; ++k) {
      const double diagonal = ly + (k > 0) + (k < nz - 1);
      double *x = first + k * plane, *q = pivot.data() + std::ptrdiff_t{nx} * k;
      if (k == 0)
        for (int i = 0; i < nx; ++i) {
          q[i] = 1 / (sx * lx[i] + diagonal);
          x[i] *= q[i];
        }
      else
#pragma GCC ivdep
        for (int i = 0; i < nx; ++i) {
          q[i] = 1 / (sx * lx[i] + diagonal - q[i - nx]);
          x[i] = (x[i] + x[i - plane]) * q[i];
        }
      // Without a wave along x and y the last equation follows from the others: any value will do there.
      if (k == nz - 1 && holdsMean) x[0] = 0;
    }
    for (int k = nz - 2; k >= 0; --k) {
      double *x = first + k * plane, *q = pivot.data() + std::ptrdiff_t{nx} * k;
#pragma GCC ivdep
      for (int i = 0; i < nx; ++i) x[i] += q[i] * x[i + plane];
    }
    if (!holdsMean) return;
    double mean = 0;
    for (int k = 0; k < nz; ++k) mean += first[k * plane] / nz;
    for (int k = 0; k < nz; ++k) first[k * plane] -= mean;
  };
  forRowsWith({"fft tridiagonal", 32.0 * nz}, {{0, 0, 0}, {nx, ny, 1}}, makePivots, solveRow);
}

/// z periodic, and transformed too.
void FftPoisson::Impl::divide() {
  const int nx = part.high[0] - part.low[0], ny = part.high[1] - part.low[1];
  const double *lx = eigenvalue[0].data() + part.low[0], *ly = eigenvalue[1].data() + part.low[1],
               *lz = eigenvalue[2].data() + part.low[2];
  const double perX2 = perH2[0], perY2 = perH2[1], perZ2 = perH2[2];
  forRows({"fft division", 16}, {{0, 0, 0}, {nx, ny, part.high[2] - part.low[2]}}, [=, first = values.data()](int j, int k) {
    const double lyz = perY2 * ly[j] + perZ2 * lz[k];
    double* x = first + std::ptrdiff_t{nx} * (j + std::ptrdiff_t{ny} * k);
    for (int i = 0; i < nx; ++i) {
      const double l = perX2 * lx[i] + lyz;
      x[i] = l > 0 ? x[i] / l : 0;
    }
  });
}

FftPoisson::FftPoisson(const Block& block) : impl_(new Impl(block)) {}
FftPoisson::~FftPoisson() = default;
FftPoisson::FftPoisson(FftPoisson&&) noexcept = default;

SolveReport FftPoisson::solve(Field& xField, const Field& bField, double beta, double tolerance) {
  Impl& m = *impl_;
  const Grid& grid = m.block.grid();
  const auto& comm = m.block.communicator();
  const Box box = m.block.box();
  const auto nCells = static_cast<double>(grid.nCells());
  const auto x = xField.view();
  const auto b = bField.view();
  const double mean = comm.sum(sumCells({"fft mean", 8}, box, [=](int i, int j, int k) { return b(i, j, k); })) / nCells;
  if (!std::isfinite(mean)) throw Error("pressure: its source is not finite", ExitCode::diverged);

  const bool walls = !grid.periodic[2];
  const double factor = 1 / (beta * gain(grid, 0) * gain(grid, 1) * (walls ? m.perH2[2] : gain(grid, 2)));
  const std::ptrdiff_t nx = m.block.n()[0], ny = m.block.n()[1];
  double* values = m.values.data();
  double squares[2] = {0, 0};  // of the source and of the residual
  squares[0] = sumCells({"fft source", 16}, box, [=](int i, int j, int k) {
    const double source = b(i, j, k) - mean;
    values[i + nx * (j + ny * k)] = factor * source;
    return source * source;
  });
  for (int s = 0; s < 3; ++s) {
    if (m.there[s]) m.there[s]->carry(m.values);
    const kernel::Timed timed({"fft transform", 16}, box.size());
    if (m.transform[s]) m.transform[s]->forward();
  }
  walls ? m.tridiagonal() : m.divide();
  for (int s = 2; s >= 0; --s) {
    {
      const kernel::Timed timed({"fft transform", 16}, box.size());
      if (m.transform[s]) m.transform[s]->backward();
    }
    if (m.back[s]) m.back[s]->carry(m.values);
  }
  forCells({"fft solution", 16}, box, [=](int i, int j, int k) { x(i, j, k) = values[i + nx * (j + ny * k)]; });
  m.halo.update({&xField}, 1, Reach::faces);
  fillGhostsWithoutGradient(m.block, xField);

  const double sx = beta * m.perH2[0], sy = beta * m.perH2[1], sz = beta * m.perH2[2];
  squares[1] = sumCells({"fft residual", 16}, box, [=](int i, int j, int k) {
    const double two = 2 * x(i, j, k);
    const double r = b(i, j, k) - mean - sx * (two - x(i - 1, j, k) - x(i + 1, j, k)) -
                     sy * (two - x(i, j - 1, k) - x(i, j + 1, k)) - sz * (two - x(i, j, k - 1) - x(i, j, k + 1));
    return r * r;
  });
  comm.sum(squares);
  const double bb = squares[0];
  SolveReport report;
  report.iterations = 1;
  report.initialResidual = bb > 0 ? 1 : 0;
  report.finalResidual = bb > 0 ? std::sqrt(squares[1] / bb) : 0;
  report.converged = report.finalResidual <= tolerance;
  return report;
}

}  // namespace eagre::grid

#endif
