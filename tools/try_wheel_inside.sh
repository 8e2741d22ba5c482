#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What tools/try_wheel.sh does in the bare system: /wheels has the wheel and those that it pulls in. Also by hand, anywhere:
# WHEELS=FOLDER try_wheel_inside.sh
set -euo pipefail
cd "$(mktemp -d)"
began=$SECONDS
part() { printf '%-52s %4d s\n' "$1" $((SECONDS - began)); began=$SECONDS; }
for program in cc c++ gcc g++ mpirun interFoam; do
  ! command -v "$program" >/dev/null || echo "note: there is a $program on this machine"
done
python3 -m venv there
there/bin/pip install --quiet --disable-pip-version-check --no-index --find-links "${WHEELS:-/wheels}" 'eagre[mpi4py]'
part "venv and pip install"
du -sh there | sed 's/there/installed/'
there/bin/eagre --version
part "eagre --version"
there/bin/eagre demo
test -s demo/damBreak/pictures/damBreak_0.3.png
part "eagre demo"
there/bin/eagre test
part "eagre test"
# The lower levels of x86-64 that the wheel has, as on a processor without what the higher ones need.
lower() { GLIBC_TUNABLES=glibc.cpu.hwcaps=$1 there/bin/eagre "${@:2}"; }
tried=$(there/bin/eagre --version)
for without in -AVX512F -AVX512F,-AVX2; do
  version=$(lower "$without" --version)
  [ "$version" != "$tried" ] || continue
  tried=$version
  echo "$version" | grep processor
  lower "$without" test
  part "eagre test, $without"
done
cp -r there/share/eagre/cases/cavity .
cat >steps.py <<END
from mpi4py import MPI

import eagre

with eagre.Simulation("cavity", comm=MPI.COMM_WORLD, log="log.cavity") as sim:
    for _ in range(3):
        sim.step()
    cells = MPI.COMM_WORLD.allreduce(len(sim["U"].cells))
    if MPI.COMM_WORLD.rank == 0:
        print(f"eagre.Simulation: time {sim.time:g}, {cells} cells on {MPI.COMM_WORLD.size} ranks")
END
there/bin/mpiexec -n 2 there/bin/python steps.py
part "eagre.Simulation, two ranks"
