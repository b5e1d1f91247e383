import { describe, expect, it } from 'vitest';
import { panelOf } from '../../src/tui/frame/panel.ts';
import type { Effect } from '../../src/tui/model/command.ts';
import { COMMANDS } from '../../src/tui/model/commands.ts';
import type { Model, SessionModel } from '../../src/tui/model/model.ts';
import { listedSessions, withRows } from '../../src/tui/model/moves.ts';
import { matchingCommands } from '../../src/tui/model/overlays/help-rows.ts';
import { press } from '../../src/tui/model/press.ts';
import { goldenLog, SHOP } from './kit/golden-log.ts';
import { openSession } from './kit/opened-session.ts';
import { said } from './kit/said.ts';

/** The session in which tests fail, open in a terminal. */
const opened = (): Model => openSession(goldenLog(...SHOP)).model;
const listed = (): Model => ({ ...opened(), session: null });

const typed = (text: string): string[] => [...text].map((character) => (character === ' ' ? 'space' : character));

const pressed = (model: Model, ...keys: readonly string[]): Model =>
  keys.reduce((before, key) => press(before, key).model, model);

const effectsOf = (model: Model, ...keys: readonly string[]): readonly Effect[] =>
  press(pressed(model, ...keys.slice(0, -1)), keys.at(-1) ?? '').effects;

const sessionOf = ({ session }: Model): SessionModel => {
  if (session === null) throw new Error('A session is open.');
  return session;
};

const rowOf = (model: Model): string => {
  const { rows, cursor } = sessionOf(model);
  return rows[cursor]?.text ?? '';
};

const textsOf = (model: Model): string[] => sessionOf(model).rows.map(({ text }) => text);

describe('moves', () => {
  it.each<[string, readonly string[], number]>([
    ['one down', ['j'], 1],
    ['as often as was counted', ['7', 'j'], 7],
    ['with a count of two digits, no further than the end', ['6', '0', 'j'], 8],
    ['to the end', ['G'], 8],
    ['to the row of a number', ['7', 'G'], 6],
    ['to the row of a number by name', [':', '4', 'enter'], 3],
    ['on by a number of rows by name', ['j', ':', '+', '3', 'enter'], 4],
    ['back by a number of rows by name', ['G', ':', '-', '3', 'enter'], 5],
    ['past warnings to what was denied', [')'], 4],
    ['back to what was denied', ['G', '('], 5],
    ['to the beginning', ['G', 'g', 'g'], 0],
    ['back up', ['G', '6', 'k'], 2],
    ['as many gates that fired further on as there are', ['9', '}'], 6],
    ['by a command of the palette', [':', ...typed('last'), 'enter'], 8],
  ])('go %s', (_how, keys, cursor) => {
    expect(sessionOf(pressed(opened(), ...keys)).cursor).toBe(cursor);
  });

  it('forgets a count that another key follows', () => {
    expect(sessionOf(pressed(opened(), '6', 'escape')).cursor).toBe(0);
    expect(sessionOf(pressed(opened(), '6', 'escape', 'j')).cursor).toBe(1);
  });
});

describe('a terminal with room for one pane', () => {
  const narrow = (): Model => ({ ...opened(), size: { columns: 50, rows: 20 } });

  it.each(['w', '2', 'd'])('shows the tab that %s asks for, and the rows again on Escape', (key) => {
    const there = pressed(narrow(), key);
    expect(sessionOf(there).focus).toBe('detail');
    expect(sessionOf(pressed(there, 'escape')).focus).toBe('timeline');
  });

  it('leaves the keys with the rows where there is room for both', () => {
    expect(sessionOf(pressed(opened(), 'w')).focus).toBe('timeline');
  });
});

describe('the help', () => {
  it('is scrolled to its last line however narrow it is, and no further', () => {
    const size = { columns: 50, rows: 20 };
    const end = pressed({ ...opened(), size }, '?', ...Array<string>(20).fill('page-down'));
    const shown = said(panelOf(end, size.columns)?.lines ?? []);
    expect(shown).toContain(':quit');
    expect(shown.split('\n').at(-1)?.trim()).not.toBe('');
  });
});

describe('a session that was left', () => {
  const rowsOf = (model: Model) => sessionOf(model).all;
  const left = (): Model => pressed(opened(), 'j', 'j', 'j', '5', 'q');
  const read = (model: Model, count: number): Model => withRows(model, rowsOf(opened()).slice(0, count), false);

  it('is as it was once it is opened again, as soon as its row was read', () => {
    const again = pressed(left(), 'enter');
    expect(sessionOf(again)).toMatchObject({ tab: 'raw', rows: [] });
    const begun = read(again, 2);
    expect(sessionOf(begun).cursor).toBe(0);
    const whole = read(begun, 9);
    expect(rowOf(whole)).toBe(rowOf(pressed(opened(), 'j', 'j', 'j')));
    expect(sessionOf(read(pressed(whole, 'j'), 9)).cursor).toBe(4);
  });

  it('does not take one away from where one went meanwhile', () => {
    const begun = pressed(read(pressed(left(), 'enter'), 2), 'j');
    expect(sessionOf(read(begun, 9)).cursor).toBe(1);
  });
});

describe('the search', () => {
  it('goes to the first match while one types, and to the others by n and N, around the end', () => {
    const first = pressed(opened(), '/', ...typed('total'));
    expect(rowOf(first)).toBe('"Add a discount to the total."');
    const kept = pressed(first, 'enter');
    expect(kept.notice).toBe('match 1 of 3+ · n and N go on');
    expect([pressed(kept, 'n'), pressed(kept, 'n', 'n'), pressed(kept, 'n', 'n', 'n')].map(rowOf)).toEqual([
      'Write src/total.ts',
      'Write src/total.ts',
      '"Add a discount to the total."',
    ]);
    expect(sessionOf(pressed(kept, 'N')).cursor).toBe(7);
    expect(sessionOf(pressed(kept, '8', 'n')).cursor).toBe(7);
  });

  it('goes back to where it began on Escape, and by the jump list after Enter', () => {
    const there = pressed(opened(), 'j', '/', ...typed('total.ts'));
    expect(sessionOf(pressed(there, 'escape')).cursor).toBe(1);
    expect(sessionOf(pressed(there, 'enter', 'ctrl+o')).cursor).toBe(1);
  });

  it('says when nothing fits, and stays', () => {
    const there = pressed(opened(), 'j', '/', ...typed('zebra'));
    expect(there.notice).toMatch(/^No row says "/);
    expect(sessionOf(there).cursor).toBe(1);
    expect(pressed(opened(), 'n').notice).toBe('Search first: / and a text.');
  });

  it('tells upper from lower case only where upper case is typed', () => {
    expect(rowOf(pressed(opened(), '/', ...typed('write')))).toBe('Write src/discount.ts');
    expect(pressed(opened(), '/', ...typed('wRite')).notice).toMatch(/^No row says "/);
  });
});

describe('the filter', () => {
  it.each<[string, readonly string[]]>([
    ['tool:write', ['Write src/discount.ts', 'Write src/total.ts', 'Write src/total.ts']],
    ['verdict:deny', ['Write src/total.ts', 'That is how it stands now.']],
    ['gate:stop-guard', ['That is how it stands now.']],
    ['path:discount', ['Write src/discount.ts']],
    ['type:PromptSubmitted', ['"Add a discount to the total."']],
    ['npm', ['Bash npm test', 'Bash npm test']],
    ['actor:nobody', []],
  ])('shows what %s leaves', (chip, texts) => {
    const model = pressed(opened(), 'f', ...typed(chip), 'enter');
    expect(textsOf(model)).toEqual(texts);
    expect(model.overlay).toMatchObject({ kind: 'filter', text: '' });
  });

  it('asks for one of each kind, and for none of those with !', () => {
    const model = pressed(opened(), 'f', ...typed('tool:write'), 'enter', ...typed('tool:bash'), 'enter');
    expect(textsOf(model)).toHaveLength(5);
    const without = pressed(model, ...typed('!path:total'), 'enter', 'enter');
    expect(textsOf(without)).toEqual(['Bash npm test', 'Write src/discount.ts', 'Bash npm test']);
    expect(without.overlay).toBeNull();
  });

  it('is taken back one by one by Escape, in the builder and outside of it', () => {
    const two = pressed(opened(), 'f', ...typed('tool:write'), 'enter', ...typed('!discount'), 'enter');
    expect(sessionOf(pressed(two, 'x', 'escape', 'escape')).chips).toHaveLength(1);
    expect(sessionOf(pressed(two, 'backspace', 'backspace')).chips).toHaveLength(0);
    const outside = pressed(two, 'enter');
    expect([1, 2].map((n) => sessionOf(pressed(outside, ...Array(n).fill('escape'))).chips.length)).toEqual([1, 0]);
    expect(pressed(outside, 'escape', 'escape', 'escape').session).toBeNull();
    expect(sessionOf(pressed(outside, ':', ...typed('clear-filter'), 'enter')).rows).toHaveLength(9);
  });

  it('completes kinds and the values that rows have', () => {
    const kind = pressed(opened(), 'f', 'v', 'tab');
    expect(kind.overlay).toMatchObject({ text: 'verdict:' });
    expect(pressed(kind, 'd', 'tab').overlay).toMatchObject({ text: 'verdict:deny' });
    expect(pressed(opened(), 'f', '!', 't', 'o', 'tab', 'W', 'tab').overlay).toMatchObject({ text: '!tool:Write' });
    expect(pressed(kind, 'down', 'tab').overlay).not.toEqual(pressed(kind, 'tab').overlay);
  });

  it('keeps the cursor on its row, or on the one before that is left', () => {
    const last = pressed(opened(), '8', 'G', 'f', ...typed('tool:bash'), 'enter', 'enter');
    expect([rowOf(last), sessionOf(last).cursor]).toEqual(['Bash npm test', 1]);
    expect(sessionOf(pressed(last, 'escape')).cursor).toBe(6);
  });
});

describe('the palette and the help', () => {
  it('knows every command by its name, and all for what is shown without a text', () => {
    const model = opened();
    for (const { name, where } of COMMANDS.filter(({ where }) => where === 'session' || where === 'everywhere')) {
      expect([where, matchingCommands(model, name)[0]?.name]).toEqual([where, name]);
    }
    expect(matchingCommands(listed(), '').map(({ name }) => name)).toContain('open');
    expect(matchingCommands(listed(), '').map(({ name }) => name)).not.toContain('next-gate');
  });

  it('completes the name, goes on to the next match, and closes', () => {
    expect(pressed(opened(), ':', ...typed('next'), 'tab').overlay).toMatchObject({ text: 'next-gate' });
    expect(pressed(opened(), ':', ...typed('next'), 'down', 'tab').overlay).toMatchObject({ text: 'next-stop' });
    expect(pressed(opened(), ':', 'n', 'escape').overlay).toBeNull();
    expect(pressed(opened(), ':', 'n', 'backspace', 'backspace').overlay).toBeNull();
    expect(pressed(opened(), ':', ...typed('make coffee'), 'enter').notice).toBe('There is no command "make coffee".');
  });

  it('filters the help by what is typed, and closes by the key that opened it', () => {
    expect(pressed(opened(), '?', ...typed('copy')).overlay).toMatchObject({ kind: 'help', text: 'copy' });
    expect(pressed(opened(), '?', '?').overlay).toBeNull();
    expect(pressed(opened(), '?', 'escape').overlay).toBeNull();
    expect(pressed(opened(), '?', 'down', 'down', 'up').overlay).toMatchObject({ top: 1 });
  });

  it('has one command a key in every place, and a name of its own for each', () => {
    for (const where of ['sessions', 'session', 'what-if'] as const) {
      const keys = COMMANDS.filter((command) => command.where === where).flatMap((command) => command.keys);
      expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    }
    const names = COMMANDS.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

describe('the list of sessions', () => {
  it.each<[string, number]>([
    ['shop', 2],
    ['live', 2],
    ['shop ended', 1],
    ['rewrite', 1],
    ['7d20', 1],
    ['claude', 3],
    ['zebra', 0],
  ])('filtered by %s has %i', (text, count) => {
    const model = pressed(listed(), '/', ...typed(text));
    expect(listedSessions(model)).toHaveLength(count);
    expect(listedSessions(pressed(model, 'enter'))).toHaveLength(count);
    expect(listedSessions(pressed(model, 'escape'))).toHaveLength(3);
    expect(listedSessions(pressed(model, 'enter', 'escape'))).toHaveLength(3);
  });

  it('opens the session one is on, also of those that are left', () => {
    expect(effectsOf(listed(), 'j', 'enter')).toEqual([{ kind: 'open-session', session: '7d20aa41-agents' }]);
    expect(effectsOf(listed(), '/', ...typed('push'), 'enter', 'enter')).toEqual([
      { kind: 'open-session', session: '0b1f3c55-push' },
    ]);
    expect(pressed(listed(), '/', ...typed('zebra'), 'enter', 'enter').notice).toBe('There is no session to open.');
  });
});

describe('ways out', () => {
  it.each<[string, readonly string[], Partial<SessionModel> | null]>([
    ['q leaves the session', ['q'], null],
    ['Escape leaves it where there is nothing else to take back', ['escape'], null],
    ['Escape forgets the search first', ['/', 'n', 'p', 'm', 'enter', 'escape'], { search: null }],
    ['Escape leaves the detail first', ['tab', 'escape'], { focus: 'timeline' }],
    ['Escape leaves the zoom first', ['z', 'escape'], { focus: 'timeline' }],
    ['q goes from a detail that is alone to the rows', ['z', 'tab', 'q'], { focus: 'timeline' }],
  ])('%s', (_what, keys, session) => {
    const { session: there } = pressed(opened(), ...keys);
    if (session === null) expect(there).toBeNull();
    else expect(there).toMatchObject(session);
  });

  it.each<[readonly string[]]>([[['ctrl+c']], [['f', 'ctrl+c']], [['?', 'ctrl+c']], [['x', 'ctrl+c']], [['q', 'q']]])(
    '%j quits',
    (keys) => {
      expect(effectsOf(opened(), ...keys)).toEqual([{ kind: 'quit' }]);
    },
  );
});

describe('what is taken away', () => {
  it('asks for what is copied by two keys, and says which there are after the first', () => {
    expect(effectsOf(opened(), 'y', 'e')).toEqual([{ kind: 'copy', what: 'event' }]);
    expect(effectsOf(listed(), 'y', 'c')).toEqual([{ kind: 'copy', what: 'command' }]);
    expect(pressed(opened(), 'y').pending).toBe('y');
    expect(pressed(opened(), 'y', 'escape')).toMatchObject({ pending: null });
    expect(pressed(opened(), 'y', 'escape').session).not.toBeNull();
    expect(effectsOf(opened(), 'y', 'z')).toEqual([]);
  });

  it('exports what is chosen into the file that is named', () => {
    const asked = pressed(opened(), 'e');
    expect(asked.overlay).toEqual({ kind: 'export', text: 'docket-36a90987.ndjson', what: 'session' });
    expect(effectsOf(asked, 'ctrl+u', ...typed('a b'), 'enter')).toEqual([
      { kind: 'export', path: 'a b', what: 'session' },
    ]);
    expect(effectsOf(asked, 'tab', 'enter')).toEqual([{ kind: 'export', path: 'docket-36a90987.ndjson', what: 'row' }]);
    expect(effectsOf(asked, 'ctrl+u', 'enter')).toEqual([]);
    const filtered = pressed(opened(), 'f', ...typed('npm'), 'enter', 'enter', 'e');
    expect(filtered.overlay).toMatchObject({ what: 'rows' });
  });
});
