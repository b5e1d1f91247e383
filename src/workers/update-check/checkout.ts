import { realpathSync } from 'node:fs';
import type { Environment } from '../../events/location.ts';
import { runProgram } from '../../hooks/observers/run-program.ts';
import type { Checked } from './registry.ts';
import { releaseIn } from './versions.ts';

/** Milliseconds for one command of git. */
const TIMEOUT = 120_000;

/**
 * Looks for newer commits of a docket that is a checkout of git, and with `apply` moves it forward to them: within one major
 * version, and only where nothing of its own is lost. Null where the folder is no checkout.
 */
export const checkCheckout = async (
  folder: string,
  { current, apply, env }: { readonly current: string; readonly apply: boolean; readonly env: Environment },
): Promise<Checked | null> => {
  const git = gitIn(folder, env);
  const top = await git('rev-parse', '--show-toplevel');
  if (top === null || top !== realpathSync(folder)) return null;
  const told = (outcome: Checked['outcome'], newest: string | null, reason: string): Checked => ({
    way: 'checkout',
    current,
    newest,
    outcome,
    reason,
  });
  const upstream = await git('rev-parse', '--abbrev-ref', '--symbolic-full-name', '@{upstream}');
  if (upstream === null) return told('failed', null, 'the checkout follows no branch of a remote');
  if ((await git('fetch', '--quiet', '--no-recurse-submodules')) === null) {
    return told('failed', null, 'git fetch got no answer');
  }
  const behind = Number(await git('rev-list', '--count', 'HEAD..@{upstream}'));
  if (behind === 0) return told('current', current, `nothing is newer in ${upstream}`);
  const newest = versionOf(await git('show', '@{upstream}:package.json'));
  if (newest === null) return told('failed', null, `${upstream} has no version`);
  const commits = `${behind} ${behind === 1 ? 'commit' : 'commits'} in ${upstream}`;
  const kept = !apply ? 'git pull applies them' : await whyKept(git, current, newest);
  if (kept !== null) return told('available', newest, `${commits}: ${kept}`);
  // Nothing of the remote runs here: no hook, and no build.
  const merged = await git('-c', 'core.hooksPath=/dev/null', 'merge', '--ff-only', '--quiet', '@{upstream}');
  return merged === null
    ? told('available', newest, `${commits}: git could not move forward to them, and left everything as it is`)
    : told('applied', newest, `${commits}: build it again (npm ci && npm run build)`);
};

type Git = ReturnType<typeof gitIn>;

/** Why a checkout stays as it is; null where it can move forward. */
const whyKept = async (git: Git, current: string, newest: string): Promise<string | null> => {
  const major = releaseIn(newest)?.[0];
  if (major === undefined || !current.startsWith(`${major}.`)) return 'it is another major version, so a person has to';
  const changed = await git('status', '--porcelain', '--untracked-files=no');
  if (changed !== '') return 'files of the checkout are changed';
  return (await git('rev-list', '--count', '@{upstream}..HEAD')) === '0' ? null : 'the checkout has commits of its own';
};

/** Runs git in a folder. What it prints, or null where it did not end well. Nobody is there to be asked for a password. */
const gitIn =
  (folder: string, env: Environment) =>
  async (...args: readonly string[]): Promise<string | null> => {
    const { code, stdout } = await runProgram({
      program: 'git',
      args: ['-C', folder, ...args],
      cwd: '/',
      env: { GIT_SSH_COMMAND: 'ssh -oBatchMode=yes', ...own(env), GIT_TERMINAL_PROMPT: '0', GIT_ASKPASS: '' },
      input: null,
      timeout: TIMEOUT,
    });
    return code === 0 ? stdout.trim() : null;
  };

/** Without what makes git work in another repository. */
const own = (env: Environment): Environment =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^GIT_(?:DIR|WORK_TREE|INDEX_FILE|COMMON_DIR)$/.test(name)),
  );

const versionOf = (text: string | null): string | null => {
  try {
    const { version } = JSON.parse(text ?? 'null') as { version?: unknown };
    return releaseIn(version) === null ? null : (version as string);
  } catch {
    return null;
  }
};
