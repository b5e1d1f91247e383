import { readGitOptions } from '../git-options.ts';
import type { FoundAct, Recognizer } from './act.ts';

/** GitHub's command line, where it deletes what a remote keeps (`gh api --help`, `gh repo delete --help`). */
export const gh: Recognizer = {
  programs: ['gh'],
  recognize: ({ args }) => {
    const [subcommand, action] = args.map(({ value }) => value);
    if (subcommand === 'repo' && action === 'delete') return deletion([], false);
    if (subcommand !== 'api') return [];
    const { options, operands } = readGitOptions(args.slice(1), { valued: 'FHXfpqt', names: API_OPTIONS });
    const method = options.findLast(({ name }) => name === '-X' || name === '--method')?.value?.value;
    if (method?.toUpperCase() !== 'DELETE') return [];
    if (/^\/?repos\/[^/]+\/[^/]+\/?$/.test(operands[0]?.value ?? '')) return deletion([], false);
    const [, ref] = /\/git\/refs\/(.+)$/.exec(operands[0]?.value ?? '') ?? [];
    return ref === undefined ? [] : deletion([ref.replace(/^heads\//, '').replace(/^tags\//, 'refs/tags/')], true);
  },
};

const deletion = (branches: readonly string[], certain: boolean): FoundAct[] => [
  { kind: 'git-remote-delete', details: { remote: null, branches, certain } },
];

const API_OPTIONS =
  'cache= field= header= hostname= include input= jq= method= paginate preview= raw-field= silent slurp template= verbose';
