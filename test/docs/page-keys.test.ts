import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { KEYS } from '../../src/audit/page/shared/keys.ts';

it('names in docs/postmortems.md every key that the page acts on', () => {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'postmortems.md'), 'utf8');
  const table = text.slice(text.indexOf('| key | what it does |')).split('\n\n')[0] ?? '';
  const named = [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, keys = '']) => keys.replaceAll('`', '').split(' '));
  const acted = KEYS.flatMap(({ keys, action }) => (action === null ? [] : keys));
  expect(acted.filter((key) => !named.includes(key))).toEqual([]);
});
