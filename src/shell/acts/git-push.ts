import { readGitOptions } from '../git-options.ts';
import { type GitReader, gitAct } from './git-act.ts';

/**
 * git-push(1), beside what overwrites without looking (`force-push.ts`): what it overwrites with a lease, and what it
 * deletes at the remote.
 */
export const pushes: GitReader = (call, run) => {
  const given = readGitOptions(call.args, { valued: 'o', names: PUSH_OPTIONS });
  const { has, isOn, options, operands, onlyPrints } = given;
  if (onlyPrints || has('-n', '--dry-run')) return [];
  const [repository, ...refspecs] = operands;
  const remote = repository?.value ?? options.findLast(({ name }) => name === '--repo')?.value?.value ?? null;
  const isForced = isOn(['-f', '--force'], ['--no-force']);
  const isLeased = isOn(['--force-with-lease'], ['--no-force-with-lease']) && !isForced;
  const deletesAll = has('-d', '--delete');
  const values = refspecs.map(({ value }) => value);
  const named = values.filter((value) => value !== 'tag');
  const deleted = deletesAll ? named : named.filter((value) => value?.startsWith(':') === true && value.length > 1);
  const kept = deletesAll
    ? []
    : named.filter((value) => value !== null && !value.startsWith('+') && !value.startsWith(':'));
  const everything = has('--all', '--branches') || kept.some((value) => /refs\/(?:heads\/)?\*$/.test(value ?? ''));
  const targets = kept.flatMap((value) => destination(value));
  const usesCurrent = targets.includes('HEAD') || (values.length === 0 && !everything && !has('--tags', '--mirror'));
  return [
    ...(deleted.length > 0 || has('--prune')
      ? [
          gitAct(call, run, 'git-remote-delete', {
            details: {
              remote,
              branches: deleted.flatMap((value) => destination(value)),
              certain: !run.extended && !deleted.includes(null) && !has('--prune'),
            },
          }),
        ]
      : []),
    ...(isLeased && !deletesAll
      ? [
          gitAct(call, run, 'git-push-lease', {
            details: {
              remote,
              branches: targets.filter((target) => target !== 'HEAD'),
              current: usesCurrent,
              everything,
            },
          }),
        ]
      : []),
  ];
};

/** The branch by name, other refs in full; nothing where it only shows at run time. */
const destination = (refspec: string | null): string[] => {
  const to = refspec?.replace(/^\+/, '').split(':').at(-1) ?? '';
  if (to === '' || to.includes('*')) return [];
  return [to === '@' ? 'HEAD' : to.replace(/^(?:refs\/)?heads\//, '')];
};

const PUSH_OPTIONS =
  'all atomic branches delete dry-run exec= follow-tags force force-if-includes force-with-lease ipv4 ipv6 mirror porcelain ' +
  'progress prune push-option= quiet receive-pack= recurse-submodules= repo= set-upstream signed tags thin verbose verify';
