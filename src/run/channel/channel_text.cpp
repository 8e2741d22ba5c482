// SPDX-License-Identifier: BSD-3-Clause
#include "run/channel/channel_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <optional>
#include <utility>

#include "grid/loops.hpp"
#include "output/on_master.hpp"
#include "output/tpls_text.hpp"
#include "run/channel/channel_files.hpp"

namespace eagre::run {
namespace fs = std::filesystem;
namespace tpls = output::tpls;
using channel::NamedField;
using channel::Position;

namespace {

/// Which array of TPLS holds a field, and where in it our first cell or face stands.
struct Source {
  const char* file;
  NamedField field;
  std::array<int, 3> shift;  ///< index there less index here
  std::array<int, 3> last;   ///< last index there
};

/// TPLS counts points: maxl = nx + 1 and so on. Index 0 of a cell is a ghost; u, v, w are counted from the first face.
std::vector<Source> sources(channel::InitialCondition& initial, const grid::Grid& grid) {
  const int l = grid.cells[0] + 1, m = grid.cells[1] + 1, n = grid.cells[2] + 1;
  return {{"initial_phi.dat", {"phi", &initial.phi}, {1, 1, 1}, {l, m, n}},
          {"initial_u.dat", {"u", &initial.u, Position::xFace}, {0, 0, 0}, {l, m, n - 2}},
          {"initial_v.dat", {"v", &initial.v, Position::yFace}, {1, 0, 0}, {l, m, n - 2}},
          {"initial_w.dat", {"w", &initial.w, Position::zFace}, {1, 0, 0}, {l, m, n - 1}},
          {"initial_pressure.dat", {"p", &initial.p}, {1, 1, 1}, {l, m, n}}};
}

grid::Box boxOf(const grid::Block& block, const NamedField& field) {
  return field.position == Position::centre ? block.box() : block.faces(static_cast<int>(field.position));
}

/// The plane k (global) of a field at cell centres, on rank 0 and all others.
std::vector<double> centrePlane(const grid::Block& block, const NamedField& field, int k) {
  const std::ptrdiff_t nx = block.grid().cells[0], ny = block.grid().cells[1];
  std::vector<double> plane(static_cast<std::size_t>(nx * ny), 0);
  grid::Box box = block.box();
  box.low[2] = k - block.offset()[2];
  if (box.low[2] >= 0 && box.low[2] < block.n()[2]) {
    box.high[2] = box.low[2] + 1;
    const auto f = std::as_const(*field.field).view();
    const int d = static_cast<int>(field.position);
    const std::array<int, 3> up{d == 0, d == 1, d == 2};
    grid::forCells({"channel.plane", 16}, box, [=, offset = block.offset(), to = plane.data()](int i, int j, int kLocal) {
      to[(offset[0] + i) + nx * (offset[1] + j)] =
          d < 0 ? f(i, j, kLocal) : 0.5 * (f(i, j, kLocal) + f(i + up[0], j + up[1], kLocal + up[2]));
    });
  }
  block.communicator().sum(std::span<double>(plane));
  return plane;
}

std::array<std::vector<double>, 3> centres(const grid::Grid& grid) {
  std::array<std::vector<double>, 3> axes;
  for (int d = 0; d < 3; ++d)
    for (int i = 0; i < grid.cells[static_cast<std::size_t>(d)]; ++i)
      axes[static_cast<std::size_t>(d)].push_back(grid.centre(d, i));
  return axes;
}

tpls::Array shared(const grid::Block& block, const fs::path& file, const std::array<int, 3>& last) {
  tpls::Array array;
  const comm::Communicator& world = block.communicator();
  output::onMaster(world, [&] {
    array = tpls::Array::read(file);
    if (array.first != std::array<int, 3>{0, 0, 0} || array.last != last)
      throw Error(
          Place{file.string(), 3},
          fmt::format(
              "indices 0 to {}, 0 to {}, 0 to {} are expected for maxl, maxm, maxn = {}, {}, {}; here they are {} to {}, {} "
              "to {}, {} to {}",
              last[0], last[1], last[2], block.grid().cells[0] + 1, block.grid().cells[1] + 1, block.grid().cells[2] + 1,
              array.first[0], array.last[0], array.first[1], array.last[1], array.first[2], array.last[2]));
  });
  world.broadcast(array.values);
  array.first = {0, 0, 0};
  array.last = last;
  return array;
}

/// Distance of the equilibrium profile C = 1/2 + tanh(d / (2 sqrt2 Cn)) / 2; where C is 0 or 1 to many digits, far away.
double distanceOf(double fraction, double cahn) {
  const double limit = 1 - 1e-12;
  return 2 * std::numbers::sqrt2 * cahn * std::atanh(std::clamp(2 * fraction - 1, -limit, limit));
}

double cahnOf(const channel::Settings& settings) {
  const auto h = settings.spacing();
  return settings.interface.cahn > 0 ? settings.interface.cahn : std::max({h[0], h[1], h[2]});
}

}  // namespace

void writePointFile(const fs::path& path, const grid::Block& block, std::span<const NamedField> fields) {
  const comm::Communicator& world = block.communicator();
  const fs::path partial = path.parent_path() / fmt::format(".{}.partial", path.filename().string());
  std::vector<std::string> names;
  for (const NamedField& field : fields) names.push_back(field.name);
  std::unique_ptr<output::FileSink> sink;
  std::optional<tpls::PointWriter> writer;
  if (world.master()) {
    sink = std::make_unique<output::FileSink>(partial, false);
    writer.emplace(*sink, names, centres(block.grid()));
  }
  std::vector<std::vector<double>> planes(fields.size());
  for (int k = 0; k < block.grid().cells[2]; ++k) {
    for (std::size_t f = 0; f < fields.size(); ++f) planes[f] = centrePlane(block, fields[f], k);
    if (writer) writer->plane(static_cast<std::size_t>(k), planes);
  }
  output::onMaster(world, [&] {
    sink->close();
    output::finishReplacing(partial, path, sink->failure());
  });
}

channel::InitialCondition readTplsInitial(const fs::path& directory, const channel::Settings& settings,
                                          const grid::Block& block) {
  channel::InitialCondition initial(block);
  for (const Source& source : sources(initial, block.grid())) {
    const tpls::Array array = shared(block, directory / source.file, source.last);
    grid::forCells({"channel.readTpls", 16}, boxOf(block, source.field),
                   [array = &array, o = block.offset(), s = source.shift, f = source.field.field->view()](int i, int j, int k) {
                     f(i, j, k) = array->at(o[0] + i + s[0], o[1] + j + s[1], o[2] + k + s[2]);
                   });
    requireSound(directory / source.file, source.field, block);
  }
  if (settings.interface.method == channel::Method::phaseField)
    grid::forCells({"channel.distance", 16}, block, [phi = initial.phi.view(), cahn = cahnOf(settings)](int i, int j, int k) {
      phi(i, j, k) = distanceOf(phi(i, j, k), cahn);
    });
  return initial;
}

}  // namespace eagre::run
