import { describe, expect, it } from 'vitest';
import { KEY_REFERENCE } from '../../src/cli/policy/key-reference.ts';
import { GATES } from '../../src/gates/gates.ts';
import { resolvePolicy } from '../../src/gates/policy-files.ts';
import { PAGES, proseOf } from './examples/blocks.ts';

const RULES = new Set(GATES.flatMap(({ rules }) => rules.map(({ id }) => id)));
const NAMES = GATES.map(({ name }) => name);

/** Rules of no list: what is said where a gate was not asked, or cannot be. */
const BESIDE = /\/(?:unknown|not-consulted)$/;

const codeIn = (page: string): string[] =>
  [...proseOf(page).matchAll(/(`+)((?:(?!\1)[\s\S])+?)\1/g)].map(([, , code = '']) => code.replace(/\s+/g, ' ').trim());

/** Keys of a policy, and names of gates, with which a piece of one begins. */
const BEGINS = [...KEY_REFERENCE.map(({ key }) => key.split(/[.[]/)[0]), ...NAMES];

const isJson = (text: string): boolean => {
  try {
    return JSON.parse(text) !== null;
  } catch {
    return false;
  }
};

/** Whether code is no piece of a policy, or one that holds: as a whole policy, as an entry of it, or of its gates or of a gate. */
const holds = (code: string): boolean => {
  if (!BEGINS.includes(/^(?:\{ ?)?"([\w-]+)": /.exec(code)?.[1])) return true;
  const entries = ['{ CODE }', '{ "gates": { CODE } }', ...NAMES.map((name) => `{ "gates": { "${name}": { CODE } } }`)];
  const texts = [code, ...entries.map((text) => text.replace('CODE', () => code))].filter(isJson);
  return (
    texts.length === 0 ||
    texts.some((text) => resolvePolicy([{ path: 'docket.config.json', text }]).problems.length === 0)
  );
};

describe.each(PAGES)('%s', (page) => {
  it('names only rules that there are', () => {
    const named = codeIn(page).flatMap((code) => code.match(/(?<![\w./-])[a-z-]+\/[a-z0-9-]+(?![\w./-])/g) ?? []);
    const rules = named.filter((id) => NAMES.includes(id.split('/')[0] ?? '') && !BESIDE.test(id));
    expect([...new Set(rules.filter((id) => !RULES.has(id)))]).toEqual([]);
  });

  it('says only policies that hold', () => {
    expect([...new Set(codeIn(page).filter((code) => !holds(code)))]).toEqual([]);
  });
});
