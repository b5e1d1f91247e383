import { accessSync, constants, existsSync, readFileSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readSmallFile } from '../../../events/git-layout.ts';
import { LocationError, refuseLinks, stateLocation } from '../../../events/location.ts';
import { errorCode, nodeLogFs } from '../../../events/log-fs.ts';
import { lossesAmong } from '../../../events/losses.ts';
import { segmentPath } from '../../../events/segments.ts';
import { checkFiles } from '../../repair/check-files.ts';
import { sizeWords } from '../../size.ts';
import type { Finding } from '../finding.ts';
import type { World } from '../world.ts';

/** A file system, as far as it matters here. */
export interface FileSystem {
  /** Linux names kinds by number. */
  readonly type: number;
  /** Bytes that this user may still write. */
  readonly free: number;
}

/** Where the log is, whether it can be written there, and who else can. */
export const checkLogPlace = (world: World, { fileSystemOf, isWritable }: Disk = DISK): Finding[] => [
  ...place(world),
  ...written(world, isWritable),
  ...disk(world, fileSystemOf),
  ...ownFiles(world),
  ...ignored(world),
];

const place = ({ log, env, docket }: World): Finding[] => {
  const { location, elsewhere, segments, problem } = log;
  const named = env['DOCKET_DIR'] ?? '';
  return [
    ...(segments.length > 0 || problem !== null
      ? []
      : [
          {
            id: 'log/none' as const,
            says: 'There is no log yet.',
            evidence: [location.root],
            fix:
              docket.length === 0
                ? 'Register docket, and start a session of the agent here.'
                : 'Start a session of the agent here: the log comes with the first event.',
          },
        ]),
    ...(location.fallback === null
      ? []
      : [
          {
            id: 'log/fallback' as const,
            says: 'The project could not be written, so its log is in your state folder.',
            evidence: [location.fallback, `log in ${location.root}`],
            fix: 'Make the folder of the project writable for you, or leave it so: every command finds the log there.',
          },
        ]),
    ...(elsewhere === null
      ? []
      : [
          {
            id: 'log/elsewhere' as const,
            says: 'What happened while the project could not be written stands in another log.',
            evidence: [elsewhere, `newer events go to ${location.root}`],
            fix: 'Read it with DOCKET_DIR set to that folder.',
          },
        ]),
    ...(named === ''
      ? []
      : [
          {
            id: 'log/docket-dir' as const,
            says: 'DOCKET_DIR says where the log is; hooks that the client starts without it write somewhere else.',
            evidence: [`DOCKET_DIR=${named}`],
            fix: 'Set it for the client as well, or unset it here.',
          },
        ]),
  ];
};

const written = (world: World, isWritable: Disk['isWritable']): Finding[] => {
  const { log, env } = world;
  const { location, folder } = log;
  const { policyDir, root } = location;
  const findings: Finding[] = [];
  if (location.fallback === null && !isWritable(policyDir)) {
    findings.push({
      id: 'log/policy-folder',
      says: 'The folder of the policy cannot be written by you.',
      evidence: [policyDir],
      fix: 'Nothing, where that is meant so; a policy can also stand in your own docket/config.json.',
    });
  }
  try {
    refuseLinks(root, nodeLogFs);
  } catch (error) {
    if (!(error instanceof LocationError)) return [...findings, notWritable(root, errorCode(error))];
    return [
      ...findings,
      {
        id: 'log/link',
        says: 'A link or a special file stands where docket keeps its files, and docket writes through none.',
        evidence: [error.message],
        fix: 'Move it away; docket makes a folder of its own with the next event.',
      },
    ];
  }
  const newest = log.problem === null ? log.segments.at(-1) : undefined;
  const target = newest === undefined ? nearestFolder(root) : segmentPath(folder, newest);
  const problem = log.problem ?? (location.fallback !== null || isWritable(target) ? null : 'EACCES');
  if (problem === null) return findings;
  const goesElsewhere = UNWRITABLE.includes(problem) && (env['DOCKET_DIR'] ?? '') === '';
  return [...findings, goesElsewhere ? willFallBack(world) : notWritable(target, problem)];
};

/** Where the hook gives up on the project and writes to the user's state directory (src/events/project-log.ts). */
const UNWRITABLE = ['EACCES', 'EROFS', 'EPERM'];

const willFallBack = ({ log: { location }, env }: World): Finding => ({
  id: 'log/fallback',
  says: 'The project cannot be written by you, so hooks that you start write their log to your state folder.',
  evidence: [location.root, `the next event goes to ${stateLocation(location, env, '').root}`],
  fix: 'Give yourself the folder of the log, or leave it so: every command finds the log there.',
});

const notWritable = (path: string, why: string): Finding => ({
  id: 'log/not-writable',
  says: 'The log cannot be read and written, so gates judge without history, or not at all.',
  evidence: [`${path}: ${why}`],
  fix: 'Give yourself the folder and what is in it (chown, chmod u+rwX), or name another folder in DOCKET_DIR.',
});

/** The folder in which docket would make its own. */
const nearestFolder = (path: string): string => (existsSync(path) ? path : nearestFolder(dirname(path)));

const mayWrite = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

const fileSystemAt = (path: string): FileSystem => {
  const { type, bavail, bsize } = statfsSync(path);
  return { type, free: bavail * bsize };
};

/** What the checks ask the disk; tests give their own answers. */
export interface Disk {
  readonly fileSystemOf: (path: string) => FileSystem;
  readonly isWritable: (path: string) => boolean;
}

const DISK: Disk = { fileSystemOf: fileSystemAt, isWritable: mayWrite };

/** A turn can take some megabytes; a full disk loses events. */
const LEAST_FREE = 256 * 1024 * 1024;

const disk = ({ log: { location } }: World, fileSystemOf: Disk['fileSystemOf']): Finding[] => {
  const { type, free } = fileSystemOf(nearestFolder(location.root));
  const network = NETWORKS[type];
  return [
    ...(network === undefined || process.platform !== 'linux'
      ? []
      : [
          {
            id: 'log/network' as const,
            says: `The log is on ${network}: when several processes write at once, lines may be lost there.`,
            evidence: [location.root],
            fix: 'Name a folder on a local disk in DOCKET_DIR, for the client and for docket.',
          },
        ]),
    ...(free >= LEAST_FREE
      ? []
      : [
          {
            id: 'log/disk-space' as const,
            says: 'The disk of the log is nearly full; events that cannot be written are lost.',
            evidence: [`${sizeWords(free)} free for ${location.root}`],
            fix: 'Make room; docket archive compresses what is old.',
            command: 'docket archive --before 30d',
          },
        ]),
  ];
};

/** Magic numbers of Linux (statfs(2)); FUSE may be local, and mostly is a network there where projects lie. */
const NETWORKS: Readonly<Record<number, string>> = {
  26985: 'NFS',
  20859: 'SMB',
  4283649346: 'CIFS',
  4266872130: 'SMB',
  16914839: '9P',
  1702057286: 'FUSE',
  12805120: 'Ceph',
  198183888: 'Lustre',
  1397113167: 'AFS',
};

const ownFiles = ({ log: { location, folder, problem }, now }: World): Finding[] => {
  if (!existsSync(location.root) || problem !== null) return [];
  const losses = existsSync(folder.path) ? lossesAmong(folder.fs.readdirSync(folder.path)) : [];
  return [
    ...checkFiles(location.root, nodeLogFs, now).map((found): Finding => {
      const { remedy } = found;
      return {
        id: found.kind === 'mode' ? 'log/modes' : 'log/leftover',
        says: `${found.what.charAt(0).toUpperCase()}${found.what.slice(1)}.`,
        evidence: [...((found.details['paths'] as string[] | undefined) ?? [String(found.details['path'])])].slice(
          0,
          6,
        ),
        fix: 'Have it put in order.',
        command: 'docket doctor --fix',
        ...('run' in remedy
          ? {
              mend: {
                run: () => {
                  remedy.run();
                  return `${found.kind === 'mode' ? 'docket’s files' : 'the leftover'}: ${remedy.done}`;
                },
              },
            }
          : {}),
      };
    }),
    ...losses.map(
      (name): Finding => ({
        id: 'log/lost-events',
        says: 'Events could not be written, and no hook call since then could say so in the log.',
        evidence: [join(folder.path, name)],
        fix: 'See what the name says (ENOSPC: the disk is full) and mend that; the next call that can write records the loss.',
      }),
    ),
  ];
};

/** The folder brings its own, unless it holds other files too, as one that `DOCKET_DIR` names can. */
const ignored = ({ log: { location, segments } }: World): Finding[] => {
  const { root, git } = location;
  const path = join(root, '.gitignore');
  const isInRepository = git !== null && root.startsWith(`${git.mainWorktree ?? git.worktree}/`);
  if (!isInRepository || segments.length === 0) return [];
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (text.split('\n').some((line) => line.trim() === '*')) return [];
  const worktree = git.mainWorktree ?? git.worktree;
  if ([join(worktree, '.gitignore'), join(git.commonDir, 'info', 'exclude')].some(namesFolder)) return [];
  return [
    {
      id: 'log/gitignore',
      says: 'Nothing keeps git from taking the log into a commit.',
      evidence: [existsSync(path) ? `${path} does not say *` : `${path} is not there`],
      fix: 'Have it written.',
      command: 'docket doctor --fix',
      mend: {
        run: () => {
          nodeLogFs.writeFileSync(path, `${text === '' || text.endsWith('\n') ? text : `${text}\n`}*\n`, {
            mode: 0o600,
          });
          return `wrote * into ${path}`;
        },
      },
    },
  ];
};

/** Whether a list of what git leaves out names the folder by itself. */
const namesFolder = (path: string): boolean =>
  (readSmallFile(path) ?? '').split('\n').some((line) => /^\/?\.docket\/?$/.test(line.trim()));
