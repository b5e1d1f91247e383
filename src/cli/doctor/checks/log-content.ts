import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../../../audit/counted.ts';
import { indexFile } from '../../../events/index-file.ts';
import type { LogLine } from '../../../events/log-reader.ts';
import { comparePositions, formatPosition, type Position } from '../../../events/position.ts';
import { isOfThisLog } from '../../../events/print.ts';
import { findQuarantined } from '../../../events/quarantine.ts';
import type { EventData } from '../../../events/schemas.ts';
import { sealOf } from '../../../events/seal.ts';
import { readHead } from '../../../events/seal-head.ts';
import { hashRange } from '../../../events/verify/hashes.ts';
import { verifyLog } from '../../../events/verify/verify-log.ts';
import { type Finding as Suspect, startSuspects } from '../../../replay/suspect.ts';
import { suspectWords } from '../../../replay/suspect-words.ts';
import { gapsAmong } from '../../project.ts';
import { checkSnapshot } from '../../repair/check-snapshot.ts';
import { atTime } from '../../style.ts';
import type { FindingId } from '../catalogue.ts';
import type { Finding } from '../finding.ts';
import { someOf } from '../words.ts';
import type { World } from '../world.ts';

/** A log that is longer is verified seal by seal, and only its newest part. */
const WHOLE_BYTES = 64 * 1024 * 1024;

/** What failed longer ago was found, or does not matter any more. */
const LATELY_MS = 7 * 24 * 3600 * 1000;

/** One turn may end while it is looked at, and the next may be under way. */
const MOST_UNSEALED_TURNS = 2;

/** Whether the newest part of the log is whole, sealed and what docket needs, and what it says of hooks that failed. */
export const checkLogContent = (world: World): Finding[] => {
  if (world.log.problem !== null) return [];
  if (world.log.segments.length === 0) return damaged(world);
  return [
    ...missing(world),
    ...unreadable(world),
    ...damaged(world),
    ...unsealed(world),
    ...caches(world),
    ...failed(world),
    ...suspects(world),
  ];
};

const missing = ({ log: { segments, folder } }: World): Finding[] =>
  gapsAmong(segments).map(([first, last]) => ({
    id: 'log/missing-segment',
    says: first === last ? `Segment ${first} of the log is gone.` : `Segments ${first} to ${last} of the log are gone.`,
    evidence: [folder.path],
    fix: 'Put a copy of the file back if there is one; commands go on without what stood there.',
  }));

const unreadable = ({ log: { unreadable: lines, folder, location } }: World): Finding[] => {
  const places = lines.filter((place) => !findQuarantined(folder, location.root, place).isKept);
  if (places.length === 0) return [];
  return [
    {
      id: 'log/unreadable',
      says: `${counted(places.length, 'line')} of the log cannot be read, and nobody looked at ${places.length === 1 ? 'it' : 'them'} yet.`,
      evidence: someOf(places.map(({ position, reason }) => `${reason} at ${formatPosition(position)}`)),
      fix: 'Have a copy put aside with its place and reason; the segments stay as they are.',
      command: 'docket repair',
    },
  ];
};

const damaged = ({ log: { folder, location, bytes, lines } }: World): Finding[] => {
  const head = readHead(location.root, folder.fs);
  const claims = head === null ? [] : [{ ...head, by: '.docket/head' }];
  const places =
    bytes <= WHOLE_BYTES
      ? verifyLog({ folder, claims })
          .damage.filter(({ kind }) => kind !== 'missing-segment')
          .map(({ kind, segment, offset }) => `${kind} at ${formatPosition({ segment, offset })}`)
      : brokenSeals(lines, (from, to) => hashRange(folder, from, to));
  if (places.length === 0) return [];
  return [
    {
      id: 'log/damaged',
      says: 'The newest part of the log is not what was sealed: somebody changed it, or the disk did.',
      evidence: someOf(places),
      fix: 'See what was changed, and put a copy back if there is one.',
      command: 'docket verify',
    },
  ];
};

/** Seals of the newest lines whose whole range is among them, and does not hash to what they say. */
const brokenSeals = (lines: readonly LogLine[], hash: (from: Position, to: Position) => string): string[] => {
  const [first] = lines;
  return lines.flatMap(({ event, position }) => {
    const seal = event.type === 'LogSealed' ? sealOf(event, position) : null;
    if (seal === null || first === undefined || comparePositions(seal.from, first.position) < 0) return [];
    return hash(seal.from, seal.to) === seal.hash ? [] : [`the seal at ${formatPosition(position)} does not hold`];
  });
};

const unsealed = ({ log: { lines } }: World): Finding[] => {
  const last = lines.findLastIndex(({ event }) => event.type === 'LogSealed');
  const ended = lines
    .slice(last + 1)
    .filter(({ event }) => event.type === 'TurnEnded' && event.provenance !== 'import');
  if (ended.length <= MOST_UNSEALED_TURNS) return [];
  const since = lines[last]?.event.at;
  return [
    {
      id: 'log/unsealed',
      says: `${counted(ended.length, 'turn')} ended and the log was not sealed: what was changed there could not be proved.`,
      evidence: [since === undefined ? 'no seal in the newest part of the log' : `last sealed ${atTime(since)}`],
      fix: 'Seal by hand, and see why hooks do not: a time-out of Stop that is too short, or failures under log/hook-failed.',
      command: 'docket seal',
    },
  ];
};

const caches = ({ log: { folder, location, bytes } }: World): Finding[] => {
  const { root } = location;
  const snapshots = bytes <= WHOLE_BYTES ? checkSnapshot(folder, root) : [];
  return [
    ...snapshots.map(
      ({ what, remedy, details }): Finding => ({
        id: 'log/snapshot',
        says: `${what.charAt(0).toUpperCase()}${what.slice(1)}: hooks read the log from further back, or judge by what is not so.`,
        evidence: [String(details['path'])],
        fix: 'Have it made anew from the log.',
        command: 'docket doctor --fix',
        ...('run' in remedy
          ? {
              mend: {
                run: () => {
                  remedy.run();
                  return `the snapshot: ${remedy.done}`;
                },
              },
            }
          : {}),
      }),
    ),
    ...index(folder, root),
  ];
};

const index = (folder: World['log']['folder'], root: string): Finding[] => {
  const path = join(root, 'index', 'streams.json');
  if (!existsSync(path)) return [];
  const file = indexFile(folder);
  file.read();
  if (file.data !== null && isOfThisLog(folder, file.data)) return [];
  return [
    {
      id: 'log/index',
      says: `The index of sessions is ${file.data === null ? 'damaged or of another version' : 'of another log'}, so each command reads the whole log.`,
      evidence: [path],
      fix: 'Have it removed: the next command makes it anew.',
      command: 'docket doctor --fix',
      mend: {
        run: () => {
          rmSync(join(root, 'index'), { recursive: true, force: true });
          return 'the index of sessions: removed, the next command makes it anew';
        },
      },
    },
  ];
};

const failed = ({ log: { lines }, now }: World): Finding[] => {
  const kinds = new Map<string, { count: number; last: LogLine }>();
  for (const line of lines) {
    const { type, at, data } = line.event;
    if (type !== 'HookFailed' || now - Date.parse(at) > LATELY_MS) continue;
    const { stage, code } = data as EventData<'HookFailed'>;
    const kind = `${stage} ${code}`;
    kinds.set(kind, { count: (kinds.get(kind)?.count ?? 0) + 1, last: line });
  }
  if (kinds.size === 0) return [];
  return [
    {
      id: 'log/hook-failed',
      says: 'Hook calls of the last seven days could not do all that they were to do.',
      evidence: someOf(
        [...kinds].map(
          ([kind, { count, last }]) =>
            `${kind}, ${count === 1 ? 'once' : `${count} times`}, last ${atTime(last.event.at)} at ${formatPosition(last.position)}`,
        ),
      ),
      fix: 'See what they say.',
      command: 'docket log --type HookFailed --since 7d',
    },
  ];
};

const suspects = ({ log: { lines }, now }: World): Finding[] => {
  const found: Suspect[] = [];
  const going = startSuspects(() => true);
  for (const line of lines) found.push(...going.add(line));
  found.push(...going.end());
  const lately = found.filter(({ events: [first] }) => first !== undefined && now - Date.parse(first.at) <= LATELY_MS);
  const of = (id: FindingId, says: string, kinds: readonly Suspect['kind'][]): Finding[] => {
    const some = lately.filter(({ kind }) => kinds.includes(kind));
    const [first] = some;
    if (first === undefined) return [];
    const places = some.map(
      (one) => `${suspectWords(one).title}: ${one.events[0]?.summary} at ${one.events[0]?.position}`,
    );
    return [
      { id, says, evidence: someOf(places), fix: suspectWords(first).todo, command: 'docket log --suspect --since 7d' },
    ];
  };
  return [
    ...of('log/hook-lost', 'Hooks of the last seven days were lost on the way, or their answers were.', [
      'no-ruling',
      'answer-lost',
    ]),
    ...of('log/denied-but-ran', 'A call that docket denied in the last seven days ran all the same.', [
      'denied-but-ran',
    ]),
  ];
};
