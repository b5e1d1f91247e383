import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../src/hooks/install/json-edit.ts';
import { checkJsonObject } from '../../../src/hooks/install/settings-check.ts';
import { addRegistration, emptyHooks, removeRegistration } from '../../../src/hooks/install/settings-edit.ts';
import { registration, stopOnly } from './project.ts';

const name = fc.constantFrom('model', 'env', 'permissions', 'a b', 'é', '', 'x"y');
const handler = fc.record({ type: fc.constant('command'), command: fc.string(), timeout: fc.nat() });
const group = fc.record(
  { matcher: fc.string(), hooks: fc.array(handler, { maxLength: 2 }) },
  { requiredKeys: ['hooks'] },
);
const event = fc.constantFrom('PreToolUse', 'Stop', 'WorktreeCreate', 'MessageDisplay', 'SomethingNew');
const hooks = fc.dictionary(event, fc.array(group, { maxLength: 2 }), { maxKeys: 3 });
const settings = fc
  .tuple(fc.dictionary(name, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }), fc.option(hooks), fc.boolean())
  .map(([others, own, first]) =>
    own === null ? others : first ? { hooks: own, ...others } : { ...others, hooks: own },
  );

const layout = fc.record({
  indent: fc.constantFrom('', ' ', '  ', '    ', '\t'),
  eol: fc.constantFrom('\n', '\r\n'),
  bom: fc.boolean(),
  isEnded: fc.boolean(),
  comments: fc.array(fc.nat({ max: 40 }), { maxLength: 3 }),
  hasTrailingCommas: fc.boolean(),
});

/** A settings file as a person may have it: any content, any of the usual layouts, comments at ends of lines. */
const file = fc.tuple(settings, layout).map(([value, { indent, eol, bom, isEnded, comments, hasTrailingCommas }]) => {
  const lines = JSON.stringify(value, null, indent).split('\n');
  const isLong = lines.length > 1;
  const text = lines
    .map((line, index) =>
      isLong && hasTrailingCommas && /^\s*[\]}]/.test(lines[index + 1] ?? '') ? comma(line) : line,
    )
    .map((line, index) => (isLong && comments.includes(index) ? `${line} // note ${index}` : line))
    .join(eol);
  return `${bom ? '\uFEFF' : ''}${text}${isEnded ? eol : ''}`;
});

const comma = (line: string): string => (/[[{,]$/.test(line) ? line : `${line},`);

/** JSON with white space and comments of every kind at any place where they may stand. */
const scattered = (value: unknown, trivia: readonly string[]): string =>
  (JSON.stringify(value).match(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^"[\]{},:]+/g) ?? [])
    .map((token, index) => token + (trivia[index % trivia.length] ?? ''))
    .join('');

const triviaList = fc.array(fc.constantFrom('', ' ', '\n', '\r\n\t', '/* c */', ' // d\n', '// e\n  /* f */'), {
  minLength: 1,
  maxLength: 20,
});

/** The same hooks with a group of docket put somewhere into each event, and into some more. */
const withOwn = (value: Readonly<Record<string, unknown>>, place: number): unknown => {
  const own = Object.values(stopOnly);
  const before = (value['hooks'] ?? {}) as Readonly<Record<string, readonly unknown[]>>;
  const both = { ...Object.fromEntries(['Stop', 'Setup'].map((name) => [name, []])), ...before };
  const mixed = Object.entries(both).map(([name, groups]) => [name, [...groups].toSpliced(place, 0, ...own)] as const);
  return { ...value, hooks: Object.fromEntries(place % 2 === 0 ? mixed : mixed.reverse()) };
};

const contentOf = (text: string): unknown => parse(text.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true });
const notes = (text: string): string[] => text.match(/ \/\/ note \d+/g) ?? [];

const edited = (result: ReturnType<typeof addRegistration>) => {
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
};

describe('editing any settings file', () => {
  it('adding can be undone byte for byte, keeps all comments, and changes nothing the second time', () => {
    fc.assert(
      fc.property(file, fc.constantFrom('2.1.332', '2.1.100'), (text, version) => {
        const after = edited(addRegistration(text, registration(version)));
        expect(applyEdits(after.text, after.undo)).toBe(text);
        expect(notes(after.text)).toEqual(notes(text));
        expect(edited(addRegistration(after.text, registration(version)))).toEqual({ text: after.text, undo: [] });
      }),
      { numRuns: 40 },
    );
  });

  it('removing gives the same bytes back, whatever version was upgraded to which', () => {
    fc.assert(
      fc.property(file, fc.constantFrom('2.1.332', '2.1.100', '2.1.331'), (text, version) => {
        const first = edited(addRegistration(text, registration('2.1.139'))).text;
        const second = edited(addRegistration(first, registration(version))).text;
        const back = edited(removeRegistration(second, emptyHooks(text))).text;
        expect(contentOf(back)).toEqual(contentOf(text));
        expect(back).toBe(text);
      }),
      { numRuns: 40 },
    );
  });

  it('removing leaves what a person wrote, however strangely it is laid out', () => {
    fc.assert(
      fc.property(settings, triviaList, fc.nat({ max: 3 }), (value, trivia, place) => {
        const text = scattered(withOwn(value, place), trivia);
        const back = edited(removeRegistration(text, emptyHooks(JSON.stringify(value)))).text;
        expect(checkJsonObject(back, 'hooks')).toBeNull();
        expect(contentOf(back)).toEqual(contentOf(JSON.stringify(value)));
      }),
      { numRuns: 200 },
    );
  });

  it('adding works in any layout, can be undone, and changes nothing the second time', () => {
    fc.assert(
      fc.property(settings, triviaList, (value, trivia) => {
        const text = scattered(value, trivia);
        const after = edited(addRegistration(text, stopOnly));
        expect(checkJsonObject(after.text, 'hooks')).toBeNull();
        expect(applyEdits(after.text, after.undo)).toBe(text);
        expect(edited(addRegistration(after.text, stopOnly)).text).toBe(after.text);
        const back = edited(removeRegistration(after.text, emptyHooks(text))).text;
        expect(contentOf(back)).toEqual(contentOf(text));
      }),
      { numRuns: 200 },
    );
  });
});
