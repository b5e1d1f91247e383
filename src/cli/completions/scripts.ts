// What a shell does with the answer of `docket completions complete`. The scripts know nothing of docket's commands, so
// they need no update with it. Nothing of an answer is ever evaluated: ids in it come from a log.

/** bash parts words at = and : where docket does not, and puts in only what stands behind those. Works from 3.2 on. */
const BASH = `# docket in bash: eval "$(docket completions bash)"
_docket() {
  local IFS=$'\\n' word glue='' line kind='' current
  local -a words=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [[ ( $word == [=:] || -n $glue ) && \${#words[@]} -gt 0 ]]; then
      words[\${#words[@]}-1]+=$word
      if [[ $word == [=:] ]]; then glue=1; else glue=''; fi
    else
      words+=("$word")
    fi
  done
  current=\${COMP_WORDS[COMP_CWORD]}
  local whole=\${words[\${#words[@]}-1]} kept=''
  if [[ $current == [=:] ]]; then current=''; fi
  kept=\${whole%"$current"}
  COMPREPLY=()
  while read -r line; do
    if [[ -z $kind ]]; then kind=$line; continue; fi
    line=\${line%%$'\\t'*}
    COMPREPLY+=("\${line#"$kept"}")
  done < <(docket completions complete -- "\${words[@]}" 2>/dev/null)
  if [[ $kind == files ]]; then
    compopt -o filenames 2>/dev/null
    while read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$current")
  else
    compopt +o default 2>/dev/null
  fi
}
complete -o default -F _docket docket
`;

const ZSH = `#compdef docket
# docket in zsh, below compinit: eval "$(docket completions zsh)"
_docket() {
  local -a lines values shown
  local line
  lines=("\${(@f)$(docket completions complete -- "\${(@Q)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}")
  for line in "\${(@)lines[2,-1]}"; do
    values+=("\${line%%$'\\t'*}")
    shown+=("\${line/$'\\t'/  }")
  done
  if [[ $lines[1] == files ]]; then
    compset -P '--*='
    _files
  fi
  (( $#values )) && compadd -V docket -l -d shown -a values
}
if [[ \${funcstack[1]} == _docket ]]; then _docket "$@"; else compdef _docket docket; fi
`;

const FISH = `# docket in fish: docket completions fish > ~/.config/fish/completions/docket.fish
function __docket_offers
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l lines (docket completions complete -- $words[2..-1] "$current" 2>/dev/null)
    if test (count $lines) -gt 1
        printf '%s\\n' $lines[2..-1]
    end
    if test "$lines[1]" = files
        set -l option (string match -r -- '^--[^=]*=' "$current")
        set -l files (__fish_complete_path (string replace -r -- '^--[^=]*=' '' "$current"))
        if test (count $files) -gt 0
            printf '%s\\n' "$option"$files
        end
    end
end
complete -c docket -e
complete -c docket -f -k -a '(__docket_offers)'
`;

/** The script of each shell that there is one for. */
export const SCRIPTS: Readonly<Record<string, string>> = { bash: BASH, zsh: ZSH, fish: FISH };
