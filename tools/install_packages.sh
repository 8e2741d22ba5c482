#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Installs the Debian packages of tools/packages/<set>.txt that are not there yet. Usage: install_packages.sh SET...
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
missing=()
for set in "$@"; do
  while read -r package; do
    [ -z "$package" ] && continue
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done <"$here/packages/$set.txt"
done
[ ${#missing[@]} -eq 0 ] && exit 0
sudo=
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "please install: ${missing[*]}" >&2; exit 1; }
  sudo=sudo
fi
echo "installing: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
$sudo apt-get update -qq
$sudo apt-get install -y -qq --no-install-recommends "${missing[@]}" >/tmp/eagre-apt.log 2>&1 || { tail -20 /tmp/eagre-apt.log >&2; exit 1; }
