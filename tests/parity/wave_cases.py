# SPDX-License-Identifier: BSD-3-Clause
"""Cases of wave makers for the parity tests: OpenFOAM's examples on fewer cells, without their ramp."""
import cases

WAVES = "multiphase/interFoam/laminar/waves"
SOLVERS = ("p_rgh", "p_rghFinal", '"pcorr.*"')
# The air is a thousand times lighter than the water whose pressure sets the norm of the residuals: with 1e-13 its velocity is
# only known to 1e-7.
TIGHT = "{ solver PCG; preconditioner DIC; tolerance 1e-16; relTol 0; maxIter 300; }"
# Half of the ramp is over when the compared step begins; patches keep what else they say.
HALF_RAMP = "inlet { rampTime 0.2; }"

# v1912 takes the smallest x of a solitary wave's patch from memory that it has given back; with the allocator's cache off the numbers
# are still there.
ENVIRONMENT = {"GLIBC_TUNABLES": "glibc.malloc.tcache_count=0"}


def wave(name, cells, coarse, developed=0.1, **options):
    return cases.Case(name, f"{WAVES}/{name}", "interFoam", cases.INTER_FIELDS, SOLVERS, developed, 0.005,
                      preparation=("blockMesh", "setFields"), replacements=((cells, coarse),), tight=TIGHT, **options)


def ramped(name, cells, coarse, more=""):
    return wave(name, cells, coarse, overrides=(("constant/waveProperties", HALF_RAMP + more),))


WAVE_CASES = [
    ramped("stokesI", "(500 1 75)", "(60 1 25)"),
    ramped("stokesII", "(500 1 55)", "(60 1 25)"),
    ramped("stokesV", "(750 1 70)", "(60 1 25)"),
    ramped("cnoidal", "(750 1 70)", "(60 1 25)"),
    ramped("streamFunction", "(2000 1 80)", "(80 1 30)"),
    ramped("irregularMultiDirection", "(375 5 60)", "(40 5 20)", "inlet { nPaddle 3; }"),
    wave("solitary", "(500 1 150)", "(60 1 30)"),
    wave("solitaryGrimshaw", "(350 28 42)", "(50 6 20)", overrides=(("constant/waveProperties", "left { nPaddle 2; }"),)),
    wave("solitaryMcCowan", "(350 28 42)", "(50 6 20)", overrides=(("constant/waveProperties", "left { nPaddle 2; }"),)),
]
