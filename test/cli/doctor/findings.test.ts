import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FindingId, KINDS } from '../../../src/cli/doctor/catalogue.ts';
import { checkLogPlace } from '../../../src/cli/doctor/checks/log-place.ts';
import { CHECKS, looked } from '../../../src/cli/doctor/examine.ts';
import type { Finding } from '../../../src/cli/doctor/finding.ts';
import { gatherWorld } from '../../../src/cli/doctor/world.ts';
import { DIST } from '../../kit/hook-process.ts';
import { CASES, type FindingCase } from './cases.ts';
import { CLIENT, type DoctorProject, doctorProject, LOCAL, ownHandler, SHARED } from './doctor-project.ts';
import { RUN_CASES } from './run-cases.ts';

const PLENTY = { type: 0xef53, free: Number.MAX_SAFE_INTEGER };

/** What the checks that run nothing find in a project. */
const findingsIn = (project: DoctorProject, { client, disk }: Partial<FindingCase> = {}): Finding[] => {
  const world = gatherWorld({
    env: { HOME: project.home, PATH: '/usr/bin:/bin', ...project.env },
    cwd: project.path,
    program: { node: process.execPath, hook: join(DIST, 'hook.cjs'), version: '0.1.0' },
    clientVersion: client === null ? undefined : (client ?? CLIENT),
    now: Date.now(),
    managed: project.at('managed'),
  });
  const place = { fileSystemOf: () => PLENTY, isWritable: () => true, ...disk };
  return [
    ...CHECKS.flatMap((check) => looked(check, world)),
    ...(disk === undefined ? [] : checkLogPlace(world, place)),
  ];
};

describe('what docket doctor finds', () => {
  it('has a case for every finding there is', () => {
    expect([...Object.keys(CASES), ...Object.keys(RUN_CASES)].sort()).toEqual(Object.keys(KINDS).sort());
  });

  it('is nothing in a project in which docket works', () => {
    expect(findingsIn(doctorProject())).toEqual([]);
    expect(findingsIn(doctorProject('my shop'))).toEqual([]);
  });

  it.each(Object.entries(CASES))('%s', (id, found) => {
    const project = doctorProject();
    found.breaks(project);
    const finding = findingsIn(project, found).find((one) => one.id === id);
    expect(finding, `${id} was not found`).toBeDefined();
    expect([finding?.says, ...(finding?.evidence ?? [])].join('\n')).toMatch(found.says);
    expect(finding?.fix).toMatch(/^[A-Z].*[.)]$/);
    expect(finding?.mend !== undefined).toBe(
      (KINDS as Record<string, { fixable?: true }>)[id as FindingId]?.fixable === true,
    );
  });
});

describe('a project that this user cannot write', () => {
  it('says where the next event goes, and with DOCKET_DIR that it goes nowhere', () => {
    const project = doctorProject();
    const found = (): Finding[] => findingsIn(project, { disk: { isWritable: () => false } });
    const fallback = found().find(({ id }) => id === 'log/fallback');
    expect(fallback?.evidence.join()).toContain(`the next event goes to ${project.home}/.local/state/docket/`);
    project.env['DOCKET_DIR'] = project.at('.docket');
    expect(found().map(({ id }) => id)).toContain('log/not-writable');
  });
});

describe('settings files of all kinds', () => {
  const ids = (project: DoctorProject): string[] => findingsIn(project).map(({ id }) => id);

  const withPlugin = (project: DoctorProject, version: 1 | 2): void => {
    const root = join(project.home, 'plugins', 'docket');
    const hooks = { Stop: [{ hooks: [ownHandler('$' + '{CLAUDE_PLUGIN_ROOT}/dist/hook.cjs')] }] };
    project.writeHome('plugins/docket/hooks/hooks.json', JSON.stringify({ description: 'docket', hooks }));
    project.writeHome('plugins/docket/dist/hook.cjs', '');
    const place = { scope: 'user', installPath: root };
    const plugins = { 'docket@docket': version === 1 ? place : [place] };
    project.writeHome('.claude/plugins/installed_plugins.json', JSON.stringify({ version, plugins }));
  };

  it.each([1, 2] as const)(
    'finds that a plugin and settings register both, by the plugins file of version %i',
    (version) => {
      const project = doctorProject();
      withPlugin(project, version);
      expect(ids(project)).toEqual([]);
      project.writeHome('.claude/settings.json', '{"enabledPlugins":{"docket@docket":true}}');
      const doubled = findingsIn(project).find(({ id }) => id === 'registration/doubled');
      expect(doubled?.evidence.join()).toMatch(/Stop at .*hooks\.json:\d+ \(plugin\)/);
    },
  );

  it('is content with a registration by an administrator, which nobody below switches off', () => {
    const project = doctorProject();
    project.write('managed/managed-settings.json', readFileSync(project.at(LOCAL), 'utf8'));
    rmSync(project.at(LOCAL));
    project.write('managed/managed-settings.d/a.json', '{"allowManagedHooksOnly":true}');
    project.write(SHARED, '{"disableAllHooks":true}');
    expect(ids(project)).toEqual([]);
    expect(findingsIn(project)).toEqual([]);
  });

  it('finds that an administrator lets only hooks of the machine run', () => {
    const project = doctorProject();
    project.write('managed/managed-settings.d/a.json', '{"allowManagedHooksOnly":true}');
    expect(ids(project)).toEqual(['registration/switched-off']);
  });

  it.each([
    ['print("Blocked", file=sys.stderr)', false],
    ['print("checking the command")', true],
    ["console.error('checking')", false],
    ["console.log('checking')", true],
    ["console.log(JSON.stringify({ decision: 'block' }))", false],
    ['echo "checking" >&2', false],
    ['echo "$json"', false],
    ['echo checking >> log.txt', false],
    ['echo checking', true],
    ['echo \'{"decision":"block"}\'', false],
    ['printf \'%s\' "$json"', false],
  ])('text beside JSON: %s is one: %s', (line, isOne) => {
    const project = doctorProject();
    const tool = project.write('tools/hook', `#!/bin/sh\n# says {"decision": "block"}\n${line}\n`, 0o755);
    project.foreign('Stop', { type: 'command', command: tool });
    expect(ids(project)).toEqual(isOne ? ['conflict/text-for-json'] : []);
  });

  it('takes the word of the strongest settings on a plugin, and one for another project for none', () => {
    const project = doctorProject();
    withPlugin(project, 2);
    project.writeHome('.claude/settings.json', '{"enabledPlugins":{"docket@docket":true}}');
    project.write(SHARED, '{"enabledPlugins":{"docket@docket":false}}');
    expect(ids(project)).toEqual([]);
    rmSync(project.at(SHARED));
    const place = { scope: 'project', projectPath: '/elsewhere', installPath: join(project.home, 'plugins', 'docket') };
    const plugins = JSON.stringify({ version: 2, plugins: { 'docket@docket': [place] } });
    project.writeHome('.claude/plugins/installed_plugins.json', plugins);
    expect(ids(project)).toEqual([]);
  });

  it('finds no fault where the client blocks in docket’s place', () => {
    const project = doctorProject();
    project.write('docket.config.json', '{ "preset": "standard", "gates": { "guard": { "failClosed": true } } }');
    expect(ids(project)).toEqual(['policy/fail-closed']);
    project.entry('PreToolUse', (handler) => {
      handler['onFailure'] = 'block';
    });
    expect(ids(project)).toEqual([]);
  });

  it('takes equal entries of two settings files for one, as the client does', () => {
    const project = doctorProject();
    project.writeHome('.claude/settings.json', readFileSync(project.at(LOCAL), 'utf8'));
    expect(ids(project)).toEqual([]);
  });

  it('says nothing of hooks of others that are as they should be', () => {
    const project = doctorProject();
    const deny = `echo 'no force' >&2\nexit 2`;
    const json = `echo checking >&2\njq -n '{decision: "block"}' || exit 1`;
    const path = [deny, json].map((text, index) => project.write(`tools/${index}.sh`, `#!/bin/bash\n${text}\n`, 0o755));
    for (const one of path) project.foreign('Stop', { type: 'command', command: one, timeout: 60 });
    project.foreign('PostToolUse', { type: 'command', command: 'cd web && npx prettier --check .' }, 'Write|Edit');
    project.foreign('PreToolUse', { type: 'prompt', prompt: 'Is it safe?' }, 'mcp__shop__.*');
    expect(ids(project)).toEqual([]);
  });
});
