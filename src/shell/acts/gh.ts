import { readGitOptions } from '../git-options.ts';
import type { Run } from '../run.ts';
import type { FoundAct, Recognizer } from './act.ts';
import { hostOf } from './git-merge.ts';

/**
 * GitHub's command line, where it deletes what a remote keeps, merges, or brings other files here (`gh api --help`,
 * `gh repo delete --help`, `gh pr merge --help`, `gh pr checkout --help`).
 */
export const gh: Recognizer = {
  programs: ['gh'],
  recognize: (run) => {
    const [subcommand, action] = run.args.map(({ value }) => value);
    if (subcommand === 'repo' && action === 'delete') return deletion([], false);
    return subcommand === 'api' ? throughApi(run) : onPullRequest(run);
  },
};

const deletion = (branches: readonly string[], certain: boolean): FoundAct[] => [
  { kind: 'git-remote-delete', details: { remote: null, branches, certain } },
];

const throughApi = (run: Run): FoundAct[] => {
  const { options, operands } = readGitOptions(run.args.slice(1), { valued: 'FHXfpqt', names: API_OPTIONS });
  const method = options.findLast(({ name }) => name === '-X' || name === '--method')?.value?.value?.toUpperCase();
  const path = operands[0]?.value ?? '';
  if (method === 'PUT') {
    const [, repo = '', number] = /^\/?repos\/([^/]+\/[^/]+)\/pulls\/(\d+)\/merge$/.exec(path) ?? [];
    // `{owner}/{repo}` is that of the folder.
    return number === undefined ? [] : [merge(run, number, repo.startsWith('{') ? null : repo)];
  }
  if (method !== 'DELETE') return [];
  if (/^\/?repos\/[^/]+\/[^/]+\/?$/.test(path)) return deletion([], false);
  const [, ref] = /\/git\/refs\/(.+)$/.exec(path) ?? [];
  return ref === undefined ? [] : deletion([ref.replace(/^heads\//, '').replace(/^tags\//, 'refs/tags/')], true);
};

const onPullRequest = (run: Run): FoundAct[] => {
  const { has, options, operands } = readGitOptions(run.args, { valued: 'ARbFt', names: MERGE_OPTIONS });
  const [subcommand, action, which] = operands;
  if (subcommand?.value !== 'pr') return [];
  if (action?.value === 'checkout' || action?.value === 'co') return [{ kind: 'git-change', details: { files: true } }];
  if (action?.value !== 'merge' || has('--help', '-h', '--disable-auto')) return [];
  const repo = options.findLast(({ name }) => name === '-R' || name === '--repo')?.value?.value ?? null;
  return [merge(run, which === undefined ? null : (which.value ?? (which.text || '…')), repo)];
};

/** `of` is the number, address or branch; null for the one of the branch that is checked out. */
const merge = (run: Run, of: string | null, repo: string | null): FoundAct => ({
  kind: 'gh-pr-merge',
  details: {
    of: of === null ? null : of.slice(0, LONGEST_NAMED),
    ...(repo === null ? {} : { repo: repo.slice(0, LONGEST_NAMED) }),
    ...hostOf(run),
  },
});

const LONGEST_NAMED = 256;

const API_OPTIONS =
  'cache= field= header= hostname= include input= jq= method= paginate preview= raw-field= silent slurp template= verbose';

const MERGE_OPTIONS =
  'admin author-email= auto body= body-file= delete-branch disable-auto help match-head-commit= merge rebase repo= squash subject=';
