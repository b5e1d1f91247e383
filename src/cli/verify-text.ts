import { counted } from '../audit/counted.ts';
import { formatPosition } from '../events/position.ts';
import type { PlacedDamage, VerifyReport } from '../events/verify/report.ts';
import type { Io } from './io.ts';
import { printable, type Style, styleFor, wrap } from './style.ts';

/** What a person reads of a verification: the result first, then each damage with its place. */
export const verifyText = (report: VerifyReport, anchors: number, io: Io): string => {
  const style = styleFor(io);
  return `${[
    ...resultLines(report, anchors, style),
    ...shown(report.damage, (damage) => damageLines(damage, style, io.width)),
    ...besideDamage(report, style),
  ].join('\n')}\n`;
};

/** What is no damage, and yet no event that a seal vouches for: lines whose seal is gone, bytes that cannot be read. */
export const besideDamage = (report: VerifyReport, style: Style): string[] => [
  ...report.unproven.map(({ from, to }) =>
    style('yellow', `! ${from} to ${to}: nothing proves these lines, their seal is gone`),
  ),
  ...shown(report.quarantined, (bytes) => [
    style(
      'dim',
      `  ${formatPosition(bytes)}: ${bytes.length} bytes that are no event (${printable(bytes.reason)}); a crash or another program left them, it is not damage`,
    ),
  ]),
];

const MOST_SHOWN = 50;

const shown = <Item>(items: readonly Item[], lines: (item: Item) => string[]): string[] => [
  ...items.slice(0, MOST_SHOWN).flatMap(lines),
  ...(items.length > MOST_SHOWN ? [`  and ${items.length - MOST_SHOWN} more: --json has all`] : []),
];

const resultLines = (report: VerifyReport, anchors: number, style: Style): string[] => {
  const { ok, events, seals, unsealed, damage, signed } = report;
  if (!ok)
    return [
      style('red', `✗ ${damage.length === 1 ? 'the log was' : `${damage.length} places of the log were`} damaged`),
    ];
  if (seals === 0) {
    return [`· ${counted(events, 'event')}, and no seal: nothing proves them. Seal them with \`docket seal\`.`];
  }
  const since = unsealed === 0 ? '' : `; ${counted(unsealed, 'event')} since`;
  return [
    style('green', `✓ ${counted(events - unsealed, 'event')} as sealed, by ${counted(seals, 'seal')}${since}`),
    ...(anchors === 0 ? [] : [style('green', '✓ the anchored seal is in the log')]),
    ...(signed === null ? [] : [style('green', `✓ ${counted(signed, 'seal')} signed with the given key`)]),
  ];
};

const damageLines = ({ segment, offset, line, kind, detail }: PlacedDamage, style: Style, width: number): string[] => {
  const file = `${String(segment).padStart(6, '0')}.ndjson${kind === 'archive-damaged' ? '.gz' : ''}`;
  const where = line === null ? file : `${file} line ${line} (${segment}:${offset})`;
  return [`  ${style('bold', kind.padEnd(15))} ${where}`, ...wrap(detail, width, ' '.repeat(18))];
};
