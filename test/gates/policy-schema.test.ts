import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { KEY_REFERENCE } from '../../src/cli/policy/key-reference.ts';
import { OPTION_REFERENCE } from '../../src/cli/policy/option-reference.ts';
import { GATES } from '../../src/gates/gates.ts';
import { resolvePolicy } from '../../src/gates/policy-files.ts';
import { gateKeys } from '../../src/gates/policy-names.ts';
import { type JsonSchema, policyJsonSchema } from './policy-json-schema.ts';

describe('the JSON schema of policy files', () => {
  it('is what docket itself reads them with (renew with: npx vitest run test/gates/policy-schema -u)', async () => {
    const text = `${JSON.stringify(policyJsonSchema(), null, 2)}\n`;
    await expect(text).toMatchFileSnapshot('../../schema/docket.config.schema.json');
  });

  it('describes every key', () => {
    const silent: string[] = [];
    const walk = (schema: JsonSchema, at: string): void => {
      for (const [key, value] of Object.entries(schema.properties ?? {})) {
        if ((value.description ?? '') === '') silent.push(`${at}.${key}`);
        walk(value, at === '' ? key : `${at}.${key}`);
      }
      for (const inner of [schema.items, schema.additionalProperties, ...(schema.anyOf ?? [])])
        if (typeof inner === 'object') walk(inner, at);
    };
    walk(policyJsonSchema(), '');
    expect(silent).toEqual([]);
  });

  it('describes nothing that there is not', () => {
    const all = JSON.stringify(policyJsonSchema());
    for (const { key, text } of KEY_REFERENCE) expect(all, key).toContain(JSON.stringify(text).slice(1, -1));
    const known = GATES.flatMap(({ name }) => gateKeys(name, true));
    expect(Object.keys(OPTION_REFERENCE).filter((option) => !known.includes(option))).toEqual([]);
    for (const { of = {} } of Object.values(OPTION_REFERENCE))
      expect(GATES.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(of)));
  });

  it.each([
    {},
    { preset: 'strict', mode: 'monitor' },
    { preset: 'loose' },
    { mode: 'off' },
    { gates: { guard: { rules: { 'rm-root': 'monitor' }, paths: ['data'], failClosed: true } } },
    { gates: { guard: { rules: { 'rm-rot': 'monitor' } } } },
    { gates: { gaurd: {} } },
    { gates: { lint: { paths: ['a'] } } },
    { gates: { lint: { mode: 'on' } } },
    { gates: { 'plan-check': { churn: { warn: 101 } } } },
    { waivers: [{ rule: 'guard/clean', reason: 'x', until: '2026-01-01' }] },
    { waivers: [{ rule: 'guard/clean' }] },
    { presets: 'strict' },
    { plan: { file: '../x' } },
    { fsync: 'always', views: true, promptCommands: false, careful: { rules: ['guard'] } },
  ])('finds wrong what docket finds wrong: %j', (file) => {
    const validate = new Ajv2020({ strict: false }).compile(policyJsonSchema());
    const { problems } = resolvePolicy([{ path: 'p', text: JSON.stringify(file) }]);
    expect(validate(file)).toBe(problems.length === 0);
  });
});
