import type { Line } from '../look/line.ts';
import { line } from '../look/line.ts';
import type { SessionModel, Tab } from '../model/model.ts';
import type { Answer } from '../think/question.ts';
import { diffLines } from './diff-lines.ts';
import { eventLines } from './event-lines.ts';
import type { Known } from './known.ts';
import { type Page, wrapped } from './page.ts';
import { rawLines } from './raw-lines.ts';
import { recordedWhy } from './recorded-why.ts';
import { stateLines } from './state-lines.ts';
import { whyLines } from './why-lines.ts';

/** What the detail is made from: all else leaves its lines as they are. */
export type Shown = Pick<SessionModel, 'tab' | 'known' | 'toggled' | 'base'>;

/** The lines of the detail of a session, for a pane of `width` columns; made once for what they are made from. */
export const detailLines = (shown: Shown, width: number): readonly Line[] => {
  const { tab, known, toggled, base } = shown;
  const made = remembered.get(known);
  if (
    made !== undefined &&
    made.width === width &&
    made.tab === tab &&
    made.toggled === toggled &&
    made.base === base
  ) {
    return made.lines;
  }
  const lines = makeLines(tab, known, base, { width, toggled });
  remembered.set(known, { tab, toggled, base, width, lines });
  return lines;
};

interface Made extends Omit<Shown, 'known'> {
  readonly width: number;
  readonly lines: readonly Line[];
}

const remembered = new WeakMap<Known, Made>();

const makeLines = (tab: Tab, known: Known, base: string | null, page: Page): Line[] => {
  const { events, answer } = known;
  if (events.length === 0) return [];
  if (tab === 'event') return eventLines(events, page);
  if (tab === 'raw') return rawLines(events, page);
  if (answer?.kind === 'failed') return wrapped(answer.message, page, 'That could not be found out: ', 'bad');
  const missing = missingLines(answer, page);
  if (tab === 'why') return [...missing, ...whyLines(answer?.kind === 'why' ? answer : recordedWhy(known), page)];
  const state = stateIn(answer);
  if (state === null) return [line({ text: '… folding the log up to here', tone: 'dim' })];
  return [...missing, ...(tab === 'state' ? stateLines(state, page) : diffLines(state, events, base, page))];
};

const stateIn = (answer: Answer | null) => (answer?.kind === 'state' ? answer : null);

/** That a part of the log cannot be read, so that more may have been than is told. */
const missingLines = (answer: Answer | null, page: Page): Line[] =>
  answer?.without === undefined
    ? []
    : wrapped(
        `${answer.without.length === 1 ? 'Segment' : 'Segments'} ${answer.without.join(', ')} of the log cannot be read: this is told without what stood there.`,
        page,
        '░ ',
        'warn',
      );
