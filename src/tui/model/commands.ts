import type { TimelineRow } from '../source/timeline-row.ts';
import type { Command, Step } from './command.ts';
import { DETAIL_COMMANDS } from './detail-commands.ts';
import { FIND_COMMANDS } from './find-commands.ts';
import { againOrNew } from './left.ts';
import { type Model, TABS } from './model.ts';
import {
  goBack,
  goForward,
  jumpToNext,
  listedSessions,
  moveBy,
  moveTo,
  pageOf,
  showTab,
  withSession,
} from './moves.ts';
import { PLAY_COMMANDS } from './play-commands.ts';
import { PROGRAM_COMMANDS } from './program-commands.ts';
import { TAKE_COMMANDS } from './take-commands.ts';
import { times } from './times.ts';
import { WHAT_IF_COMMANDS } from './what-if-commands.ts';

const only = (model: Model): Step => ({ model, effects: [] });

/** A gate said something: warned, changed, asked or denied, or would have. */
export const hasFired = ({ fired }: TimelineRow): boolean => fired.length > 0;

/** A gate denied, asked or changed something, or would have. */
const isStopped = ({ fired }: TimelineRow): boolean =>
  fired.some(({ decision }) => decision === 'deny' || decision === 'ask' || decision === 'rewrite');

const isPrompt = ({ kind }: TimelineRow): boolean => kind === 'prompt';

const openChosen = (model: Model): Step => {
  const entry = listedSessions(model)[model.sessions.cursor];
  if (entry === undefined) return only({ ...model, notice: 'There is no session to open.' });
  return {
    model: { ...model, session: againOrNew(model, entry) },
    effects: [{ kind: 'open-session', session: entry.session }],
  };
};

const tabCommands: readonly Command[] = TABS.map((tab, index) => ({
  name: `tab-${tab}`,
  keys: tab === 'why' ? [String(index + 1), 'w'] : [String(index + 1)],
  does: `show ${tab === 'why' ? 'why the gates said what they said' : `the ${tab} of the row`}`,
  group: 'look',
  where: 'session',
  run: (model) => only(showTab(model, tab)),
}));

/** Every command of the program. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'down',
    keys: ['j', 'down'],
    does: 'one row down',
    group: 'move',
    where: 'everywhere',
    run: (model, count) => only(moveBy(model, count ?? 1)),
  },
  {
    name: 'up',
    keys: ['k', 'up'],
    does: 'one row up',
    group: 'move',
    where: 'everywhere',
    run: (model, count) => only(moveBy(model, -(count ?? 1))),
  },
  {
    name: 'page-down',
    keys: ['page-down', 'ctrl+d'],
    does: 'one page down',
    group: 'move',
    where: 'everywhere',
    run: (model, count) => only(moveBy(model, pageOf(model) * (count ?? 1))),
  },
  {
    name: 'page-up',
    keys: ['page-up', 'ctrl+u'],
    does: 'one page up',
    group: 'move',
    where: 'everywhere',
    run: (model, count) => only(moveBy(model, -pageOf(model) * (count ?? 1))),
  },
  {
    name: 'first',
    keys: ['g g', 'home'],
    does: 'to the first row',
    group: 'move',
    where: 'everywhere',
    run: (model) => only(moveTo(model, 0)),
  },
  {
    name: 'last',
    keys: ['G', 'end'],
    does: 'to the last row',
    group: 'move',
    where: 'everywhere',
    run: (model, count) => only(moveTo(model, count === null ? Number.MAX_SAFE_INTEGER : count - 1)),
  },
  {
    name: 'next-gate',
    keys: ['}'],
    does: 'to the next gate that fired, warnings too',
    group: 'jump',
    where: 'session',
    run: (model, count) => only(times(model, count, (last) => jumpToNext(last, 1, hasFired, 'gate fired'))),
  },
  {
    name: 'previous-gate',
    keys: ['{'],
    does: 'to the previous gate that fired',
    group: 'jump',
    where: 'session',
    run: (model, count) => only(times(model, count, (last) => jumpToNext(last, -1, hasFired, 'gate fired'))),
  },
  {
    name: 'next-stop',
    keys: [')'],
    does: 'to the next row where a gate denied, asked or changed something: warnings are passed over',
    group: 'jump',
    where: 'session',
    run: (model, count) => only(times(model, count, (last) => jumpToNext(last, 1, isStopped, 'denial'))),
  },
  {
    name: 'previous-stop',
    keys: ['('],
    does: 'to the row before this where a gate denied, asked or changed something',
    group: 'jump',
    where: 'session',
    run: (model, count) => only(times(model, count, (last) => jumpToNext(last, -1, isStopped, 'denial'))),
  },
  {
    name: 'next-turn',
    keys: [']'],
    does: 'to the next prompt',
    group: 'jump',
    where: 'session',
    run: (model, count) => only(times(model, count, (last) => jumpToNext(last, 1, isPrompt, 'prompt'))),
  },
  {
    name: 'previous-turn',
    keys: ['['],
    does: 'to the previous prompt',
    group: 'jump',
    where: 'session',
    run: (model, count) => only(times(model, count, (last) => jumpToNext(last, -1, isPrompt, 'prompt'))),
  },
  {
    name: 'back',
    keys: ['ctrl+o', 'alt+left'],
    does: 'back to where one jumped from',
    group: 'jump',
    where: 'session',
    run: (model) => only(goBack(model)),
  },
  {
    name: 'forward',
    // Most terminals send the same for ctrl+i as for Tab.
    keys: ['ctrl+i', 'alt+right'],
    does: 'forward again',
    group: 'jump',
    where: 'session',
    run: (model) => only(goForward(model)),
  },
  ...tabCommands,
  ...DETAIL_COMMANDS,
  {
    name: 'switch-pane',
    keys: ['tab'],
    does: 'to the other pane',
    group: 'look',
    where: 'session',
    run: (model) => only(withSession(model, { focus: model.session?.focus === 'timeline' ? 'detail' : 'timeline' })),
  },
  {
    name: 'open',
    keys: ['enter'],
    does: 'open the session',
    group: 'look',
    where: 'sessions',
    run: openChosen,
  },
  ...FIND_COMMANDS,
  ...PLAY_COMMANDS,
  ...TAKE_COMMANDS,
  ...PROGRAM_COMMANDS,
  ...WHAT_IF_COMMANDS,
];
