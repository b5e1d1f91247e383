import { describe, expect, it } from 'vitest';
import { highlight } from '../../src/tui/look/highlight.ts';
import { line } from '../../src/tui/look/line.ts';
import type { Model } from '../../src/tui/model/model.ts';
import { press } from '../../src/tui/model/press.ts';
import { type Found, withFound } from '../../src/tui/model/search.ts';
import type { FoundEvent } from '../../src/tui/source/search-session.ts';
import { damagedLog } from './kit/damaged-log.ts';
import { demoLog } from './kit/demo-log.ts';
import { type Opened, openSession } from './kit/opened-session.ts';
import { show } from './kit/show.tsx';

const foundOf = ({ session }: Opened, text: string): Found => {
  const events = new Map<string, FoundEvent>();
  const steps = session.search(text);
  for (let next = steps.next(); next.done !== true; next = steps.next()) {
    for (const one of next.value) events.set(one.event, one);
  }
  return { text, events, isComplete: true };
};

const pressed = (model: Model, ...keys: readonly string[]): Model =>
  keys.reduce((before, key) => press(before, key).model, model);

const typed = (text: string): string[] => [...text].map((character) => (character === ' ' ? 'space' : character));

const rowOf = ({ session }: Model): string => session?.rows[session.cursor]?.text ?? '';

describe('a search in what events say', () => {
  it.each<[what: string, text: string, types: readonly string[]]>([
    ['an output', '10 !== 9', ['ToolFailed']],
    ['what stands behind a line end there', 'fail 1\n# cancelled', ['ToolFailed']],
    ['an output of a command that passed', 'github.com:ada', ['ToolCompleted']],
    ['a part of a command', 'add -A', ['ToolRequested', 'ToolRequested', 'ToolCompleted']],
    ['what was written', 'discount = 0.1', ['ToolRequested', 'ToolRequested', 'ToolCompleted']],
    ['a reason', 'would write more source', ['GatesRuled', 'GatesRuled']],
    ['a prompt', 'Commit it and push', ['PromptSubmitted']],
    ['last words', 'Pushed.', ['TurnEnded']],
    [
      'a name in quotation marks',
      '"Add a discount"',
      ['ToolRequested', 'ToolRequested', 'ToolCompleted', 'GatesRuled'],
    ],
    ['in any case', 'COMMIT IT', []],
    ['what every event of the host says', '.claude/session.jsonl', []],
  ])('finds %s', async (_what, text, types) => {
    const found = foundOf(openSession(await demoLog()), text);
    expect([...found.events.values()].map(({ type }) => type).filter((type) => type !== 'PromptUnderstood')).toEqual(
      expect.arrayContaining([...types]),
    );
    if (types.length === 0) expect(found.events.size).toBe(0);
  });

  it('shows what stands around it, on one line', async () => {
    const [first] = foundOf(openSession(await demoLog()), '10 !== 9').events.values();
    expect(first?.excerpt).toBe('…be strictly equal: 10 !== 9 ... 1..1 # tests 1 #…');
  });

  it('goes on over what cannot be read', () => {
    const found = foundOf(openSession(damagedLog()), 'That is how it stands').events.values();
    expect([...found].map(({ type }) => type)).toContain('TurnEnded');
  });

  it('leads to the row, and says where in it that stands', async () => {
    const opened = openSession(await demoLog());
    const begun = pressed(opened.model, '/', ...typed('10 !== 9'));
    expect(begun.notice).toBe('No row says "10 !== 9"; looking through what the events say…');
    const there = withFound(begun, foundOf(opened, '10 !== 9'));
    expect(rowOf(there)).toBe('Bash npm test');
    expect(pressed(there, 'enter').notice).toBe(
      'match 1 of 1, in ToolFailed: …be strictly equal: 10 !== 9 ... 1..1 # tests 1 #… · n and N go on',
    );
  });

  it('leads there also when it is found after Enter, but not away from where one went since', async () => {
    const opened = openSession(await demoLog());
    const found = foundOf(opened, '10 !== 9');
    const kept = pressed(opened.model, '/', ...typed('10 !== 9'), 'enter');
    expect(rowOf(withFound(kept, found))).toBe('Bash npm test');
    const gone = pressed(kept, 'G');
    expect(rowOf(withFound(gone, found))).toBe(rowOf(gone));
    expect(rowOf(pressed(withFound(gone, found), 'n'))).toBe('Bash npm test');
  });

  it('takes no notice of what was found of another text', async () => {
    const opened = openSession(await demoLog());
    const begun = pressed(opened.model, '/', ...typed('zebra'));
    expect(withFound(begun, foundOf(opened, '10 !== 9'))).toBe(begun);
    const nothing = withFound(begun, foundOf(opened, 'zebra'));
    expect(nothing.notice).toBe('Nothing here says "zebra".');
  });

  it('works with keys in a terminal', async () => {
    const terminal = show(await demoLog(), { columns: 140, rows: 40 });
    await terminal.keys('enter', '/', ...'!== 9', 'enter');
    expect(await terminal.text()).toMatch(/^match 1 of 1, in ToolFailed: .*!== 9/m);
  });
});

describe('what was searched for', () => {
  it('is marked wherever a line says it', () => {
    const { spans } = highlight(line('run the Tests, ', { text: 'tests!', tone: 'bad' }), 'tests');
    expect(spans).toEqual([
      { text: 'run the ' },
      { text: 'Tests', tone: 'match' },
      { text: ', ' },
      { text: 'tests', tone: 'match' },
      { text: '!', tone: 'bad' },
    ]);
  });

  it('leaves a line as it is that does not say it', () => {
    const one = line('run the tests');
    expect(highlight(one, 'Tests')).toBe(one);
    expect(highlight(one, null)).toBe(one);
  });
});
