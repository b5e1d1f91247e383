import { readGitOptions } from '../git-options.ts';
import { type GitReader, gitAct } from './git-act.ts';

/** git-worktree(1) */
export const changesWorktree: GitReader = (call, run) => {
  const [action, ...args] = call.args;
  const { has, operands, onlyPrints } = readGitOptions(args, { valued: 'bB', names: WORKTREE_OPTIONS });
  const [path] = operands;
  if (onlyPrints || path === undefined) return [];
  if (action?.value === 'add') return [gitAct(call, run, 'git-create', { paths: [path], details: { worktree: true } })];
  if (action?.value !== 'remove') return [];
  return [
    gitAct(call, run, has('-f', '--force') ? 'git-worktree-discard' : 'git-worktree-remove', {
      paths: [path],
      details: {
        operand: path.value,
        // Where the shell itself is, which is what must not be removed under it.
        moved: run.directory.path !== null,
        relative: call.directories.some(({ value }) => !/^[/~]/.test(value ?? '')) || call.elsewhere,
      },
    }),
  ];
};

/** git-clone(1), git-init(1): a repository that is not there yet. */
export const clones: GitReader = (call, run) => {
  const { operands } = readGitOptions(call.args, { valued: 'bcjou', names: CLONE_OPTIONS });
  const [from, into] = operands;
  const name = /([^/:]+?)(?:\/?\.git)?\/?$/.exec(from?.value ?? '')?.[1];
  const path = into ?? (name === undefined || from === undefined ? null : { ...from, value: name, tilde: false });
  return [gitAct(call, run, 'git-create', { paths: [path] })];
};

export const begins: GitReader = (call, run) => {
  const { operands } = readGitOptions(call.args, { valued: 'b', names: INIT_OPTIONS });
  const here = { value: '.', text: '.', tilde: false, start: 0, end: 0 };
  return [gitAct(call, run, 'git-create', { paths: [operands[0] ?? here] })];
};

const WORKTREE_OPTIONS =
  'checkout detach expire= force guess-remote lock orphan porcelain quiet reason= relative-paths track verbose';

const CLONE_OPTIONS =
  'also-filter-submodules bare branch= bundle-uri= checkout config= depth= dissociate filter= hardlinks jobs= local mirror ' +
  'origin= progress quiet recurse-submodules reference= reference-if-able= ref-format= reject-shallow remote-submodules revision= ' +
  'separate-git-dir= server-option= shallow-exclude= shallow-since= shallow-submodules shared single-branch sparse tags template= ' +
  'upload-pack= verbose';

const INIT_OPTIONS = 'bare initial-branch= object-format= quiet ref-format= separate-git-dir= shared template=';
