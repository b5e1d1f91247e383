import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KEY_REFERENCE } from '../../src/cli/policy/key-reference.ts';
import { OPTION_REFERENCE } from '../../src/cli/policy/option-reference.ts';
import { GATES } from '../../src/gates/gates.ts';
import { alike, effects, POLICIES, row } from './preset-effects.ts';

const DOC = readFileSync('docs/policy.md', 'utf8');

/** One row for the rules of a gate that are alike, one for each option that a preset sets. */
const presetRows = (): string[] =>
  GATES.flatMap((gate) => {
    const { name, rules } = gate;
    const groups = alike(gate);
    const options = [...new Set(POLICIES.flatMap(({ gates }) => Object.keys(gates[name]?.options ?? {})))];
    return [
      ...(rules.length === 0 ? [row(`**${name}**`, ...effects(name, null))] : []),
      ...groups.map(({ rules: names, effects: each }) =>
        row(`**${name}**${groups.length === 1 ? '' : `: ${names.map((one) => `\`${one}\``).join(', ')}`}`, ...each),
      ),
      ...options
        .filter((option) => option !== 'atMost')
        .map((option) =>
          row(
            `${name}, \`${option}\``,
            ...POLICIES.map(({ gates }) => {
              const value = gates[name]?.options[option];
              return value === undefined ? '' : `\`${value}\``;
            }),
          ),
        ),
    ];
  });

const TABLE = /(<!-- presets: .* -->\n)[\s\S]*?(<!-- presets end -->)/;

describe('docs/policy.md', () => {
  it('has the table of presets as the policy code has them (renew with: npx vitest run test/docs/policy -u)', async () => {
    expect(DOC).toMatch(TABLE);
    const table = [row('gate', 'observe', 'standard', 'strict'), row('---', '---', '---', '---'), ...presetRows()];
    const renewed = DOC.replace(TABLE, (_all, before, after) => `${before}\n${table.join('\n')}\n\n${after}`);
    await expect(renewed).toMatchFileSnapshot('../../docs/policy.md');
  });

  it('has a heading for each key, and says each option and key', () => {
    const anchors = DOC.split('\n').flatMap((line) => {
      const title = /^##+ (.*)$/.exec(line)?.[1];
      return title === undefined
        ? []
        : [
            title
              .toLowerCase()
              .replaceAll(/[^\w\s-]/g, '')
              .replaceAll(/\s/g, '-'),
          ];
    });
    expect(anchors).toEqual(expect.arrayContaining(KEY_REFERENCE.flatMap(({ doc }) => doc ?? [])));
    for (const option of Object.keys(OPTION_REFERENCE)) expect(DOC, option).toContain(`\`${option}\``);
    for (const { key } of KEY_REFERENCE) expect(DOC, key).toContain(key.split('.').at(-1)?.replace(/\[\]$/, ''));
  });
});

/** Presets as they were meant: what every change of a preset has to be held against. */
const MEANT: readonly (readonly [what: string, rules: readonly string[], effects: readonly string[]])[] = [
  [
    'what cannot be brought back is denied',
    [
      ...['rm-root', 'rm-project', 'rm-git', 'device', 'fork-bomb', 'permissions', 'halt', 'run-download'],
      ...['database-loss', 'protected-path'],
      ...['reset-hard', 'clean', 'branch-delete', 'branch-move', 'reflog-expire', 'rewrite-history'],
      ...['force-push-protected', 'delete-protected'],
    ].map((rule) => `guard/${rule}`),
    ['monitor', 'deny', 'deny'],
  ],
  [
    'docket protects itself',
    ['log', 'policy', 'registration', 'program', 'command', 'payload', 'process'].map(
      (rule) => `self-protection/${rule}`,
    ),
    ['monitor', 'deny', 'deny'],
  ],
  [
    'a person is asked about losses they may want',
    [
      ...['rm-in-git', 'rm-all', 'rm-matching', 'rm-worktree', 'rm-outside', 'rm-unknown', 'run-decoded'],
      ...['run-downloaded-file', 'rows-loss', 'database-reset', 'force-push-unbounded', 'force-push-unleased'],
      ...['delete-remote', 'lease-protected', 'discard-changes', 'drop-stash', 'worktree-discard', 'delete-ref'],
      ...['skip-hooks', 'not-understood', 'unreadable-command', 'unreadable-path', 'unreadable-input'],
    ].map((rule) => `guard/${rule}`),
    ['monitor', 'ask', 'ask'],
  ],
  [
    'force pushes and worktree removals are rewritten',
    ['guard/force-push-lease', 'guard/worktree-remove'],
    ['monitor', 'rewrite', 'rewrite'],
  ],
  ['files in /tmp are moved only under strict', ['guard/tmp-write'], ['monitor', 'off', 'rewrite']],
  [
    'work on main and without proof is denied only under strict',
    ['guard/commit-on-protected', 'guard/commit-unproven', 'branch-guard/protected-branch'],
    ['monitor', 'off', 'deny'],
  ],
  ['tests come before commits', ['guard/commit-untested'], ['monitor', 'deny', 'deny']],
  ['writing on failing tests', ['test-gate/tests-fail'], ['monitor', 'advise', 'advise, then deny']],
  ['commands that only read are allowed only under strict', ['auto-review/safe'], ['monitor', 'nothing', 'allow']],
];

describe('the presets', () => {
  it.each(MEANT)('%s', (_what, rules, expected) => {
    for (const id of rules) {
      const gate = id.split('/')[0] ?? '';
      const rule = GATES.find(({ name }) => name === gate)?.rules.find((each) => each.id === id) ?? null;
      expect([id, rule === null ? null : effects(gate, rule)]).toEqual([id, expected]);
    }
  });

  it('have a place for every rule of guard and self-protection', () => {
    const meant = MEANT.flatMap(([, rules]) => rules);
    const all = GATES.filter(({ name }) => name === 'guard' || name === 'self-protection').flatMap(
      ({ rules }) => rules,
    );
    expect(all.map(({ id }) => id).filter((id) => !meant.includes(id))).toEqual(['guard/revert-untested']);
  });

  it.each([
    [
      [
        'mock-gate',
        'doc-gate',
        'plan-check',
        'plan-validate',
        'stop-guard',
        'lint',
        'code-review',
        'forward-motion',
        'workflow',
      ],
      ['monitor', 'off', 'enforce'],
    ],
    [
      ['session-init', 'prompt-submit', 'compact-preserve', 'session-summary', 'subagent-start'],
      ['off', 'enforce', 'enforce'],
    ],
    [
      ['test-runner', 'notify'],
      ['off', 'off', 'enforce'],
    ],
    [
      ['llm-review', 'update-check'],
      ['off', 'off', 'off'],
    ],
  ])('switch %j %j', (gates, modes) => {
    for (const gate of gates) expect([gate, POLICIES.map((policy) => policy.gates[gate]?.mode)]).toEqual([gate, modes]);
  });
});
