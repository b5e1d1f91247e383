import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnv, DIST } from '../../kit/hook-process.ts';
import { patient } from '../../kit/patience.ts';

/** A shell that completes: gives the words that it offers for the last of the words behind `docket`. */
export interface CompletingShell {
  readonly name: string;
  readonly isThere: boolean;
  readonly offers: (words: readonly string[], project: string) => string[];
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const isThere = (name: string): boolean => spawnSync(name, ['-c', 'exit 0']).status === 0;

/** A folder with a `docket` that is the built command. */
const docketFolder = (project: string): string => {
  const bin = join(project, 'bin');
  mkdirSync(bin, { recursive: true });
  const command = `${quoted(process.execPath)} ${quoted(join(DIST, 'docket.cjs'))}`;
  writeFileSync(join(bin, 'docket'), `#!/bin/sh\nexec ${command} "$@"\n`);
  chmodSync(join(bin, 'docket'), 0o755);
  return bin;
};

const run = (shell: string, args: readonly string[], project: string): string => {
  const env = cleanEnv({ HOME: project, PATH: `${docketFolder(project)}:${process.env['PATH']}`, TERM: 'dumb' });
  const { stdout, stderr } = spawnSync(shell, args, { cwd: project, env, encoding: 'utf8', timeout: patient(25_000) });
  if (stderr !== '') throw new Error(`${shell} says: ${stderr}`);
  return stdout;
};

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

/** bash parts words at = and : before a completion sees them. */
const partedByBash = (word: string): string[] => {
  const parts = word.split(/([=:])/).filter((part) => part !== '');
  return parts.length === 0 ? [''] : parts;
};

export const BASH: CompletingShell = {
  name: 'bash',
  isThere: isThere('bash'),
  offers: (words, project) => {
    const parted = ['docket', ...words.flatMap(partedByBash)];
    const script = `eval "$(docket completions bash)"
complete -p docket >/dev/null || exit 3
COMP_WORDS=(${parted.map(quoted).join(' ')})
COMP_CWORD=${parted.length - 1}
_docket
printf '%s\\n' "\${COMPREPLY[@]}"
`;
    return linesOf(run('bash', ['--norc', '--noprofile', '-c', script], project));
  },
};

export const FISH: CompletingShell = {
  name: 'fish',
  isThere: isThere('fish'),
  offers: (words, project) => {
    const script = `docket completions fish | source\ncomplete -C ${quoted(['docket', ...words].join(' '))}\n`;
    return linesOf(run('fish', ['--no-config', '-c', script], project)).map((line) => line.split('\t')[0] ?? '');
  },
};

/** Presses Tab behind the words in a shell with a terminal of its own. Gives the last word that the line then has. */
export const ZSH: CompletingShell = {
  name: 'zsh',
  isThere: isThere('zsh'),
  offers: (words, project) => {
    const told = join(project, 'told');
    rmSync(told, { force: true });
    writeFileSync(
      join(project, 'init.zsh'),
      `autoload -Uz compinit; compinit -D -u
eval "$(docket completions zsh)"
tell() { zle complete-word; print -r -- "$BUFFER" > ${quoted(told)} }
zle -N tell; bindkey '^I' tell
print LOADED
`,
    );
    const script = `zmodload zsh/zpty
zpty terminal zsh -f -i
zpty -w terminal 'source ./init.zsh'
zpty -r -m terminal line '*LOADED*'
zpty -w -n terminal ${quoted(`${['docket', ...words].join(' ')}\t`)}
for i in {1..200}; do [[ -s ${quoted(told)} ]] && break; sleep 0.1; done
zpty -d terminal
`;
    run('zsh', ['-f', '-c', script], project);
    return readFileSync(told, 'utf8').trim().split(' ').slice(-1);
  },
};
