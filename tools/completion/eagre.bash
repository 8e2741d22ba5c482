# SPDX-License-Identifier: BSD-3-Clause: made by `make commands`
# What bash completes after `eagre`: commands, options and their words; times, fields and files of the case. Where bash-completion does
# not find it: source PREFIX/share/bash-completion/completions/eagre

# The words that may follow a command.
_eagre_words() {
  case $1 in
    @WORDS@
  esac
}

# What follows an option of a command (COMMAND:OPTION): words, or @ and what is looked for; nothing after a flag.
_eagre_values() {
  case $1 in
    @VALUES@
  esac
}

@LOOKUPS@
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
    @kinds) values='@KINDS@' ;;
    @any) return ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$values" -- "$current")
  case ${COMPREPLY[0]} in *[=.:]) compopt -o nospace 2>/dev/null ;; esac
}
complete -F _eagre eagre
