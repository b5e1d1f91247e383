import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileProblems } from '../../../src/cli/policy/file-problems.ts';
import { resolvePolicy } from '../../../src/gates/policy-files.ts';
import { runDocket } from '../../kit/hook-process.ts';
import { tempProject } from '../../kit/temp-project.ts';

const found = (text: string | null, isPersonal?: true) =>
  fileProblems({ path: 'p.json', text, ...(isPersonal === undefined ? {} : { isPersonal }) }).map(
    ({ line, column, key, message }) => `${line}:${column} ${key}: ${message}`,
  );

describe('what is wrong with a policy file', () => {
  it.each([
    ['{ "preset": "stict" }', ['1:3 preset: "stict" is no value here: did you mean "strict"?']],
    ['{\n  "prest": 1\n}', ['2:3 prest: there is no key "prest": did you mean "preset"?']],
    ['{ "gates": { "gaurd": {} } }', ['1:14 gates.gaurd: there is no gate "gaurd": did you mean "guard"?']],
    [
      '{ "gates": { "guard": { "rules": { "clear": "off" } } } }',
      ['1:36 gates.guard.rules.clear: guard has no rule "clear": did you mean "clean"?'],
    ],
    [
      '{ "gates": { "lint": { "mdoe": "off" } } }',
      ['1:24 gates.lint.mdoe: lint has no option "mdoe": did you mean "mode"?'],
    ],
    [
      '{ "gates": { "lint": { "paths": [] } } }',
      ['1:24 gates.lint.paths: lint has no option "paths": it has mode, rules, failClosed, skip'],
    ],
    [
      '{ "gates": { "plan-check": { "drift": { "wran": 2 } } } }',
      ['1:41 gates.plan-check.drift.wran: there is no key "wran": did you mean "warn"?'],
    ],
    [
      '{ "gates": { "plan-check": { "drift": { "warn": 5 } } } }',
      ['1:41 gates.plan-check.drift.warn: it would never warn at 5: from 5 on, the default, it denies already'],
    ],
    [
      '{ "gates": { "plan-check": { "churn": { "warn": 20, "deny": 10 } } } }',
      ['1:41 gates.plan-check.churn.warn: it would never warn at 20: from 10 on it denies already'],
    ],
    ['{ "gates": { "plan-check": { "churn": { "warn": 20, "deny": 21 } } } }', []],
    [
      '{ "gates": { "lint": { "skip": ["ruff", "rufff"] } } }',
      ['1:41 gates.lint.skip.1: there is no linter "rufff": did you mean "ruff"?'],
    ],
    [
      '{ "guard": { "mode": "off" } }',
      ['1:3 guard: guard is a gate: it stands in "gates", { "gates": { "guard": … } }'],
    ],
    [
      '{ "gates": { "customGates": {} } }',
      ['1:14 gates.customGates: "customGates" does not belong here: it stands at the top of the file, beside "gates"'],
    ],
    [
      '{ "gates": { "own": { "file": "own.js" } } }',
      ['1:14 gates.own: there is no gate "own": one of the project stands in "customGates", at the top'],
    ],
    [
      '{ "gates": { "guard": { "waivers": [] } } }',
      ['1:25 gates.guard.waivers: "waivers" does not belong here: it stands at the top of the file'],
    ],
    [
      '{ "gates": { "guard": { "clean": "off" } } }',
      ['1:25 gates.guard.clean: clean is a rule of guard: it stands in "rules", { "rules": { "clean": … } }'],
    ],
    // Two letters of three are another word.
    ['{ "gates": { "abc": {} } }', ['1:14 gates.abc: there is no gate "abc": `docket gates` lists them']],
    [
      '{ "gates": { "guard": { "paths": "a" } } }',
      ['1:25 gates.guard.paths: "a" cannot stand here: it must be a list, [ … ]'],
    ],
    ['{ "views": "yes" }', ['1:3 views: "yes" cannot stand here: it must be true or false']],
    [
      '{ "gates": { "test-runner": { "timeout": 0 } } }',
      ['1:31 gates.test-runner.timeout: 0 is too small: more than 0'],
    ],
    [
      '{ "waivers": [{ "rule": "guard/cleen", "reason": "x" }] }',
      ['1:15 waivers.0: there is no gate or rule "guard/cleen": did you mean "guard/clean"?'],
    ],
    ['{ "waivers": [{ "rule": "guard/clean" }] }', ['1:15 waivers.0.reason: it is missing: it must be a text']],
    [
      '{ "waivers": [{ "rule": "guard/rm-root", "reason": "x" }] }',
      ['1:15 waivers.0: waives guard/rm-root, which cannot be waived: remove it'],
    ],
    [
      '{ "careful": { "rules": ["guard", "guard/halts"] } }',
      ['1:35 careful.rules.1: there is no gate or rule "guard/halts": did you mean "guard/halt"?'],
    ],
    [
      '{ "workflows": { "w": { "phases": [{ "nmae": "a", "name": "b" }] } } }',
      ['1:38 workflows.w.phases.0.nmae: there is no key "nmae": did you mean "name"?'],
    ],
    [
      '{ "preset": "strict",\n  "preset": "observe" }',
      ['2:3 preset: "preset" stands here a second time, and only the last one counts: keep one'],
    ],
    ['{ "a": { "b": 1 } }', ['1:3 a: there is no key "a": there are ']],
    ['', ['1:1 : it is empty: write {} or what you want into it, or remove it']],
    [' \n', ['1:1 : it is empty: write {} or what you want into it, or remove it']],
    ['{\n  // why\n}', ['2:3 : a comment, which JSON does not have: remove it']],
    ['{ "preset": "strict", }', ['1:23 : it is not JSON here: property name expected']],
    ['[]', ['1:1 : [] cannot stand here: it must be an object, { … }']],
    ['\uFEFF{ "mode": "watch" }', ['1:3 mode: "watch" is no value here: one of enforce, monitor']],
    ['\uFEFF{ "preset": "strict" }', []],
    ['{ "preset": "strict", "mode": "monitor" }', []],
  ] as const)('%s', (text, expected) => {
    const said = found(text);
    expect(said).toHaveLength(expected.length);
    for (const [index, each] of expected.entries()) expect(said[index]?.slice(0, each.length)).toBe(each);
  });

  it("is a key that only the user's own file may hold", () => {
    const text = '{ "gates": { "llm-review": { "providers": { "gemini": { "key": "k" } } } } }';
    expect(found(text)).toEqual([expect.stringContaining("only the user's own docket/config.json may set")]);
    expect(found(text, true)).toEqual([]);
  });

  it('is that it cannot be read', () => {
    expect(found(null)).toEqual([expect.stringContaining('it is there and cannot be read')]);
  });

  it('is what a hook finds wrong with it, whatever stands there', () => {
    const names = fc.constantFrom(
      'preset',
      'mode',
      'gates',
      'guard',
      'lint',
      'rules',
      'clean',
      'waivers',
      'files',
      'x',
      '0',
    );
    const values = fc.constantFrom<unknown>('strict', 'monitor', 'off', true, 1, null, [], ['a'], 'guard/clean');
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof({ maxDepth: 4 }, values, fc.dictionary(names, tie('tree'), { maxKeys: 4 })),
    }));
    fc.assert(
      fc.property(fc.dictionary(names, tree, { maxKeys: 4 }), (file) => {
        const text = JSON.stringify(file);
        const { problems } = resolvePolicy([{ path: 'p.json', text }]);
        expect(found(text).length > 0).toBe(problems.length > 0);
      }),
    );
  });

  it('is told for any text at all', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.json(), fc.constantFrom('['.repeat(100_000), '{"a":'.repeat(50_000))),
        (text) => {
          const { broken } = resolvePolicy([{ path: 'p.json', text }]);
          if (broken) expect(found(text)).not.toEqual([]);
        },
      ),
    );
  });
});

describe('docket policy validate', () => {
  it('names file, line and column, and ends with 1', () => {
    const { path, write } = tempProject({ branch: 'main' });
    write('docket.config.json', '{\n  "preset": "stict"\n}\n');
    const { stdout, status } = runDocket(['policy', 'validate'], path);
    expect(stdout).toBe(
      '1 problem in docket.config.json\n  docket.config.json:2:3 preset\n    "stict" is no value here: did you mean "strict"?\n',
    );
    expect(status).toBe(1);
  });

  it('checks a file that is named, and all that are read without one', () => {
    const { path, write } = tempProject({ branch: 'main' });
    write('docket.config.json', '{ "preset": "strict" }');
    write('docket.config.local.json', '{ "gates": { "lint": { "mode": "of" } } }');
    write('.config/docket/config.json', '{ "fsync": "always" }');
    write('other.json', '{}');
    const all = JSON.parse(runDocket(['policy', 'validate', '--json'], path).stdout) as {
      ok: boolean;
      files: { path: string; problems: { line: number; column: number; key: string }[] }[];
    };
    expect(all.ok).toBe(false);
    expect(all.files.map(({ problems }) => problems.length)).toEqual([0, 0, 1]);
    expect(all.files[2]?.problems[0]).toMatchObject({ line: 1, column: 24, key: 'gates.lint.mode' });
    expect(runDocket(['policy', 'validate', 'other.json'], path)).toMatchObject({
      status: 0,
      stdout: 'ok other.json\n',
    });
    expect(runDocket(['policy', 'validate', 'none.json'], path)).toMatchObject({ status: 1, stdout: '' });
  });

  it('says that there is no file, and of a schema that is not there', () => {
    const { path, write } = tempProject({ branch: 'main' });
    expect(runDocket(['policy', 'validate'], path)).toMatchObject({
      status: 0,
      stdout: 'There is no policy file: the preset is observe.\n',
    });
    write('docket.config.json', '{ "$schema": "./nowhere.json" }');
    const { stdout, status } = runDocket(['policy', 'validate'], path);
    expect([stdout.replace(/\s+/g, ' '), status]).toEqual([
      expect.stringContaining('note: $schema names ./nowhere.json, which is not there'),
      0,
    ]);
  });

  it('draws nothing that the file says', () => {
    const { path, write } = tempProject({ branch: 'main' });
    write('docket.config.json', '{ "a\\u001b[31m\\u202e": "b\\u001b[2J" }');
    expect(runDocket(['policy', 'validate'], path).stdout).not.toMatch(/[\u001b\u202e]/);
  });
});
