# SPDX-License-Identifier: BSD-3-Clause: made by `make commands`
# What bash completes after `eagre`: commands, options and their words; times, fields and files of the case. Where bash-completion does
# not find it: source PREFIX/share/bash-completion/completions/eagre

# The words that may follow a command.
_eagre_words() {
  case $1 in
    eagre) echo 'run check list post clean blockMesh fluentMeshToFoam fluent3DMeshToFoam createZeroDirectory mapFields potentialFoam setAlphaField setExprFields funkySetFields setFields setWaves transformPoints surfaceTransformPoints extrudeMesh refineMesh mirrorMesh subsetMesh renumberMesh checkMesh reconstructPar reconstructParMesh topoSet cellSet faceSet pointSet setSet createZones setsToZones createPatch createBaffles createNonConformalCouples foamDictionary pack info extract boundary purge channel plot estimate watch demo test -h --help --version' ;;
    run) echo '-h --help -n --ranks --threads --log --watch --application --flavour --solvers --exchange --reduction --krylov --dump --from --set --machine --mesh --fields --fresh --profile --force' ;;
    check) echo '-h --help --flavour --set --mesh --fields' ;;
    list) echo '-h --help --markdown' ;;
    post) echo '-h --help -n --ranks --time --function --flavour --set --force' ;;
    clean) echo '-h --help --dry-run --force' ;;
    blockMesh|fluentMeshToFoam|fluent3DMeshToFoam|createZeroDirectory|mapFields|potentialFoam|setAlphaField|setExprFields|funkySetFields|setFields|setWaves|transformPoints|surfaceTransformPoints|extrudeMesh|refineMesh|mirrorMesh|subsetMesh|renumberMesh|checkMesh|reconstructPar|reconstructParMesh|topoSet|cellSet|faceSet|pointSet|setSet|createZones|setsToZones|createPatch|createBaffles|createNonConformalCouples|foamDictionary|info|channel-convert|channel-keys) echo '-h --help' ;;
    pack) echo '-h --help --force' ;;
    extract) echo '-h --help -n --ranks --time --binary --ascii --replace --force' ;;
    boundary) echo '-h --help --time --field --patch --show --set --force' ;;
    purge) echo '-h --help --keep-every --keep-last --dry-run --force' ;;
    channel) echo 'init run convert keys -h --help' ;;
    channel-init) echo '-h --help --tpls -n --ranks --force --set --no-picture --grid --length --decomposition --Re --We --gravity --density_ratio --viscosity_ratio --method --smoothing --redistance_every --redistance_above --redistance_sweeps --cahn --peclet --mobility --contact_line --contact_angle_lower --contact_angle_upper --contact_law --contact_angle --microscopic_length --slip_length --x --driving --pressure_gradient --flow_rate --lower --upper --lower_speed --upper_speed --inlet --inlet_frequencies --inlet_amplitudes --inlet_intensity --outlet --dt --cfl --dt_max --end --steps --shape --velocity --height --amplitude --mode --phase --seed --centre --radius --initial_angle --file --heat --Pr --conductivity_ratio --heat_capacity_ratio --heat_lower --heat_upper --lower_temperature --upper_temperature --lower_flux --upper_flux --initial_heat --initial_temperature --Ma --reference_temperature --evaporation --Ste --saturation_temperature --vapour --pressure --petsc_options --pressure_tolerance --momentum_tolerance --phase_tolerance --heat_tolerance --max_iterations --krylov --directory --fields_every --phi_every --uvw_every --p_every --T_every --fields_interval --phi_interval --uvw_interval --p_interval --T_interval --restart_every --restart_interval --series_every --series_interval --format --writer --hints --one_file --single_precision --deflate' ;;
    channel-run) echo '-h --help --tpls -n --ranks --force --set --threads --from --overwrite --machine --profile --grid --length --decomposition --Re --We --gravity --density_ratio --viscosity_ratio --method --smoothing --redistance_every --redistance_above --redistance_sweeps --cahn --peclet --mobility --contact_line --contact_angle_lower --contact_angle_upper --contact_law --contact_angle --microscopic_length --slip_length --x --driving --pressure_gradient --flow_rate --lower --upper --lower_speed --upper_speed --inlet --inlet_frequencies --inlet_amplitudes --inlet_intensity --outlet --dt --cfl --dt_max --end --steps --shape --velocity --height --amplitude --mode --phase --seed --centre --radius --initial_angle --file --heat --Pr --conductivity_ratio --heat_capacity_ratio --heat_lower --heat_upper --lower_temperature --upper_temperature --lower_flux --upper_flux --initial_heat --initial_temperature --Ma --reference_temperature --evaporation --Ste --saturation_temperature --vapour --pressure --petsc_options --pressure_tolerance --momentum_tolerance --phase_tolerance --heat_tolerance --max_iterations --krylov --directory --fields_every --phi_every --uvw_every --p_every --T_every --fields_interval --phi_interval --uvw_interval --p_interval --T_interval --restart_every --restart_interval --series_every --series_interval --format --writer --hints --one_file --single_precision --deflate' ;;
    plot) echo '-h --help --field --time --normal --position --mesh --view --line --movie --mp4 --profile' ;;
    estimate) echo '-h --help -n --ranks --seconds --set --application --dump --json' ;;
    watch) echo '-h --help --log --port --address --token' ;;
    demo) echo '-h --help -n --ranks' ;;
    test) echo '-h --help --record' ;;
  esac
}

# What follows an option of a command (COMMAND:OPTION): words, or @ and what is looked for; nothing after a flag.
_eagre_values() {
  case $1 in
    run:positional) echo '@directories' ;;
    run:-n|run:--ranks|run:--threads) echo '@any' ;;
    run:--application) echo 'icoFoam nonNewtonianIcoFoam pisoFoam pimpleFoam interFoam interIsoFoam interPhaseChangeFoam' ;;
    run:--flavour) echo 'v1912 2.3 7 11 dev extend' ;;
    run:--solvers) echo 'fast as-written' ;;
    run:--exchange) echo 'dynamic memoised static' ;;
    run:--reduction) echo 'auto tree typed nonblocking openfoam' ;;
    run:--krylov) echo 'auto PCG CGCG PPCG OFPiPePCG OFRePiPePCG SStepPCG' ;;
    run:--dump) echo 'foam hdf5 both' ;;
    run:--from) echo '@starts' ;;
    run:--set) echo '@entries' ;;
    run:--machine) echo '@files' ;;
    run:--mesh|run:--fields) echo 'as-is' ;;
    check:positional) echo '@directories' ;;
    check:--flavour) echo 'v1912 2.3 7 11 dev extend' ;;
    check:--set) echo '@entries' ;;
    check:--mesh) echo 'as-is full' ;;
    check:--fields) echo 'as-is' ;;
    list:positional) echo '@kinds' ;;
    post:positional) echo '@directories' ;;
    post:-n|post:--ranks|post:--function) echo '@any' ;;
    post:--time) echo '@times' ;;
    post:--flavour) echo 'v1912 2.3 7 11 dev extend' ;;
    post:--set) echo '@entries' ;;
    clean:positional) echo '@directories' ;;
    pack:positional) echo '@directories' ;;
    info:positional) echo '@files' ;;
    extract:positional) echo '@directories' ;;
    extract:-n|extract:--ranks) echo '@any' ;;
    extract:--time) echo '@times' ;;
    boundary:positional) echo '@directories' ;;
    boundary:--time) echo '@times' ;;
    boundary:--field) echo '@fields' ;;
    boundary:--patch|boundary:--set) echo '@any' ;;
    purge:positional) echo '@directories' ;;
    purge:--keep-every|purge:--keep-last) echo '@any' ;;
    channel-init:positional|channel-init:--tpls|channel-init:--file|channel-init:--directory) echo '@files' ;;
    channel-init:-n|channel-init:--ranks|channel-init:--grid|channel-init:--length|channel-init:--decomposition|channel-init:--Re|channel-init:--We|channel-init:--gravity|channel-init:--density_ratio|channel-init:--viscosity_ratio|channel-init:--smoothing|channel-init:--redistance_every|channel-init:--redistance_above|channel-init:--redistance_sweeps|channel-init:--cahn|channel-init:--peclet|channel-init:--contact_angle_lower|channel-init:--contact_angle_upper|channel-init:--contact_angle|channel-init:--microscopic_length|channel-init:--slip_length|channel-init:--pressure_gradient|channel-init:--flow_rate|channel-init:--lower_speed|channel-init:--upper_speed|channel-init:--inlet_frequencies|channel-init:--inlet_amplitudes|channel-init:--inlet_intensity|channel-init:--dt|channel-init:--cfl|channel-init:--dt_max|channel-init:--end|channel-init:--steps|channel-init:--height|channel-init:--amplitude|channel-init:--mode|channel-init:--phase|channel-init:--seed|channel-init:--centre|channel-init:--radius|channel-init:--initial_angle|channel-init:--heat|channel-init:--Pr|channel-init:--conductivity_ratio|channel-init:--heat_capacity_ratio|channel-init:--lower_temperature|channel-init:--upper_temperature|channel-init:--lower_flux|channel-init:--upper_flux|channel-init:--initial_temperature|channel-init:--Ma|channel-init:--reference_temperature|channel-init:--evaporation|channel-init:--Ste|channel-init:--saturation_temperature|channel-init:--petsc_options|channel-init:--pressure_tolerance|channel-init:--momentum_tolerance|channel-init:--phase_tolerance|channel-init:--heat_tolerance|channel-init:--max_iterations|channel-init:--fields_every|channel-init:--phi_every|channel-init:--uvw_every|channel-init:--p_every|channel-init:--T_every|channel-init:--fields_interval|channel-init:--phi_interval|channel-init:--uvw_interval|channel-init:--p_interval|channel-init:--T_interval|channel-init:--restart_every|channel-init:--restart_interval|channel-init:--series_every|channel-init:--series_interval|channel-init:--hints|channel-init:--one_file|channel-init:--single_precision|channel-init:--deflate) echo '@any' ;;
    channel-init:--set) echo 'grid.cells= grid.length= grid.ranks= fluid.Re= fluid.We= fluid.gravity= fluid.density_ratio= fluid.viscosity_ratio= interface.method= interface.smoothing= interface.redistance_every= interface.redistance_above= interface.redistance_sweeps= interface.cahn= interface.peclet= interface.mobility= interface.contact_line= interface.contact_angle_lower= interface.contact_angle_upper= contact_line.law= contact_line.angle= contact_line.microscopic_length= contact_line.slip_length= boundary.x= boundary.driving= boundary.pressure_gradient= boundary.flow_rate= boundary.lower= boundary.upper= boundary.lower_speed= boundary.upper_speed= boundary.inlet= boundary.inlet_frequencies= boundary.inlet_amplitudes= boundary.inlet_intensity= boundary.outlet= time.dt= time.cfl= time.dt_max= time.end= time.steps= initial.shape= initial.velocity= initial.height= initial.amplitude= initial.mode= initial.phase= initial.seed= initial.centre= initial.radius= initial.angle= initial.file= heat.solve= heat.Pr= heat.conductivity_ratio= heat.heat_capacity_ratio= heat.lower= heat.upper= heat.lower_temperature= heat.upper_temperature= heat.lower_flux= heat.upper_flux= heat.initial= heat.initial_temperature= heat.Ma= heat.reference_temperature= evaporation.solve= evaporation.Ste= evaporation.saturation_temperature= evaporation.vapour= solver.pressure= solver.petsc_options= solver.pressure_tolerance= solver.momentum_tolerance= solver.phase_tolerance= solver.heat_tolerance= solver.max_iterations= solver.krylov= output.directory= output.fields_every= output.phi_every= output.uvw_every= output.p_every= output.T_every= output.fields_interval= output.phi_interval= output.uvw_interval= output.p_interval= output.T_interval= output.restart_every= output.restart_interval= output.series_every= output.series_interval= output.format= output.writer= output.hints= output.one_file= output.single_precision= output.deflate=' ;;
    channel-init:--method) echo 'level_set phase_field none' ;;
    channel-init:--mobility) echo 'constant degenerate normal' ;;
    channel-init:--contact_line) echo 'free angle' ;;
    channel-init:--contact_law) echo 'none constant cox' ;;
    channel-init:--x) echo 'periodic inlet_outlet' ;;
    channel-init:--driving) echo 'pressure_gradient flow_rate' ;;
    channel-init:--lower|channel-init:--upper) echo 'no_slip free_slip open' ;;
    channel-init:--inlet) echo 'laminar perturbed turbulent' ;;
    channel-init:--outlet) echo 'convective neumann' ;;
    channel-init:--shape) echo 'flat wave modes drop bubble cap file' ;;
    channel-init:--velocity) echo 'profile rest' ;;
    channel-init:--heat_lower|channel-init:--heat_upper) echo 'temperature flux' ;;
    channel-init:--initial_heat) echo 'linear uniform phases file' ;;
    channel-init:--vapour) echo 'lower upper' ;;
    channel-init:--pressure) echo 'multigrid fft petsc' ;;
    channel-init:--krylov) echo 'PCG CGCG OFPiPePCG' ;;
    channel-init:--format) echo 'netcdf text both none' ;;
    channel-init:--writer) echo 'direct netcdf' ;;
    channel-run:positional|channel-run:--tpls|channel-run:--machine|channel-run:--file|channel-run:--directory) echo '@files' ;;
    channel-run:-n|channel-run:--ranks|channel-run:--threads|channel-run:--grid|channel-run:--length|channel-run:--decomposition|channel-run:--Re|channel-run:--We|channel-run:--gravity|channel-run:--density_ratio|channel-run:--viscosity_ratio|channel-run:--smoothing|channel-run:--redistance_every|channel-run:--redistance_above|channel-run:--redistance_sweeps|channel-run:--cahn|channel-run:--peclet|channel-run:--contact_angle_lower|channel-run:--contact_angle_upper|channel-run:--contact_angle|channel-run:--microscopic_length|channel-run:--slip_length|channel-run:--pressure_gradient|channel-run:--flow_rate|channel-run:--lower_speed|channel-run:--upper_speed|channel-run:--inlet_frequencies|channel-run:--inlet_amplitudes|channel-run:--inlet_intensity|channel-run:--dt|channel-run:--cfl|channel-run:--dt_max|channel-run:--end|channel-run:--steps|channel-run:--height|channel-run:--amplitude|channel-run:--mode|channel-run:--phase|channel-run:--seed|channel-run:--centre|channel-run:--radius|channel-run:--initial_angle|channel-run:--heat|channel-run:--Pr|channel-run:--conductivity_ratio|channel-run:--heat_capacity_ratio|channel-run:--lower_temperature|channel-run:--upper_temperature|channel-run:--lower_flux|channel-run:--upper_flux|channel-run:--initial_temperature|channel-run:--Ma|channel-run:--reference_temperature|channel-run:--evaporation|channel-run:--Ste|channel-run:--saturation_temperature|channel-run:--petsc_options|channel-run:--pressure_tolerance|channel-run:--momentum_tolerance|channel-run:--phase_tolerance|channel-run:--heat_tolerance|channel-run:--max_iterations|channel-run:--fields_every|channel-run:--phi_every|channel-run:--uvw_every|channel-run:--p_every|channel-run:--T_every|channel-run:--fields_interval|channel-run:--phi_interval|channel-run:--uvw_interval|channel-run:--p_interval|channel-run:--T_interval|channel-run:--restart_every|channel-run:--restart_interval|channel-run:--series_every|channel-run:--series_interval|channel-run:--hints|channel-run:--one_file|channel-run:--single_precision|channel-run:--deflate) echo '@any' ;;
    channel-run:--set) echo 'grid.cells= grid.length= grid.ranks= fluid.Re= fluid.We= fluid.gravity= fluid.density_ratio= fluid.viscosity_ratio= interface.method= interface.smoothing= interface.redistance_every= interface.redistance_above= interface.redistance_sweeps= interface.cahn= interface.peclet= interface.mobility= interface.contact_line= interface.contact_angle_lower= interface.contact_angle_upper= contact_line.law= contact_line.angle= contact_line.microscopic_length= contact_line.slip_length= boundary.x= boundary.driving= boundary.pressure_gradient= boundary.flow_rate= boundary.lower= boundary.upper= boundary.lower_speed= boundary.upper_speed= boundary.inlet= boundary.inlet_frequencies= boundary.inlet_amplitudes= boundary.inlet_intensity= boundary.outlet= time.dt= time.cfl= time.dt_max= time.end= time.steps= initial.shape= initial.velocity= initial.height= initial.amplitude= initial.mode= initial.phase= initial.seed= initial.centre= initial.radius= initial.angle= initial.file= heat.solve= heat.Pr= heat.conductivity_ratio= heat.heat_capacity_ratio= heat.lower= heat.upper= heat.lower_temperature= heat.upper_temperature= heat.lower_flux= heat.upper_flux= heat.initial= heat.initial_temperature= heat.Ma= heat.reference_temperature= evaporation.solve= evaporation.Ste= evaporation.saturation_temperature= evaporation.vapour= solver.pressure= solver.petsc_options= solver.pressure_tolerance= solver.momentum_tolerance= solver.phase_tolerance= solver.heat_tolerance= solver.max_iterations= solver.krylov= output.directory= output.fields_every= output.phi_every= output.uvw_every= output.p_every= output.T_every= output.fields_interval= output.phi_interval= output.uvw_interval= output.p_interval= output.T_interval= output.restart_every= output.restart_interval= output.series_every= output.series_interval= output.format= output.writer= output.hints= output.one_file= output.single_precision= output.deflate=' ;;
    channel-run:--from) echo '@starts' ;;
    channel-run:--method) echo 'level_set phase_field none' ;;
    channel-run:--mobility) echo 'constant degenerate normal' ;;
    channel-run:--contact_line) echo 'free angle' ;;
    channel-run:--contact_law) echo 'none constant cox' ;;
    channel-run:--x) echo 'periodic inlet_outlet' ;;
    channel-run:--driving) echo 'pressure_gradient flow_rate' ;;
    channel-run:--lower|channel-run:--upper) echo 'no_slip free_slip open' ;;
    channel-run:--inlet) echo 'laminar perturbed turbulent' ;;
    channel-run:--outlet) echo 'convective neumann' ;;
    channel-run:--shape) echo 'flat wave modes drop bubble cap file' ;;
    channel-run:--velocity) echo 'profile rest' ;;
    channel-run:--heat_lower|channel-run:--heat_upper) echo 'temperature flux' ;;
    channel-run:--initial_heat) echo 'linear uniform phases file' ;;
    channel-run:--vapour) echo 'lower upper' ;;
    channel-run:--pressure) echo 'multigrid fft petsc' ;;
    channel-run:--krylov) echo 'PCG CGCG OFPiPePCG' ;;
    channel-run:--format) echo 'netcdf text both none' ;;
    channel-run:--writer) echo 'direct netcdf' ;;
    channel-convert:positional) echo '@files' ;;
    plot:positional) echo '@files' ;;
    plot:--field) echo '@fields' ;;
    plot:--time) echo '@times' ;;
    plot:--normal) echo 'x y z' ;;
    plot:--position|plot:--line|plot:--movie|plot:--profile) echo '@any' ;;
    plot:--view) echo 'slice 3d' ;;
    estimate:positional) echo '@directories' ;;
    estimate:-n|estimate:--ranks|estimate:--seconds|estimate:--application) echo '@any' ;;
    estimate:--set) echo '@entries' ;;
    estimate:--dump) echo 'foam hdf5 both' ;;
    watch:positional) echo '@directories' ;;
    watch:--log) echo '@files' ;;
    watch:--port|watch:--address) echo '@any' ;;
    demo:positional|demo:-n|demo:--ranks) echo '@any' ;;
    test:--record) echo '@files' ;;
  esac
}

# The case: the first word that is a directory of one; else where we are.
_eagre_case() {
  for word in "$@"; do [ -d "$word/system" ] && echo "$word" && return; done
  echo .
}

# The times and dumps of a case; with `dumps` the files of dumps, too.
_eagre_list_times() {
  echo latest
  (cd "$1" 2>/dev/null && ls -d [0-9]* dumps/[0-9]*.vtkhdf 2>/dev/null | sed 's|^dumps/||; s|\.vtkhdf$||' | grep -v orig | sort -gu)
  if [ "$2" ]; then (cd "$1" 2>/dev/null && ls -d dumps/[0-9]*.vtkhdf dumps/restart.*.vtkhdf 2>/dev/null); fi
}

# The fields in the time directories of a case, and what pictures have beside them.
_eagre_list_fields() {
  (cd "$1" 2>/dev/null && ls -p -d [0-9]*/* 2>/dev/null | sed -n 's|.*/\([A-Za-z][A-Za-z0-9_.]*\)$|\1|p' | sed 's/\.orig$//; s/\.gz$//' | sort -u)
  echo vorticity
  echo Q
}

# FILE: of a case for --set; of one that is given its keywords, those of dictionaries with a dot, others with =.
_eagre_list_entries() {
  if [ "$2" ]; then
    sed -n 's/^\([A-Za-z][A-Za-z0-9_]*\)[ \t][^{]*;.*/\1=/p; s/^\([A-Za-z][A-Za-z0-9_]*\)[ \t]*{\{0,1\}[ \t]*$/\1./p' "$1/$2" 2>/dev/null | grep -v '^FoamFile'
  else
    (cd "$1" 2>/dev/null && ls -p -d system/* constant/* 0/* 2>/dev/null | sed -n '/[/~]$/!s/$/:/p')
  fi
}
_eagre() {
  local current=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} option= file= values= directory
  local i=$((COMP_CWORD - 1))  # of the word before
  ((COMP_CWORD > 1)) || command=eagre
  [ "$command" = channel ] && ((COMP_CWORD > 2)) && command=channel-${COMP_WORDS[2]}
  # Bash cuts words at = and at colons: --dump=hdf5 is three of them, system/controlDict:end behind --set as well.
  if [ "$current" = = ] || [ "$current" = : ]; then current= i=$COMP_CWORD; fi
  case ${COMP_WORDS[i]} in
    =) i=$((i - 1)) option=${COMP_WORDS[i]} ;;
    :) file=${COMP_WORDS[i-1]} i=$((i - 2)); [ "${COMP_WORDS[i]}" = = ] && i=$((i - 1)); option=${COMP_WORDS[i]} ;;
    -*) option=${COMP_WORDS[i]} ;;
  esac
  COMPREPLY=()
  [ -n "$option" ] && values=$(_eagre_values "$command:$option")
  if [ -z "$values" ]; then
    if [ "${COMP_WORDS[i+1]}" = = ]; then return; fi
    case $command:$current in
      eagre:* | channel:* | *:-*) values=$(_eagre_words "$command") ;;
      *) values=$(_eagre_values "$command:positional") ;;
    esac
  fi
  directory=$(_eagre_case "${COMP_WORDS[@]:2}")
  case $values in
    @directories) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$current"); return ;;
    @files) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
    @times) values=$(_eagre_list_times "$directory") ;;
    @starts) values=$(_eagre_list_times "$directory" dumps) ;;
    @fields) values=$(_eagre_list_fields "$directory") ;;
    @entries) values=$(_eagre_list_entries "$directory" "$file") ;;
    @kinds) values='applications conditions functions ddtSchemes gradSchemes divSchemes interpolationSchemes laplacianSchemes snGradSchemes solvers preconditioners smoothers coupledSolvers agglomerators phaseAdvection reconstruction curvature surfaceForce acceleration laminarModels RASModels LESModels LESDeltas transport cavitation fvOptions porosityModels dynamicFvMeshes motionSolvers solidBodyMotionFunctions bodySolvers bodyConstraints bodyRestraints motionDiffusivities pointConditions waveMakerMotions waveModels superposedWaves functionObjects fieldOperations runConditions sets setFormats sampledSurfaces surfaceFormats startFrom stopAt writeControls writeFormats timeFormats dumpFormats tools patchTypes blockMeshEdges blockMeshGradings topoSetActions setSources zoneSources zoneTypes surfaces implicitFunctions exchanges asking reductions pendingSums' ;;
    @any) return ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$values" -- "$current")
  case ${COMPREPLY[0]} in *[=.:]) compopt -o nospace 2>/dev/null ;; esac
}
complete -F _eagre eagre
