// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "case/flavour/flavour.hpp"

/// One function a dictionary: what it says in the words of v1912. Entries keep their places, so that messages name the file and
/// line that the user wrote. The rows are those of docs/flavours.md.
namespace eagre::flavour {

/// What a translation needs to know, and what it has to tell.
struct Case {
  /// system/<name> or constant/<name> as it is written; nullptr if the file is not there.
  using Read = std::function<const config::Dictionary*(const std::string& relative)>;

  Flavour flavour;
  std::filesystem::path directory{};
  Read read{};
  std::string application{};  ///< in v1912's words, once controlDict has been read

  std::vector<std::string> notes{};     ///< "X is read as Y", each once
  std::vector<std::string> warnings{};  ///< what that version does otherwise

  void note(const std::string& text) { addOnce(notes, text); }
  void warn(const std::string& text) { addOnce(warnings, text); }
  bool twoPhase() const {
    return application == "interFoam" || application == "interIsoFoam" || application == "interPhaseChangeFoam";
  }
  bool steady() const {
    return application == "simpleFoam" || application == "porousSimpleFoam" || application == "SRFSimpleFoam";
  }
  /// The name of the first phase; "" if the transport properties do not say.
  std::string phase1();

 private:
  static void addOnce(std::vector<std::string>& list, const std::string& text);
};

/// Openfoam.com before v1812, openfoam.org and foam-extend read the value of an entry and ignore what follows it up to its ';',
/// mostly another entry behind a missing ';'. Cuts that off, in place, with a warning for each; `application` alone is kept,
/// which the scripts of these versions search for in the text. In other versions it is an error where the entry is read.
void endEntries(config::Dictionary& dict, Case& of);

/// application; `solver` of foamRun.
config::Dictionary controlDict(const config::Dictionary& written, Case& of);
/// The function objects of controlDict, in place: types and keywords that have other names today.
void translateFunctions(config::Dictionary& functions, Case& of);
/// Names of schemes.
config::Dictionary fvSchemes(const config::Dictionary& written, Case& of);
/// What convects and compresses the phase fraction where one scheme does both: from OpenFOAM 8 on (openfoam.org),
/// `Gauss interfaceCompression <scheme> <cAlpha>`, whose face values are bounded; 8 to 10 make it of a plain scheme and cAlpha,
/// 11 and later do not compress with a plain one.
struct AlphaCompression {
  std::string scheme;  ///< the words of the limited scheme
  std::string cAlpha;
  bool bounded;
  std::string geometric{};  ///< PLIC or MPLIC: face values by the interface in the upwind cell, elsewhere by these words
};
/// Nothing: as in v1912. Errors: PLICU and MPLICU.
std::optional<AlphaCompression> alphaCompression(Case& of);
/// Linear solvers, PIMPLE and PISO, controls of the phase equation. Errors: what v1912 has no words for.
config::Dictionary fvSolution(const config::Dictionary& written, Case& of);

/// constant/transportProperties; nothing: there is none, under any name. Errors: what v1912 has no words for.
std::optional<config::Dictionary> transportProperties(Case& of);
/// What interPhaseChangeFoam reads of transportProperties about cavitation, where interFoam of openfoam.org 9 and later has it as
/// VoFCavitation of constant/fvModels or as constant/phaseChangeProperties; nothing: the case has neither.
/// Errors: an entry that is missing, a liquid that is not the first phase.
std::optional<config::Dictionary> cavitation(Case& of);
/// constant/turbulenceProperties, in the same way.
std::optional<config::Dictionary> turbulenceProperties(Case& of);
/// constant/fvOptions out of fvModels and fvConstraints, in the same way.
std::optional<config::Dictionary> fvOptions(Case& of);
/// constant/dynamicMeshDict; nothing: the mesh of this flavour and application does not move.
std::optional<config::Dictionary> dynamicMeshDict(Case& of);

/// system/setFieldsDict, in the same way: `defaultValues` and `zones` of openfoam.org 13 as defaultFieldValues and regions.
/// Errors: a zone of faces or points, a value of no known type.
std::optional<config::Dictionary> setFieldsDict(Case& of);
/// The setFieldsDict that does to a field what its `internalField { type zonal; defaultValue ..; zones { .. } }` of
/// openfoam.org's dev says. Errors: an entry is missing, a zone of faces or points.
config::Dictionary setFieldsDictOfZonal(const std::string& field, const config::Dictionary& zonal);

/// constant/waveProperties, in the same way; of openfoam.org before 9 with what its waves did otherwise (physics/waves).
std::optional<config::Dictionary> waveProperties(Case& of);
/// Whether constant/waveProperties is openfoam.org's: a list of waves for all patches.
bool superposesWaves(Case& of);
/// A waveAlpha or waveVelocity, in place: marked where its waves are openfoam.org's.
void superposedCondition(config::Dictionary& patch, Case& of);

/// The conditions of all patches of a field, in place.
void boundaryField(config::Dictionary& patches, Case& of);

/// A copy of an entry under another keyword.
config::Entry renamed(const config::Entry& entry, const std::string& keyword);
/// An entry of these words at the place of another.
config::Entry entryOf(const std::string& keyword, const std::string& text, const Place& place);

}  // namespace eagre::flavour
