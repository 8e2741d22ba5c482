// SPDX-License-Identifier: BSD-3-Clause
// Tables of the run and of the flow as a whole: timeInfo, continuityError, momentum.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <ctime>
#include <numeric>
#include <span>

#include "run/case/case_setup.hpp"
#include "run/functions/function_object.hpp"

namespace eagre::run {
namespace {

/// timeInfo: processor time of rank 0 and wall-clock time (whole seconds) since the start; with perTimeStep also since the
/// previous row [s].
class TimeInfo final : public FunctionObject {
 public:
  explicit TimeInfo(const FunctionSource& source)
      : schedule_(source.dict),
        perStep_(source.dict.getOr<bool>("perTimeStep", false)),
        start_(comm::Communicator::seconds()),
        table_(source, "timeInfo.dat") {}

  void execute(const fv::Context& context, StepEnd end) override {
    if (!schedule_.due(context, end)) return;
    if (!table_.started())
      table_.columns(perStep_ ? std::vector<std::string>{"cpuTime", "clockTime", "cpu/step", "clock/step"}
                              : std::vector<std::string>{"cpuTime", "clockTime"},
                     true);
    const double cpu = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    const double clock = std::floor(comm::Communicator::seconds() - start_);
    std::string values = fmt::format("\t{}\t{}", table_.number(cpu), table_.number(clock));
    if (perStep_) values += fmt::format("\t{}\t{}", table_.number(cpu - cpu_), table_.number(clock - clock_));
    cpu_ = cpu, clock_ = clock;
    table_.row(context.time().value, values);
  }
  bool followsSteps() const override { return true; }
  bool followsRefinement() const override { return true; }

 private:
  Schedule schedule_;
  bool perStep_;
  double start_, cpu_ = 0, clock_ = 0;  ///< [s]
  Table table_;
};

/// continuityError: with e = div(phi) the means by volume of dt |e| and dt e, and the sum of the latter over the rows, which a
/// restart goes on with.
class ContinuityError final : public FunctionObject {
 public:
  explicit ContinuityError(const FunctionSource& source)
      : schedule_(source.dict),
        name_(source.name),
        phi_(source.dict.getOr("phi", "phi")),
        place_(source.dict.place()),
        table_(source, "continuityError.dat") {}

  void start(fv::Context&, DirectorySource& source) override {
    const config::Dictionary* state = source.state(functionObjectProperties);
    if (state) state = state->findDict(name_);
    if (state) cumulative_ = state->getOr<double>("cumulative", 0);
  }
  void requireFields(const fv::Context& context) const override { flux(context); }
  void execute(const fv::Context& context, StepEnd end) override {
    if (!schedule_.due(context, end)) return;
    const auto& mesh = context.mesh;
    const auto& phi = flux(context);
    std::vector<double> out(static_cast<std::size_t>(mesh.nAllCells()), 0.0);
    for (Label f = 0; f < mesh.nFaces(); ++f) {
      out[mesh.owner[f]] += phi[f];
      if (f < mesh.nInternalFaces) out[mesh.neighbour[f]] -= phi[f];
    }
    std::vector<double> sums(3, 0.0);
    for (Label c = 0; c < mesh.nCells; ++c) {
      sums[0] += std::abs(out[c]);
      sums[1] += out[c];
      sums[2] += mesh.V[c];
    }
    mesh.communicator().sum(sums);
    const double local = context.time().deltaT * sums[0] / sums[2], global = context.time().deltaT * sums[1] / sums[2];
    cumulative_ += global;
    if (!table_.started()) {
      table_.header("Continuity error");
      std::string columns;
      for (const char* column : {"# Time", "# Local", "# Global", "# Cumulative"}) columns += table_.padded(column);
      table_.header(columns.substr(2));
    }
    table_.row(context.time().value,
               fmt::format("{}\t{}\t{}", table_.number(local), table_.number(global), table_.number(cumulative_)));
    setResult("local", {local});
    setResult("global", {global});
    setResult("cumulative", {cumulative_});
  }
  std::string state() const override { return fmt::format("{}\n{{\n    cumulative      {:.17g};\n}}\n", name_, cumulative_); }
  bool followsSteps() const override { return true; }
  bool followsRefinement() const override { return true; }

 private:
  const fv::SurfaceScalarField& flux(const fv::Context& context) const {
    if (const auto* phi = context.registry.surfaceScalar(phi_)) return *phi;
    throw Error(place_, fmt::format("functions: there is no flux '{}' in this solver", phi_));
  }
  Schedule schedule_;
  std::string name_, phi_;
  Place place_;
  double cumulative_ = 0;
  Table table_;
};

/// momentum: sum of rho U V over cells, and with `cylindrical` its parts along the radius, around the axis and along it; rho is
/// the field of that name, or rhoRef where there is none. A row per step, as in OpenFOAM, whatever writeControl says.
class Momentum final : public FunctionObject {
 public:
  explicit Momentum(const FunctionSource& source)
      : schedule_(source.dict),
        U_(source.dict.getOr("U", "U")),
        rho_(source.dict.getOr("rho", "rho")),
        rhoRef_(source.dict.getOr<double>("rhoRef", 1)),
        place_(source.dict.place()),
        table_(source, "momentum.dat") {
    const auto& d = source.dict;
    for (const char* keyword : {"writeMomentum", "writeVelocity", "writePosition"})
      if (d.getOr<bool>(keyword, false))
        throw Error(d.at(keyword).place, fmt::format("{}: {} is not supported", d.name(), keyword));
    readAxis(d);
    static const std::vector<std::string> types{"all", "cellZone"};
    if (d.has("regionType") && d.getChoice("regionType", types) == "cellZone") {
      zone_ = d.get<std::string>("name");
      std::vector<std::string> zones;
      for (const auto& zone : source.context.mesh.cellZones) zones.push_back(zone.name);
      d.getChoice("name", zones);
    }
  }
  void requireFields(const fv::Context& context) const override {
    if (!context.registry.vector(U_)) throw Error(place_, fmt::format("functions: there is no field '{}' in this solver", U_));
  }
  void execute(const fv::Context& context, StepEnd end) override {
    if (!schedule_.due(context, end)) return;
    requireFields(context);
    std::vector<double> sums(7, 0.0);  // along x, y, z; along the radius, around the axis, along it; volume
    const auto& mesh = context.mesh;
    const auto& U = *context.registry.vector(U_);
    const auto* rho = context.registry.scalar(rho_);
    if (zone_.empty())
      for (Label c = 0; c < mesh.nCells; ++c) add(mesh, U, rho, c, sums);
    else
      for (const Label c : zone(mesh).members) add(mesh, U, rho, c, sums);
    mesh.communicator().sum(sums);
    if (!table_.started()) writeHeader();
    std::string values = fmt::format("\t{}", table_.number(Vec3{sums[0], sums[1], sums[2]}));
    if (isCylindrical_) values += fmt::format("\t{}", table_.number(Vec3{sums[3], sums[4], sums[5]}));
    table_.row(context.time().value, fmt::format("{}\t{}", values, table_.number(sums[6])));
    static constexpr std::array names{"momentum_x", "momentum_y", "momentum_z", "momentum_r", "momentum_rtheta", "momentum_axis"};
    for (std::size_t i = 0; i < names.size(); ++i) setResult(names[i], {sums[isCylindrical_ ? i : i % 3]});
  }
  bool followsRefinement() const override { return true; }

 private:
  void readAxis(const config::Dictionary& d) {
    isCylindrical_ = d.getOr<bool>("cylindrical", false);
    if (!isCylindrical_) return;
    const auto* system = d.findDict("coordinateSystem");
    const config::Dictionary& in = system ? *system : d;
    origin_ = in.get<Vec3>("origin");
    const auto* rotation = in.findDict("rotation");
    const config::Dictionary& of = rotation ? *rotation : in;
    axis_ = normalised(of.has("axis") || !of.has("e3") ? of.get<Vec3>("axis") : of.get<Vec3>("e3"));
    if (!(mag(axis_) > 0.5)) throw Error(d.place(), d.name() + ": the axis has no direction");
  }
  /// A mesh that was changed during the run may have lost it. Collective: all ranks throw if one has it not.
  const mesh::Zone& zone(const mesh::Mesh& mesh) const {
    const mesh::Zone* found = mesh.findCellZone(zone_);
    if (mesh.communicator().any(!found))
      throw Error(place_, fmt::format("momentum: the mesh has no cellZone '{}' any more", zone_));
    return *found;
  }
  /// rho: null where there is no such field.
  void add(const mesh::Mesh& mesh, const fv::VolVectorField& U, const fv::VolScalarField* rho, Label c,
           std::vector<double>& sums) const {
    const double V = mesh.V[c];
    const Vec3 momentum = (V * (rho ? (*rho)[c] : rhoRef_)) * U[c];
    sums[6] += V;
    for (int i = 0; i < 3; ++i) sums[static_cast<std::size_t>(i)] += momentum[i];
    if (!isCylindrical_) return;
    const Vec3 arm = mesh.C[c] - origin_;
    const Vec3 radius = normalised(arm - dot(arm, axis_) * axis_);
    sums[3] += dot(momentum, radius);
    sums[4] += dot(momentum, cross(axis_, radius));
    sums[5] += dot(momentum, axis_);
  }
  void writeHeader() {
    table_.header(isCylindrical_ ? "Momentum, Angular Momentum" : "Momentum");
    if (isCylindrical_) {
      table_.header("origin", table_.number(origin_));
      table_.header("axis", table_.number(axis_));
    }
    if (!zone_.empty()) table_.header("Selection cellZone = " + zone_);
    table_.header("");
    std::vector<std::string> columns{"(momentum_x momentum_y momentum_z)"};
    if (isCylindrical_) columns.emplace_back("(momentum_r momentum_rtheta momentum_axis)");
    columns.emplace_back("volume");
    table_.columns(columns, true);
  }

  ExecutionSchedule schedule_;
  std::string U_, rho_, zone_;
  double rhoRef_;
  bool isCylindrical_ = false;
  Vec3 origin_{}, axis_{};
  Place place_;
  Table table_;
};

}  // namespace

std::unique_ptr<FunctionObject> makeTimeInfo(const FunctionSource& source) { return std::make_unique<TimeInfo>(source); }
std::unique_ptr<FunctionObject> makeContinuityError(const FunctionSource& source) {
  return std::make_unique<ContinuityError>(source);
}
std::unique_ptr<FunctionObject> makeMomentum(const FunctionSource& source) { return std::make_unique<Momentum>(source); }

}  // namespace eagre::run
