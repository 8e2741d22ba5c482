// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "case/field_file.hpp"
#include "physics/waves/superposition.hpp"
#include "run/case/case_setup.hpp"

/// Initial fields from the waves of openfoam.org: its setWaves, and `internalField { type waveAlpha; }` of its dev.
namespace eagre::run {

/// The waves of constant/waveProperties at a time. log must outlive them. Rank 0 only. Errors (badCase): it is missing, not
/// openfoam.org's, or wrong.
physics::waves::Superposition wavesOf(CaseDictionaries& dictionaries, double time, Log& log);

/// Sets a phase fraction (a scalar) or a velocity in all cells of the global mesh to its mean over the cell: cells as tetrahedra
/// of their centre and triangles of their faces, each with what the waves give at its corners. liquid: the fraction of what is
/// below the surface. patches: patches that keep a value, walls without waves excluded, get the mean over each face. Serial.
/// Errors (badCase): as resolvePatches.
void setWaves(const physics::waves::Superposition& waves, const WholeMesh& whole, case_::RawField& field, bool liquid,
              bool patches);

}  // namespace eagre::run
