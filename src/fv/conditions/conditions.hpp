// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "fv/fields/boundary_condition.hpp"

namespace eagre::fv {

/// Makes the condition that dict's "type" names; patch constraint types (empty, wedge, symmetry, symmetryPlane) must
/// match the patch. Errors (badCase): unknown type with the nearest, missing entries, wrong list lengths.
template <class T>
std::unique_ptr<BoundaryCondition<T>> makeBoundaryCondition(const config::Dictionary& dict, const mesh::Patch& patch,
                                                            const Context& context, const std::string& fieldName);
/// Names of all conditions for fields of T.
template <class T>
std::vector<std::string> boundaryConditionTypes();

/// Simple ones made in code (pcorr, alpha2, rho, derived fields).
template <class T>
std::unique_ptr<BoundaryCondition<T>> makeZeroGradient(const mesh::Patch& patch);
template <class T>
std::unique_ptr<BoundaryCondition<T>> makeFixedValue(const mesh::Patch& patch, std::vector<T> value);
template <class T>
std::unique_ptr<BoundaryCondition<T>> makeCalculated(const mesh::Patch& patch);
/// Gives `field` calculated conditions everywhere, constraint types where the patch has one.
template <class T>
void setCalculatedConditions(VolField<T>& field);
/// The same with extrapolatedCalculated: the values of the cells.
void setExtrapolatedConditions(VolScalarField& field);

/// Old levels that the conditions of a field ask for, by the time scheme of the field: 0 if none does. A solver keeps them of a
/// field, too, that has no equation in time. Errors (badCase): conditions that ask, and no ddt scheme for the field.
template <class T>
int oldLevelsRead(const VolField<T>& field, const Context& context);

/// Whether a condition of U looks for a scalar field that is not registered (the viscosity of a laminar flow).
bool looksFor(const std::string& name, const VolVectorField& U, const Context& context);

/// Adds a problem for each condition of the registered fields that looks for a field which is not registered.
void checkWhatConditionsNeed(const Context& context, Problems& problems);

/// True if the pressure is nowhere fixed, on any rank (collective).
bool needsReference(const VolScalarField& p);

}  // namespace eagre::fv
