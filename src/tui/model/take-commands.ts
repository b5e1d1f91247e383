import type { Command, CopyWhat } from './command.ts';
import type { Model } from './model.ts';

const copy = (key: string, what: CopyWhat, does: string, where: Command['where'] = 'session'): Command => ({
  name: `copy-${what}`,
  keys: [`y ${key}`],
  does,
  group: 'take away',
  where,
  run: (model) => ({ model, effects: [{ kind: 'copy', what }] }),
});

/** Copies, and exports. */
export const TAKE_COMMANDS: readonly Command[] = [
  copy('i', 'id', 'copy the id, of the event or of the session', 'everywhere'),
  copy('e', 'event', 'copy the event as JSON'),
  copy('v', 'reason', 'copy what the gates said'),
  copy('p', 'path', 'copy the path of the file that it is about'),
  copy('c', 'command', 'copy a docket command that shows the same', 'everywhere'),
  {
    name: 'export',
    keys: ['e'],
    does: 'write the events of the row, of the rows shown or of the session to a file',
    group: 'take away',
    where: 'session',
    run: (model) => ({ model: { ...model, overlay: exportFor(model) }, effects: [] }),
  },
];

const exportFor = ({ session }: Model): Model['overlay'] => ({
  kind: 'export',
  text: `docket-${(session?.entry.session ?? '').replace(/[^A-Za-z0-9_-]/g, '').slice(0, 8)}.ndjson`,
  what: session === null || session.chips.length === 0 ? 'session' : 'rows',
});
