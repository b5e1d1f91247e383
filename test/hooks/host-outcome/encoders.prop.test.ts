import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOST_EVENTS, type HostEventName } from '../../../src/events/host-events.ts';
import type { Verdict } from '../../../src/events/schemas.ts';
import type { Ruling } from '../../../src/gates/combine.ts';
import { hostOutcome } from '../../../src/hooks/host-outcome/host-outcome.ts';
import { OTHER_HOSTS } from '../../../src/hooks/host-outcome/other-hosts.ts';
import type { Effect, HostOutcome } from '../../../src/hooks/host-outcome/outcome.ts';
import type { Answer } from '../../../src/hooks/protocols/answer.ts';
import { answerClaudeCode } from '../../../src/hooks/protocols/claude-code.ts';
import { answerUniversal } from '../../../src/hooks/protocols/universal.ts';
import { expectsAnswer } from '../../../src/replay/expected.ts';
import { envelope } from '../../kit/envelope.ts';

type Decision = Exclude<Verdict['decision'], 'pass'>;

const COMMAND = 'git push -f origin x';

const verdict = (decision: Decision, reason: string, more: Partial<Verdict> = {}): Verdict => ({
  gate: 'guard',
  rule: 'guard/some-rule',
  decision,
  mode: 'enforce',
  reason,
  conditions: [],
  limits: [],
  because: [],
  ...(decision === 'rewrite'
    ? { edits: { field: 'command', edits: [{ start: 9, end: 11, text: '--force-with-lease' }] } }
    : {}),
  ...more,
});

const ruling = (decision: Ruling['decision'], answered: readonly Verdict[]): Ruling => ({
  decision,
  nobodyCanAnswer: null,
  answered,
});

const triggerOf = (event: HostEventName) =>
  envelope('e1', HOST_EVENTS[event].type, {
    data: { tool_name: 'Bash', tool_input: { command: COMMAND, description: 'd' } },
  });

const TOOL_INPUT = { command: COMMAND, description: 'd' };

const input = (event: HostEventName, given: Ruling, notice: string | null = null) => ({
  ruling: given,
  trigger: triggerOf(event),
  toolInput: TOOL_INPUT,
  notice,
});

const readBy = (
  host: string,
  event: string,
  { stdout, stderr, exitCode }: Answer,
  version: string | null = null,
): HostOutcome =>
  hostOutcome(
    { host, version, event, tool: 'Bash', toolInput: TOOL_INPUT },
    { ended: 'exit', stdout, stderr, exitCode },
  );

const toModel = ({ heard }: HostOutcome): string =>
  heard.flatMap(({ by, text }) => (by === 'model' ? [text] : [])).join('\n');
const toPerson = ({ heard }: HostOutcome): string =>
  heard.flatMap(({ by, text }) => (by === 'person' ? [text] : [])).join('\n');

const EVENTS = Object.keys(HOST_EVENTS) as HostEventName[];
const DECISIONS: readonly Decision[] = ['deny', 'ask', 'rewrite', 'allow', 'advise'];

/** Where there is no call to ask about or to change, the model is told what a gate wants. */
const TOLD: Partial<Record<Decision, readonly Effect[]>> = {
  ask: ['context'],
  rewrite: ['context'],
  advise: ['context'],
};

/** What a decision is to come to; at events that are not named a deny is to stop something, and nothing else is said. */
const WANTED: Readonly<Partial<Record<HostEventName, Partial<Record<Decision, readonly Effect[]>>>>> = {
  PreToolUse: { deny: ['denied'], ask: ['asked'], rewrite: ['rewritten'], allow: ['allowed'], advise: ['context'] },
  PermissionRequest: { deny: ['denied'] },
  UserPromptSubmit: { deny: ['denied'], ...TOLD },
  UserPromptExpansion: { deny: ['denied'], ...TOLD },
  PostToolUse: { deny: ['fed-back'], ...TOLD },
  PostToolUseFailure: { deny: ['fed-back'], ...TOLD },
  PostToolBatch: { deny: ['halted'], ...TOLD },
  SessionStart: { ...TOLD },
  SubagentStart: { ...TOLD },
  // Context would make the agent go on.
  Stop: { deny: ['goes-on'], advise: ['shown'] },
  SubagentStop: { deny: ['goes-on'], advise: ['nothing'] },
  PreCompact: { deny: ['denied'], advise: ['context'] },
  TaskCreated: { deny: ['denied'] },
  ConfigChange: { deny: ['denied'] },
  PreModelSwitch: { deny: ['denied'] },
};

const PAIRS = EVENTS.flatMap((event) => DECISIONS.map((decision) => [event, decision] as const));

/** The host shows the reason of a block to nobody. */
const UNREAD: ReadonlySet<HostEventName> = new Set(['PreCompact', 'ConfigChange']);

describe('what Claude Code makes of what docket answers', () => {
  it.each(PAIRS)('%s, %s: what the ruling wants, or nothing at all', (event, decision) => {
    const answer = answerClaudeCode(input(event, ruling(decision, [verdict(decision, 'The tests fail.')])));
    const outcome = readBy('claude-code', event, answer);
    const wanted = WANTED[event]?.[decision] ?? (decision === 'deny' ? ['nothing', 'uncertain'] : ['nothing']);
    expect(wanted).toContain(outcome.effect);
    if (WANTED[event]?.[decision] === undefined) return;
    // Nothing that is said is lost on the way.
    expect(outcome.works).toBe(true);
    expect(outcome.ignored).toEqual([]);
    const heard = `${toModel(outcome)}\n${toPerson(outcome)}`;
    const isRead = decision !== 'allow' && answer.stdout !== '' && !(decision === 'deny' && UNREAD.has(event));
    if (isRead) expect(heard).toContain('The tests fail.');
    expect(outcome.consequences.every(({ basis }) => basis !== 'uncertain')).toBe(true);
  });

  it('says to the model what it is to know, and to the person alone what is the person’s', () => {
    for (const event of ['PreToolUse', 'Stop', 'UserPromptSubmit', 'PostToolUse'] as const) {
      const answer = answerClaudeCode(
        input(event, ruling('deny', [verdict('deny', 'The tests fail.')]), 'docket failed'),
      );
      const outcome = readBy('claude-code', event, answer);
      expect(toPerson(outcome), event).toContain('docket failed');
      expect(toModel(outcome), event).not.toContain('docket failed');
      if (event !== 'UserPromptSubmit') expect(toModel(outcome), event).toContain('The tests fail.');
    }
  });

  it('keeps to that whatever the reason, the notice and the terminal sequence are', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ minLength: 9_000, maxLength: 12_000 }),
      fc.constantFrom('{"decision":"deny"}', '\uFEFF}', '\ud800', '"}\n{"'),
    );
    const events = fc.constantFrom(...(Object.keys(WANTED) as HostEventName[]));
    fc.assert(
      fc.property(events, fc.constantFrom(...DECISIONS), text, fc.option(text), (event, decision, reason, notice) => {
        const wanted = WANTED[event]?.[decision];
        fc.pre(wanted !== undefined);
        const answer = answerClaudeCode({
          ...input(event, ruling(decision, [verdict(decision, `a ${reason}`)]), notice),
          sequence: '\u0007',
        });
        const outcome = readBy('claude-code', event, answer);
        // What is for the person beside nothing else decides nothing.
        const effects = outcome.consequences.map(({ effect }) => effect);
        expect(wanted?.includes('nothing') ? ['nothing', 'shown', 'done'] : wanted).toEqual(
          expect.arrayContaining([effects[0]]),
        );
        expect(
          outcome.ignored.filter(
            ({ what }) => what !== 'systemMessage' && !(event === 'PreCompact' && what === 'stdout'),
          ),
        ).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it.each(['1.0.59', '2.0.10', '2.1.9', '2.1.89', '2.1.90', '2.1.163', '2.1.214', '2.1.240', '2.1.332', '2.2.0'])(
    'and a client of version %s denies what is denied',
    (version) => {
      const deny = ruling('deny', [verdict('deny', 'The tests fail.')]);
      const before = readBy('claude-code', 'PreToolUse', answerClaudeCode(input('PreToolUse', deny)), version);
      expect([before.effect, toModel(before)]).toEqual(['denied', expect.stringContaining('The tests fail.')]);
      expect(readBy('claude-code', 'Stop', answerClaudeCode(input('Stop', deny)), version).effect).toBe('goes-on');
    },
  );

  it('is silent about nothing, and the host takes it so', () => {
    for (const event of EVENTS) {
      const outcome = readBy('claude-code', event, answerClaudeCode(input(event, ruling('none', []))));
      expect([event, outcome.effect, outcome.heard, outcome.wants]).toEqual([event, 'nothing', [], []]);
    }
  });

  it('is written where the log is searched for answers that were lost', () => {
    for (const [event, decision] of PAIRS) {
      const given = ruling(decision, [verdict(decision, 'The tests fail.')]);
      const isWritten = answerClaudeCode(input(event, given)).stdout !== '';
      expect([event, decision, expectsAnswer(decision, HOST_EVENTS[event].type, 'claude-code')]).toEqual([
        event,
        decision,
        isWritten,
      ]);
      const elsewhere = answerUniversal({ ...input(event, given), trigger: { ...triggerOf(event), host: 'codex' } });
      expect([event, decision, expectsAnswer(decision, HOST_EVENTS[event].type, 'codex')]).toEqual([
        event,
        decision,
        elsewhere.stdout !== '',
      ]);
    }
  });
});

/** Each host's names of the event before a tool, and of the end of a turn. */
const ELSEWHERE: Readonly<Record<string, readonly { readonly before: string; readonly end: string }[]>> = {
  codex: [{ before: 'PreToolUse', end: 'Stop' }],
  gemini: [{ before: 'BeforeTool', end: 'AfterAgent' }],
  qwen: [{ before: 'PreToolUse', end: 'Stop' }],
  copilot: [
    { before: 'preToolUse', end: 'agentStop' },
    { before: 'PreToolUse', end: 'Stop' },
  ],
};

describe('what other hosts make of the answer for hosts without words of their own', () => {
  it('covers every host that was measured', () => {
    expect(Object.keys(ELSEWHERE).sort()).toEqual([...OTHER_HOSTS].sort());
  });

  const names = Object.entries(ELSEWHERE).flatMap(([host, styles]) => styles.map((style) => [host, style] as const));
  it.each(names)('%s denies a call with its reason, and goes on at the end of a turn: %o', (host, { before, end }) => {
    const deny = ruling('deny', [verdict('deny', 'The tests fail.')]);
    const call = readBy(host, before, answerUniversal(input('PreToolUse', deny)));
    expect([call.effect, call.works, toModel(call)]).toEqual([
      'denied',
      true,
      expect.stringContaining('The tests fail.'),
    ]);
    const turn = readBy(host, end, answerUniversal(input('Stop', deny)));
    expect([turn.effect, turn.works, toModel(turn)]).toEqual([
      'goes-on',
      true,
      expect.stringContaining('The tests fail.'),
    ]);
    const silence = readBy(
      host,
      before,
      answerUniversal(input('PreToolUse', ruling('advise', [verdict('advise', 'x')]))),
    );
    expect([silence.effect, silence.wants]).toEqual(['nothing', []]);
  });

  it('Claude Code would understand it too', () => {
    const answer = answerUniversal(input('PreToolUse', ruling('deny', [verdict('deny', 'The tests fail.')])));
    expect(readBy('claude-code', 'PreToolUse', answer)).toMatchObject({ effect: 'denied', works: true });
  });
});
