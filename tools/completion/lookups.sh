# SPDX-License-Identifier: BSD-3-Clause
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
