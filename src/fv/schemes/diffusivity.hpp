// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "fv/schemes/schemes.hpp"

namespace eagre::fv {

/// Reads an entry of laplacianSchemes, "Gauss <interpolation of the diffusivity> <snGrad scheme>", as far as the last.
std::unique_ptr<InterpolationScheme<double>> readDiffusivityScheme(const Context& context, config::TokenReader& reader);
/// Face values of a diffusivity as the scheme `name` of laplacianSchemes interpolates it.
void interpolateDiffusivity(const Context& context, const VolScalarField& gamma, const std::string& name,
                            std::vector<double>& faces);

namespace fvc {
/// Explicit Laplacian div(grad psi) per volume, by the scheme "laplacian(<psi>)"; cells: nCells. Ghosts and boundary values of
/// the field are up to date. Collective.
void laplacian(const Context& context, const VolScalarField& field, std::span<double> cells);
}  // namespace fvc

}  // namespace eagre::fv
