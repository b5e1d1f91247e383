import { describe, expect, it } from 'vitest';
import type { Condition } from '../../../src/events/schemas.ts';
import { whyLines } from '../../../src/tui/detail/why-lines.ts';
import type { RowWhy, WhyEvent, WhyVerdict } from '../../../src/tui/think/row-why.ts';
import { said } from '../kit/said.ts';

const event = (id: string, type: string, summary: string, cause: string | null): WhyEvent => ({
  ...{ id, type, summary, cause, at: '2026-01-01T12:00:07.000Z', session: 's1', actor: null },
});

const EVENTS: RowWhy['events'] = Object.fromEntries(
  [
    event('prompt', 'PromptSubmitted', '"add a discount"', null),
    event('run', 'ToolRequested', 'Bash npm test', 'prompt'),
    event('result', 'TestRunFinished', 'npm test: fail (1 failed)', 'run'),
    event('green', 'TestRunFinished', 'npm test: pass', 'prompt'),
    event('write', 'ToolRequested', 'Write src/b.ts', 'prompt'),
    event('late', 'ToolCompleted', 'Read a.ts', 'prompt'),
  ].map((each) => [each.id, each]),
);

const broken: Condition = {
  ...{ name: 'tests-do-not-fail', holds: false, actual: { status: 'fail', failures: 1 }, because: ['result'] },
  remedy: 'Run the tests, and make them pass.',
};

const held: Condition = { name: 'file-is-source', holds: true, actual: 'source', because: ['write'], remedy: null };

const verdict = (more: Partial<WhyVerdict> = {}): WhyVerdict => ({
  ...{ gate: 'test-gate', rule: 'test-gate/tests-fail', decision: 'deny', mode: 'enforce', reason: 'The tests fail.' },
  ...{ conditions: [broken], limits: [], event: 'write', preset: 'strict', undone: [], opens: [], opensAll: [] },
  ...{ unseen: [], answered: true, nobodyCanAnswer: null, hypothetical: false, unknown: [], waived: null },
  ...more,
});

const passed = (gate: string): WhyVerdict =>
  verdict({ gate, rule: `${gate}/rule`, decision: 'pass', reason: '', conditions: [held] });

const why = (verdicts: readonly WhyVerdict[], more: Partial<RowWhy> = {}): RowWhy => ({
  ...{ verdicts, silent: [], events: EVENTS, isTried: true, isWhole: true },
  ...more,
});

const drawn = (of: RowWhy, toggled: readonly string[] = [], width = 72): string =>
  said(whyLines(of, { width, toggled: new Set(toggled) }));

describe('why a gate fired', () => {
  it('is the sentence, and the tree from what was found back to the prompt', () => {
    expect(drawn(why([verdict()]))).toBe(
      [
        '✗ test-gate denied Write src/b.ts',
        '  The tests fail.',
        '  rule test-gate/tests-fail · preset strict · ToolRequested',
        '',
        'What to do: Run the tests, and make them pass.',
        '  Of this call itself nothing would change the verdict.',
        '',
        'Because of',
        '▾ ✗ tests-do-not-fail  status: fail, failures: 1',
        '    ← TestRunFinished npm test: fail (1 failed)          12:00:07 result',
        '      ← ToolRequested Bash npm test                      12:00:07 run',
        '        ← PromptSubmitted "add a discount"               12:00:07 prompt',
        '    → Run the tests, and make them pass.',
      ].join('\n'),
    );
  });

  it('says of a rule that was waived that it was', () => {
    const waived = { event: 'w', by: 'person', would: 'deny', reason: 'x', until: null } as const;
    const text = drawn(why([verdict({ decision: 'pass', reason: 'Waived by a person.', waived })]));
    expect(text).toContain('test-gate was waived  tests-fail: Waived by a person.');
  });

  it('leads from each line of an event to that event', () => {
    const lines = whyLines(why([verdict()]), { width: 72, toggled: new Set() });
    expect(lines.flatMap(({ jump }) => jump ?? [])).toEqual(['result', 'run', 'prompt']);
  });

  it('says what undid it, what would open it, and what it could not see', () => {
    const undone = [{ condition: 'tests-do-not-fail', was: { status: 'pass' }, since: 'green', by: 'result' }];
    const opens = [
      { todo: ['run the tests, and they pass'], decision: 'pass' },
      { todo: ['write a test', 'go on'], decision: 'advise' },
    ];
    const text = drawn(why([verdict({ undone, opens, unseen: ['late'] })]));
    expect(text).toContain(
      [
        'What undid it  it was status: pass',
        '  held since TestRunFinished npm test: pass              12:00:07 green',
        '  undone by  TestRunFinished npm test: fail (1 failed)   12:00:07 result',
        'What to do now: run the tests, and they pass',
        '  or write a test, and go on (then: advise)',
      ].join('\n'),
    );
    expect(text).toContain(
      [
        'Not seen: 1 event landed after the state was read, before the verdict',
        '          was recorded:',
        '  ToolCompleted Read a.ts                                12:00:07 late',
      ].join('\n'),
    );
  });

  it('says what opens all of it where several stopped it', () => {
    const opens = [{ todo: ['switch branches'], decision: 'pass' }];
    const opensAll = [{ todo: ['switch branches', 'run the tests'], decision: 'none' }];
    const other = verdict({ gate: 'branch-guard', rule: 'branch-guard/protected-branch', decision: 'ask' });
    expect(drawn(why([verdict({ opens, opensAll }), other]))).toContain(
      [
        'What to do now: switch branches',
        'Others than test-gate stopped it as well. What to do about all: switch',
        '  branches, and run the tests',
      ].join('\n'),
    );
    expect(drawn(why([verdict({ opens, opensAll: opens }), other]))).not.toContain('Others than');
    expect(drawn(why([verdict({ opens, opensAll })]))).not.toContain('Others than');
  });

  it.each<[string, Partial<WhyVerdict>, string]>([
    ['only watched', { mode: 'monitor' }, 'test-gate would have denied Write src/b.ts'],
    ['only watched', { mode: 'monitor' }, 'monitor mode: this was logged, and nothing was answered'],
    [
      'a question nobody could answer',
      { decision: 'ask', nobodyCanAnswer: 'headless' },
      'Nobody could answer (headless)',
    ],
    ['an answer that got lost', { answered: false }, 'The answer never reached the host'],
    ['never ruled', { hypothetical: true }, "Nothing was ruled: this is what today's gates say of it."],
    ['a guess', { hypothetical: true, unknown: ['file'] }, 'never recorded (file)'],
  ])('says that it was %s', (_what, more, words) => {
    expect(drawn(why([verdict(more)]), [], 200)).toContain(words);
  });

  it('tells the causes that two conditions share once', () => {
    const twice = verdict({ conditions: [broken, { ...broken, name: 'nothing-fails', because: ['result', 'late'] }] });
    const text = drawn(why([twice]));
    expect(text.match(/npm test: fail/g)).toHaveLength(1);
    expect(text.match(/add a discount/g)).toHaveLength(2);
  });

  it('goes on where events lead to each other in a circle', () => {
    const a = event('a', 'ToolRequested', 'one', 'b');
    const b = event('b', 'ToolRequested', 'two', 'a');
    const round = why([verdict({ conditions: [{ ...broken, because: ['a'] }] })], { events: { a, b } });
    expect(drawn(round).match(/← ToolRequested/g)).toHaveLength(3);
  });

  it('names an event that is not in the log', () => {
    const gone = verdict({ undone: [{ condition: 'c', was: null, since: 'nowhere', by: 'result' }] });
    expect(drawn(why([gone]))).toContain('  held since nowhere, which is not in the log');
  });
});

describe('the other gates', () => {
  it('are a line each where they passed, and open where they did not', () => {
    const advised = verdict({ gate: 'lint', rule: 'lint/problems', decision: 'advise', conditions: [] });
    const text = drawn(why([verdict(), advised, passed('guard')]));
    expect(text).toContain('The other gates\n▾ ! lint advise  problems\n  ! lint warned about Write src/b.ts');
    expect(text).toContain('▸ · guard passed  file-is-source');
    expect(text).not.toContain('guard let pass');
  });

  it('can be opened', () => {
    const text = drawn(why([verdict(), passed('guard')]), ['gate.guard.ToolRequested']);
    expect(text).toContain('▾ · guard passed  file-is-source\n  · guard let pass Write src/b.ts');
    expect(text).toContain('    ← ToolRequested Write src/b.ts');
  });

  it('are all there is where every gate let it pass', () => {
    expect(drawn(why([passed('guard'), passed('lint')]))).toBe(
      [
        'Every gate that judged this let it pass.',
        '',
        '▸ · guard passed  file-is-source',
        '▸ · lint passed  file-is-source',
      ].join('\n'),
    );
  });

  it('say why they said nothing, in a part that is open where nobody said anything', () => {
    const silent = [{ gate: 'mock-gate', reason: 'off', detail: 'The policy had mock-gate off.', conditions: [] }];
    expect(drawn(why([], { silent }))).toBe(
      ['No gate had anything to say of this.', '', '▾ 1 gate said nothing', '  ▸ mock-gate            off'].join('\n'),
    );
    expect(drawn(why([verdict()], { silent }))).toContain('▸ 1 gate said nothing  mock-gate');
    expect(drawn(why([], { silent }), ['silent.mock-gate'])).toContain('    The policy had mock-gate off.');
  });

  it('are not said to have judged what nobody ruled on', () => {
    const text = drawn(why([{ ...passed('guard'), hypothetical: true }]));
    expect(text).toContain('Nothing was ruled: the gates of today would let it pass.');
    expect(text).toContain('· guard would pass');
  });

  it('do not pass for gates that had a say where docket was not there', () => {
    const absent = { gate: 'lint', reason: 'docket was not there', detail: 'It was imported.', conditions: [] };
    expect(drawn(why([], { silent: [absent] }))).toMatch(/^docket was not there, and the gates of\s+today\s+have/);
  });
});

describe('while it is found out', () => {
  it('shows what the log says by itself', () => {
    const text = drawn(why([verdict()], { isTried: false, isWhole: false }));
    expect(text).toContain('✗ test-gate denied');
    expect(text).toContain('… looking for what undid it, and what would open it');
  });

  it('does not say that nothing would open what was not tried yet', () => {
    const text = drawn(why([verdict()], { isTried: false, isWhole: false }));
    expect(text).not.toContain('What to do');
    expect(drawn(why([verdict()]))).toContain('What to do');
  });
});
