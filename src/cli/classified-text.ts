import type { Classified } from './classify.ts';
import { cutTo, type Style, wrap } from './style.ts';

/** Columns before the text of a segment: its mark and tier. */
const MARGIN = 12;

/** A classified command for people: the verdict, each part with its reason, then what gates would do. */
export const classifiedText = (classified: Classified, preset: string, style: Style, width: number): string => {
  const { command, segments, dangers, rewrites, understood, problems } = classified;
  const lines = [`${headline(classified, style)}  ${cutTo(command, width - 18)}`];
  for (const { text, tier, safe, reason } of segments) {
    lines.push(`  ${safe ? style('green', '✓') : style('red', '✗')} tier ${tier}  ${cutTo(text, width - MARGIN)}`);
    if (reason !== null) lines.push(...wrap(reason, width, ' '.repeat(MARGIN)));
  }
  if (segments.length === 0) lines.push('  nothing to run');
  const under = (mode: string): string => `(preset ${preset}${mode === 'monitor' ? ', monitor: not answered' : ''})`;
  for (const { rule, decision, mode, reason, remedy } of dangers) {
    lines.push('', `${style('bold', decision)}  ${rule} ${under(mode)}`, ...wrap(reason, width, '  '));
    if (remedy !== null) lines.push(...wrap(remedy, width, '  → '));
  }
  for (const { rule, mode, command: rewritten } of rewrites) {
    lines.push('', `${style('bold', 'rewrite')}  ${rule} ${under(mode)}`, ...shownLines(rewritten, width));
  }
  if (!understood) lines.push('', 'Not understood:', ...problems.flatMap((problem) => wrap(problem, width, '  ')));
  return `${lines.join('\n')}\n`;
};

/** A command keeps its lines; `--json` has all of it. */
const shownLines = (command: string, width: number): string[] =>
  command.split('\n', MOST_LINES).map((line) => `  ${cutTo(line, width - 2)}`);

const MOST_LINES = 20;

const headline = ({ safe, tier }: Classified, style: Style): string => {
  if (safe) return style('green', `safe, tier ${tier}`);
  return style(tier === 3 ? 'red' : 'yellow', `${tier === 3 ? 'risky' : 'not safe'}, tier ${tier}`);
};
