# Completion for bash: commands and options as the program itself lists them.
_reshard() {
  local current=${COMP_WORDS[COMP_CWORD]} listed
  if ((COMP_CWORD == 1)); then
    listed=$(reshard --help | sed -n 's/^  \([a-z]*\)  .*/\1/p')
  elif [[ $current == -* ]]; then
    listed=$(reshard "${COMP_WORDS[1]}" --help 2>/dev/null | grep -oE '^ *(-., )?--[a-z-]+' | grep -oE -e '--[a-z-]+')
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
    return
  fi
  mapfile -t COMPREPLY < <(compgen -W "$listed" -- "$current")
}
complete -o filenames -F _reshard reshard
