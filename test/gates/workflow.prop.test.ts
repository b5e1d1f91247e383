import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { approvalOf, missingFor, stepBy } from '../../src/gates/workflow-moves.ts';
import { resolveWorkflow } from '../../src/gates/workflow-policy.ts';
import { saidOf } from '../../src/hooks/observers/workflow/happened.ts';
import { runIn, type WorkflowState, workflowProjection } from '../../src/projections/workflow.ts';
import { matchesPattern } from '../../src/projections/workflow-definition.ts';
import { envelope } from '../kit/envelope.ts';

const WORKFLOW = resolveWorkflow(true);

/** Something that happens in a session: an agent of a type finishes with some words, or a person approves. */
interface Happening {
  readonly session: string;
  readonly type: string;
  readonly words: string;
}

const happening: fc.Arbitrary<Happening> = fc.record({
  session: fc.constantFrom('s1', 's2'),
  type: fc.constantFrom('analyzer', 'planner', 'approval', 'executor', 'auditor', 'other', 'reset'),
  words: fc.constantFrom('Audit: PASS', 'Audit: FAIL', 'Done.'),
});

/** The state after what happens, each step recorded as the hook records it. */
const stateAfter = (happenings: readonly Happening[]): WorkflowState =>
  happenings.reduce((state, happened, index) => {
    const event = eventOf(state, happened, index);
    return event === null ? state : workflowProjection.evolve(state, event);
  }, workflowProjection.initialState);

const eventOf = (state: WorkflowState, { session, type, words }: Happening, index: number): Envelope | null => {
  const place = { stream: session, worktree: '/w' };
  const run = runIn(state, 'feature', place);
  const about = { run: `run ${index}`, reason: type, evidence: [`happening ${index}`] };
  const recorded = (kind: string, data: Record<string, unknown>, provenance: Envelope['provenance'] = 'hook') => ({
    ...envelope(`e${index}`, kind, { data }),
    stream: session,
    worktree: '/w',
    provenance,
  });
  if (type === 'reset') {
    return run === null ? null : recorded('WorkflowReset', { workflow: 'feature', run: run.id, reason: '' }, 'person');
  }
  if (type === 'approval') {
    const approval = approvalOf({ feature: WORKFLOW }, 'feature', state, place, about);
    return 'step' in approval ? recorded('PhaseEntered', approval.step, 'prompt') : null;
  }
  const happened = { by: 'agent' as const, name: type, input: null, isFailure: false, texts: [words], agent: null };
  const step = stepBy({ name: 'feature', workflow: WORKFLOW, run, place }, (phase) => saidOf(phase, happened), {
    ...about,
    by: 'agent',
  });
  return step === null ? null : recorded('PhaseEntered', step);
};

/** What a session is left with, whichever ids and times its events had. */
const runsOf = (state: WorkflowState, session: string) =>
  state.runs
    .filter((run) => run.session === session)
    .map(({ phase, done, ended, failed }) => ({
      phase,
      done: done.map((each) => each.phase),
      how: ended?.how,
      failed,
    }));

describe('workflows, whatever happens in whichever order', () => {
  it('leave each session as if it had been alone', () => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 40 }), (happenings) => {
        const state = stateAfter(happenings);
        for (const session of ['s1', 's2']) {
          const alone = stateAfter(happenings.filter((each) => each.session === session));
          expect(runsOf(state, session).slice(-3)).toEqual(runsOf(alone, session).slice(-3));
        }
      }),
    );
  });

  it('open no phase without the evidence for all that it requires', () => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 40 }), (happenings) => {
        happenings.forEach((_, index) => {
          const past = happenings.slice(0, index + 1);
          const run = runIn(stateAfter(past), 'feature', { stream: 's1', worktree: '/w' });
          const own = past.filter(({ session }) => session === 's1').map(({ type }) => type);
          const isOpen = (phase: string): boolean =>
            WORKFLOW.phases.some((each) => each.name === phase && missingFor(each, run).length === 0);
          expect(isOpen('planning') && !own.includes('analyzer')).toBe(false);
          expect(isOpen('execution') && !inOrder(own, ['analyzer', 'planner', 'approval'])).toBe(false);
          expect(isOpen('verification') && !inOrder(own, ['analyzer', 'planner', 'approval', 'executor'])).toBe(false);
        });
      }),
      { numRuns: 50 },
    );
  });

  it('open no phase by steps that stand in the log in another order than they were made in', () => {
    const inTurn = ['analyzer', 'planner', 'approval', 'executor', 'auditor'].map((type) => ({
      session: 's1',
      type,
      words: 'Audit: PASS',
    }));
    const steps: Envelope[] = [];
    inTurn.reduce((state, happened, index) => {
      const event = eventOf(state, happened, index) as Envelope;
      steps.push(event);
      return workflowProjection.evolve(state, event);
    }, workflowProjection.initialState);
    const names = WORKFLOW.phases.map(({ name }) => name);
    fc.assert(
      fc.property(fc.shuffledSubarray(steps), (shuffled) => {
        let state = workflowProjection.initialState;
        for (const event of shuffled) {
          state = workflowProjection.evolve(state, event);
          const [run] = state.runs;
          if (run === undefined || run.ended !== null) continue;
          expect(run.done.map(({ phase }) => phase)).toEqual(names.slice(0, run.done.length));
        }
        if (state.runs[0]?.ended != null) expect(shuffled).toEqual(steps);
      }),
    );
  });

  it('go on once for each of several hooks that saw the same', () => {
    fc.assert(
      fc.property(
        fc.array(happening, { maxLength: 30 }),
        fc.array(fc.nat(3), { maxLength: 30 }),
        (happenings, repeats) => {
          const state = happenings.reduce((before, happened, index) => {
            const event = eventOf(before, happened, index);
            if (event === null) return before;
            const once = workflowProjection.evolve(before, event);
            if (event.type !== 'PhaseEntered') return once;
            const again = Array.from({ length: repeats[index] ?? 0 }, (_, n) => ({ ...event, id: `${event.id} ${n}` }));
            return again.reduce((each, copy) => workflowProjection.evolve(each, copy), once);
          }, workflowProjection.initialState);
          expect(runsOf(state, 's1')).toEqual(runsOf(stateAfter(happenings), 's1'));
        },
      ),
    );
  });
});

const inOrder = (all: readonly string[], wanted: readonly string[]): boolean => {
  let at = -1;
  return wanted.every((each) => {
    at = all.indexOf(each, at + 1);
    return at >= 0;
  });
};

describe('patterns', () => {
  it('match as regular expressions with `.*` for each `*` do', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', 'ä'), maxLength: 8 });
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*'), maxLength: 6 });
    fc.assert(
      fc.property(pattern, text, (wanted, given) => {
        const source = wanted.replaceAll('.', '\\.').replaceAll('*', '.*');
        expect(matchesPattern(wanted, given)).toBe(new RegExp(`^${source}$`, 's').test(given));
      }),
    );
  });
});
