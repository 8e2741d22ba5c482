# SPDX-License-Identifier: BSD-3-Clause
"""What a case of a viscoelastic fluid has beside that of a viscous one."""
import block

SOLVERS = """solvers
{
    "p.*" { solver PCG; preconditioner DIC; tolerance 1e-13; relTol 0; maxIter 5000; }
    "(U|sigma).*" { solver PBiCGStab; preconditioner DILU; tolerance 1e-14; relTol 0; }
}
PIMPLE { momentumPredictor off; nOuterCorrectors 4; nCorrectors 2; pRefCell 0; pRefValue 0; turbOnFinalIterOnly no; }
"""
SCHEMES = {"divSchemes": "default Gauss linear; div(phi,U) Gauss linearUpwind grad(U); div(phi,sigma) Gauss vanAlbada;"}


def files(model, coefficients, sigma, nu):
    """Files of a laminar model; sigma: {patch: condition}."""
    patches = " ".join(f"{patch} {{ {text} }}" for patch, text in sigma.items())
    return {"constant/transportProperties": block.NEWTONIAN.format(nu),
            "constant/turbulenceProperties": f"simulationType laminar; laminar {{ laminarModel {model}; {coefficients} }}\n",
            "0/sigma": f"dimensions [0 2 -2 0 0 0 0]; internalField uniform (0 0 0 0 0 0); boundaryField {{ {patches} }}\n"}
