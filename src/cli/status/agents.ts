import { counted } from '../../audit/counted.ts';
import type { AgentRun } from '../../projections/agents.ts';
import type { View } from '../../projections/fold.ts';
import { clock } from '../style.ts';

/** The stable shape of DESIGN.md §11: the subagents of the session, those that run first, then the newest end first. */
export const agentsJson = (view: View) =>
  inOrder(view).map((run) => {
    const { id, type, startedAt, endedAt, findings } = run;
    const undelivered = view.findings.undelivered.some(({ agentId }) => agentId === id);
    return { id, type, status: statusOf(run, view), startedAt, endedAt, findings, undelivered };
  });

/** The same for people, and what waits to be told. */
export const agentsWords = (view: View): string[] => {
  const runs = inOrder(view);
  const rest = runs.length - MOST_SHOWN;
  const waiting = view.findings.undelivered.length;
  return [
    ...runs.slice(0, MOST_SHOWN).map((run) => runWords(run, view)),
    ...(rest > 0 ? [`${rest} more`] : []),
    ...(waiting === 0 ? [] : [`findings about ${counted(waiting, 'subagent')} wait for the next prompt`]),
  ];
};

const MOST_SHOWN = 8;

const inOrder = ({ agents }: View): readonly AgentRun[] => [...agents.running, ...agents.ended.toReversed()];

/** `unknown`: it was over with its session, and nobody saw its end. */
const statusOf = (run: AgentRun, { agents }: View): 'running' | 'ended' | 'unknown' => {
  if (agents.running.includes(run)) return 'running';
  return run.end === null ? 'unknown' : 'ended';
};

const runWords = (run: AgentRun, view: View): string => {
  const { type, id, startedAt, endedAt, findings } = run;
  const since = startedAt === null ? '' : ` since ${clock(startedAt)}`;
  const when = {
    running: `running${since}`,
    ended: `ended ${clock(endedAt ?? '')}`,
    unknown: `started${since}, its end was not seen`,
  }[statusOf(run, view)];
  return `${type} ${id}: ${when}${findings === 0 ? '' : `, ${counted(findings, 'finding')}`}`;
};
