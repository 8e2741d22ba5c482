#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Tries a wheel on a Debian 12 with Python and nothing else: no compiler, no MPI, no OpenFOAM, no network. Usage: try_wheel.sh WHEEL
# Prints what each part took; the exit code is 0 if all of them went well. The bare system is kept in .cache/bare. Where no file system may be
# mounted, as in many containers, the wheel is tried in a virtual environment of the machine as it is.
set -euo pipefail
cd "$(dirname "$0")/.."
wheel=$(realpath "$1")
bare=$PWD/.cache/bare wheels=$PWD/build-wheel/wheels
began=$SECONDS
part() { printf '%-52s %4d s\n' "$1" $((SECONDS - began)); began=$SECONDS; }

mounts=; [ "$(id -u)" -eq 0 ] && unshare --mount mount -t tmpfs tmpfs /mnt 2>/dev/null && mounts=yes
if [ "$mounts" ] && [ ! -e "$bare/made" ]; then
  tools/install_packages.sh wheel
  rm -rf "$bare"
  mirror=$(apt-get indextargets --format '$(CODENAME) $(REPO_URI)' 'Created-By: Packages' | awk '$1 == "bookworm" && !found { found = $2 } END { print found }')  # that of this machine
  debootstrap --variant=minbase --include=python3-venv bookworm "$bare" "${mirror%/}" >"$bare.log" 2>&1 || { tail -5 "$bare.log" >&2; exit 3; }
  rm -f "$bare"/var/cache/apt/archives/*.deb
  touch "$bare/made"
  part "Debian 12 with python3-venv"
fi
# For the Python of that system, which is Debian 12's wherever this runs.
rm -rf "$wheels"
platforms=(); for libc in 36 35 34 31 28 27 17; do platforms+=(--platform "manylinux_2_${libc}_x86_64"); done
"$PWD/build-wheel/venv/bin/python" -m pip download --quiet --disable-pip-version-check --only-binary :all: --python-version 3.11 "${platforms[@]}" --platform manylinux2014_x86_64 \
  -d "$wheels" "$wheel[mpi4py]"
part "download"
du -ch "$wheels"/*.whl | sed "s|$wheels/||"

if [ ! "$mounts" ]; then
  echo "note: nothing may be mounted here: tried on this machine as it is"
  exec env -i PATH=/usr/bin:/bin HOME="$HOME" WHEELS="$wheels" bash tools/try_wheel_inside.sh
fi
unshare --mount --net bash -euo pipefail -c '
  bare=$1 wheels=$2
  mount -t tmpfs tmpfs /mnt
  mkdir /mnt/changes /mnt/work /mnt/root
  mount -t overlay -o "lowerdir=$bare,upperdir=/mnt/changes,workdir=/mnt/work" overlay /mnt/root
  mkdir /mnt/root/wheels
  mount --bind "$wheels" /mnt/root/wheels
  mount -t proc proc /mnt/root/proc
  mount --rbind /dev /mnt/root/dev
  mount --rbind /sys /mnt/root/sys
  ip link set lo up 2>/dev/null || true
  cp "$3" /mnt/root/try.sh
  exec chroot /mnt/root /usr/bin/env -i PATH=/usr/bin:/bin HOME=/root bash /try.sh' - "$bare" "$wheels" tools/try_wheel_inside.sh
