import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { presetPolicy } from '../../src/cli/preset-policy.ts';
import { GATES } from '../../src/gates/gates.ts';
import { SHELL_HOOKS } from '../../src/hooks/install/shell-hooks.ts';

const modeUnder = (preset: string, gate: string): string => presetPolicy(preset).gates[gate]?.mode ?? 'off';

/** A row of the table: the script, the gate, its mode under each preset, how it does it. */
const rowOf = ([name, { events, gates, now }]: [string, (typeof SHELL_HOOKS)[string]]): string => {
  const [gate] = gates;
  const modes = ['observe', 'standard', 'strict'].map((preset) => (gate === undefined ? '' : modeUnder(preset, gate)));
  const script = name.endsWith('-hook') ? name : `${name}.sh`;
  const cells = [`\`${script}\``, events[0] ?? '', gate ?? 'the log', ...modes, now];
  return `| ${cells.join(' | ')} |`.replace(/ {2,}/g, ' ');
};

it('docs/migrating.md has a row for each script, from the code', () => {
  const rows = readFileSync('docs/migrating.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| `[\w-]+(?:\.sh|-hook)` \|/.test(line));
  expect(rows).toEqual(Object.entries(SHELL_HOOKS).map(rowOf));
});

it('names only gates that there are', () => {
  const names = GATES.map(({ name }) => name);
  for (const { gates } of Object.values(SHELL_HOOKS)) expect(names).toEqual(expect.arrayContaining([...gates]));
});
