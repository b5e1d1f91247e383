import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patient } from '../kit/patience.ts';
import type { LoggedSession } from './kit/golden-log.ts';
import { goldenLog } from './kit/golden-log.ts';
import { show } from './kit/show.tsx';

/** What the program itself writes to steer a terminal: colours and weights, moves and erasing, its own screen. */
const OWN = new RegExp(
  [
    '\\u001b\\[(?:0|1|2|4|7|22|24|27|3[0-7]|39|9[0-7])?(?:;[0-9]+)*m',
    '\\u001b\\[(?:[0-9]+)?[AGK]',
    '\\u001b\\[2J\\u001b\\[H',
    '\\u001b\\[\\?(?:25|1049|2026)[hl]',
  ].join('|'),
  'g',
);

const STEERING = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

const HARM = [
  '\u001b]0;owned\u0007',
  '\u001b]52;c;b3duZWQ=\u0007',
  '\u001b[6n',
  '\u001b[?1049l',
  '\u001b[38;5;201mpink',
  '\u009b31m',
  '\u001bP1$r\u001b\\',
  '\r',
  '\b\b\b',
  '\u0000',
  '\u007f',
  '\u202egnp.exe',
  '\u2066x\u2069',
  '\t',
];

/** A recorded session in whose texts something stands that would steer a terminal. */
const hostile = (harm: string): LoggedSession => {
  const escaped = JSON.stringify(harm).slice(1, -1);
  return {
    golden: 'writing-is-warned-then-denied-while-tests-fail-and-passes-once-they-pass',
    session: `s${escaped}`,
    day: '2026-01-04',
    worktree: `/home/${escaped}/shop${escaped}`,
    changed: (line) =>
      line
        .replaceAll('npm test', `npm test ${escaped}`)
        .replaceAll('claude-code', `claude${escaped}`)
        .replaceAll('discount', `dis${escaped}count`)
        .replaceAll('"rule":"test-gate', `"rule":"${escaped}test-gate`)
        .replaceAll('Bash', `Ba${escaped}sh`),
  };
};

const TOUR = [
  ['enter'],
  ['}', '}', '1'],
  ['2'],
  ['3'],
  ['}', '4'],
  ['5'],
  ['f', 't', 'o', 'o', 'l', ':'],
  ['tab', 'enter', 'enter'],
  ['/', 'n', 'p', 'm', 'enter'],
  ['y', 'v'],
  ['q'],
];

describe('what is logged', () => {
  it('never steers the terminal, on any screen', { timeout: patient(120_000) }, async () => {
    const piece = fc.oneof(fc.constantFrom(...HARM), fc.string({ maxLength: 3, unit: 'binary' }));
    const harms = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
    await fc.assert(
      fc.asyncProperty(harms, fc.constantFrom(140, 80, 50), fc.boolean(), async (harm, columns, isLinear) => {
        const terminal = show(goldenLog(hostile(harm)), { columns, rows: 24, isLinear });
        for (const keys of TOUR) await terminal.keys(...keys);
        await terminal.keys('ctrl+c');
        await terminal.ended;
        const rest = terminal.bytes().replace(OWN, '');
        expect(rest).not.toMatch(STEERING);
        expect(terminal.bytes()).not.toContain('\u001b[38;5;201');
        expect(rest).toContain('tests-');
      }),
      { numRuns: 6, examples: [[HARM.join(''), 140, false]] },
    );
  });
});
