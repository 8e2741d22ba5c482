# SPDX-License-Identifier: BSD-3-Clause
# The commands of the README. Each does its own set-up on a fresh Debian machine.
BUILD ?= build
JOBS  ?= $(shell nproc)
PYTHON := .venv/bin/python
export OMPI_ALLOW_RUN_AS_ROOT = 1
export OMPI_ALLOW_RUN_AS_ROOT_CONFIRM = 1
export OMPI_MCA_rmaps_base_oversubscribe = 1
# Ranks of tests are on one machine: the search for faster networks takes 0.2 s per run. They share the cores with other tests:
# a rank that waits lets others run, on whatever core is free.
test test-kill test-ranks attack sanitize sanitize-threads checked bits: export OMPI_MCA_pml ?= ob1
test test-kill test-ranks attack sanitize sanitize-threads checked bits: export OMPI_MCA_mpi_yield_when_idle ?= 1
test test-kill test-ranks attack sanitize sanitize-threads checked bits: export OMPI_MCA_hwloc_base_binding_policy ?= none

.PHONY: random-cases all configure build program wheel wheel-test wheel-check install demo test bench bits bench-io picture head-form seed-figures scaling watch test-kill test-ranks attack judge sanitize sanitize-threads checked fuzz lint check-sources tidy format clean parity-table examples-table interface-table blockmesh-table real-cases-table words site gallery commands python
all: program

# make build PETSC=ON: with PETSc's solvers (solver PETSc) beside ours. FFTW=ON: with the channel's pressure by FFT.
# PYTHON_MODULE=ON: with the Python module, for which all objects are position independent; a build folder keeps that.
# BATCHES: a dozen sources are compiled as one: all of them in less than half of the time, one that was changed in more. A new build folder
# does it, another one goes on as it is; BATCHES=OFF for whoever edits.
PETSC ?= OFF
FFTW ?= OFF
PYTHON_MODULE ?= OFF
BATCHES ?= $(if $(wildcard $(BUILD)/CMakeCache.txt),,ON)
with_module := $(filter ON,$(PYTHON_MODULE))
configure: tools/packages/build.txt $(if $(with_module),.venv/module)
	@tools/install_packages.sh build $(if $(filter ON,$(PETSC)),petsc) $(if $(filter ON,$(FFTW)),fftw)
	@cmake --preset release -B $(BUILD) -DEAGRE_PETSC=$(PETSC) -DEAGRE_FFTW=$(FFTW) $(addprefix -DEAGRE_BATCHES=,$(BATCHES)) $(if $(with_module),-DEAGRE_PYTHON=ON -DPython_EXECUTABLE=$(abspath $(PYTHON))) >$(BUILD).cmake.log 2>&1 || { cat $(BUILD).cmake.log; exit 1; }; rm -f $(BUILD).cmake.log
build: configure
	@cmake --build $(BUILD) -j $(JOBS)
# The program alone, without tests and benches.
program: configure
	@cmake --build $(BUILD) -j $(JOBS) --target eagre

# The Python module eagre._core (docs/python.md), beside the sources of its package in python/eagre.
python:
	@$(MAKE) --no-print-directory configure PYTHON_MODULE=ON
	@cmake --build $(BUILD) -j $(JOBS) --target _core

# Python for pictures; for the tests there is more in the same place, VTK above all.
.venv/pictures: python/requirements.txt
	@tools/install_packages.sh python
	python3 -m venv .venv
	$(PYTHON) -m pip install --quiet --disable-pip-version-check -r python/requirements.txt
	@touch $@
.venv/module: .venv/pictures python/requirements-module.txt
	@tools/install_packages.sh python-module
	$(PYTHON) -m pip install --quiet --disable-pip-version-check -r python/requirements-module.txt
	@touch $@
.venv/ready: .venv/pictures python/requirements-tests.txt python/requirements-watch.txt
	@tools/install_packages.sh python-tests
	$(PYTHON) -m pip install --quiet --disable-pip-version-check -r python/requirements-tests.txt
	@touch $@
# Tornado, for the page of `eagre watch`.
watch: .venv/watch
.venv/watch: python/requirements-watch.txt
	@tools/install_packages.sh python
	python3 -m venv .venv
	$(PYTHON) -m pip install --quiet --disable-pip-version-check -r python/requirements-watch.txt
	@touch $@
# Lizard, for the limits of functions.
.venv/lint: python/requirements-lint.txt
	@tools/install_packages.sh python
	python3 -m venv .venv
	$(PYTHON) -m pip install --quiet --disable-pip-version-check -r python/requirements-lint.txt
	@touch $@

demo: program .venv/pictures
	@$(BUILD)/bin/eagre demo

test: build .venv/ready
	@tools/install_packages.sh test
	ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS)
	EAGRE_BIN=$(abspath $(BUILD)/bin) $(PYTHON) -m pytest -q -n $(JOBS) --dist loadfile tests

# A rank is killed at a random moment around a dump, KILLS times; 20 of them are part of `make test`.
KILLS ?= 200
test-kill: build .venv/ready
	@tools/install_packages.sh test
	EAGRE_KILLS=$(KILLS) EAGRE_BIN=$(abspath $(BUILD)/bin) $(PYTHON) -m pytest -q tests/dumps/test_kill.py

# Hostile cases, dumps, channels and faults by chance from a seed, each with what docs/security.md promises checked after it.
# make attack ATTACKS=20000 ATTACK_SEED=7: hours; ARGS="--only 37 --seed 7": one of them again; ARGS="--kind dumps": of one kind.
ATTACKS ?= 150
ATTACK_SEED ?= 1
attack: build .venv/ready
	$(PYTHON) tests/attack/attack.py --eagre $(BUILD)/bin/eagre --attacks $(ATTACKS) --seed $(ATTACK_SEED) $(ARGS)

# Ten dumps of many ranks: how many files there are. Part of `make test` with 8 ranks.
RANKS ?= 192
test-ranks: build .venv/ready
	@tools/install_packages.sh test
	EAGRE_RANKS=$(RANKS) EAGRE_BIN=$(abspath $(BUILD)/bin) $(PYTHON) -m pytest -q tests/dumps/test_many_ranks.py

# bench ARGS="--quick", ARGS="--only damBreak10 petsc --repeats 9": see bench/bench.py. PETSc is optional.
bench: build .venv/ready
	@tools/install_packages.sh test
	@tools/install_packages.sh bench || echo "PETSc does not install: its comparison is left out"
	$(PYTHON) bench/bench.py --bin $(BUILD)/bin $(ARGS)

# Fields of this build against those of the program BEFORE, bit for bit, on the cases of the parity tests; without BEFORE, against the
# checksums in tests/parity/bits.json on some of them. A change that is to change answers: ARGS=--record.
bits: build .venv/ready
	@tools/install_packages.sh test
	$(PYTHON) tests/parity/compare_bits.py $(if $(BEFORE),--before $(BEFORE)) --after $(BUILD)/bin/eagre $(ARGS)

# What a dump costs beside OpenFOAM's files. ARGS="--cells 226800 --ranks 1 2": a part of it.
bench-io: build .venv/ready
	@tools/install_packages.sh test
	$(PYTHON) bench/bench_io.py --bin $(BUILD)/bin $(ARGS)

# docs/pictures/patches.png: water and walls of a dump.
picture: build .venv/ready
	$(PYTHON) tools/dump_picture.py --eagre $(BUILD)/bin/eagre

# The pictures of docs/gallery.md: cases run and drawn in 3D. ONLY=damBreak3D: one of them.
gallery: build .venv/ready
	$(PYTHON) tools/gallery.py $(ONLY) --eagre $(BUILD)/bin/eagre

# The documentation as pages, in site/: site/index.html opens without a server. A dead link, or anything else that mkdocs warns of, is an error.
.venv/site: python/requirements-site.txt
	@tools/install_packages.sh python
	python3 -m venv .venv
	$(PYTHON) -m pip install --quiet --disable-pip-version-check -r python/requirements-site.txt
	@touch $@
site: .venv/site
	NO_MKDOCS_2_WARNING=1 $(PYTHON) -m mkdocs build --strict

# docs/pictures/headForm.png and the table of cases/headForm/README.md: five runs. ARGS="--variants 0.3": the other table there.
head-form: build .venv/ready
	@$(PYTHON) tests/verification/head_form.py --eagre $(BUILD)/bin/eagre $(or $(ARGS),--draw docs/pictures/headForm.png)

# Figures 9, 10 and 19 of the first seed (docs/seed_fields.md): half an hour of a core. ARGS="--only 10": one of them.
seed-figures: build .venv/ready
	@tools/install_packages.sh test
	$(PYTHON) tests/verification/seed_figures.py $(ARGS)

# docs/scaling.md: the real program on up to 1,536 simulated ranks; hours, and resumed where it was ended. ARGS="--small": two minutes.
# Other ARGS: see bench/scaling/scaling.py --help.
scaling: tools/packages/scaling.txt .venv/ready build-simgrid/built
	@tools/install_packages.sh test
	$(PYTHON) bench/scaling/scaling.py --program build-simgrid/bin/eagre $(ARGS)

# SIMGRID_OPTIONS=-DCMAKE_CXX_FLAGS_RELEASE=-O1: for a short run; simulated times are the same.
.PHONY: build-simgrid/built
build-simgrid/built:
	@tools/install_packages.sh build scaling
	@cmake --preset simgrid $(SIMGRID_OPTIONS) >build-simgrid.cmake.log 2>&1 || { cat build-simgrid.cmake.log; exit 1; }; rm -f build-simgrid.cmake.log
	@cmake --build build-simgrid -j $(JOBS)

# Clang's address and undefined-behaviour sanitizers in the program, the unit tests and the fuzzers: one build for all of them.
# OpenMPI leaks at exit by design; everything else the sanitizers find is ours.
sanitize: export ASAN_OPTIONS = detect_leaks=0
fuzz: export ASAN_OPTIONS = detect_leaks=0:allocator_may_return_null=1
sanitize fuzz: export EAGRE_SANITIZED = 1
.PHONY: build-sanitize/configured
build-sanitize/configured:
	@tools/install_packages.sh build lint
	@cmake --preset sanitize >/dev/null

# The unit tests but the long ones, and the tests of bad cases; the hundreds of one-word mistakes are left to the fuzzers.
sanitize: build-sanitize/configured .venv/ready
	cmake --build build-sanitize -j $(JOBS) --target eagre unit_tests
	tools/unit_tests.sh build-sanitize $(notdir $(wildcard tests/unit/*))
	EAGRE_BIN=$(abspath build-sanitize/bin) $(PYTHON) -m pytest -q -n $(JOBS) --dist loadfile --ignore-glob='*mistakes_*' tests/bad_cases

# Every loop in a random order of its iterations, with a watch on what each of them reads and writes (docs/architecture.md, "Loops").
# Tests of other rooms are left out: those have no loops (core, config, cli), or few that cases run, too (comm, case, output, run, solvers).
ROOMS_WITH_LOOPS = kernel mesh grid linear fv physics interface channel
checked: tools/packages/build.txt .venv/ready
	@tools/install_packages.sh build test
	cmake --preset checked >/dev/null
	cmake --build build-checked -j $(JOBS) --target eagre $(addprefix test_,$(ROOMS_WITH_LOOPS))
	@tools/checked_loops.sh build-checked $(PYTHON) $(ROOMS_WITH_LOOPS)

# The threads of a rank under GCC's sanitizer of threads: unit tests with three threads, cases with two (docs/architecture.md, "Loops").
# `.ci/run` leaves out all but the room that hands loops to threads; that the loops themselves may be shared, `make checked` finds.
ROOMS_WITH_SHARED_LOOPS ?= kernel linear fv
SHARED_CASES ?= damBreak elbow
sanitize-threads: tools/packages/build.txt .venv/ready
	@tools/install_packages.sh build test
	cmake --preset sanitize-threads >/dev/null
	cmake --build build-threads -j $(JOBS) --target $(if $(SHARED_CASES),eagre) $(addprefix test_,$(ROOMS_WITH_SHARED_LOOPS))
	@tools/shared_loops.sh build-threads $(PYTHON) "$(SHARED_CASES)" $(ROOMS_WITH_SHARED_LOOPS)

# The readers of dictionaries and of dumps get inputs that take about a minute each, the others (scripts, patches and fields,
# blockMeshDict, polyMesh, checkpoints in NetCDF, TPLS's files and settings of channels, journals) a quarter of that. Their number
# and the seed are fixed and the corpus starts anew, so that how far a run gets does not depend on the machine. Further:
# FUZZ_SECONDS=3600 FUZZ_SEED=0 (0: by chance) goes on from what was found before. HDF5 keeps what it has allocated
# when a file turns out to be damaged, and both ask for as much memory as a damaged file says: what is not there they do without.
FUZZ_SEED ?= 1
FUZZERS = dictionary dump recipe boundary block_mesh poly_mesh checkpoint tpls journal
# Of each: number of inputs, their length if it is not 8192, options.
inputs_dictionary = 280000
inputs_dump = 5000
inputs_recipe = 10000
inputs_boundary = 40000
inputs_block_mesh = 5000
inputs_poly_mesh = 1000
inputs_checkpoint = 200
inputs_tpls = 2000
inputs_journal = 3000
length_dump = 65536
length_recipe = 4096
length_checkpoint = 4096
length_journal = 4096
fuzz_options_recipe = -dict=tests/fuzz/recipe.dict
fuzz_options_checkpoint = -malloc_limit_mb=100000
$(foreach f,dictionary boundary block_mesh poly_mesh tpls,$(eval fuzz_options_$(f) = -dict=tests/fuzz/dictionary.dict))
fuzz: build-sanitize/configured
	cmake --build build-sanitize -j $(JOBS) --target $(addprefix fuzz_,$(FUZZERS))
	$(if $(FUZZ_SECONDS),,rm -rf build-sanitize/corpus)
	mkdir -p $(addprefix build-sanitize/corpus/,$(FUZZERS))
	@$(MAKE) --no-print-directory -j $(JOBS) --output-sync=target $(addprefix run-fuzzer-,$(FUZZERS))
run-fuzzer-%:
	build-sanitize/bin/fuzz_$* $(if $(FUZZ_SECONDS),-max_total_time=$(FUZZ_SECONDS),-runs=$(inputs_$*)) -max_len=$(or $(length_$*),8192) -seed=$(FUZZ_SEED) \
	  -timeout=30 -rss_limit_mb=2048 -print_final_stats=1 $(fuzz_options_$*) build-sanitize/corpus/$* tests/fuzz/corpus/$*

lint: check-sources tidy
check-sources: .venv/lint
	@tools/install_packages.sh lint
	tools/check_sources.sh
tidy: configure
	@tools/install_packages.sh lint
	python3 tools/tidy.py $(BUILD)

format:
	@tools/install_packages.sh lint
	git ls-files '*.cpp' '*.hpp' | xargs clang-format -i

# OpenFOAM's solvers from Debian's sources, compiled soundly (docs/parity.md), for the tests on slanted faces; two minutes each, kept.
# SOLVERS="interFoam interPhaseChangeFoam interIsoFoam potentialFoam nonNewtonianIcoFoam porousSimpleFoam": all that are of use.
SOLVERS ?= interFoam
judge:
	@tools/install_packages.sh build test
	tools/sound_openfoam.sh .cache/judge $(SOLVERS)

# docs/words.md: what `eagre list --markdown` prints.
words: program
	$(BUILD)/bin/eagre list --markdown >docs/words.md

# docs/commands.md, the manual page docs/eagre.1 and what shells complete: the help of all commands.
commands: program .venv/pictures
	python3 tools/commands_page.py $(BUILD)/bin/eagre >docs/commands.md
	python3 tools/commands_page.py $(BUILD)/bin/eagre --man >docs/eagre.1
	python3 tools/completion.py $(BUILD)/bin/eagre bash >packaging/completion/eagre.bash
	python3 tools/completion.py $(BUILD)/bin/eagre zsh >packaging/completion/_eagre

# docs/parity.md and docs/blockmesh.md, measured anew against the installed OpenFOAM.
parity-table: build .venv/ready
	@tools/install_packages.sh test
	$(PYTHON) tests/parity/run_table.py --bin $(BUILD)/bin --output docs/parity.md
# Small random cases in Eagre and OpenFOAM v1912 (CONTRIBUTING.md); RANDOM_CASES=1000 RANDOM_SEED=7: more, others.
RANDOM_CASES ?= 100
RANDOM_SEED ?= 1
random-cases: build .venv/ready
	@tools/install_packages.sh test
	scratch=$$(mktemp -d) && trap 'rm -rf "$$scratch"' EXIT && $(PYTHON) tests/parity/random_cases.py --seed $(RANDOM_SEED) --count $(RANDOM_CASES) --bin $(BUILD)/bin --scratch $$scratch
# The table of docs/interface.md; with ARGS='--only "disc 32"' one row, the others stay. Hours.
interface-table: build .venv/ready
	@tools/install_packages.sh test
	PYTHONPATH=python:tests/support $(PYTHON) tests/verification/interface_table.py --bin $(BUILD)/bin --output docs/interface.md $(ARGS)
# Every example of OpenFOAM for our solvers; with ARGS="--only NAME" some of them, the others stay. Hours.
examples-table: build .venv/ready
	@tools/install_packages.sh test
	$(PYTHON) tests/parity/examples_table.py --bin $(BUILD)/bin --output docs/examples.md $(ARGS)
# docs/real_cases.md: what Eagre and OpenFOAM v1912 make of every case in a folder of fetched repositories; nothing of them is kept.
real-cases-table: build .venv/ready
	@tools/install_packages.sh test
	@[ -n "$(REPOSITORIES)" ] || { echo "name the folder of fetched repositories: make real-cases-table REPOSITORIES=DIRECTORY"; exit 2; }
	$(PYTHON) tests/parity/real_cases_table.py --repositories "$(REPOSITORIES)" --bin $(BUILD)/bin --output $(or $(OUTPUT),docs/real_cases.md) $(ARGS)
blockmesh-table: build .venv/ready
	@tools/install_packages.sh test
	$(PYTHON) tests/parity/block_mesh_compare.py /usr/share/doc/openfoam-examples/examples $(BUILD)/bin/blockMesh --markdown docs/blockmesh.md

# The wheel for others in build-wheel/dist (docs/packaging.md): three times the program, half an hour on two cores. EAGRE_LEVELS="v3": one.
wheel:
	tools/make_wheel.sh
# The wheel on a bare Debian 12 without compiler, MPI, OpenFOAM and network. Root is needed.
wheel-test:
	tools/try_wheel.sh $(firstword $(wildcard build-wheel/dist/eagre-*.whl))

# In a minute, without compiling: a wheel of what BUILD has (PYTHON_MODULE=ON) with this machine's libraries, tried without a compiler on the PATH.
wheel-check: build .venv/ready
	tools/check_wheel.sh $(BUILD)

# The program, its Python package and its cases below PREFIX, compiled for this machine with its MPI.
PREFIX ?= /usr/local
install: program
	cmake --install $(BUILD) --prefix $(PREFIX) >/dev/null

clean:
	rm -rf site build build-wheel build-native build-python build-simgrid build-sanitize build-checked build-threads demo .venv python/eagre/_core*.so
