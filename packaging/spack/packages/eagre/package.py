# SPDX-License-Identifier: BSD-3-Clause
"""Recipe for Spack: `spack repo add packaging/spack && spack install eagre ^openmpi`."""
from spack.package import *


class Eagre(CMakePackage):
    """Two-phase incompressible flow on OpenFOAM cases as they are, and in channels; massively parallel."""

    maintainers = []
    license("BSD-3-Clause")
    version("main", branch="main", git="file:///path/to/eagre")  # the address of the repository that you have it from

    variant("netcdf", default=True, description="Fields of channels in NetCDF-4")
    variant("petsc", default=False, description="PETSc's solvers beside Eagre's")

    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("mpi@3:")
    depends_on("zlib-api")
    depends_on("fmt@9:")
    depends_on("cli11", type="build")
    depends_on("tomlplusplus", type="build")
    depends_on("hdf5@1.10:+mpi")
    depends_on("libdeflate")
    depends_on("isa-l")
    depends_on("netcdf-c+mpi", when="+netcdf")
    depends_on("petsc+mpi", when="+petsc")
    depends_on("python@3.10:", type="run")
    depends_on("py-numpy", type="run")
    depends_on("py-matplotlib", type="run")
    depends_on("py-netcdf4", type="run", when="+netcdf")

    generator("ninja")

    def cmake_args(self):
        spec = self.spec
        return [
            # Spack's compiler wrappers choose the instructions of the target.
            self.define("EAGRE_NATIVE", False),
            self.define("EAGRE_TESTS", False),
            self.define("EAGRE_BATCHES", True),
            self.define("MPI_CXX_COMPILER", spec["mpi"].mpicxx),
            self.define_from_variant("EAGRE_NETCDF", "netcdf"),
            self.define_from_variant("EAGRE_PETSC", "petsc"),
        ]
