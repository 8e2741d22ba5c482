# SPDX-License-Identifier: BSD-3-Clause
# The program as a library for each of EAGRE_LEVELS. The loader of glibc (2.33 or later) looks into glibc-hwcaps/x86-64-v4, -v3 and -v2 below a
# folder of its path before that folder itself, and takes no level that the processor lacks.
set_target_properties(MPI::MPI_CXX PROPERTIES INTERFACE_LINK_OPTIONS "")  # MPICH's mpicxx would have its folder searched first
set(EAGRE_RPATH "$ORIGIN:$ORIGIN/.." CACHE INTERNAL "where the library finds others, then MPI: relative to where it is installed")
add_library(libeagre SHARED cli/program.cpp)
set(rooms eagre_cli eagre_python eagre_run eagre_solvers eagre_channel eagre_case eagre_output eagre_interface eagre_physics eagre_fv eagre_linear eagre_mesh
  eagre_grid eagre_comm eagre_kernel eagre_config eagre_core)
list(JOIN rooms "," all)
set_target_properties(libeagre PROPERTIES OUTPUT_NAME eagre LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib INSTALL_RPATH "${EAGRE_RPATH}"
  LINK_LIBRARY_OVERRIDE "WHOLE_ARCHIVE,${all}")
target_link_libraries(libeagre PUBLIC eagre_flags eagre_fmt PRIVATE ${rooms})
# What is compiled in is not offered to other libraries of the process.
target_link_options(libeagre PRIVATE -Wl,--exclude-libs,libhdf5.a:libhdf5_hl.a:libnetcdf.a -Wl,-Bsymbolic-functions -s)
target_link_options(eagre PRIVATE -Wl,--allow-shlib-undefined)  # what the library needs, the loader finds
set_target_properties(eagre PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}/eagre;$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
install(TARGETS libeagre LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/eagre)

set(others ${EAGRE_LEVELS})
list(POP_FRONT others)
include(ExternalProject)
foreach(level ${others})
  ExternalProject_Add(level_${level} SOURCE_DIR ${PROJECT_SOURCE_DIR} BINARY_DIR ${CMAKE_BINARY_DIR}/${level} INSTALL_COMMAND "" BUILD_ALWAYS ON
    BUILD_COMMAND ${CMAKE_COMMAND} --build . --target libeagre
    CMAKE_CACHE_ARGS -DEAGRE_LEVELS:STRING=${level} "-DEAGRE_RPATH:INTERNAL=$ORIGIN/../..:$ORIGIN/../../.."
      -DCMAKE_BUILD_TYPE:STRING=${CMAKE_BUILD_TYPE} -DEAGRE_TESTS:BOOL=OFF -DEAGRE_BATCHES:BOOL=${EAGRE_BATCHES}
      -DEAGRE_HDF5:BOOL=${EAGRE_HDF5} -DEAGRE_NETCDF:BOOL=${EAGRE_NETCDF} -DEAGRE_THREADS:BOOL=${EAGRE_THREADS}
      -DMPI_CXX_COMPILER:FILEPATH=${MPI_CXX_COMPILER} -DNETCDF_INCLUDE_DIR:PATH=${NETCDF_INCLUDE_DIR} "-DNETCDF_LIBRARY:STRING=${NETCDF_LIBRARY}")
  add_dependencies(level_${level} libeagre)  # one after the other: each takes all processors
  install(PROGRAMS ${CMAKE_BINARY_DIR}/${level}/lib/libeagre.so DESTINATION ${CMAKE_INSTALL_LIBDIR}/eagre/glibc-hwcaps/x86-64-${level})
endforeach()

# The libraries that a machine need not have, beside ours, each under the name that it is asked for by. MPI is not among them.
install(CODE "
  file(GET_RUNTIME_DEPENDENCIES LIBRARIES $<TARGET_FILE:libeagre> RESOLVED_DEPENDENCIES_VAR found
    PRE_INCLUDE_REGEXES \"^lib(fmt|deflate|isal|gomp)\" PRE_EXCLUDE_REGEXES \".*\")
  foreach(library \${found})
    file(REAL_PATH \${library} file)
    get_filename_component(name \${library} NAME)
    file(INSTALL \${file} DESTINATION \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/eagre RENAME \${name})
  endforeach()")
if(EAGRE_LICENCES)
  install(DIRECTORY ${EAGRE_LICENCES} DESTINATION ${CMAKE_INSTALL_DATADIR}/eagre)
endif()
