import type { EventData } from '../events/schemas.ts';
import { offeredSince } from '../projections/offered-tools.ts';
import { condition, type GateContext, type Rule } from './gate.ts';

/** Changed lines from which on a review is suggested, and the tool that makes one, unless the policy names others. */
const MANY_LINES = 20;
const REVIEW_TOOL = 'mcp__multi__codereview';

type Change = NonNullable<EventData<'FileObserved'>['change']>;

/** Suggests a review of a change of many lines. */
const largeChange: Rule = {
  id: 'code-review/large-change',
  decision: 'advise',
  judge: ({ facts, state, options }) => {
    const file = facts.file();
    const change = file?.data.kind === 'source' ? file.data.change : undefined;
    if (file === null || change === undefined) return null;
    const { path } = file.data;
    const { tool, lines } = settingsOf(options);
    const changed = change.added + change.removed;
    const offered = offeredSince(state.offered, tool);
    const made = state.nudges.made.find((nudge) => nudge.path === path && nudge.content === change.content);
    return {
      conditions: [
        condition(`fewer-than-${lines}-lines-changed`, changed < lines, {
          actual: { added: change.added, removed: change.removed },
          because: [file.id],
          remedy: `Have ${tool} review it before you build on it.`,
        }),
      ],
      limits: [
        condition('the-tool-is-offered', offered !== null, {
          actual: tool,
          because: offered === null ? [] : [offered],
        }),
        condition('not-suggested-for-this-content', made === undefined, {
          actual: change.content,
          because: made === undefined ? [] : [made.event],
        }),
      ],
      reason: reasonOf(path, change),
    };
  },
  ways: ({ facts, options }) => {
    const file = facts.file();
    if (file?.data.change === undefined) return [];
    const change = { ...file.data.change, added: 0, removed: 0 };
    return [
      {
        todo: `change fewer than ${settingsOf(options).lines} lines at a time`,
        events: [{ type: 'FileObserved', data: { ...file.data, change } }],
      },
    ];
  },
};

const RULES: readonly Rule[] = [largeChange];

/** The gate's rules: called where they are needed, since the hook loads them only then. */
export const codeReviewRules = (): readonly Rule[] => RULES;

const settingsOf = ({ tool, lines }: GateContext['options']): { readonly tool: string; readonly lines: number } => ({
  tool: typeof tool === 'string' ? tool : REVIEW_TOOL,
  lines: typeof lines === 'number' ? lines : MANY_LINES,
});

const reasonOf = (path: string, { added, removed, excerpt }: Change): string => {
  const shown = excerpt === undefined ? '' : ` It begins:\n${excerpt}\n`;
  return `This is a large change of ${path.slice(-200)}: ${added} lines added, ${removed} removed.${shown}`;
};

/** The lines of a change from which on the beginning of the difference is kept for the reason. */
export const excerptFrom = (options: GateContext['options']): number => Math.min(MANY_LINES, settingsOf(options).lines);
