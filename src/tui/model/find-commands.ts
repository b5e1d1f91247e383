import type { Command } from './command.ts';
import type { Model } from './model.ts';
import { withChips, withSession } from './moves.ts';
import { toMatch } from './search.ts';
import { times } from './times.ts';

const only = (model: Model) => ({ model, effects: [] });

/** Search, and filters. */
export const FIND_COMMANDS: readonly Command[] = [
  {
    name: 'filter-sessions',
    keys: ['/'],
    does: 'list only sessions that have a text: in their project, id or agent, or live, ended, deny, ask …',
    group: 'find',
    where: 'sessions',
    run: (model) => {
      const { filter } = model.sessions;
      return only({ ...model, overlay: { kind: 'list-filter', text: filter, before: filter } });
    },
  },
  {
    name: 'search',
    keys: ['/'],
    does: 'search rows as you type, and what their events say: prompts, commands, outputs, paths, reasons',
    group: 'find',
    where: 'session',
    run: (model) => {
      const inRows = withSession(model, { focus: 'timeline' });
      return only({ ...inRows, overlay: { kind: 'search', text: '', from: model.session?.cursor ?? 0 } });
    },
  },
  {
    name: 'next-match',
    keys: ['n'],
    does: 'to the next match',
    group: 'find',
    where: 'session',
    run: (model, count) => only(times(model, count, (last) => toMatch(last, 1))),
  },
  {
    name: 'previous-match',
    keys: ['N'],
    does: 'to the previous match',
    group: 'find',
    where: 'session',
    run: (model, count) => only(times(model, count, (last) => toMatch(last, -1))),
  },
  {
    name: 'filter',
    keys: ['f'],
    does: 'show only rows of a gate, verdict, tool, path, type, actor or text; ! for all others',
    group: 'find',
    where: 'session',
    run: (model) => only({ ...model, overlay: { kind: 'filter', text: '', cursor: 0 } }),
  },
  {
    name: 'clear-filter',
    keys: [],
    does: 'show all rows again',
    group: 'find',
    where: 'session',
    run: (model) => only(withChips(model, [])),
  },
];
