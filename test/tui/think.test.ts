import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LOG_START } from '../../src/events/position.ts';
import type { LogFolder } from '../../src/events/segments.ts';
import { diffLines } from '../../src/tui/detail/diff-lines.ts';
import { stateLines } from '../../src/tui/detail/state-lines.ts';
import type { Model } from '../../src/tui/model/model.ts';
import type { Answer, Question, RowState } from '../../src/tui/think/question.ts';
import { thinkAside } from '../../src/tui/think/think-aside.ts';
import { demoPayloads, logOf } from './kit/demo-log.ts';
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
    const { at } = openSession(await logOf(demoPayloads()));
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
    const { at } = openSession(await logOf(demoPayloads()));
    const text = said(stateLines(stateIn(at('Bash npm test', { tab: 'state' })), PAGE));
    expect(text).toMatch(/^As of here, by projection\n▸ \* session/);
    expect(text).toMatch(/▸ {3}intent/);
    expect(text).toMatch(/▸ \* tests {2}\{ status: "fail"/);
    expect(text).toContain('Nothing yet: ');
  });

  it('is compared with a base before and after the row', async () => {
    const opened = openSession(await logOf(demoPayloads()));
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

const QUESTION: Question = { kind: 'what-if', session: 's1', at: LOG_START, change: null };

/** A program for the other thread, whose text has `answer` to call with a number. */
const aside = (folder: LogFolder, text: string) => {
  const path = mkdtempSync(join(tmpdir(), 'docket-thinking-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  const program = join(path, 'program.cjs');
  writeFileSync(
    program,
    `const { parentPort } = require('node:worker_threads');
     const answer = (number, message) => parentPort.postMessage({ number, answer: { kind: 'failed', message } });
     parentPort.on('message', ({ number, question }) => { ${text} });`,
  );
  return thinkAside(folder, program);
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
