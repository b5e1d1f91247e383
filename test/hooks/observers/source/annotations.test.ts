import { describe, expect, test } from 'vitest';
import { annotationsIn } from '../../../../src/hooks/observers/source/annotations.ts';
import { languageOf } from '../../../../src/hooks/observers/source/languages.ts';
import { scan } from '../../../../src/hooks/observers/source/scan.ts';

const read = (text: string, name = 'a.ts') => {
  const syntax = languageOf(name, text);
  if (syntax === null) throw new Error(name);
  return annotationsIn(text, scan(text, syntax));
};

const WHOLE = {
  id: 'DEC-AUTH-001',
  given: 'DEC-AUTH-001',
  title: 'Sessions, not tokens',
  status: 'accepted',
  rationale: 'They can be ended from the server.',
  addresses: ['REQ-P0-001', 'REQ-AUTH-002'],
  line: 1,
  faults: [],
};

const FIELDS = [
  '@decision DEC-AUTH-001',
  '@title Sessions, not tokens',
  '@status accepted',
  '@rationale They can be ended',
  'from the server.',
  'Addresses: REQ-P0-001, REQ-AUTH-002',
];

/** Every way to write a comment, of each language. */
const FORMS: readonly (readonly [string, (lines: readonly string[]) => string])[] = [
  ['a.ts', (lines) => `/** ${lines.join('\n * ')}\n */`],
  ['b.ts', (lines) => lines.map((line) => `// ${line}`).join('\n')],
  ['a.tsx', (lines) => `const e = <a>{/* ${lines.join('\n')} */}</a>`],
  ['a.py', (lines) => `"""${lines.join('\n')}\n"""`],
  ['b.py', (lines) => lines.map((line) => `# ${line}`).join('\n')],
  ['a.rb', (lines) => lines.map((line) => `  # ${line}`).join('\n')],
  ['a.go', (lines) => lines.map((line) => `// ${line}`).join('\r\n')],
  ['a.rs', (lines) => lines.map((line) => `//! ${line}`).join('\n')],
  ['b.rs', (lines) => lines.map((line) => `/// ${line}`).join('\n')],
  ['a.kt', (lines) => `/* ${lines.join('\n   ')} */`],
  ['a.cs', (lines) => lines.map((line) => `/// ${line}`).join('\n')],
  ['a.sh', (lines) => lines.map((line) => `## ${line}`).join('\n')],
  ['a.lua', (lines) => `--[[ ${lines.join('\n')} ]]`],
  ['a.sql', (lines) => lines.map((line) => `-- ${line}`).join('\n')],
  ['a.ex', (lines) => `@moduledoc """ ${lines.join('\n')}\n"""`],
  ['a.hs', (lines) => `{- | ${lines.join('\n')} -}`],
  ['a.ml', (lines) => `(** ${lines.join('\n')} *)`],
  ['a.clj', (lines) => lines.map((line) => `;; ${line}`).join('\n')],
  ['a.erl', (lines) => lines.map((line) => `%% ${line}`).join('\n')],
  ['a.vue', (lines) => `<!-- ${lines.join('\n')} -->`],
  ['a.ps1', (lines) => `<# ${lines.join('\n')} #>`],
];

describe('an annotation', () => {
  test.each(FORMS)('is read in %s', (name, comment) => {
    expect(read(comment(FIELDS), name)).toEqual([WHOLE]);
  });

  test.each([
    ['=begin\n@decision DEC-A-001\n=end', 'a.rb', 2],
    ['<?php\n\n/**\n * @decision DEC-A-001\n */', 'a.php', 4],
    ['<?php\n# @decision DEC-A-001', 'a.php', 2],
  ])('has a line: %j', (text, name, line) => {
    expect(read(text, name)).toMatchObject([{ id: 'DEC-A-001', line }]);
  });

  test.each([
    [
      '@decision DEC-AUTH-001',
      'Title: Sessions, not tokens',
      'Status: Accepted',
      'Rationale: They can be ended',
      '  from the server.',
      'Addresses: REQ-P0-001, REQ-AUTH-002',
    ],
    [
      '@decision DEC-AUTH-001',
      '',
      '- **Title:** Sessions, not tokens',
      '- **Status:** accepted',
      '- **Rationale:** They can be ended from the server.',
      '- **Addresses:** req-p0-001 and REQ-AUTH-002',
    ],
    [
      '@decision DEC-AUTH-001 @title Sessions, not tokens @status accepted @rationale They can be ended from the server. @addresses REQ-P0-001 REQ-AUTH-002',
    ],
    [
      '@decision DEC-AUTH-001 | title: Sessions, not tokens | status: accepted | rationale: They can be ended from the server. | addresses: REQ-P0-001, REQ-AUTH-002',
    ],
  ])('may be written in many ways: %j', (...lines) => {
    const [annotation] = read(lines.map((line) => `// ${line}`).join('\n'));
    expect({ ...annotation, given: 'DEC-AUTH-001' }).toEqual(WHOLE);
  });

  test.each([
    ['// @decision DEC-AUTH-001: Sessions, not tokens', 'Sessions, not tokens'],
    ['// @decision DEC-AUTH-001 — Sessions, not tokens', 'Sessions, not tokens'],
    ['// @decision: DEC-AUTH-001 Sessions, not tokens', 'Sessions, not tokens'],
  ])('may have its title behind its id: %s', (text, title) => {
    expect(read(text)).toMatchObject([{ id: 'DEC-AUTH-001', title, faults: ['no-status', 'no-rationale'] }]);
  });

  test.each(['/** @file Sessions. @decision DEC-A-001 */', '// Sessions of users. @decision DEC-A-001'])(
    'may stand behind what the file is about: %s',
    (text) => {
      expect(read(text)).toMatchObject([{ id: 'DEC-A-001', title: null }]);
    },
  );

  test('ends where the next one begins', () => {
    const text = '// @decision DEC-A-001\n// @title one\n// @decision DEC-B-002\n// @title two\n';
    expect(read(text).map(({ id, title, line }) => [id, title, line])).toEqual([
      ['DEC-A-001', 'one', 1],
      ['DEC-B-002', 'two', 3],
    ]);
  });

  test('is none in capitals beside another one', () => {
    const text = '// @decision DEC-A-001\n\n// @Decision DEC-B-002\n';
    expect(read(text).map(({ id }) => id)).toEqual(['DEC-A-001']);
  });

  test('tells each of its faults apart', () => {
    const faults = (given: string) =>
      read(`// @decision ${given}\n// @title t\n// @status s\n// @rationale r`)[0]?.faults;
    expect(faults('DEC-AUTH-001')).toEqual([]);
    expect(faults('DEC-AUTH-SESSION-001')).toEqual([]);
    for (const given of ['DEC-001', 'DEC-AUTH-1', 'dec-auth-001', 'DEC-AUTH', 'DEC_AUTH_001', 'DEC-AUTH-0001']) {
      expect(faults(given), given).toEqual([given.startsWith('DEC_') ? 'no-id' : 'malformed-id']);
    }
    expect(faults('use sessions')).toEqual(['no-id']);
    expect(read('// @decision DEC-AUTH-001')[0]?.faults).toEqual(['no-title', 'no-status', 'no-rationale']);
  });

  test.each([
    ['in a string', 'const s = "@decision DEC-A-001";'],
    ['in code', '@decision\nclass DecA001 {}'],
    ['in the middle of a sentence', '// every file has its @decision DEC-A-001 somewhere'],
    ['in capitals, alone', '// @Decision DEC-A-001'],
    ['as part of a word', '// @decisions DEC-A-001'],
  ])('is none %s', (_where, text) => {
    expect(read(text)).toEqual([]);
  });

  test('reads a status by its first word', () => {
    const [annotation] = read('// @decision DEC-A-001\n// @status Superseded by DEC-A-002');
    expect(annotation?.status).toBe('superseded');
  });
});
