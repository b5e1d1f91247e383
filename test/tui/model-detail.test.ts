import { describe, expect, it } from 'vitest';
import type { Model, SessionModel } from '../../src/tui/model/model.ts';
import { linesOf, withSession } from '../../src/tui/model/moves.ts';
import { press } from '../../src/tui/model/press.ts';
import { demoLog } from './kit/demo-log.ts';
import { type Opened, openSession } from './kit/opened-session.ts';
import { said } from './kit/said.ts';

const demo = async (): Promise<Opened> => openSession(await demoLog());

const sessionOf = ({ session }: Model): SessionModel => {
  if (session === null) throw new Error('A session is open.');
  return session;
};

const rowOf = (model: Model): string => {
  const { rows, cursor } = sessionOf(model);
  return rows[cursor]?.text ?? '';
};

const keys = (model: Model, opened: Opened, ...pressed: readonly string[]): Model =>
  pressed.reduce((before, key) => opened.learn(press(before, key).model), model);

const lineOf = (model: Model): string => {
  const session = sessionOf(model);
  return said(linesOf(model, session).slice(session.detailCursor, session.detailCursor + 1));
};

/** With the cursor of the detail on the first line that has a text in it. */
const onLine = (model: Model, text: string): Model => {
  const lines = said(linesOf(model, sessionOf(model))).split('\n');
  const detailCursor = lines.findIndex((line) => line.includes(text));
  expect(detailCursor, `${text} in\n${lines.join('\n')}`).toBeGreaterThanOrEqual(0);
  return withSession(model, { focus: 'detail', detailCursor });
};

describe('the cursor of the detail', () => {
  it('moves over its lines once the pane has the keys', async () => {
    const opened = await demo();
    const there = keys(opened.at('Write src/discount.js'), opened, 'tab', 'j', 'j');
    expect(sessionOf(there)).toMatchObject({ focus: 'detail', detailCursor: 2 });
    const end = keys(there, opened, 'G');
    expect(sessionOf(end).detailCursor).toBe(linesOf(end, sessionOf(end)).length - 1);
    expect(rowOf(end)).toBe('Write src/discount.js');
  });

  it('follows a cause to its row, and back to the line one came from', async () => {
    const opened = await demo();
    const why = onLine(opened.at('Write src/discount.js'), '← ToolFailed');
    const there = keys(why, opened, 'enter');
    expect(rowOf(there)).toBe('Bash npm test');
    expect(there.notice).toBe("ToolFailed is one of this row's events: 1 shows them, ^o goes back.");
    const back = keys(there, opened, 'ctrl+o');
    expect(rowOf(back)).toBe('Write src/discount.js');
    expect(lineOf(back)).toContain('← ToolFailed');
    expect(rowOf(keys(back, opened, 'ctrl+i'))).toBe('Bash npm test');
    expect(rowOf(keys(why, opened, 'g', 'd'))).toBe('Bash npm test');
  });

  it('says so where a line leads nowhere, or to something that is not here', async () => {
    const opened = await demo();
    const model = opened.at('Write src/discount.js', { focus: 'detail' });
    expect(keys(model, opened, 'g', 'd').notice).toContain('leads nowhere');
    const own = onLine(keys(model, opened, '4'), '← PromptSubmitted');
    const elsewhere = withSession(own, { all: [], rows: sessionOf(own).rows });
    expect(keys(elsewhere, opened, 'enter').notice).toContain('in another session');
  });

  it('opens what a line heads, and folds it up again', async () => {
    const opened = await demo();
    const folded = onLine(opened.at('The discount is in.'), 'no-background-work');
    expect(lineOf(folded)).toContain('▸');
    const open = keys(folded, opened, 'l');
    expect(lineOf(open)).toContain('▾ · no-background-work');
    expect(linesOf(open, sessionOf(open)).length).toBeGreaterThan(linesOf(folded, sessionOf(folded)).length);
    // From a line in it, folding up goes to its head.
    const again = keys(open, opened, 'j', 'h');
    expect(lineOf(again)).toContain('▸ · no-background-work');
    expect(lineOf(keys(again, opened, 'enter'))).toContain('▾');
    expect(lineOf(keys(again, opened, 'h'))).toContain('▸');
  });

  it('keeps what was opened open on other rows', async () => {
    const opened = await demo();
    const state = onLine(opened.at('Write src/discount.js', { tab: 'state' }), 'strikes');
    const next = keys(keys(state, opened, 'o', 'tab'), opened, 'j');
    expect(rowOf(next)).toBe('The discount is in.');
    expect(said(linesOf(next, sessionOf(next)))).toMatch(/▾ [ *] strikes\n/);
  });
});

describe('the diff', () => {
  it('is what the row did, and against a mark all that changed since', async () => {
    const opened = await demo();
    const marked = keys(opened.at('npm test'), opened, 'm');
    expect(sessionOf(marked).mark).toBe(sessionOf(marked).rows[sessionOf(marked).cursor]?.id);
    const later = keys(keys(marked, opened, '}'), opened, '}');
    const since = keys(later, opened, 'D');
    expect(sessionOf(since).tab).toBe('diff');
    expect(said(linesOf(since, sessionOf(since)))).toMatch(/^Since the mark/);
    const own = keys(since, opened, 'd');
    expect(said(linesOf(own, sessionOf(own)))).toMatch(/^What it did to the state/);
    expect(sessionOf(keys(marked, opened, 'm')).mark).toBeNull();
  });

  it('asks for a mark where there is none', async () => {
    const opened = await demo();
    expect(keys(opened.at('npm test'), opened, 'D').notice).toBe('Mark a row with m first.');
  });
});
