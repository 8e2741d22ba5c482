// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "case/field_file.hpp"
#include "fv/schemes/gradient.hpp"
#include "mesh/mesh_points.hpp"
#include "mesh/motion.hpp"
#include "mesh/slab_mesh.hpp"
#include "output/foam/foam_field.hpp"
#include "output/on_master.hpp"
#include "run/functions/mesh_extras.hpp"
#include "run/functions/sampling.hpp"
#include "run/tools/tool.hpp"
#include "solvers/potential_flow.hpp"

namespace eagre::run::tools {
namespace {

class Potential {
 public:
  explicit Potential(Call& call)
      : call_(call),
        pName_(call.value("-pName", "p")),
        dictionaries_(call.caseDirectory(), problems_),
        control_(ControlDict::read(dictionaries_.controlDict(), false, problems_)) {
    problems_.throwIfAny(call.caseDirectory().string());
    distributeMesh();
    call_.world().broadcast(start_);
    context_.reset(new fv::Context{*mesh_, dictionaries_.fvSchemes(), dictionaries_.fvSolution(), time_, registry_, call.log(),
                                   call.caseDirectory()});
    context_->fastSolvers = true;
  }

  void run() {
    readFields();
    solvers::PotentialFlow flow(*context_, *U_, *p_, *Phi_, *phi_, solverOfPhi());
    const physics::RotatingZones rotation(dictionaries_.optional("constant/MRFProperties"), *context_);
    flow.solve(rotation, call_.has("-initialiseUBCs"));
    if (call_.has("-writep")) flow.solvePressure();
    write();
    call_.log().line("\nEnd\n");
  }

 private:
  void distributeMesh() {
    const auto& world = call_.world();
    Samplings none;
    MeshExtras extras(dictionaries_, none);
    WholeMesh whole;
    output::onMaster(world, [&] {
      start_ = startDirectory(dictionaries_.directory(), control_, call_.log());
      whole = loadOrMakeMesh(dictionaries_, control_, true, call_.log());
      extras.take(whole.mesh, whole.geometry);
    });
    std::optional<mesh::PolyMesh> forPoints;
    const bool pointsNeeded = fv::gradientsNeedPoints(dictionaries_.fvSchemes());
    if (pointsNeeded || std::ranges::any_of(whole.mesh.patches, mesh::isOverlapping)) forPoints = whole.mesh;
    auto slab = mesh::slabOnMaster(world, std::move(whole.mesh), std::move(whole.geometry));
    const auto part =
        mesh::partition(world, slab.geometry.cellCentres, slab.cellStarts[static_cast<std::size_t>(world.rank())], world.size());
    mesh_ = mesh::distribute(world, std::move(slab), part);
    if (pointsNeeded || mesh_->overlaps) mesh::keepPoints(forPoints ? &*forPoints : nullptr, *mesh_);
    if (mesh_->overlaps) mesh::placeFromPoints(*mesh_);
    extras.deal(world, *mesh_);
  }

  template <class T>
  std::unique_ptr<fv::VolField<T>> read(const std::string& name, const std::optional<Dimensions>& dimensions) {
    auto field = case_::readVolField<T>(*context_, dictionaries_.fieldFile(start_, name), dimensions, problems_,
                                        [&](case_::RawField& raw) { dictionaries_.adapt(raw, name); });
    problems_.throwIfAny("the fields cannot be read");
    return field;
  }

  bool isThere(const std::string& name) {
    bool there = false;
    output::onMaster(call_.world(), [&] { there = fileExists(dictionaries_.fieldFile(start_, name)); });
    return call_.world().any(there);
  }

  /// Before version 3, openfoam.org and foam-extend solved for the potential by the settings of p.
  std::string solverOfPhi() const {
    const auto* solvers = dictionaries_.fvSolution().findDict("solvers");
    return dictionaries_.flavour().olderThanOrg(3) && solvers && !solvers->has("Phi") ? pName_ : "Phi";
  }
  /// openfoam.org and foam-extend write it without being asked.
  bool writesFlux() const { return call_.has("-writephi") || dictionaries_.flavour().fork != flavour::Fork::com; }

  void readFields() {
    auto& log = call_.log();
    const bool pressure = call_.has("-writep");
    solvers::PotentialFlow::check(*context_, pName_, pressure, solverOfPhi(), problems_);
    problems_.throwIfAny("potentialFoam cannot be done:");
    time_.value = std::strtod(start_.c_str(), nullptr);
    log.line("Reading velocity field U\n");
    U_ = read<Vec3>("U", dimVelocity);
    log.line(fmt::format("Constructing pressure field {}\n", pName_));
    if (isThere(pName_)) {
      p_ = read<double>(pName_, pressure ? std::optional(dimKinematicPressure) : std::nullopt);
    } else {
      p_ = std::make_unique<fv::VolScalarField>(pName_, dimKinematicPressure, *mesh_);
      solvers::PotentialFlow::setConditionsOfPressure(*U_, *p_);
    }
    log.line("Constructing velocity potential field Phi\n");
    const Dimensions dimPotential{{0, 2, -1}};
    if (isThere("Phi")) {
      Phi_ = read<double>("Phi", dimPotential);
    } else {
      Phi_ = std::make_unique<fv::VolScalarField>("Phi", dimPotential, *mesh_);
      solvers::PotentialFlow::setConditionsOfPhi(*p_, *Phi_);
    }
    phi_ = std::make_unique<fv::SurfaceScalarField>("phi", dimVolumeFlux, *mesh_);
    registry_.add(*U_);
    registry_.add(*p_);
    registry_.add(*Phi_);
    registry_.add(*phi_);
  }

  /// The files are written in a directory beside the time and, once they are whole, moved into it.
  void write() {
    const fs::path aside = dictionaries_.directory() / ".potentialFoam.partial";
    output::onMaster(call_.world(), [&] {
      std::error_code none;
      fs::remove_all(aside, none);
      fs::create_directories(aside, none);
    });
    output::TimeDirectory directory(call_.world(), aside, start_);
    const output::FieldFormat format{control_.binary, control_.writePrecision, control_.compressed};
    output::writeField(directory, *U_, format);
    if (writesFlux()) output::writeField(directory, *phi_, format);
    if (call_.has("-writePhi")) output::writeField(directory, *Phi_, format);
    if (call_.has("-writep")) output::writeField(directory, *p_, format);
    directory.commit();
    output::onMaster(call_.world(), [&] { moveInto(aside); });
  }

  void moveInto(const fs::path& aside) const {
    const fs::path to = dictionaries_.directory() / start_;
    std::error_code failure, none;
    for (const auto& file : fs::directory_iterator(aside / start_)) {
      const std::string name = file.path().filename().string();
      fs::rename(file.path(), to / name, failure);
      if (failure) throw Error(fmt::format("{}: cannot be written: {}", (to / name).string(), failure.message()), ExitCode::io);
      // A reader must not find the same field twice, compressed and plain.
      fs::remove(to / (name.ends_with(".gz") ? name.substr(0, name.size() - 3) : name + ".gz"), none);
    }
    fs::remove_all(aside, none);
  }

  Call& call_;
  std::string pName_, start_;
  Problems problems_;
  CaseDictionaries dictionaries_;
  ControlDict control_;
  std::unique_ptr<mesh::Mesh> mesh_;
  fv::TimeState time_;
  fv::Registry registry_;
  std::unique_ptr<fv::Context> context_;
  std::unique_ptr<fv::VolVectorField> U_;
  std::unique_ptr<fv::VolScalarField> p_, Phi_;
  std::unique_ptr<fv::SurfaceScalarField> phi_;
};

}  // namespace

void potentialFoam(Call& call) {
  call.parse({"-initialiseUBCs", "-writephi", "-writePhi", "-writep", "-withFunctionObjects", "-functionObjects"}, {"-pName"});
  for (const char* option : {"-withFunctionObjects", "-functionObjects"})
    if (call.has(option))
      call.log().warnOnce(fmt::format("potentialFoam {}: function objects are not executed; eagre run does it", option));
  Potential(call).run();
}

}  // namespace eagre::run::tools
