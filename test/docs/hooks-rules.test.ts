import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GATES } from '../../src/gates/gates.ts';
import { tryCommand, tryInput } from '../features/gate-cases.ts';

/** A row of a table of rules: `| rule | example | observe | standard | strict | why |`. */
interface Row {
  readonly rule: string;
  readonly input: string;
  readonly branch: string;
  /** What is taken for granted, as `docket gates --assume` takes it. */
  readonly assumed: readonly string[];
  /** What the policy says of the gate besides the preset. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly decisions: Readonly<Record<'observe' | 'standard' | 'strict', string>>;
  readonly why: string;
}

const ROWS: readonly Row[] = readFileSync('docs/hooks.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
    const [, rule = '', example = '', observe = '', standard = '', strict = '', why = ''] = cells;
    const code = /^(`+) ?(.*?) ?\1(?: on `([^`]+)`)?/.exec(example);
    if (!/^`[\w-]+\/[\w-]+`$/.test(rule) || code === null || why === '') return [];
    const [, , input = '', branch = 'feature/x'] = code;
    const assumed = [...example.matchAll(/(?:with|and) `([\w./-]+=[^`]+)`/g)].map(([, each = '']) => each);
    const paths = /where `paths` has `([^`]+)`$/.exec(example)?.[1];
    const options = paths === undefined ? {} : { paths: [paths] };
    return [
      { rule: rule.slice(1, -1), input, branch, assumed, options, decisions: { observe, standard, strict }, why },
    ];
  });

/** Gates whose rules a single input can set off. */
const TABLED = [
  'guard',
  'self-protection',
  'auto-review',
  'stop-guard',
  'mock-gate',
  'doc-gate',
  'plan-check',
  'workflow',
  'subagent-start',
];

describe('the rules in docs/hooks.md', () => {
  it.each(ROWS.map((row) => [`${row.rule}: ${row.input}`, row] as const))('%s', async (_name, row) => {
    for (const preset of ['observe', 'standard', 'strict'] as const) {
      const tried = row.input.startsWith('{')
        ? await tryInput(row.input, preset, row.assumed)
        : await tryCommand(row.input, row.branch, preset, { guard: row.options }, row.assumed);
      const verdict = tried.ruled.verdicts.find(({ rule }) => rule === row.rule);
      const said = verdict === undefined ? 'off' : verdict.mode === 'monitor' ? 'monitor' : verdict.decision;
      expect(said, preset).toBe(row.decisions[preset]);
    }
  });

  it('are what docket policy explain says of them (renew with -u)', async () => {
    const plain = (text: string): string => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    const texts = Object.fromEntries(
      ROWS.toReversed().map(({ rule, input, why }) => [rule, { example: input, why: plain(why) }] as const),
    );
    const text = `${JSON.stringify(Object.fromEntries(Object.entries(texts).sort()), null, 2)}\n`;
    await expect(text).toMatchFileSnapshot('../../src/cli/policy/rule-texts.json');
  });

  it('has a row for every rule', () => {
    const rules = GATES.filter(({ name }) => TABLED.includes(name))
      .flatMap((gate) => gate.rules.map(({ id }) => id))
      .filter((id) => id !== 'guard/unreadable-input');
    const rows = ROWS.map(({ rule }) => rule).filter((rule) => TABLED.includes(rule.split('/')[0] ?? ''));
    expect([...new Set(rows)].sort()).toEqual([...rules].sort());
  });
});
