import type { Data, Envelope } from '../../src/events/envelope.ts';
import { isoTime } from '../../src/events/iso-time.ts';
import type { EventData, EventType, Verdict } from '../../src/events/schemas.ts';
import type { Projection } from '../../src/projections/projection.ts';
import { envelope } from '../kit/envelope.ts';

let count = 0;

/** Something that happened in session `s1`, a second after what was made before it. */
export const happened = (type: string, data: Data = {}, more: Partial<Envelope> = {}): Envelope => {
  count += 1;
  const at = isoTime(Date.UTC(2026, 0, 1) + count * 1000);
  return envelope(`e${count}`, type, { at, worktree: '/work/shop', data, ...more });
};

/** The same, for the types whose data docket itself writes, so that the compiler checks the data. */
export const recorded = <Type extends EventType>(
  type: Type,
  data: EventData<Type>,
  more: Partial<Envelope> = {},
): Envelope => happened(type, data as Data, more);

export const prompted = (more: Partial<Envelope> = {}): Envelope =>
  happened('PromptSubmitted', { prompt: 'go on' }, { provenance: 'prompt', ...more });

export const requested = (call: string, tool = 'Bash', more: Partial<Envelope> = {}): Envelope =>
  happened('ToolRequested', { tool_name: tool, tool_input: {} }, { call, ...more });

export const completed = (call: string, tool = 'Bash', more: Partial<Envelope> = {}): Envelope =>
  happened('ToolCompleted', { tool_name: tool, tool_input: {} }, { call, ...more });

/** A file was written through the host's writing tool. */
export const wrote = (path: string, more: Partial<Envelope> = {}): Envelope =>
  happened('ToolCompleted', { tool_name: 'Write', tool_input: { file_path: path } }, more);

export const testsStarted = (call: string, more: Partial<Envelope> = {}): Envelope =>
  recorded('TestRunStarted', { runner: 'vitest', masked: false }, { call, ...more });

export const testsFinished = (
  status: EventData<'TestRunFinished'>['status'],
  more: Partial<Envelope> = {},
  data: Partial<EventData<'TestRunFinished'>> = {},
): Envelope =>
  recorded(
    'TestRunFinished',
    {
      runner: 'vitest',
      status,
      failures: status === 'fail' ? 1 : status === 'pass' ? 0 : null,
      passed: status === 'unknown' ? null : 4,
      reason: `the summary says ${status}`,
      source: 'agent',
      ...data,
    },
    more,
  );

export const verdict = (gate: string, decision: Verdict['decision'], more: Partial<Verdict> = {}): Verdict => ({
  gate,
  rule: `${gate}/rule`,
  decision,
  mode: 'enforce',
  reason: 'because',
  conditions: [],
  limits: [],
  because: [],
  ...more,
});

export const ruled = (
  decision: EventData<'GatesRuled'>['decision'],
  verdicts: readonly Verdict[] = [],
  more: Partial<Envelope> = {},
  data: Partial<EventData<'GatesRuled'>> = {},
): Envelope =>
  recorded(
    'GatesRuled',
    {
      event: 'judged',
      observedPosition: '1:1',
      policy: 'p',
      preset: 'strict',
      decision,
      verdicts: [...verdicts],
      ...data,
    },
    more,
  );

export const answered = (
  verdicts: EventData<'AnswerSent'>['verdicts'],
  data: Partial<EventData<'AnswerSent'>> = {},
): Envelope => recorded('AnswerSent', { event: 'judged', decision: 'advise', verdicts, ...data });

/** What a projection comes to after events, of which it is shown those it asks for. */
export const stateAfter = <State>(projection: Projection<State>, ...events: readonly Envelope[]): State =>
  events.reduce(
    (state, event) =>
      projection.on === null || projection.on.includes(event.type) ? projection.evolve(state, event) : state,
    projection.initialState,
  );
