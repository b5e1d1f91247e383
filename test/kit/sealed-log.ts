import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Envelope } from '../../src/events/envelope.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { readBlocks } from '../../src/events/log-reader.ts';
import { type LogWriter, openLogWriter } from '../../src/events/log-writer.ts';
import type { Position } from '../../src/events/position.ts';
import { readHead } from '../../src/events/seal-head.ts';
import type { SealKey } from '../../src/events/seal-key.ts';
import { type Sealed, type SealInput, sealLog } from '../../src/events/seal-log.ts';
import { type LogFolder, listSegments, logFolder, segmentPath } from '../../src/events/segments.ts';
import type { Claim } from '../../src/events/verify/claims.ts';
import type { VerifyReport } from '../../src/events/verify/report.ts';
import { verifyLog } from '../../src/events/verify/verify-log.ts';
import { envelope } from './envelope.ts';

/** A log on disk that a test writes, seals and damages. */
export interface SealedLog {
  readonly root: string;
  readonly folder: LogFolder;
  readonly write: (count: number, size?: number) => void;
  readonly seal: (more?: Partial<SealInput>) => Sealed;
  /** Two processes that seal at once: both read the log before either writes. */
  readonly sealTwice: () => void;
  /** What a writer leaves that is killed in the middle of a line. */
  readonly tear: () => void;
  readonly verify: (claims?: readonly Claim[]) => VerifyReport;
  /** What `.docket/head` says. */
  readonly head: () => Claim[];
}

export const sealedLog = (root: string, limit = 64 * 1024 * 1024, key: SealKey | null = null): SealedLog => {
  const folder = logFolder(root, nodeLogFs, limit);
  let ids = 0;
  let seals = 0;
  const writer = (): LogWriter => openLogWriter(folder);
  const withWriter = (use: (writer: LogWriter) => void): void => {
    const open = writer();
    use(open);
    open.close();
  };
  const base: SealInput['base'] = envelope('base', 'LogSealed');
  const seal = (more: Partial<SealInput> = {}): Sealed => {
    const open = writer();
    try {
      const newId = (): string => `seal${++seals}`;
      return sealLog({ folder, root, writer: open, base, now: () => 0, newId, isSynced: false, key, ...more });
    } finally {
      open.close();
    }
  };
  return {
    root,
    folder,
    write: (count, size = 40) => {
      for (let i = 0; i < count; i += 1) {
        const event: Envelope = envelope(`e${++ids}`, 'NotificationShown', { data: { message: 'x'.repeat(size) } });
        withWriter((open) => open.append([JSON.stringify(event)]));
      }
    },
    seal,
    sealTwice: () => {
      const open = writer();
      seal({
        writer: {
          ...open,
          append: (lines) => {
            seal();
            open.append(lines);
          },
        },
      });
      open.close();
    },
    tear: () => appendFileSync(segmentPath(folder, listSegments(folder).at(-1) ?? 1), `\n{"v":1,"id":"torn${++ids}`),
    verify: (claims = []) => verifyLog({ folder, claims }),
    head: () => {
      const head = readHead(root, nodeLogFs);
      return head === null ? [] : [{ ...head, by: 'head' }];
    },
  };
};

export interface Line extends Position {
  readonly text: string;
}

/** The lines of a log that are not empty, with their places. */
export const linesOf = ({ folder }: Pick<SealedLog, 'folder'>): Line[] =>
  [...readBlocks(folder)].flatMap(({ segment, offset, bytes }) => {
    let at = offset;
    return bytes
      .toString('latin1')
      .split('\n')
      .flatMap((text) => {
        const line = { segment, offset: at, text };
        at += text.length + 1;
        return text === '' ? [] : [line];
      });
  });

/** Changes the bytes of one segment, as a text of single bytes. */
export const edit = (
  { folder }: Pick<SealedLog, 'folder'>,
  segment: number,
  change: (bytes: string) => string,
): void => {
  const path = segmentPath(folder, segment);
  writeFileSync(path, change(readFileSync(path, 'latin1')), 'latin1');
};

export const headPath = ({ root }: SealedLog): string => join(root, 'head');
