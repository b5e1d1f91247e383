import { describe, expect, it } from 'vitest';
import { policyChanges } from '../../../src/cli/policy/diff.ts';
import { GATES } from '../../../src/gates/gates.ts';
import { resolvePolicy } from '../../../src/gates/policy-files.ts';
import { runDocket } from '../../kit/hook-process.ts';
import { tempProject } from '../../kit/temp-project.ts';
import { widest } from '../sessions.ts';

const policy = (file: object) => resolvePolicy([{ path: 'p', text: JSON.stringify(file) }]).policy;

const changes = (from: object, to: object) =>
  policyChanges(policy(from), policy(to)).map(({ key, from: was, to: is, means }) => `${key} ${was} ${is}: ${means}`);

const STRICT = { preset: 'strict' };
const withGate = (gate: string, settings: object) => ({ ...STRICT, gates: { [gate]: settings } });

describe('what differs between two policies', () => {
  it.each([
    ['off', 'enforce', 'would now deny.'],
    ['off', 'monitor', 'would be judged and logged, not answered.'],
    ['monitor', 'enforce', 'would now deny, and not only log that it would.'],
    ['monitor', 'off', 'would not be judged and logged any more.'],
    ['enforce', 'monitor', 'would only log that it would deny.'],
    ['enforce', 'off', 'would not be judged any more, where it would deny now.'],
  ])('is told in words: a rule from %s to %s', (from, to, means) => {
    const rule = (mode: string) => withGate('guard', { rules: { clean: mode } });
    expect(changes(rule(from), rule(to))).toEqual([`gates.guard.rules.clean ${from} ${to}: guard/clean ${means}`]);
  });

  it('is one line for a gate whose rules all change alike', () => {
    expect(changes(STRICT, withGate('branch-guard', { mode: 'off' }))).toEqual([
      'gates.branch-guard enforce off: branch-guard would not be judged any more, where it would deny now.',
    ]);
    expect(changes(withGate('branch-guard', { mode: 'off' }), STRICT)).toHaveLength(1);
  });

  it('is what options and other keys say', () => {
    expect(changes(STRICT, { ...withGate('guard', { paths: ['data'] }), fsync: 'always' })).toEqual([
      expect.stringMatching(/^fsync null always: When the log is forced to the disk/),
      expect.stringMatching(/^gates\.guard\.paths null data: Files and folders whose content/),
    ]);
    expect(changes(STRICT, withGate('test-gate', { atMost: 'advise' }))).toEqual([
      expect.stringContaining('never denies'),
    ]);
  });

  it('is nothing where nothing differs, and the same the other way round', () => {
    const all = ['observe', 'standard', 'strict'].map((preset) => policy({ preset }));
    for (const from of all)
      for (const to of all) {
        const keys = policyChanges(from, to).map(({ key }) => key);
        expect(policyChanges(to, from).map(({ key }) => key)).toEqual(keys);
        if (from === to) expect(keys).toEqual([]);
      }
  });

  it('is all that a policy in monitor mode answers', () => {
    const watched = changes(STRICT, { ...STRICT, mode: 'monitor' });
    const enforced = GATES.filter(({ name }) => policy(STRICT).gates[name]?.mode === 'enforce').map(({ name }) => name);
    const named = watched.flatMap((line) => /^gates\.([\w-]+)/.exec(line)?.[1] ?? []);
    expect([...new Set(named)]).toEqual(enforced);
  });
});

describe('docket policy diff', () => {
  it('compares the policy here with a preset or a file, and names the backtest', () => {
    const { path, write } = tempProject({ branch: 'main' });
    write('docket.config.json', '{ "preset": "strict" }');
    write('other.json', '{ "preset": "strict", "gates": { "lint": { "mode": "off" } } }');
    const { stdout, status } = runDocket(['policy', 'diff', 'other.json'], path);
    expect(status).toBe(1);
    expect(stdout).toContain('the policy here (preset strict) → other.json');
    expect(stdout).toContain('gates.lint  enforce → off');
    expect(stdout).toContain('docket backtest --policy other.json');
    expect(runDocket(['policy', 'diff', 'strict'], path)).toMatchObject({ status: 0 });
    const wide = runDocket(['policy', 'diff', 'observe', 'strict'], path);
    expect([widest(wide.stdout) <= 80, wide.stdout.includes('--preset strict')]).toEqual([true, true]);
    const json = JSON.parse(runDocket(['policy', 'diff', 'standard', 'other.json', '--json'], path).stdout);
    expect(json).toMatchObject({
      from: { name: 'standard', kind: 'preset' },
      to: { name: 'other.json', kind: 'file', preset: 'strict', mode: 'enforce' },
      backtest: 'docket backtest --policy other.json',
    });
  });

  it('says of each side that it is in monitor mode as a whole', () => {
    const { path, write } = tempProject({ branch: 'main' });
    write('docket.config.json', '{ "preset": "strict", "mode": "monitor" }');
    write('other.json', '{ "preset": "strict", "mode": "monitor" }');
    const head = (...args: string[]) => runDocket(['policy', 'diff', ...args], path).stdout.replace(/\s+/g, ' ');
    expect(head('strict')).toContain('the policy here (preset strict, in monitor mode as a whole) → preset strict');
    expect(head('strict', 'other.json')).toContain('preset strict → other.json (in monitor mode as a whole)');
  });

  it('says what is neither, and what cannot be used', () => {
    const { path, write } = tempProject({ branch: 'main' });
    write('broken.json', '{');
    expect(runDocket(['policy', 'diff', 'lax'], path)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('lax is no preset (observe, standard, strict), and no file'),
    });
    expect(runDocket(['policy', 'diff', 'broken.json'], path)).toMatchObject({ status: 2, stdout: '' });
    expect(runDocket(['policy', 'diff'], path).status).toBe(2);
  });
});
