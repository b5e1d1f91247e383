import { describe, expect, it } from 'vitest';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { openStreamIndex } from '../../src/events/open-index.ts';
import { readSession } from '../../src/events/read-sessions.ts';
import type { Gate } from '../../src/gates/gate.ts';
import { GATES } from '../../src/gates/gates.ts';
import { handle } from '../../src/hooks/handle.ts';
import { hostEventsOf } from '../../src/replay/gate-events.ts';
import { openPast } from '../../src/replay/past.ts';
import { recordedCalls } from '../../src/replay/recorded-calls.ts';
import { type Silence, silenceOf } from '../../src/replay/silence.ts';
import { envelope } from '../kit/envelope.ts';
import {
  completes,
  greenRun,
  type Payload,
  prompts,
  redRun,
  requests,
  type Scenario,
  type ScenarioOptions,
  SESSION,
  scenario,
  stops,
  writes,
} from '../kit/scenario.ts';
import { explanationOf, folderOf } from './read-log.ts';

const gateNamed = (name: string): Gate => GATES.find((gate) => gate.name === name) as Gate;

/** Why a gate or rule did not fire on the last event of some type. */
const silence = (s: Scenario, name: string, type = 'ToolRequested', nth = -1): Silence => {
  const folder = folderOf(s);
  const index = openStreamIndex(folder);
  const session = [...readSession(folder, SESSION, index)];
  const calls = [...recordedCalls(session)].flatMap(({ call }) => call ?? []);
  const call = calls.filter(({ trigger }) => trigger.event.type === type).at(nth);
  if (call === undefined) throw new Error(`no ${type} in the log`);
  const fold = openPast(folder, index).before(call.trigger.position);
  const repeatOf = fold.apply(call.trigger.event);
  const [gate = ''] = name.split('/');
  const rule = gate === name ? null : name;
  return silenceOf({ gate: gateNamed(gate), rule, call, session, fold, repeatOf });
};

const played = async (options: ScenarioOptions, ...past: readonly Payload[]): Promise<Scenario> => {
  const s = scenario(options);
  await s.given(prompts('go'), ...past);
  return s;
};

const STRICT: ScenarioOptions = { preset: 'strict' };
const push = (branch: string) => requests('Bash', { command: `git push --force origin ${branch}` });

describe('why a gate did not fire', () => {
  it('it did', async () => {
    const s = await played(STRICT, push('main'));
    expect(silence(s, 'guard')).toMatchObject({
      fired: true,
      reason: 'fired',
      mode: 'enforce',
      verdict: { rule: 'guard/force-push-protected', decision: 'deny' },
    });
    expect(silence(s, 'guard/force-push-protected').fired).toBe(true);
  });

  it('it was only watched', async () => {
    const s = await played({ preset: 'observe' }, push('main'));
    expect(silence(s, 'guard')).toMatchObject({ fired: false, reason: 'monitor', mode: 'monitor' });
    expect(silence(s, 'guard').detail).toContain('would have said deny');
  });

  it.each([
    ['the preset', { policy: { preset: 'standard' } }, 'branch-guard', 'so says the preset standard'],
    [
      'a policy file',
      { policy: { preset: 'strict', gates: { 'branch-guard': { mode: 'off' } } } },
      'branch-guard',
      'a policy file says so, where the preset strict has it on enforce',
    ],
    [
      'a policy file, one rule',
      { policy: { preset: 'strict', gates: { 'test-gate': { rules: { 'tests-fail': 'off' } } } } },
      'test-gate/tests-fail',
      'a policy file says so',
    ],
  ])('it was off, by %s', async (_name, options, name, detail) => {
    const s = await played({ ...options, branch: 'main' }, ...redRun(), writes('src/a.ts'));
    expect(silence(s, name)).toMatchObject({ fired: false, reason: 'off', mode: 'off' });
    expect(silence(s, name).detail).toContain(detail);
  });

  it('it is switched off as a whole, and one of its rules is not', async () => {
    const gates = { guard: { mode: 'off', rules: { 'force-push-protected': 'enforce' } } };
    const s = await played({ policy: { preset: 'strict', gates } }, push('main'));
    expect(silence(s, 'guard').reason).toBe('fired');
    expect(silence(s, 'guard/force-push-lease').reason).toBe('off');
  });

  it('it judges other events, other tools, or nothing of this call', async () => {
    const s = await played(STRICT, requests('Bash', { command: 'ls' }), writes('README.md'), stops());
    expect(silence(s, 'stop-guard')).toMatchObject({ reason: 'not-about' });
    expect(silence(s, 'stop-guard').detail).toBe('stop-guard judges Stop; this is PreToolUse.');
    expect(silence(s, 'guard').detail).toContain('not of such a tool or agent as here (PreToolUse of Write)');
    expect(silence(s, 'test-gate')).toMatchObject({ reason: 'not-about' });
    expect(silence(s, 'test-gate').detail).toContain('No rule of test-gate has anything to say');
    expect(silence(s, 'guard/force-push-protected', 'ToolRequested', 0)).toMatchObject({ reason: 'not-about' });
  });

  it('what it requires held', async () => {
    const s = await played(STRICT, ...greenRun(), writes('src/a.ts'));
    for (const name of ['test-gate', 'test-gate/tests-fail']) {
      expect(silence(s, name)).toMatchObject({
        reason: 'condition-held',
        conditions: [{ name: 'tests-do-not-fail', holds: true }],
      });
    }
  });

  it('it had stopped the turn already, or warned already', async () => {
    const s = await played(STRICT, ...redRun(), stops(), stops({ stop_hook_active: true }));
    const found = silence(s, 'stop-guard/tests-fail', 'TurnEnded');
    expect(found).toMatchObject({ fired: false, reason: 'limit' });
    const names = found.conditions.map(({ name }) => name);
    expect(names).toEqual(['tests-do-not-fail', 'tools-ran-since-the-last-block']);

    const t = await played({ policy: { preset: 'standard' } }, ...redRun(), writes('src/a.ts'), writes('src/b.ts'));
    expect(silence(t, 'test-gate')).toMatchObject({ reason: 'limit' });
    expect(silence(t, 'test-gate').conditions.map(({ name }) => name)).toContain('not-warned-yet');
  });

  it('another gate had denied already', async () => {
    const gates = { 'llm-review': { mode: 'enforce' } };
    const s = await played({ policy: { preset: 'strict', gates } }, push('main'));
    expect(silence(s, 'llm-review')).toMatchObject({ reason: 'not-consulted' });
    expect(silence(s, 'llm-review').detail).toContain('guard/force-push-protected stopped the call already');
  });

  it('another gate said more', async () => {
    const s = await played(
      STRICT,
      requests('Bash', { command: 'git push --force origin feature/x; git push --force origin main' }),
    );
    expect(silence(s, 'guard/force-push-lease')).toMatchObject({ fired: false, reason: 'outweighed' });
    expect(silence(s, 'guard/force-push-lease').detail).toContain('beside the deny of guard/force-push-protected');
  });

  it('the answer was lost', async () => {
    const s = await played(STRICT);
    const payload = { session_id: SESSION, cwd: s.project, ...push('main') };
    // Nobody calls finish(): the process was killed.
    await handle(Buffer.from(JSON.stringify(payload)), s.deps);
    expect(silence(s, 'guard')).toMatchObject({ fired: false, reason: 'answer-lost', verdict: { decision: 'deny' } });
  });

  it('the hook was killed before it ruled', async () => {
    const s = await played(STRICT, writes('src/a.ts'));
    const understand = (): Promise<never> => new Promise(() => {});
    // It never comes back.
    void handle(Buffer.from(JSON.stringify({ session_id: SESSION, cwd: s.project, ...push('main') })), {
      ...s.deps,
      understand,
    });
    expect(silence(s, 'guard')).toMatchObject({ fired: false, reason: 'killed', verdict: null });
    expect(silence(s, 'stop-guard').reason).toBe('not-about');
  });

  it('it failed', async () => {
    const s = await played(STRICT);
    const broken = async (): Promise<never> => {
      throw new Error('no parser\nat somewhere');
    };
    await s.when(push('main'), { understand: broken });
    expect(silence(s, 'guard')).toMatchObject({ fired: false, reason: 'failed' });
    expect(silence(s, 'guard').detail).toContain('What it looks at (command) could not be observed: Error: no parser');
    expect(explanationOf(s, 'guard/unreadable-command')).toMatchObject({ decision: 'pass', unknown: ['command'] });
  });

  it('the event was delivered twice', async () => {
    const call = push('main');
    const s = await played(STRICT, call, call);
    const first = s.events().find(({ type }) => type === 'ToolRequested');
    expect(silence(s, 'guard')).toMatchObject({ fired: false, reason: 'another-delivery' });
    expect(silence(s, 'guard').detail).toContain(first?.id);
    expect(silence(s, 'guard', 'ToolRequested', 0).reason).toBe('fired');
  });

  it('docket was not there', async () => {
    const s = await played(STRICT);
    const writer = openLogWriter(folderOf(s));
    const data = { tool_name: 'Bash', tool_input: { command: 'git push --force origin main' } };
    const more = { stream: SESSION, worktree: s.project, provenance: 'import' as const, call: 'c1', data };
    writer.append([JSON.stringify(envelope('imported', 'ToolRequested', more))]);
    writer.close();
    expect(silence(s, 'guard')).toMatchObject({ fired: false, reason: 'no-docket' });
    expect(silence(s, 'stop-guard').reason).toBe('not-about');
  });

  it("the call's request never came to docket", async () => {
    const s = await played(STRICT, completes('Bash', { command: 'ls' }, { stdout: '' }, { tool_use_id: 'unasked' }));
    expect(silence(s, 'guard', 'ToolCompleted')).toMatchObject({ reason: 'never-arrived' });
    const t = await played(STRICT, ...greenRun());
    expect(silence(t, 'guard', 'ToolCompleted')).toMatchObject({ reason: 'not-about' });
  });
});

describe('the events that a gate judges', () => {
  it.each([
    ['guard', ['PreToolUse']],
    ['stop-guard', ['Stop']],
    ['session-init', ['SessionStart']],
    ['question-fallback', ['PostToolUse', 'PostToolUseFailure']],
    ['check-planner', ['SubagentStop']],
  ])('%s', (name, events) => {
    expect(hostEventsOf(gateNamed(name))).toEqual(events);
  });

  it('are known of every gate', () => {
    const none = GATES.filter((gate) => gate.rules.length > 0 && hostEventsOf(gate).length === 0);
    expect(none.map(({ name }) => name)).toEqual([]);
  });
});
