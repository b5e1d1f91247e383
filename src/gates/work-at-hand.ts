import { holdsAt } from '../projections/todo-claims.ts';
import { counted, type GateContext, shortened } from './gate.ts';
import type { StandLine } from './where-things-stand.ts';

const MOST_SHOWN = 5;
const LONGEST = 120;

/** Workflows that run here, to-dos that are open, and issues that are claimed. */
export const workLines = (context: GateContext): StandLine[] => [
  ...workflowLines(context),
  ...todoLines(context),
  ...claimLines(context),
];

const workflowLines = ({ state, trigger }: GateContext): StandLine[] =>
  state.workflow.runs
    .filter(
      ({ ended, session, worktree }) =>
        ended === null && (session === null ? worktree === trigger.worktree : session === trigger.stream),
    )
    .slice(-MOST_SHOWN)
    .map(({ workflow, phase, entered }) => ({
      about: 'workflow',
      text: `Workflow ${shortened(workflow, LONGEST)}: it is in phase ${shortened(phase, LONGEST)}.`,
      because: [entered],
    }));

const todoLines = ({ state: { todos } }: GateContext): StandLine[] => {
  if (todos.open.length === 0) return [];
  const shown = todos.open.slice(0, MOST_SHOWN);
  const more = todos.open.length - shown.length;
  const words = shown.map(({ id, text }) => `${id}: ${shortened(text.replace(/\s+/g, ' '), LONGEST)}`).join('; ');
  return [
    {
      about: 'to-dos',
      text: `${counted(todos.open.length, 'to-do')} open (docket todo list): ${words}${more > 0 ? `; and ${more} more` : ''}.`,
      because: shown.map(({ event }) => event),
    },
  ];
};

const claimLines = ({ state: { todos }, trigger }: GateContext): StandLine[] => {
  const held = todos.claims.filter((claim) => holdsAt(claim, trigger.at));
  const own = held.filter(({ session }) => session === trigger.stream).slice(-MOST_SHOWN);
  const others = held.filter(({ session }) => session !== trigger.stream).slice(-MOST_SHOWN);
  const line = (claims: typeof held, text: string): StandLine[] =>
    claims.length === 0
      ? []
      : [
          {
            about: 'claims',
            text: `${text}: ${claims.map(({ todo }) => shortened(todo, LONGEST)).join(', ')}.`,
            because: claims.map(({ event }) => event),
          },
        ];
  return [
    ...line(own, 'Claimed by this session'),
    ...line(others, 'Claimed by others, leave them alone unless the user says otherwise'),
  ];
};
