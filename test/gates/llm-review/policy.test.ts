import { describe, expect, it } from 'vitest';
import { resolvePolicy } from '../../../src/gates/policy-files.ts';

const fileWith = (review: Record<string, unknown>) => JSON.stringify({ gates: { 'llm-review': review } });
const KEYS = {
  mode: 'enforce',
  providers: { gemini: { key: 'AIza-secret' }, openai: { baseUrl: 'https://x.example' } },
};

describe('keys and addresses in policy files', () => {
  it('belong in the user’s own file, and are no part of the policy that is logged', () => {
    const own = { path: '/home/ada/.config/docket/config.json', text: fileWith(KEYS), isPersonal: true as const };
    const { policy, problems } = resolvePolicy([own]);
    expect(problems).toEqual([]);
    expect(policy.gates['llm-review']).toEqual({ mode: 'enforce', rules: {}, failClosed: false, options: {} });
  });

  it('are reported in a project’s file, without their values, and the rest of it holds', () => {
    const { policy, problems } = resolvePolicy([
      { path: 'docket.config.json', text: fileWith({ ...KEYS, colour: 1 }) },
    ]);
    expect(problems).toEqual([
      expect.stringContaining('docket.config.json sets "providers" of llm-review, which only the user\'s own'),
      expect.stringContaining('sets an option "colour"'),
    ]);
    expect(JSON.stringify([policy, problems])).not.toMatch(/AIza|x\.example/);
    expect(policy.gates['llm-review']?.mode).toBe('enforce');
  });

  it('of a wrong type are reported without their values', () => {
    const text = fileWith({ providers: { gemini: { key: 5, token: 'AIza-secret' } } });
    const { problems, broken } = resolvePolicy([{ path: 'config.json', text, isPersonal: true }]);
    expect(broken).toBe(true);
    expect(JSON.stringify(problems)).not.toContain('AIza');
  });
});

describe('the presets', () => {
  it.each(['observe', 'standard', 'strict'])('leave llm-review off in %s', (preset) => {
    const { policy } = resolvePolicy([{ path: 'p', text: JSON.stringify({ preset }) }]);
    expect(policy.gates['llm-review']?.mode).toBe('off');
  });
});
