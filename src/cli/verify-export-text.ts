import { counted } from '../audit/counted.ts';
import { formatPosition } from '../events/position.ts';
import type { PlacedDamage, VerifyReport } from '../events/verify/report.ts';
import type { Io } from './io.ts';
import { printable, type Style, styleFor, wrap } from './style.ts';
import type { ExportProof } from './verify-export.ts';
import { besideDamage } from './verify-text.ts';

/** What a person reads of the verification of an export: the result, what it is about, then each damage with its line. */
export const exportText = (report: VerifyReport, proof: ExportProof, anchors: number, io: Io): string => {
  const style = styleFor(io);
  const note = (mark: string, text: string): string[] => {
    const [first = '', ...more] = wrap(text, io.width, '  ');
    return [`${mark} ${first.trimStart()}`, ...more];
  };
  const { damage } = report;
  const { proven, notInExport, unbound, redacted, leftOut } = proof;
  const lines = report.ok
    ? okLines(report, proof, anchors, style)
    : [
        style(
          'red',
          `✗ ${damage.length === 1 ? 'one place of the export or of its log was' : `${damage.length} places of the export or of its log were`} damaged`,
        ),
      ];
  lines.push(...damage.slice(0, MOST_SHOWN).flatMap((one) => damageLines(one, style, io.width)));
  if (damage.length > MOST_SHOWN) lines.push(`  and ${damage.length - MOST_SHOWN} more: --json has all`);
  lines.push(...besideDamage(report, style));
  if (notInExport > 0) {
    const what = notInExport === 1 ? 'sealed line of the log is' : 'sealed lines of the log are';
    lines.push(
      ...note(
        '·',
        `${notInExport.toLocaleString('en')} ${what} not in the export: nobody can tell more of them from it`,
      ),
    );
  }
  if (redacted.length > 0) {
    const what = `redacted (${redacted.join(', ')}): what is proven is how many lines there are and in which order, not what stands in those that were redacted`;
    lines.push(...note('!', printable(what)));
  }
  if (unbound > 0 && proven > 0) {
    lines.push(
      ...note(
        '!',
        `the seals of ${counted(unbound, 'line')} are old ones: no signature or anchor vouches for single lines of them`,
      ),
    );
  }
  if (leftOut.length > 0) lines.push(...note('·', printable(`it is without: ${leftOut.join('; ')}`)));
  return `${lines.join('\n')}\n`;
};

const MOST_SHOWN = 50;

const okLines = (report: VerifyReport, proof: ExportProof, anchors: number, style: Style): string[] => {
  const { seals, unsealed, events, signed } = report;
  if (seals === 0) {
    return [`· the file is as it was written: ${counted(events, 'event')}, and no seal: nothing proves them.`];
  }
  const behind = unsealed === 0 ? '' : `; ${counted(unsealed, 'event')} not sealed yet`;
  return [
    style(
      'green',
      `✓ ${counted(proof.proven, 'line')} as sealed and in the sealed order, by ${counted(seals, 'seal')}${behind}`,
    ),
    ...(anchors === 0 ? [] : [style('green', '✓ the anchored seal is in the export')]),
    ...(signed === null ? [] : [style('green', `✓ ${counted(signed, 'seal')} signed with the given key`)]),
  ];
};

const damageLines = (damage: PlacedDamage, style: Style, width: number): string[] => {
  const { line, kind, detail } = damage;
  const where = line === null ? formatPosition(damage) : `line ${line} (${formatPosition(damage)})`;
  return [`  ${style('bold', kind.padEnd(15))} ${where}`, ...wrap(detail, width, ' '.repeat(18))];
};
