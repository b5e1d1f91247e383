import { lineAt } from '../../events/find-lines.ts';
import { sealsIn } from '../../events/find-seal.ts';
import { readBlocks } from '../../events/log-reader.ts';
import { comparePositions, formatPosition, type Position } from '../../events/position.ts';
import type { Seal } from '../../events/seal.ts';
import { readHead } from '../../events/seal-head.ts';
import type { LogFolder } from '../../events/segments.ts';
import type { VerifyReport } from '../../events/verify/report.ts';
import { verifyLog } from '../../events/verify/verify-log.ts';
import { counted } from '../counted.ts';
import type { Integrity } from './model.ts';
import type { PostmortemInput, Walked } from './walk.ts';

/** Verifies the log, and says what that means for one session of it. Reads the log twice. Throws the system's errors. */
export const integrityOf = (input: PostmortemInput, walked: Walked): Integrity => {
  const { folder, root, publicKey = null } = input;
  const head = readHead(root, folder.fs);
  const claims = head === null ? [] : [{ ...head, by: '.docket/head' }];
  const report = verifyLog({ folder, claims, publicKey });
  const seals = sealsOver(folder, walked);
  const lines = walked.session.lines.filter(({ event }) => event.type !== 'LogSealed');
  const unsealed = lines.filter(({ position }) => !seals.some((seal) => covers(seal, position))).length;
  const isWithin = (at: Position): boolean =>
    comparePositions(at, walked.first) >= 0 && comparePositions(at, walked.end) <= 0;
  const damage = report.damage.map((one) => ({
    kind: one.kind,
    text: `${one.kind} at ${formatPosition(one)}: ${one.detail}`,
    event: null,
    at: null,
    isOfSession: isWithin(one),
  }));
  const signed = seals.filter(({ signature }) => signature !== null);
  const known = { report, events: lines.length, unsealed, seals: seals.length, signed: signed.length };
  return {
    ok: damage.every(({ isOfSession }) => !isOfSession),
    events: lines.length,
    seals: seals.length,
    unsealed,
    signedBy: keysOf(folder, signed),
    signaturesChecked: report.signed,
    damage: damage.sort((a, b) => Number(b.isOfSession) - Number(a.isOfSession)),
    quarantined: report.quarantined.filter(isWithin).map((bytes) => ({
      kind: bytes.reason,
      text: `${counted(bytes.length, 'byte')} at ${formatPosition(bytes)} are no event (${bytes.reason}): a crash or another program left them.`,
      event: null,
      at: null,
    })),
    means: meaningOf(known, head !== null, publicKey !== null),
  };
};

/** The seals that cover something between the session's first and last event. They may be those of other sessions. */
const sealsOver = (folder: LogFolder, { first, end }: Walked): Seal[] => {
  const seals: Seal[] = [];
  for (const block of readBlocks(folder, first, () => undefined)) {
    for (const { seal } of sealsIn(block)) {
      if (seal === null || comparePositions(seal.to, first) <= 0) continue;
      // Each goes on from the one before it.
      if (comparePositions(seal.from, end) >= 0) return seals;
      seals.push(seal);
    }
  }
  return seals;
};

const covers = ({ from, to }: Seal, at: Position): boolean =>
  comparePositions(from, at) <= 0 && comparePositions(at, to) < 0;

const MOST_KEYS_READ = 200;

const keysOf = (folder: LogFolder, signed: readonly Seal[]): string | null => {
  const keys = signed.slice(-MOST_KEYS_READ).flatMap(({ position }) => {
    const key = lineAt(folder, position)?.event.data['key'];
    return typeof key === 'string' ? [key] : [];
  });
  return keys.length === 0 ? null : [...new Set(keys)].join(', ');
};

interface Known {
  readonly report: VerifyReport;
  readonly events: number;
  readonly unsealed: number;
  readonly seals: number;
  readonly signed: number;
}

const meaningOf = ({ report, events, unsealed, seals, signed }: Known, hasHead: boolean, hasKey: boolean): string[] => {
  if (seals === 0) {
    return [
      'No seal covers the session: nothing shows whether anybody changed its events.',
      'docket seal seals what is in the log now. That proves nothing about what was changed before.',
    ];
  }
  return [
    `${counted(events - unsealed, 'event')} of the session ${events - unsealed === 1 ? 'is' : 'are'} under ${counted(seals, 'seal')}: a byte that was changed, added, removed or moved since shows, to the line.`,
    ...(unsealed === 0
      ? []
      : [
          `${counted(unsealed, 'event')} came after the last seal: whether anybody changed ${unsealed === 1 ? 'it' : 'them'} nobody can tell.`,
        ]),
    signed === 0
      ? 'The seals are not signed: whoever can write the log as this user, an agent included, can rewrite it and seal it anew.'
      : hasKey
        ? `${counted(report.signed ?? 0, 'seal')} of the log ${report.signed === 1 ? 'is' : 'are'} signed with this user's key. Whoever can read that key can sign as well, an agent of the same user included.`
        : 'The seals are signed, and the key was not at hand to check them: docket verify --key.',
    hasHead
      ? 'That the end of the log was cut off shows only as far as .docket/head says where it was; an anchor kept elsewhere (docket seal --print) shows it for certain.'
      : 'Whether the end of the log was cut off nothing says: .docket/head is not there. An anchor kept elsewhere (docket seal --print) would show it.',
    'Seals say that events are as they were written. They do not say that a hook saw everything: what ran outside of the hooks is not in the log.',
  ];
};
