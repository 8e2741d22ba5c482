// SPDX-License-Identifier: BSD-3-Clause
// Forces and moments on patches: forces, forceCoeffs.
#include <fmt/format.h>

#include "fv/fields/named_patches.hpp"
#include "physics/forces/patch_loads.hpp"
#include "run/functions/function_object.hpp"

namespace eagre::run {
namespace {

using physics::Loads;

/// What forces and forceCoeffs share: entries patches, p, U, rho, rhoInf, pRef, CofR.
class NamedLoads {
 public:
  explicit NamedLoads(const FunctionSource& source)
      : centre_(source.dict.get<Vec3>("CofR")), loads_(settings(source.dict, source.context.mesh)) {}
  Loads sum(const fv::Context& context) { return loads_.sum(context, centre_); }
  const Vec3& centre() const { return centre_; }

  void meshChanged() { loads_.meshChanged(); }

 private:
  static physics::PatchLoads::Settings settings(const config::Dictionary& d, const mesh::Mesh& mesh) {
    for (const char* keyword : {"directForceDensity", "porosity", "writeFields"})
      if (d.getOr<bool>(keyword, false))
        throw Error(d.at(keyword).place, fmt::format("{}: {} is not supported", d.name(), keyword));
    for (const char* keyword : {"binData", "coordinateSystem"})
      if (d.has(keyword)) throw Error(d.at(keyword).place, fmt::format("{}: {} is not supported", d.name(), keyword));
    physics::PatchLoads::Settings settings{.patches = fv::namedPatches(d, "patches", mesh),
                                           .p = d.getOr("p", "p"),
                                           .U = d.getOr("U", "U"),
                                           .rho = d.getOr("rho", "rho"),
                                           .rhoInf = 1,
                                           .pRef = d.getOr<double>("pRef", 0),
                                           .place = d.place()};
    if (settings.rho == "rhoInf") settings.rhoInf = d.get<double>("rhoInf");
    return settings;
  }

  Vec3 centre_;
  physics::PatchLoads loads_;
};

/// force.dat and moment.dat: total, pressure, viscous.
class Forces final : public FunctionObject {
 public:
  explicit Forces(const FunctionSource& source)
      : schedule_(source.dict), loads_(source), forces_(source, "force.dat"), moments_(source, "moment.dat") {}

  void execute(const fv::Context& context, StepEnd end) override {
    if (!schedule_.due(context, end)) return;
    const Loads loads = loads_.sum(context);
    write(forces_, "Force", context.time().value, loads.pressure, loads.viscous);
    write(moments_, "Moment", context.time().value, loads.pressureMoment, loads.viscousMoment);
  }

  bool followsRefinement() const override { return true; }
  void meshChanged(fv::Context&, DirectorySource&) override { loads_.meshChanged(); }

 private:
  void write(Table& table, const char* title, double time, const Vec3& pressure, const Vec3& viscous) const {
    if (!table.started()) {
      table.header(title);
      table.header("CofR", table.number(loads_.centre()));
      table.header("");
      table.columns({"(total_x total_y total_z)", "(pressure_x pressure_y pressure_z)", "(viscous_x viscous_y viscous_z)"},
                    false);
    }
    table.row(time, fmt::format("\t{}\t{}\t{}", table.number(pressure + viscous), table.number(pressure), table.number(viscous)));
  }

  Schedule schedule_;
  NamedLoads loads_;
  Table forces_, moments_;
};

/// coefficient.dat: drag, side, lift; roll, pitch, yaw; their shares of the front and rear axle.
class ForceCoeffs final : public FunctionObject {
 public:
  explicit ForceCoeffs(const FunctionSource& source)
      : schedule_(source.dict),
        loads_(source),
        speed_(source.dict.get<double>("magUInf")),
        length_(source.dict.get<double>("lRef")),
        area_(source.dict.get<double>("Aref")),
        density_(source.dict.get<double>("rhoInf")),
        table_(source, "coefficient.dat") {
    lift_ = normalised(source.dict.get<Vec3>("liftDir"));
    drag_ = source.dict.get<Vec3>("dragDir");
    drag_ = normalised(drag_ - dot(lift_, drag_) * lift_);
    side_ = cross(lift_, drag_);
    for (const char* keyword : {"liftDir", "dragDir"})
      if (!(mag(drag_) > 0.5) || !(mag(lift_) > 0.5))
        throw Error(source.dict.at(keyword).place, source.dict.name() + ": liftDir and dragDir do not span a plane");
  }

  void execute(const fv::Context& context, StepEnd end) override {
    if (!schedule_.due(context, end)) return;
    const Loads loads = loads_.sum(context);
    const double scale = 1 / (0.5 * density_ * speed_ * speed_ * area_);
    const Vec3 force = scale * (loads.pressure + loads.viscous);
    const Vec3 moment = scale / length_ * (loads.pressureMoment + loads.viscousMoment);
    const double Cd = dot(force, drag_), Cs = dot(force, side_), Cl = dot(force, lift_);
    const double roll = dot(moment, drag_), pitch = dot(moment, side_), yaw = dot(moment, lift_);
    if (!table_.started()) writeHeader();
    std::string values;
    for (const double v : {Cd, Cs, Cl, roll, pitch, yaw, 0.5 * Cd + roll, 0.5 * Cd - roll, 0.5 * Cs + yaw, 0.5 * Cs - yaw,
                           0.5 * Cl + pitch, 0.5 * Cl - pitch}) {
      values += '\t';
      values += table_.number(v);
    }
    table_.row(context.time().value, values);
    for (const auto& [name, value] : std::initializer_list<std::pair<const char*, double>>{
             {"Cd", Cd}, {"Cs", Cs}, {"Cl", Cl}, {"CmRoll", roll}, {"CmPitch", pitch}, {"CmYaw", yaw}})
      setResult(name, {value});
  }

  bool followsRefinement() const override { return true; }
  void meshChanged(fv::Context&, DirectorySource&) override { loads_.meshChanged(); }

 private:
  void writeHeader() {
    table_.header("Force coefficients");
    const std::pair<const char*, Vec3> axes[]{{"dragDir", drag_},  {"sideDir", side_},   {"liftDir", lift_},
                                              {"rollAxis", drag_}, {"pitchAxis", side_}, {"yawAxis", lift_}};
    for (const auto& [key, axis] : axes) table_.header(key, table_.number(axis));
    const std::pair<const char*, double> scales[]{{"magUInf", speed_}, {"lRef", length_}, {"Aref", area_}};
    for (const auto& [key, value] : scales) table_.header(key, table_.number(value));
    table_.header("CofR", table_.number(loads_.centre()));
    table_.header("");
    table_.columns({"Cd", "Cs", "Cl", "CmRoll", "CmPitch", "CmYaw", "Cd(f)", "Cd(r)", "Cs(f)", "Cs(r)", "Cl(f)", "Cl(r)"}, true);
  }

  Schedule schedule_;
  NamedLoads loads_;
  double speed_, length_, area_, density_;
  Vec3 lift_, drag_, side_;
  Table table_;
};

}  // namespace

std::unique_ptr<FunctionObject> makeForces(const FunctionSource& source) { return std::make_unique<Forces>(source); }
std::unique_ptr<FunctionObject> makeForceCoeffs(const FunctionSource& source) { return std::make_unique<ForceCoeffs>(source); }

}  // namespace eagre::run
