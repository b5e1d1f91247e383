import { expect, it } from 'vitest';
import { DENIES, type GatedProject, withGate } from '../../kit/custom-gates.ts';
import { runDocket, runHook } from '../../kit/hook-process.ts';

const asks = ({ path, env }: GatedProject) => {
  const call = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'git reset --hard' } };
  const input = { session_id: 's1', cwd: path, permission_mode: 'default', tool_use_id: 't', ...call };
  return runHook(JSON.stringify(input), path, { env, args: ['--host', 'claude-code', '--timeout', '20'] }).stdout;
};

it('says of a broken file which it is, and what hooks go by until it is mended', () => {
  const project = withGate(DENIES);
  const run = (...args: string[]) => runDocket(args, project.path, { env: project.env });
  const doctor = () => {
    const found = JSON.parse(run('doctor', '--json', '--client-version', '2.1.332').stdout) as {
      findings: { id: string; evidence: string[]; fix: string }[];
      policy: object;
    };
    return { policy: found.policy, of: (id: string) => found.findings.find((one) => one.id === id) };
  };
  expect(asks(project)).toContain('"deny"');
  project.write('docket.config.json', '{"preset": ');
  expect(asks(project)).toContain('"deny"');

  const gates = run('gates', '--json');
  const { preset, gates: listed } = JSON.parse(gates.stdout) as { preset: string; gates: { gate: string }[] };
  expect(preset).toBe('standard');
  expect(listed).toContainEqual(expect.objectContaining({ gate: 'own', mode: 'enforce' }));
  expect(gates.stderr).toMatch(/docket\.config\.json is not JSON[\s\S]*keep to the policy that was in force before/);
  expect(doctor().policy).toEqual({ preset: 'standard', kept: true });
  expect(doctor().of('policy/observe')).toBeUndefined();
  expect(doctor().of('policy/broken')).toMatchObject({
    evidence: [expect.stringContaining('docket.config.json')],
    fix: expect.stringContaining('in force before, preset standard'),
  });
});

it('says that nothing was in force before, where that is so', () => {
  const project = withGate(DENIES);
  project.write('docket.config.json', '{"preset": ');
  const { stdout } = runDocket(['doctor', '--client-version', '2.1.332'], project.path, { env: project.env });
  expect(stdout.replace(/\s+/g, ' ')).toContain('no policy was in force before');
  expect(stdout).toContain('policy/observe');
});

it('keeps what was in force in every command that goes by the policy', () => {
  const project = withGate(DENIES);
  const run = (...args: string[]) => runDocket(args, project.path, { env: project.env });
  const json = (...args: string[]) => JSON.parse(run(...args, '--json').stdout);
  const preset = 'strict';
  const workflows = { release: { phases: [{ name: 'a', done: [{ approval: true }] }] } };
  const customGates = { own: { file: 'docket.gates/own.js' } };
  const policy = JSON.stringify({ preset, views: true, workflows, customGates });
  const told = () => ({
    views: json('views').on,
    questions: json('questions').gate,
    workflows: json('workflow', 'list').map(({ workflow }: { workflow: string }) => workflow),
    names: run('completions', 'complete', '--', 'workflow', 'show', 're').stdout.includes('release'),
    trust: json('policy', 'trust', '--list').map(({ gate }: { gate: string }) => gate),
  });
  project.write('docket.config.json', policy);
  asks(project);
  const before = told();
  expect(before).toMatchObject({ views: true, workflows: ['release'], names: true, trust: ['own'] });
  project.write('docket.config.json', `${policy},`);
  expect(told()).toEqual(before);
  expect(run('workflow', 'list').stderr).toContain('until that is mended');
});
