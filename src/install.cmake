# SPDX-License-Identifier: BSD-3-Clause
# The OpenFOAM names, so that scripts that call them go on working. Installed they have a folder of their own, so that an OpenFOAM
# on the machine keeps its names: PATH=PREFIX/lib/eagre/openfoam:$PATH.
install(TARGETS eagre RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
foreach(link blockMesh setFields icoFoam nonNewtonianIcoFoam pisoFoam pimpleFoam pimpleDyMFoam simpleFoam porousSimpleFoam SRFSimpleFoam SRFPimpleFoam interFoam interDyMFoam interIsoFoam interPhaseChangeFoam interPhaseChangeDyMFoam
             decomposePar reconstructPar reconstructParMesh)
  add_custom_command(TARGET eagre POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E create_symlink eagre $<TARGET_FILE_DIR:eagre>/${link})
  if(NOT SKBUILD)  # a wheel holds no links
    install(CODE "
      file(MAKE_DIRECTORY \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/eagre/openfoam)
      file(CREATE_LINK ../../../${CMAKE_INSTALL_BINDIR}/eagre
        \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/eagre/openfoam/${link} SYMBOLIC)")
  endif()
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/docs/eagre.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${PROJECT_SOURCE_DIR}/packaging/completion/eagre.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME eagre)
install(FILES ${PROJECT_SOURCE_DIR}/packaging/completion/_eagre DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/cases DESTINATION ${CMAKE_INSTALL_DATADIR}/eagre)
if(NOT SKBUILD)  # a wheel has it where Python looks
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/python/eagre DESTINATION ${CMAKE_INSTALL_DATADIR}/eagre/python PATTERN __pycache__ EXCLUDE PATTERN "_core*.so" EXCLUDE)
endif()
