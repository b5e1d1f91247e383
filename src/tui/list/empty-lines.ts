import { wrap } from '../../cli/style.ts';
import { type Line, line } from '../look/line.ts';
import type { Model } from '../model/model.ts';

/** What the list shows where there is nothing to list: why, where docket looks, and what to do next. */
export const emptyLines = ({ sessions }: Pick<Model, 'sessions'>, columns: number): readonly Line[] => {
  const { entries, filter, isComplete, place } = sessions;
  if (!isComplete) return [line({ text: 'Reading the log.', tone: 'dim' })];
  if (entries.length > 0) return [line({ text: `No session fits "${filter}". Escape lists all.`, tone: 'dim' })];
  const text = (words: string): Line[] => wrap(words, columns, '').map((row) => line(row));
  return [
    line({ text: 'No session was recorded here yet.', tone: 'strong' }),
    line(''),
    ...(place === undefined ? [] : text(`docket looks for sessions in ${place}.`)),
    ...text(
      'The hook of the agent records them there, once it is registered. The next session of the agent in this project is then listed here.',
    ),
    line(''),
    ...NEXT.flatMap(([command, does]) =>
      wrap(does, columns, command.padEnd(COMMAND_COLUMNS)).map((row) =>
        line({ text: row.slice(0, COMMAND_COLUMNS), tone: 'accent' }, row.slice(COMMAND_COLUMNS)),
      ),
    ),
    line(''),
    ...text('? lists the keys, q leaves.'),
  ];
};

const COMMAND_COLUMNS = 22;

const NEXT: readonly (readonly [command: string, does: string])[] = [
  ['docket init', 'registers the hook, and asks under which preset'],
  ['docket doctor', 'where it is registered: says why nothing is recorded'],
  ['docket replay --demo', 'a recorded session, to look around in'],
  ['docket replay FILE', 'a transcript of Claude Code or Codex, or a golden'],
];
