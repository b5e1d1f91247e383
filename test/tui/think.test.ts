import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LOG_START } from '../../src/events/position.ts';
import type { LogFolder } from '../../src/events/segments.ts';
import { diffLines } from '../../src/tui/detail/diff-lines.ts';
import { recordedWhy } from '../../src/tui/detail/recorded-why.ts';
import { stateLines } from '../../src/tui/detail/state-lines.ts';
import { whyLines } from '../../src/tui/detail/why-lines.ts';
import type { Model } from '../../src/tui/model/model.ts';
import { answerer } from '../../src/tui/think/answerer.ts';
import type { Answer, Question, RowState } from '../../src/tui/think/question.ts';
import { thinkAside } from '../../src/tui/think/think-aside.ts';
import { demoLog, demoPayloads, logOf } from './kit/demo-log.ts';
import { openSession } from './kit/opened-session.ts';
import { said } from './kit/said.ts';

const PAGE = { width: 70, toggled: new Set<string>() };

const stateIn = ({ session }: Model): RowState => {
  const answer = session?.known.answer;
  if (answer?.kind !== 'state') throw new Error(`There is no state: ${JSON.stringify(answer)}`);
  return answer;
};

describe('the state at a row', () => {
  it('is what its events had come to, and what each of them changed', async () => {
    const { at } = openSession(await demoLog());
    const before = stateIn(at('"Add a 10 %', { tab: 'state' }));
    const after = stateIn(at('Bash npm test', { tab: 'state' }));
    expect(before.untouched).toContain('tests');
    expect(after.untouched).not.toContain('tests');
    expect(after.state['tests']).toMatchObject({ status: 'fail' });
    const result = after.steps.find(({ event }) => event.type === 'TestRunFinished');
    expect(result?.changes.changes.map(({ path }) => path)).toContain('tests.status');
    expect(after.state).not.toHaveProperty('deliveries');
  });

  it('is told by projection, with a mark at what the row changed', async () => {
    const { at } = openSession(await demoLog());
    const text = said(stateLines(stateIn(at('Bash npm test', { tab: 'state' })), PAGE));
    expect(text).toMatch(/^As of here, by projection\n▸ \* session/);
    expect(text).toMatch(/▸ {3}intent/);
    expect(text).toMatch(/▸ \* tests {2}\{ status: "fail"/);
    expect(text).toContain('Nothing yet: ');
  });

  it('is compared with a base before and after the row', async () => {
    const opened = openSession(await demoLog());
    const { model } = opened.at('Bash npm test') && opened;
    const prompt = model.session?.rows.find(({ text }) => text.includes('Add a 10 %'))?.id ?? '';
    const since = stateIn(opened.at('Bash npm test', { tab: 'diff', base: prompt }));
    expect(since.sinceBase?.find(({ path }) => path === 'tests.status')).toMatchObject({ after: 'fail' });
    const later = model.session?.rows.find(({ text }) => text === 'Bash npm test')?.id ?? '';
    const backwards = stateIn(opened.at('"Add a 10 %', { tab: 'diff', base: later }));
    expect(backwards.sinceBase?.find(({ path }) => path === 'tests.status')).toMatchObject({ before: 'fail' });
    const same = stateIn(opened.at('"Add a 10 %', { tab: 'diff', base: prompt }));
    expect(said(diffLines(same, [], prompt, PAGE))).toContain('The state is the same.');
  });

  it('is shown as what was added, went and became another value', () => {
    const changes = [
      { path: 'a.list[1]', after: { name: 'x' } },
      { path: 'a.gone', before: 1 },
      { path: 'tests.status', before: null, after: 'fail' },
      { path: 'long', before: 'x'.repeat(60), after: 'y' },
    ];
    const event = { id: 'e1', type: 'ToolFailed', at: '2026-01-01T12:00:00.000Z' };
    const steps = [
      { event, changes: { changes, more: 3 } },
      { event: { ...event, id: 'e2' }, changes: { changes: [], more: 0 } },
    ];
    const state = { state: {}, untouched: [], steps, sinceBase: null, more: 0 };
    expect(said(diffLines(state, [], null, PAGE)).split('\n')).toEqual([
      'What it did to the state',
      '',
      '12:00:00 ToolFailed  e1',
      '  + a.list[1]  { name: "x" }',
      '  - a.gone  1',
      '  ~ tests.status  null → "fail"',
      '  ~ long',
      `    - "${'x'.repeat(60)}"`,
      '    + "y"',
      '  … 3 more',
      '',
      '1 more of its events changed nothing.',
    ]);
  });
});

describe('why, of a row', () => {
  it('says at once what led to it, and later the rest', async () => {
    const { at } = openSession(await demoLog());
    const { session } = at('Write src/discount.js');
    if (session === null || session.known.answer?.kind !== 'why') throw new Error('It is not known.');
    const { answer, causes } = session.known;
    const chain = (events: typeof causes, id: string): string[] => {
      const cause = events[id]?.cause ?? null;
      return cause === null ? [id] : [id, ...chain(events, cause)];
    };
    const [deciding] = answer.verdicts;
    const because = deciding?.conditions.flatMap((condition) => condition.because) ?? [];
    expect(because.length).toBeGreaterThan(0);
    for (const id of because) expect(chain(causes, id)).toEqual(chain(answer.events, id));
    const early = said(whyLines(recordedWhy(session.known), PAGE));
    expect(early).toContain('test-gate denied Write src/discount.js');
    expect(early).toContain('← PromptSubmitted');
    expect(early).not.toContain('What to do now');
  });

  it('is that of the call, also of what came of it alone', async () => {
    const folder = await demoLog();
    const { session } = openSession(folder);
    const lines = [...session.lines()];
    const ruling = lines.find(({ event }) => event.type === 'GatesRuled' && event.data['decision'] === 'deny');
    const trigger = lines.find(({ event }) => event.id === ruling?.event.data['event']);
    if (ruling === undefined || trigger === undefined) throw new Error('Something was denied.');
    const answer = answerer(folder);
    for (const line of [ruling, trigger]) {
      expect(answer({ kind: 'why', lines: [line] })).toMatchObject({
        verdicts: [{ rule: 'test-gate/tests-fail', decision: 'deny', hypothetical: false }, {}],
      });
    }
  });

  it('says of gates that judge such events why they said nothing', async () => {
    const { at } = openSession(await demoLog());
    const answer = at('Write src/discount.js').session?.known.answer;
    expect(answer).toMatchObject({ kind: 'why', isWhole: true });
    const silent = answer?.kind === 'why' ? answer.silent : [];
    expect(silent.map(({ gate }) => gate)).toContain('mock-gate');
    expect(silent.map(({ gate }) => gate)).not.toContain('test-gate');
    expect(silent.every(({ detail, reason }) => detail !== '' && reason !== '')).toBe(true);
  });
});

describe('what takes longer', () => {
  /** The write that was denied since the tests fail: nothing was recorded of what they were before. */
  const asked = async () => {
    const folder = await demoLog();
    const opened = openSession(folder);
    const row = opened.model.session?.rows.find(
      ({ text, decision }) => text.startsWith('Write') && decision === 'deny',
    );
    return { folder, lines: (row?.events ?? []).flatMap((id) => opened.session.event(id) ?? []) };
  };

  it('is told of before it is whole: what would open it, while the session is looked through for what undid it', async () => {
    const { folder, lines } = await asked();
    const parts: Answer[] = [];
    const whole = answerer(folder)({ kind: 'why', lines }, { onPart: (part) => parts.push(part) });
    expect(parts).toEqual([{ ...whole, isWhole: false }]);
    expect(parts).toMatchObject([
      { isTried: true, verdicts: [{ opens: [{ todo: ['run the tests, and they pass'] }] }, {}] },
    ]);
  });

  it('is left once nobody waits for it, and found out again for who asks later', async () => {
    const { folder, lines } = await asked();
    const answer = answerer(folder);
    expect(answer({ kind: 'why', lines }, { isOver: () => true })).toBeNull();
    expect(answer({ kind: 'why', lines })).toMatchObject({ kind: 'why', isWhole: true });
  });

  it('is the same whatever was asked about the session before', async () => {
    const { folder, lines } = await asked();
    const { session, model } = openSession(folder);
    const once = answerer(folder)({ kind: 'why', lines });
    const answer = answerer(folder);
    for (const row of model.session?.rows ?? []) {
      answer({ kind: 'why', lines: row.events.flatMap((id) => session.event(id) ?? []) });
    }
    expect(answer({ kind: 'why', lines })).toEqual(once);
  });

  it('says that a log is gone', async () => {
    const { folder, lines } = await asked();
    rmSync(folder.path, { recursive: true });
    expect(answerer(folder)({ kind: 'why', lines })).toMatchObject({
      kind: 'failed',
      message: 'The log is not there any more.',
    });
  });
});

const QUESTION: Question = { kind: 'what-if', session: 's1', at: LOG_START, change: null };

/** A program for the other thread, whose text has `answer` to call with a number. */
const aside = (folder: LogFolder, text: string, patience?: number) => {
  const path = mkdtempSync(join(tmpdir(), 'docket-thinking-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  const program = join(path, 'program.cjs');
  writeFileSync(
    program,
    `const { parentPort } = require('node:worker_threads');
     const answer = (number, message) => parentPort.postMessage({ number, answer: { kind: 'failed', message } });
     parentPort.on('message', ({ number, question }) => { ${text} });`,
  );
  return thinkAside(folder, program, patience);
};

const messageOf = (answer: Answer | null): string | null =>
  answer?.kind === 'failed' ? answer.message : answer === null ? null : answer.kind;

const NOWHERE = async (): Promise<LogFolder> => logOf(demoPayloads().slice(0, 1));

describe('the other thread', () => {
  it('answers one question after the other', async () => {
    const ask = aside(await NOWHERE(), 'answer(number, question.session);');
    const answers = await Promise.all([ask(QUESTION), ask({ ...QUESTION, session: 's2' })]);
    expect(answers.map(messageOf)).toEqual(['s1', 's2']);
  });

  it('answers only the newest of the questions of a kind that wait', async () => {
    const ask = aside(await NOWHERE(), 'setTimeout(() => answer(number, question.session), 20);');
    const asked = ['s1', 's2', 's3', 's4'].map((session) => ask({ ...QUESTION, session }));
    expect((await Promise.all(asked)).map(messageOf)).toEqual(['s1', null, null, 's4']);
  });

  it('is given up where what it thinks about takes long and something else is asked', async () => {
    const ask = aside(await NOWHERE(), "if (question.session !== 's1') answer(number, question.session);", -1);
    const asked = [ask(QUESTION), ask({ ...QUESTION, session: 's2' })];
    expect((await Promise.all(asked)).map(messageOf)).toEqual([null, 's2']);
  });

  it.each([
    ['ends', 'process.exit(1);'],
    ['fails', "throw new Error('it broke');"],
  ])('is done without where it %s', async (_what, text) => {
    const ask = aside(await NOWHERE(), text);
    expect(await ask(QUESTION)).toMatchObject({ kind: 'what-if' });
    expect(await ask(QUESTION)).toMatchObject({ kind: 'what-if' });
  });

  it('is done without where there is no program for it', async () => {
    const ask = thinkAside(await NOWHERE(), '/nowhere/program.cjs');
    expect(await ask(QUESTION)).toMatchObject({ kind: 'what-if' });
  });
});
