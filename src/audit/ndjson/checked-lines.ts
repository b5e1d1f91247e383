import { createHash } from 'node:crypto';
import { lineDigest } from '../../events/seal.ts';
import { CHECKED_LINES, type ManifestRecord, recordLine } from './records.ts';

/**
 * The text of an export file: its lines with checks among them, and the manifest behind them, which is asked for when all
 * lines were taken.
 */
export function* checkedLines(
  lines: Iterable<string>,
  manifest: () => Omit<ManifestRecord, 'sha256'>,
): Generator<string> {
  const hash = createHash('sha256');
  let digests: string[] = [];
  let from = 1;
  const close = (): string => {
    const check = `${recordLine({ docket: 'check', from, lines: digests.join('') })}\n`;
    hash.update(check);
    from += digests.length + 1;
    digests = [];
    return check;
  };
  for (const line of lines) {
    const bytes = Buffer.from(line, 'utf8');
    digests.push(lineDigest(bytes));
    hash.update(bytes).update('\n');
    yield `${line}\n`;
    if (digests.length === CHECKED_LINES) yield close();
  }
  if (digests.length > 0) yield close();
  const start = `${JSON.stringify(manifest()).slice(0, -1)},"sha256":"`;
  yield `${start}${hash.update(start).digest('hex')}"}\n`;
}
