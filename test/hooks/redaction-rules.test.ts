import { describe, expect, it } from 'vitest';
import { redactData, redactText } from '../../src/events/redact.ts';
import { logFolder } from '../../src/events/segments.ts';
import { resolvePolicy } from '../../src/gates/policy-files.ts';
import { loadState } from '../../src/hooks/load-state.ts';
import { prompts, requests, type Scenario, scenario } from '../kit/scenario.ts';

const STAFF = { name: 'staff', pattern: '\\bEMP-[0-9]{6}\\b' };
const policyOf = (redaction: unknown) => ({ preset: 'strict', redaction });
const kept = (s: Scenario): string => JSON.stringify(s.events());
const problemsOf = (redaction: unknown): readonly string[] =>
  resolvePolicy([{ path: 'p', text: JSON.stringify({ redaction }) }]).problems;

describe('redaction rules of a project', () => {
  it('hold for the first event of a session, and the envelope names them', async () => {
    const s = scenario({ policy: policyOf({ rules: [STAFF] }) });
    const { events } = await s.when(prompts('ask EMP-123456 about it'));
    expect(events[0]?.data['prompt']).toBe('ask [redacted:user/staff] about it');
    expect(events[0]?.redacted).toEqual(['user/staff']);
    expect(kept(s)).not.toContain('123456');
  });

  it('hold in keys, encodings, blobs and unreadable input, beside those of docket', async () => {
    const s = scenario({ policy: policyOf({ rules: [STAFF] }) });
    const secret = 'EMP-123456';
    const code = Buffer.from(`number: ${secret} of staff`).toString('base64');
    await s.when(requests('Bash', { [secret]: `${code} PASSWORD=hunter2`, long: `${secret} ${'x '.repeat(9000)}` }));
    await s.when(`{"broken": "${secret}`);
    expect(kept(s)).not.toMatch(/EMP-123456|hunter2/);
    expect(kept(s)).not.toContain(code);
    expect(s.events()[0]?.redacted).toEqual(['named-secret', 'user/staff']);
    expect(s.events().find(({ type }) => type === 'HookFailed')?.redacted).toEqual(['user/staff']);
  });

  it('are those of all policy files', async () => {
    const s = scenario({ policy: policyOf({ rules: [STAFF] }) });
    s.write(
      'docket.config.local.json',
      JSON.stringify({ redaction: { rules: [{ name: 'room', pattern: 'room [0-9]+' }] } }),
    );
    await s.when(prompts('EMP-123456 is in room 77'));
    expect(s.events()[0]?.data['prompt']).toBe('[redacted:user/staff] is in [redacted:user/room]');
  });

  it('ignore the case of letters where they say so', async () => {
    const s = scenario({ policy: policyOf({ rules: [{ ...STAFF, flags: 'i' }] }) });
    await s.when(prompts('emp-123456'));
    expect(s.events()[0]?.data['prompt']).toBe('[redacted:user/staff]');
  });

  it('still hold while a policy file is being edited', async () => {
    const s = scenario({ policy: policyOf({ rules: [STAFF] }) });
    s.write('docket.config.json', `{ "preset": "strict", "redaction": { "rules": [${JSON.stringify(STAFF)}, { "name"`);
    const { events } = await s.when(prompts('EMP-123456'));
    expect(events[0]?.data['prompt']).toBe('[redacted:user/staff]');
    expect(kept(s)).toContain('is not JSON');
  });

  it('that cannot be used are reported, and the others hold', async () => {
    const bad = [
      { name: 'back', pattern: '(a)\\1' },
      { name: 'Big Name', pattern: 'a' },
      { name: 'long', pattern: 'a'.repeat(1001) },
      { name: 'empty', pattern: 'a*' },
    ];
    const s = scenario({ policy: policyOf({ rules: [...bad, STAFF] }) });
    await s.when(prompts('EMP-123456 a'));
    expect(s.events()[0]?.data['prompt']).toBe('[redacted:user/staff] a');
    const problems = loadState(logFolder(s.root, s.deps.fs), s.root, null).fold.view('s1', s.project).policy.problems;
    expect(problems).toHaveLength(4);
    expect(problems.join('\n')).toMatch(
      /"back" does not hold.*references[\s\S]*"Big Name"[\s\S]*1000 characters[\s\S]*no length/,
    );
  });

  it('can switch a rule of docket off, by a name that exists', async () => {
    const s = scenario({ policy: policyOf({ off: ['named-secret'] }) });
    const token = `${['gh', 'p_'].join('')}${'aB3'.repeat(12)}`;
    await s.when(requests('Bash', { command: `PASSWORD=hunter2 run ${token}`, password: 'x1y2z3' }));
    expect(kept(s)).toContain('PASSWORD=hunter2 run [redacted:github-token]');
    expect(kept(s)).toContain('x1y2z3');
    expect(problemsOf({ off: ['named-secret'] })).toEqual([]);
    expect(problemsOf({ off: ['no-such'] }).join()).toContain('"no-such"');
  });

  it('are recorded by name alone, since a pattern may be the secret', async () => {
    const s = scenario({ policy: policyOf({ rules: [{ name: 'door', pattern: 'swordfish\\.77' }] }) });
    await s.when(prompts('hello'));
    const loaded = s.events().find(({ type }) => type === 'PolicyLoaded');
    expect(loaded?.data['policy']).toMatchObject({ redaction: { rules: ['door'], off: [] } });
    expect(kept(s)).not.toContain('swordfish');
  });

  it('cost nothing where there are none: no text of a policy is handed on', async () => {
    const handedOn: unknown[] = [];
    const s = scenario({
      preset: 'strict',
      deps: {
        redactData: (data, texts) => {
          handedOn.push(texts);
          return redactData(data, texts);
        },
      },
    });
    await s.when(prompts('add a discount, PASSWORD=hunter2hunter2'));
    expect(handedOn.length).toBeGreaterThan(0);
    expect(handedOn.filter((texts) => texts !== undefined)).toEqual([]);
  });

  it('leave the marker of another rule, and do not pile up', () => {
    const texts = [JSON.stringify({ redaction: { rules: [{ name: 'word', pattern: 'redacted' }] } })];
    const once = redactText('redacted PASSWORD=hunter2', texts).text;
    expect(redactText(once, texts).text).toBe(once);
    expect(once).not.toContain('hunter2');
  });
});
