import type { Rule } from '../gate.ts';
import { type Act, actRule, type JudgedAct } from './act-rule.ts';
import { depthOf } from './deletion-losses.ts';

const always = (): boolean => true;

/** Whether permissions of the root, a home folder or the system are opened to everybody, taken away, or changed below. */
const changesSystem = ({ act, paths }: JudgedAct): boolean =>
  act.details['host'] !== 'container' &&
  paths.some(({ place, path }) => {
    if (place !== 'root' && place !== 'home' && place !== 'system') return false;
    const { recursive, matching, opens, closes } = act.details;
    // A serial line or a camera, not what keeps data.
    if (opens === true)
      return (
        recursive === true ||
        !/^\/dev\/(?:tty\w|video|bus\/|dri\/|kvm|snd|input|fuse|net\/|i2c|spi|gpio)/.test(path ?? '')
      );
    return (recursive === true && matching !== true && depthOf(path) <= 2) || (closes === true && depthOf(path) <= 1);
  });

/** Whether an earlier act of the command downloads the file that is run. */
const runsWhatCame = ({ act }: JudgedAct, acts: readonly Act[]): boolean =>
  act.kind === 'run-file' &&
  acts.some(
    (other) => other.kind === 'download' && fileOf(other) === fileOf(act) && acts.indexOf(other) < acts.indexOf(act),
  );

/** By its text alone: the same spelling of the folder is taken for the same folder. */
const fileOf = ({ directory, details }: Act): string => {
  const file = String(details['file']);
  const path: string[] = [];
  for (const segment of (/^[/~]/.test(file) ? file : `${directory ?? ''}/${file}`).split('/')) {
    if (segment === '..' && path.length > 0) path.pop();
    else if (segment !== '' && segment !== '.') path.push(segment);
  }
  return path.join('/');
};

/** Seed 001, guard check 0, the categories that are not about files; and losses in a database that somebody may want. */
export const harmRules: readonly Rule[] = [
  actRule({
    id: 'guard/device',
    decision: 'deny',
    kinds: ['device'],
    requires: 'no-disk-is-overwritten',
    offends: always,
    reason: (shown) => `The command would overwrite a disk, a partition or memory, and all that is on it: ${shown}.`,
    remedy: 'Write to a file in the project, such as disk.img; a real disk is for the user to write.',
  }),
  actRule({
    id: 'guard/fork-bomb',
    decision: 'deny',
    kinds: ['fork-bomb'],
    requires: 'no-process-multiplies-for-ever',
    offends: always,
    reason: () => 'The command would start processes without end, until nothing else can run.',
    remedy: 'Call the function once, or run the work in a loop that ends.',
  }),
  actRule({
    id: 'guard/permissions',
    decision: 'deny',
    kinds: ['permission'],
    requires: 'permissions-of-the-system-and-home-stay',
    offends: changesSystem,
    reason: (shown) =>
      `The command would change who may use the root folder, a home folder or files of the system, which can break the machine or open it to everybody: ${shown}.`,
    remedy:
      'Change only files in the project, by name and no more than is needed (chmod u+x run.sh); the rest is for the user to change.',
  }),
  actRule({
    id: 'guard/halt',
    decision: 'deny',
    kinds: ['halt'],
    requires: 'the-machine-goes-on',
    offends: always,
    reason: (shown) => `The command would stop or restart the machine, and end all that runs on it: ${shown}.`,
    remedy: 'Restart only the program that needs it (systemctl restart NAME); the machine is for the user to restart.',
  }),
  actRule({
    id: 'guard/run-download',
    decision: 'deny',
    kinds: ['run-download'],
    requires: 'code-is-read-before-it-runs',
    offends: always,
    reason: (shown) => `The command would run code from the network that nobody has read: ${shown}.`,
    remedy: 'Download it to a file (curl -o install.sh URL), read it, and run it in a command of its own.',
  }),
  actRule({
    id: 'guard/run-decoded',
    decision: 'ask',
    kinds: ['run-decoded'],
    requires: 'code-is-read-before-it-runs',
    offends: always,
    reason: (shown) => `The command would run code that nobody can read before it is decoded: ${shown}.`,
    remedy: 'Decode it into a file, read that, and run it in a command of its own.',
  }),
  actRule({
    id: 'guard/run-downloaded-file',
    decision: 'ask',
    kinds: ['download', 'run-file'],
    requires: 'code-is-read-before-it-runs',
    offends: (judged, { facts }) => runsWhatCame(judged, facts.command()?.data.acts ?? []),
    reason: (shown) => `The command would download a file and run it before anybody read it: ${shown}.`,
    remedy: 'Download it in one command, read it, and run it in a later one.',
  }),
  actRule({
    id: 'guard/database-loss',
    decision: 'deny',
    kinds: ['database-loss'],
    requires: 'no-database-or-table-is-destroyed',
    offends: always,
    reason: (shown) => `The command would destroy a database or tables, with all that is in them: ${shown}.`,
    remedy:
      'Write it as a migration for the user to run, or delete only the rows that should go: DELETE FROM … WHERE ….',
  }),
  actRule({
    id: 'guard/rows-loss',
    decision: 'ask',
    kinds: ['rows-loss'],
    requires: 'rows-are-chosen',
    offends: always,
    reason: (shown) => `The command would change or delete every row of a table: ${shown}.`,
    remedy: 'Say which rows with WHERE: DELETE FROM users WHERE id = 3.',
  }),
  actRule({
    id: 'guard/database-reset',
    decision: 'ask',
    kinds: ['database-reset'],
    requires: 'the-data-of-the-project-stays',
    offends: always,
    reason: (shown) => `The command would delete all that is in the project's database and make it anew: ${shown}.`,
    remedy:
      'Apply only what is missing (prisma migrate deploy, rails db:migrate), or use the database for tests (RAILS_ENV=test).',
  }),
];
