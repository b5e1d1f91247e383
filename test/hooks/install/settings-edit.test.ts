import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../src/hooks/install/json-edit.ts';
import { foreignHooks } from '../../../src/hooks/install/matcher.ts';
import type { Registration } from '../../../src/hooks/install/registration.ts';
import {
  addRegistration,
  countOwnEntries,
  emptyHooks,
  removeRegistration,
} from '../../../src/hooks/install/settings-edit.ts';
import { registration, stopOnly } from './project.ts';
import { COMMENTED, MINIMAL, PERSONAL, SAMPLES } from './settings-samples.ts';

const added = (text: string, what: Registration = registration()): string => {
  const result = addRegistration(text, what);
  if (!result.ok) throw new Error(result.problem.message);
  expect(applyEdits(result.value.text, result.value.undo)).toBe(text);
  return result.value.text;
};

const removed = (text: string, emptyBefore: readonly string[] = []): string => {
  const result = removeRegistration(text, emptyBefore);
  if (!result.ok) throw new Error(result.problem.message);
  return result.value.text;
};

const EVENTS = Object.keys(registration()).length;
const loose = (text: string): unknown => parse(text, [], { allowTrailingComma: true });

describe('addRegistration', () => {
  it('writes a file of its own where there is none', () => {
    expect(added('', stopOnly)).toBe(`{
  "hooks": {
    "Stop": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "/opt/node/bin/node",
            "args": ["/opt/docket/dist/hook.cjs", "--host", "claude-code", "--timeout", "10"],
            "timeout": 10
          }
        ]
      }
    ]
  }
}
`);
  });

  it.each(Object.entries(SAMPLES))('%s: adds one entry an event and takes not a character away', (_name, text) => {
    const after = added(text);
    expect(countOwnEntries(after)).toBe(EVENTS);
    expect(foreignHooks(loose(after))).toEqual(foreignHooks(loose(text)));
    const result = addRegistration(text, registration());
    expect(result.ok && result.value.undo.every(({ content }) => content === '')).toBe(true);
  });

  it.each(Object.entries(SAMPLES))('%s: a second time changes nothing', (_name, text) => {
    expect(added(added(text))).toBe(added(text));
  });

  it('speaks the own indentation and line ends', () => {
    const commented = added(COMMENTED);
    expect(commented.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(commented).not.toMatch(/^ +"/m);
    expect(commented).toContain('\t\t"Stop": [\r\n\t\t\t{\r\n\t\t\t\t"hooks": [');
    expect(added(PERSONAL)).toContain('\n    "hooks": {\n        "SessionStart": [');
    expect(added(MINIMAL).endsWith('}\n')).toBe(true);
    expect(added(COMMENTED).endsWith('}')).toBe(true);
  });

  it('keeps a comment on the line it stands on', () => {
    const after = added(COMMENTED);
    expect(after).toContain('"MessageDisplay": [{ "hooks": [{ "type": "command", "command": "./show.sh" }] }],');
    expect(after).toContain('\t\t// nothing on Stop');
    expect(after).toContain('\t}, // end of hooks');
    expect(added('{\n  "a": 1 // one\n}\n', stopOnly)).toMatch(/^\{\n {2}"a": 1, \/\/ one\n {2}"hooks": \{\n/);
  });

  it('keeps a file on one line on one line, and a byte order mark', () => {
    expect(added('{"a":1}', stopOnly)).toMatch(/^\{"a":1, "hooks": \{ "Stop": \[.*\] \}\}$/);
    expect(added('\uFEFF{}\n', stopOnly).startsWith('\uFEFF{\n  "hooks"')).toBe(true);
    expect(added('\uFEFF', stopOnly).startsWith('\uFEFF{\n  "hooks"')).toBe(true);
  });

  it('brings entries of another version up to date and touches nothing else', () => {
    const older = added(COMMENTED, registration('2.1.100'));
    expect(added(older)).toContain('"args": ["/opt/docket/dist/hook.cjs"');
    expect(removed(added(older), ['Notification'])).toBe(COMMENTED);
    const back = added(added(MINIMAL), registration('2.1.100'));
    expect(loose(back)).toEqual(loose(added(MINIMAL, registration('2.1.100'))));
  });

  it('keeps what a person added to its entries', () => {
    const text = added('{}').replace('"timeout": 10', '"timeout": 60,\n "onFailure": "block"');
    const after = loose(added(text)) as { hooks: { Stop: [{ hooks: [unknown] }] } };
    expect(after.hooks.Stop[0].hooks).toEqual([{ ...registration().Stop?.hooks[0], onFailure: 'block' }]);
  });

  it('takes away a double, and a matcher that would hide events from it', () => {
    const own = JSON.stringify(registration().Stop?.hooks[0]);
    const text = `{"hooks": {"Stop": [{"matcher": "x", "hooks": [${own}]}, {"hooks": [${own}, ${own}]}]}}`;
    const after = added(text, stopOnly);
    expect(countOwnEntries(after)).toBe(1);
    expect(loose(after)).toEqual({ hooks: { Stop: Object.values(stopOnly) } });
  });

  it.each([
    ['text that is no JSON', '{"a": }', 'bad-json', 'line 1, column 7'],
    ['a cut file', '{"a": 1', 'bad-json', 'line 1'],
    ['a comment alone', '// nothing yet', 'bad-json', 'not valid JSON'],
    ['nesting without end', '['.repeat(200_000), 'bad-json', 'deeply'],
    ['a list', '[]', 'wrong-shape', 'object'],
    ['hooks as a list', '{"hooks": []}', 'wrong-shape', '"hooks"'],
    ['an event as a text', '{"hooks": {"Stop": "say done"}}', 'wrong-shape', '"hooks.Stop"'],
    ['a group without hooks', '{"hooks": {"Stop": [{"command": "x"}]}}', 'wrong-shape', '"hooks.Stop[0]"'],
    ['hooks twice', '{"hooks": {}, "hooks": {}}', 'duplicate-key', '"hooks"'],
    ['an event twice', '{"hooks": {"Stop": [], "Stop": []}}', 'duplicate-key', '"hooks.Stop"'],
  ])('refuses %s and says where', (_what, text, code, message) => {
    const result = addRegistration(text, registration());
    expect(result).toMatchObject({ ok: false, problem: { code, message: expect.stringContaining(message) } });
  });
});

describe('removeRegistration', () => {
  it.each(Object.entries(SAMPLES))('%s: gives the text back', (_name, text) => {
    expect(removed(added(text), emptyHooks(text))).toBe(text);
  });

  it('drops only what became empty because of docket', () => {
    expect(loose(removed(added('{"hooks": {"Stop": []}, "a": 1}'), ['Stop']))).toEqual({ hooks: { Stop: [] }, a: 1 });
    expect(loose(removed(added('{"hooks": {}}'), ['']))).toEqual({ hooks: {} });
    expect(loose(removed(added('{"hooks": {}}')))).toEqual({});
  });

  it('leaves a hook that a person put into the same group', () => {
    const own = JSON.stringify(registration().Stop?.hooks[0]);
    const text = `{"hooks": {"Stop": [{"hooks": [${own}, {"type": "command", "command": "mine"}]}]}}`;
    expect(removed(text)).toBe('{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "mine"}]}]}}');
  });

  it('keeps comments around its entries', () => {
    const own = JSON.stringify(registration().Stop?.hooks[0]);
    const text = `{\n  "hooks": { // all\n    // before\n    "Stop": [{ "hooks": [${own}] }], // after\n    "Setup": []\n  }\n}`;
    expect(removed(text)).toBe('{\n  "hooks": { // all\n    // before\n     // after\n    "Setup": []\n  }\n}');
  });

  it('lets nothing slip into a comment on the line before', () => {
    const group = `{"hooks": [${JSON.stringify(Object.values(stopOnly)[0]?.hooks[0])}]}`;
    expect(removed(`{"hooks": {"Stop": [ // mine\n${group} ]}}`, ['Stop'])).toBe('{"hooks": {"Stop": [ // mine\n ]}}');
    expect(removed(`{"hooks": {"Stop": [1, // one\n${group} ]}}`)).toBe('{"hooks": {"Stop": [1 // one\n ]}}');
  });

  it('changes nothing where docket is not, and passes over what it cannot read as hooks', () => {
    for (const text of [...Object.values(SAMPLES), '', '{"hooks": "x"}', '{"hooks": {"Stop": [1, {"hooks": 2}]}}']) {
      expect(removed(text)).toBe(text);
    }
    expect(removeRegistration('{')).toMatchObject({ ok: false });
    expect(removeRegistration('{"hooks": {"Stop": [], "Stop": []}}')).toMatchObject({ ok: false });
  });
});
