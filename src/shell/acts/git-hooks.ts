import type { GitCall } from '../git-arguments.ts';
import { readGitOptions } from '../git-options.ts';
import type { Run } from '../run.ts';
import type { FoundAct } from './act.ts';
import { type GitReader, gitAct } from './git-act.ts';

/** A commit, push or the like that does not run the project's hooks. */
export const skipsHooks = (call: GitCall, run: Run): FoundAct[] => {
  const options = Object.hasOwn(HOOKED, call.subcommand ?? '') ? HOOKED[call.subcommand ?? ''] : undefined;
  if (options === undefined) return [];
  const { isOn, onlyPrints } = readGitOptions(call.args, options);
  const says = isOn(['--no-verify', ...(options.skips ?? [])], ['--verify']);
  return !onlyPrints && (says || isConfigured(call) || run.variables.some(switchesOff))
    ? [gitAct(call, run, 'git-skip-hooks')]
    : [];
};

/**
 * git-config(1): where hooks are looked for from then on. A folder that is called after hooks holds some; without the
 * setting, those of the project that it named are gone.
 */
export const configures: GitReader = (call, run) => {
  const { has, operands } = readGitOptions(call.args, { valued: 'ft', names: CONFIG_OPTIONS });
  const words = operands.map(({ value }) => value);
  const action = ['set', 'unset'].includes(words[0] ?? '') ? words.shift() : undefined;
  const [name, value] = words;
  if (name?.toLowerCase() !== 'core.hookspath' || has('--get', '--get-all', '-l', '--list')) return [];
  if (action === 'unset' || has('--unset', '--unset-all')) return [gitAct(call, run, 'git-skip-hooks')];
  return value === undefined || /hooks[^/]*\/?$|(?:^|\/)\.husky(?:\/|$)/.test(value ?? '')
    ? []
    : [gitAct(call, run, 'git-skip-hooks')];
};

interface Hooked {
  readonly names: string;
  readonly valued?: string;
  readonly optional?: string;
  /** What else its `--no-verify` is called. */
  readonly skips?: readonly string[];
}

/** Commands that run hooks which can refuse, by their options that take values. */
const HOOKED: Readonly<Record<string, Hooked>> = {
  commit: {
    valued: 'mFcCt',
    optional: 'uS',
    skips: ['-n'],
    names:
      'author= cleanup= date= file= fixup= message= no-verify null pathspec-from-file= reedit-message= reuse-message= squash= ' +
      'template= trailer= verbose',
  },
  merge: {
    valued: 'mFsX',
    optional: 'S',
    names: 'cleanup= file= into-name= message= no-verify strategy= strategy-option= verbose',
  },
  push: { valued: 'o', names: 'exec= push-option= receive-pack= recurse-submodules= repo= verbose verify' },
  rebase: {
    valued: 'CsxX',
    optional: 'S',
    names: 'empty= exec= onto= strategy= strategy-option= verbose verify whitespace=',
  },
  am: { valued: 'Cp', optional: 'S', skips: ['-n'], names: 'directory= exclude= include= no-verify patch-format=' },
  pull: {
    valued: 'josX',
    optional: 'rS',
    names: 'depth= strategy= strategy-option= upload-pack= verbose verify verify-signatures',
  },
  'cherry-pick': { valued: 'mX', optional: 'S', names: 'cleanup= empty= mainline= strategy= strategy-option=' },
  revert: { valued: 'mX', optional: 'S', names: 'cleanup= mainline= strategy= strategy-option=' },
};

const isConfigured = ({ config }: GitCall): boolean => config.some(({ name }) => name === 'core.hookspath');

/** Variables by which hook managers, or git's own configuration, are told to run none. */
const switchesOff = ({ name, value }: Run['variables'][number]): boolean =>
  (name === 'HUSKY' && value === '0') ||
  (name === 'HUSKY_SKIP_HOOKS' && value !== '' && value !== '0') ||
  (name === 'LEFTHOOK' && (value === '0' || value === 'false')) ||
  (name === 'SKIP' && value !== '') ||
  (name.startsWith('GIT_CONFIG_') && /core\.hookspath/i.test(value ?? ''));

const CONFIG_OPTIONS =
  'add all append blob= bool default= file= fixed-value get get-all global includes int list local name-only null path ' +
  'replace-all show-origin show-scope system type= unset unset-all url= value= worktree';
