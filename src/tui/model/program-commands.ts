import type { Command } from './command.ts';
import { layoutOf } from './layout.ts';
import { closedSession } from './left.ts';
import { type Model, TIME_FORMATS } from './model.ts';
import { withChips, withSession } from './moves.ts';

const only = (model: Model) => ({ model, effects: [] });

/** How it looks, and what there is besides. */
export const PROGRAM_COMMANDS: readonly Command[] = [
  {
    name: 'time',
    keys: ['t'],
    does: 'tell times in UTC, in local time, or relative',
    group: 'look',
    where: 'everywhere',
    run: (model) => {
      const time = TIME_FORMATS[(TIME_FORMATS.indexOf(model.time) + 1) % TIME_FORMATS.length] ?? 'utc';
      return only({ ...model, time, notice: TIME_WORDS[time] });
    },
  },
  {
    name: 'zoom',
    keys: ['z'],
    does: 'give one pane the whole screen, or both again',
    group: 'look',
    where: 'session',
    run: (model) => only({ ...model, isZoomed: !model.isZoomed }),
  },
  {
    name: 'close',
    keys: ['q'],
    does: 'back to the sessions, or from the detail that has the whole screen to the rows',
    group: 'program',
    where: 'session',
    run: (model) => only(isDetailAlone(model) ? withSession(model, { focus: 'timeline' }) : closedSession(model)),
  },
  {
    name: 'out',
    keys: ['escape'],
    does: 'take back one thing: the search, the last part of the filter, the zoom, the detail, the session',
    group: 'program',
    where: 'session',
    run: (model) => only(outOfOne(model)),
  },
  {
    name: 'all-sessions',
    keys: ['escape'],
    does: 'list all sessions again',
    group: 'program',
    where: 'sessions',
    run: (model) => only({ ...model, sessions: { ...model.sessions, filter: '', cursor: 0 } }),
  },
  {
    name: 'palette',
    keys: [':'],
    does: 'do a command by its name, or go to a row by its number',
    group: 'program',
    where: 'everywhere',
    run: (model) => only({ ...model, overlay: { kind: 'palette', text: '', cursor: 0 } }),
  },
  {
    name: 'help',
    keys: ['?'],
    does: 'show this; type to filter it',
    group: 'program',
    where: 'everywhere',
    run: (model) => only({ ...model, overlay: { kind: 'help', text: '', top: 0 } }),
  },
  {
    name: 'redraw',
    keys: ['ctrl+l'],
    does: 'draw the screen anew',
    group: 'program',
    where: 'everywhere',
    run: (model) => ({ model, effects: [{ kind: 'redraw' }] }),
  },
  {
    name: 'suspend',
    keys: ['ctrl+z'],
    does: 'suspend; fg in the shell brings it back',
    group: 'program',
    where: 'everywhere',
    run: (model) => ({ model, effects: [{ kind: 'suspend' }] }),
  },
  {
    name: 'quit',
    keys: ['q', 'ctrl+c'],
    does: 'quit',
    group: 'program',
    where: 'everywhere',
    run: (model) => ({ model, effects: [{ kind: 'quit' }] }),
  },
];

const TIME_WORDS: Readonly<Record<Model['time'], string>> = {
  utc: 'Times are UTC.',
  local: 'Times are local.',
  relative: 'Times are relative: to the start of the session, in the list to now.',
};

const isDetailAlone = (model: Model): boolean => model.session?.focus === 'detail' && layoutOf(model).kind === 'single';

const outOfOne = (model: Model): Model => {
  const { session, isZoomed } = model;
  if (session === null) return model;
  if (session.search !== null) return withSession(model, { search: null });
  if (session.chips.length > 0) return withChips(model, session.chips.slice(0, -1));
  if (isZoomed) return { ...model, isZoomed: false };
  if (session.focus === 'detail') return withSession(model, { focus: 'timeline' });
  return closedSession(model);
};
