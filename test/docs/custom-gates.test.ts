import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('shows the examples as they are', () => {
  const text = readFileSync('docs/custom-gates.md', 'utf8');
  const folder = join('examples', 'custom-gates');
  const names = [
    'docket.config.json',
    ...readdirSync(join(folder, 'docket.gates')).map((name) => `docket.gates/${name}`),
  ];
  expect(names).toHaveLength(4);
  for (const name of names) expect(text).toContain(readFileSync(join(folder, name), 'utf8').trim());
});
