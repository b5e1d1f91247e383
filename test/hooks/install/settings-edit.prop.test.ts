import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../src/hooks/install/json-edit.ts';
import { addRegistration, emptyHooks, removeRegistration } from '../../../src/hooks/install/settings-edit.ts';
import { registration } from './project.ts';

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

const valueOf = (text: string): unknown => parse(text.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true });
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
      { numRuns: 100 },
    );
  });

  it('removing gives the same bytes back, whatever version was upgraded to which', () => {
    fc.assert(
      fc.property(file, fc.constantFrom('2.1.332', '2.1.100', '2.1.331'), (text, version) => {
        const first = edited(addRegistration(text, registration('2.1.139'))).text;
        const second = edited(addRegistration(first, registration(version))).text;
        const back = edited(removeRegistration(second, emptyHooks(text))).text;
        expect(valueOf(back)).toEqual(valueOf(text));
        expect(back).toBe(text);
      }),
      { numRuns: 100 },
    );
  });
});
