import { clock } from '../../cli/style.ts';
import type { Envelope } from '../../events/envelope.ts';
import { fileChangeOf } from '../../replay/file-change.ts';
import type { StateChange } from '../../replay/state-changes.ts';
import { type Line, line } from '../look/line.ts';
import type { RowState } from '../think/question.ts';
import { fileChangeLines } from './file-change-lines.ts';
import { heading, type Page, parts, wrapped } from './page.ts';
import { compact } from './tree-lines.ts';

/** What a row changed: of each of its events what it did to the state; against a base all that changed since. */
export const diffLines = (
  { steps, sinceBase, more }: RowState,
  events: readonly Envelope[],
  base: string | null,
  page: Page,
): Line[] => {
  if (sinceBase !== null) {
    return parts(
      [heading(`Since the mark${base === null ? '' : `, ${base}`}`)],
      sinceBase.length === 0
        ? [line('  The state is the same.')]
        : sinceBase.flatMap((change) => changeLines(change, page)),
      more > 0 ? [line({ text: `  … ${more} more changes`, tone: 'dim' })] : [],
    );
  }
  const telling = steps.filter(({ changes }) => changes.changes.length > 0);
  const file = fileChangeOf(events);
  const silent = steps.length - telling.length;
  return parts(
    [heading('What it did to the state')],
    ...telling.map(({ event, changes }) => [
      line({ text: `${clock(event.at)} `, tone: 'dim' }, event.type, { text: `  ${event.id}`, tone: 'dim' }),
      ...changes.changes.flatMap((change) => changeLines(change, page)),
      ...(changes.more > 0 ? [line({ text: `  … ${changes.more} more`, tone: 'dim' })] : []),
    ]),
    silent === 0
      ? []
      : wrapped(
          telling.length === 0
            ? 'Nothing: its events change no state.'
            : `${silent} more of its events changed nothing.`,
          page,
          '',
          'dim',
        ),
    file === null ? [] : fileChangeLines(file, page),
  );
};

const changeLines = (change: StateChange, { width }: Page): Line[] => {
  const { path } = change;
  const room = Math.max(16, width);
  if (!('before' in change)) return [added(`  + ${path}  ${compact(change.after, room)}`)];
  if (!('after' in change)) return [removed(`  - ${path}  ${compact(change.before, room)}`)];
  const [before, after] = [compact(change.before, room), compact(change.after, room)];
  if (path.length + before.length + after.length + 9 <= width) {
    return [
      line(
        '  ~ ',
        `${path}  `,
        { text: before, tone: 'bad' },
        { text: ' → ', tone: 'dim' },
        { text: after, tone: 'good' },
      ),
    ];
  }
  return [line('  ~ ', path), removed(`    - ${before}`), added(`    + ${after}`)];
};

const added = (text: string): Line => line({ text, tone: 'good' });

const removed = (text: string): Line => line({ text, tone: 'bad' });
