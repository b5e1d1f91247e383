import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { optionReference } from '../../src/cli/policy/option-reference.ts';
import type { Gate } from '../../src/gates/gate.ts';
import { GATES } from '../../src/gates/gates.ts';
import { alike, effects, POLICIES, row } from './preset-effects.ts';

const PAGE = readFileSync('docs/gates.md', 'utf8');

const optionRow = (gate: string, option: string): string => {
  const reference = optionReference(gate, option);
  const set = POLICIES.flatMap(({ preset, gates }) => {
    const value = gates[gate]?.options[option];
    return value === undefined ? [] : [`${preset}: \`${JSON.stringify(value)}\``];
  });
  const cells = [`\`${option}\``, reference?.text ?? '', [reference?.byDefault ?? '', ...set].join('; ')];
  return row(...cells.map((cell) => cell.replaceAll('|', '\\|')));
};

/** What the page says of a gate that the code knows: rules with what they answer, and options. */
const made = (gate: Gate): string => {
  const { name, rules, options = [] } = gate;
  const escalates = rules.some(({ decision }) => typeof decision !== 'string');
  const own = [...options, ...(escalates ? ['atMost'] : [])];
  return [
    row(`rules of [${name}](hooks.md#${name})`, 'observe', 'standard', 'strict'),
    row('---', '---', '---', '---'),
    ...(rules.length === 0 ? [row('', ...effects(name, null))] : []),
    ...alike(gate).map((group) => row(group.rules.map((rule) => `\`${rule}\``).join(', '), ...group.effects)),
    ...(own.length === 0 ? [] : ['', row('option', '', 'by default'), row('---', '---', '---')]),
    ...own.map((option) => optionRow(name, option)),
  ].join('\n');
};

describe('docs/gates.md', () => {
  it('has the rules and options of each gate as the code has them (renew with -u)', async () => {
    const renewed = PAGE.replace(
      /(<!-- gate ([\w-]+):.* -->\n)[\s\S]*?(<!-- end -->)/g,
      (_all, begin: string, name: string, end: string) => {
        const gate = GATES.find((each) => each.name === name);
        return gate === undefined ? `${begin}there is no such gate\n${end}` : `${begin}\n${made(gate)}\n\n${end}`;
      },
    );
    await expect(renewed).toMatchFileSnapshot('../../docs/gates.md');
  });

  it('has a part for each gate, in the order they judge, which says all that a user asks', () => {
    const parts = PAGE.split(/^## /m).slice(1);
    expect(parts.map((part) => part.split('\n')[0])).toEqual(GATES.map(({ name }) => name));
    for (const part of parts) {
      const [name = '', ...text] = part.split('\n');
      expect(text.join('\n'), name).toMatch(/^\n\S.*[?.]\n/);
      expect(text.join('\n'), name).toContain(`<!-- gate ${name}: `);
      expect(text.join('\n'), name).toMatch(/^- \*\*Opens:\*\* .+\.$/m);
      expect(text.join('\n'), name).toMatch(/^- \*\*Cannot see:\*\* .+\.$/m);
    }
  });

  it('leads to a heading of docs/hooks.md for each gate', () => {
    const headings = [...readFileSync('docs/hooks.md', 'utf8').matchAll(/^##+ (.+)$/gm)].map(([, title]) => title);
    expect(GATES.map(({ name }) => name).filter((name) => !headings.includes(name))).toEqual([]);
  });
});
