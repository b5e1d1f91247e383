import { condition, type GateContext, type Rule, shownList } from '../gate.ts';
import { type TemporaryMoves, temporaryMoves } from './temporary-moves.ts';

/** Seed 001, guard check 1: what a command leaves in the shared temporary folder belongs into the project's own. */
export const temporaryWrite: Rule = {
  id: 'guard/tmp-write',
  decision: 'rewrite',
  judge: (context) => {
    const moves = isText(context) ? temporaryMoves(context) : null;
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
  ways: ({ facts }) => {
    const command = facts.command();
    const acts = (command?.data.acts ?? []).map((act) => (act.kind === 'temporary' ? { ...act, kind: 'none' } : act));
    const data = { ...command?.data, acts };
    return command === null
      ? []
      : [{ todo: "write to the project's own tmp/", events: [{ type: 'CommandUnderstood', data }] }];
  },
};

/** More are not remembered of one command. */
const MOST_MOVED = 50;

/** An answer can only change a text, and some hosts send the words of a command instead. */
const isText = ({ trigger }: GateContext): boolean => {
  const input = trigger.data['tool_input'] as { readonly command?: unknown } | null | undefined;
  return typeof input === 'object' && !Array.isArray(input?.command);
};

const reasonOf = ({ written, read }: TemporaryMoves): string => {
  const shown = (moved: TemporaryMoves['written']): string =>
    shownList(moved.map(({ from, to }) => `${from} → ${to}`)).join(', ');
  const wrote = `docket moved what the command writes in /tmp into the project (${shown(written)}): use the new paths from now on.`;
  const found = `The command reads what docket moved before where it is now (${shown(read)}).`;
  return [...(written.length > 0 ? [wrote] : []), ...(read.length > 0 ? [found] : [])].join(' ');
};
