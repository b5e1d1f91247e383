import { condition, type Rule, shownList } from '../gate.ts';
import { isInWords } from '../triggers.ts';
import { withoutActs } from '../without-acts.ts';
import { type TemporaryMoves, temporaryMoves } from './temporary-moves.ts';

/** Seed 001, guard check 1: what a command leaves in the shared temporary folder belongs into the project's own. */
export const temporaryWrite: Rule = {
  id: 'guard/tmp-write',
  decision: 'rewrite',
  judge: (context) => {
    const moves = isInWords(context.trigger) ? null : temporaryMoves(context);
    if (moves === null) return null;
    const refused = context.facts.folderRefused();
    return {
      conditions: [
        condition('temporary-files-are-the-projects-own', false, {
          actual: shownList([...moves.written, ...moves.read].map(({ from }) => from)),
          because: moves.because,
          remedy: "Write temporary files to the project's own tmp/.",
        }),
      ],
      limits: [
        condition('their-folder-can-be-made', refused === null, {
          actual: refused === null ? null : `${refused.data.path}: ${refused.data.code}`,
          because: refused === null ? [] : [refused.id],
          remedy: 'Make the folder, or remove what stands in its place.',
        }),
      ],
      reason: reasonOf(moves),
      rewrite: { field: 'command', edits: moves.edits, moved: moves.written.slice(0, MOST_MOVED) },
    };
  },
  ways: ({ facts }) => [
    { todo: "write to the project's own tmp/", events: withoutActs(facts, ({ kind }) => kind === 'temporary') },
  ],
};

/** More are not remembered of one command. */
const MOST_MOVED = 50;

const reasonOf = ({ written, read }: TemporaryMoves): string => {
  const shown = (moved: TemporaryMoves['written']): string =>
    shownList(moved.map(({ from, to }) => `${from} → ${to}`)).join(', ');
  const wrote = `docket moved what the command writes in /tmp into the project (${shown(written)}): use the new paths from now on.`;
  const found = `The command reads what docket moved before where it is now (${shown(read)}).`;
  return [...(written.length > 0 ? [wrote] : []), ...(read.length > 0 ? [found] : [])].join(' ');
};
