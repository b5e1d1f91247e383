import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/cli/io.ts';
import { runWhyNot } from '../../../src/cli/why-not.ts';
import { activePlugin } from '../../../src/hooks/install/plugin-state.ts';
import { countOwnEntries } from '../../../src/hooks/install/settings-edit.ts';
import { managedFolder } from '../../../src/hooks/install/settings-target.ts';
import { type Project, temporaryProject } from '../../hooks/install/project.ts';
import { ioIn } from '../install-io.ts';
import { init, LOCAL, managedFile, SHARED, textOf, uninstall } from './setup.ts';

const writeHome = ({ home }: Project, name: string, value: unknown): void => {
  mkdirSync(join(home, name, '..'), { recursive: true });
  writeFileSync(join(home, name), JSON.stringify(value));
};

/** What the host writes where it installs a plugin for a user. */
const installPlugin = (project: Project, isOn: unknown = true): void => {
  writeHome(project, '.claude/settings.json', { enabledPlugins: { 'docket@docket': isOn } });
  const plugins = { 'docket@docket': [{ scope: 'user', installPath: join(project.home, 'copy') }] };
  writeHome(project, '.claude/plugins/installed_plugins.json', { version: 2, plugins });
};

describe('docket init beside the plugin', () => {
  it.each(['local', 'project', 'user'])(
    'in-plugin-duplicate: registers nothing a second time in %s scope',
    async (scope) => {
      const project = temporaryProject();
      installPlugin(project);
      const before = readFileSync(join(project.home, '.claude', 'settings.json'), 'utf8');
      const { code, out } = await init(project, { yes: true, scope, preset: 'standard' });
      expect(code).toBe(0);
      expect(out).toContain('the plugin docket@docket registers docket');
      expect(out).toContain('policy: preset standard');
      expect(project.exists('docket.config.json')).toBe(true);
      expect(project.exists(LOCAL) || project.exists(SHARED)).toBe(false);
      expect(readFileSync(join(project.home, '.claude', 'settings.json'), 'utf8')).toBe(before);
    },
  );

  it('takes out what stood in the settings before the plugin came, and uninstall still gives the old bytes back', async () => {
    const project = temporaryProject();
    const before = '{ "model": "opus" }\n';
    project.write(LOCAL, before);
    await init(project);
    expect(countOwnEntries(project.read(LOCAL))).toBe(32);
    installPlugin(project);
    await init(project);
    expect(countOwnEntries(project.read(LOCAL))).toBe(0);
    await uninstall(project);
    expect(project.read(LOCAL)).toBe(before);
  });

  it('is not enough for more than it is switched on for', async () => {
    const here = temporaryProject();
    here.write(SHARED, '{"enabledPlugins": {"docket@docket": true}}');
    const { err } = await init(here, { yes: true, scope: 'user' });
    expect(countOwnEntries(readFileSync(join(here.home, '.claude', 'settings.json'), 'utf8'))).toBe(32);
    expect(err).toContain('the plugin docket@docket registers docket too (.claude/settings.json)');

    const ours = temporaryProject();
    installPlugin(ours);
    const { out } = await init(ours, { scope: 'managed' });
    expect(countOwnEntries(out)).toBe(32);
  });

  it('is what uninstall and why-not speak of', async () => {
    const project = temporaryProject();
    installPlugin(project);
    expect((await uninstall(project)).err).toContain('"claude plugin uninstall docket@docket"');
    project.write('.docket/log/000001.ndjson', '');
    const { io, said } = ioIn(project);
    await runWhyNot('test-gate', undefined, { json: true }, io);
    const { registered } = JSON.parse(said.out) as { registered: { event: string; files: string[] }[] };
    expect(registered).toEqual([{ event: 'PreToolUse', files: [join(project.home, '.claude', 'settings.json')] }]);
  });

  it('is read where the host reads it: its copy, else the folder that is the marketplace', () => {
    const project = temporaryProject();
    const around = { env: project.env, cwd: project.cwd };
    installPlugin(project);
    expect(activePlugin(around)?.folder).toBe(join(project.home, 'copy'));
    writeHome(project, '.claude/plugins/known_marketplaces.json', { docket: { installLocation: '/opt/docket' } });
    expect(activePlugin(around)?.folder).toBe('/opt/docket');
    mkdirSync(join(project.home, 'copy'));
    expect(activePlugin(around)?.folder).toBe(join(project.home, 'copy'));
  });

  it('needs no docket that stays where the plugin starts its own', async () => {
    const project = temporaryProject();
    installPlugin(project);
    expect((await init(project, { yes: true, preset: 'strict' }, { hook: '/x/_npx/1/dist/hook.cjs' })).code).toBe(0);
  });

  it.each<[string, unknown, string | null, number]>([
    ['switched off', false, null, 32],
    ['switched off for this project', true, 'local', 32],
    ['of somebody else', undefined, null, 32],
    ['on', true, null, 0],
  ])('counts only a plugin that is on: %s', async (_what, isOn, offIn, entries) => {
    const project = temporaryProject();
    if (isOn === undefined) writeHome(project, '.claude/settings.json', { enabledPlugins: { 'other@docket': true } });
    else installPlugin(project, isOn);
    if (offIn !== null) project.write(LOCAL, '{"enabledPlugins": {"docket@docket": false}}');
    await init(project);
    expect(countOwnEntries(textOf(project.path(LOCAL)) ?? '')).toBe(entries);
  });

  it('says how to install one that the project switches on and this machine lacks', async () => {
    const project = temporaryProject();
    project.write(SHARED, '{"enabledPlugins": {"docket@team": true}}');
    const { out } = await init(project);
    expect(out).toContain('claude plugin install docket@team');
    expect(project.exists(LOCAL)).toBe(false);
  });
});

describe('docket init --scope managed', () => {
  it('prints the file for an administrator and writes nothing, whatever else is said', async () => {
    for (const options of [{}, { yes: true }]) {
      const project = temporaryProject();
      const { code, out, err } = await init(project, { ...options, scope: 'managed' });
      expect(code).toBe(0);
      const { hooks } = JSON.parse(out) as { hooks: Record<string, [{ hooks: [{ timeout: number }] }]> };
      expect(Object.keys(hooks)).toHaveLength(32);
      // Whatever the policy of a project is.
      expect(hooks['PreToolUse']?.[0].hooks[0].timeout).toBe(20);
      expect(err).toContain('docket.json, for every user and project of this machine; nothing was written');
      expect(err).toContain('--write');
      expect(textOf(managedFile(project))).toBeNull();
      expect(project.exists('.claude') || project.exists('.docket')).toBe(false);
    }
  });

  it('--write shows it, asks, and writes a file of its own, which uninstall removes', async () => {
    const project = temporaryProject();
    expect((await init(project, { scope: 'managed', write: true })).code).toBe(2);
    expect(textOf(managedFile(project))).toBeNull();
    const { code, out } = await init(project, { scope: 'managed', write: true, yes: true });
    expect(code).toBe(0);
    expect(out).toContain('for everybody on it');
    expect(countOwnEntries(textOf(managedFile(project)) ?? '')).toBe(32);
    expect((await uninstall(project, { yes: true, scope: 'managed' })).code).toBe(0);
    expect(textOf(managedFile(project))).toBeNull();
  });

  it('is written so that everybody can read it, whatever the umask of the administrator', async () => {
    const project = temporaryProject();
    const before = process.umask(0o077);
    try {
      await init(project, { scope: 'managed', write: true, yes: true });
    } finally {
      process.umask(before);
    }
    const modeOf = (path: string): number => statSync(path).mode & 0o777;
    const file = managedFile(project);
    expect([file, join(file, '..'), join(file, '..', '..')].map(modeOf)).toEqual([0o644, 0o755, 0o755]);
  });

  it('is known to the other scopes: a second registration, and hooks that only an administrator may have', async () => {
    const project = temporaryProject();
    await init(project, { scope: 'managed', write: true, yes: true });
    writeFileSync(join(managedFile(project), '..', '..', 'managed-settings.json'), '{"allowManagedHooksOnly": true}');
    const { err } = await init(project);
    expect(err).toContain('registered in managed scope too');
    expect(err).toContain('sets "allowManagedHooksOnly": no hook of this file runs');
  });

  it.each([
    [{ scope: 'managed', preset: 'strict' }],
    [{ scope: 'managed', retire: true }],
    [{ scope: 'local', write: true }],
  ])('refuses %j as misuse', async (options) => {
    await expect(init(temporaryProject(), { yes: true, ...options })).rejects.toThrow(UsageError);
  });

  it.each([
    ['linux', '/etc/claude-code'],
    ['darwin', '/Library/Application Support/ClaudeCode'],
    ['win32', 'D:\\Programs\\ClaudeCode'],
  ] as const)('lies on %s where the host reads it', (platform, folder) => {
    expect(managedFolder({ ProgramFiles: 'D:\\Programs' }, platform)).toBe(folder);
  });
});

describe('docket init of a docket that was fetched for one call', () => {
  const FETCHED = [
    '/home/dev/.npm/_npx/1a2b/node_modules/docket/dist/hook.cjs',
    '/home/dev/.cache/pnpm/dlx/1a2b/node_modules/docket/dist/hook.cjs',
    '/tmp/xfs-1/dlx-77/node_modules/docket/dist/hook.cjs',
    '/tmp/bunx-1000-docket@latest/node_modules/docket/dist/hook.cjs',
    'C:\\Users\\dev\\AppData\\npm-cache\\_npx\\1a2b\\node_modules\\docket\\dist\\hook.cjs',
  ];

  it.each(FETCHED)('refuses to register what will be gone, and says what to do: %s', async (hook) => {
    for (const scope of ['local', 'user', 'project', 'managed']) {
      const project = temporaryProject();
      const { code, err, out } = await init(project, { yes: true, scope }, { hook });
      expect({ code, out }, scope).toEqual({ code: 1, out: '' });
      expect(err).toContain('fetched for one call');
      expect(err).toContain('npm install --save-dev');
      expect(project.exists('.claude')).toBe(false);
    }
  });

  it('registers the one that the project has', async () => {
    const project = temporaryProject();
    project.write('node_modules/docket/package.json', '{}');
    const own = project.write('node_modules/docket/dist/hook.cjs', '');
    const hook = FETCHED[0] ?? '';
    const { code, out } = await init(project, { yes: true }, { hook });
    expect(code).toBe(0);
    expect(out).toContain(`starts ${own} with`);
    expect(project.read(LOCAL)).toContain(own);
    expect(project.read(LOCAL)).not.toContain('_npx');
    expect((await init(project, { yes: true, scope: 'project' }, { hook })).code).toBe(0);
    expect((await init(project, { yes: true, scope: 'user' }, { hook })).code).toBe(1);
  });

  it('registers "docket" for a team where it is on the PATH beside that', async () => {
    const project = temporaryProject();
    const env = { ...project.env, PATH: `/home/dev/.npm/_npx/1/node_modules/.bin:${project.path('bin')}` };
    const hook = FETCHED[0] ?? '';
    expect((await init({ ...project, env }, { yes: true, scope: 'project' }, { hook })).code).toBe(1);
    project.write('bin/docket', '');
    expect((await init({ ...project, env }, { yes: true, scope: 'project' }, { hook })).code).toBe(0);
  });

  it('takes a folder that only sounds like it for what it is', async () => {
    const project = temporaryProject();
    const hook = project.write('dlx/dist/hook.cjs', '');
    expect((await init(project, { yes: true }, { hook })).code).toBe(0);
  });
});

describe('docket init of a policy that fails closed', () => {
  const blocking = ({ read }: Project): string[] => {
    const { hooks } = JSON.parse(read(LOCAL)) as { hooks: Record<string, [{ hooks: [{ onFailure?: string }] }]> };
    return Object.keys(hooks).filter((event) => hooks[event]?.[0].hooks[0].onFailure === 'block');
  };

  it.each<[string, object, string, string[]]>([
    ['no gate', { guard: {} }, '2.1.332', []],
    ['guard', { guard: { failClosed: true } }, '2.1.332', ['PreToolUse']],
    ['guard, for a client that cannot', { guard: { failClosed: true } }, '2.1.294', []],
    ['guard, which is only watched', { guard: { failClosed: true, mode: 'monitor' } }, '2.1.332', []],
    [
      'guard, of which one rule is enforced',
      { guard: { failClosed: true, mode: 'monitor', rules: { 'rm-root': 'enforce' } } },
      '2.1.332',
      ['PreToolUse'],
    ],
    ['test-gate', { 'test-gate': { failClosed: true } }, '2.1.295', ['PreToolUse']],
    ['a gate about what is over', { lint: { failClosed: true, mode: 'enforce' } }, '2.1.332', []],
    ['a gate about prompts', { 'prompt-submit': { failClosed: true } }, '2.1.332', ['UserPromptSubmit']],
  ])('has the host deny what %s would judge', async (_what, gates, clientVersion, events) => {
    const project = temporaryProject();
    project.write('docket.config.json', JSON.stringify({ preset: 'standard', gates }));
    const { out } = await init(project, { yes: true, clientVersion });
    expect(blocking(project)).toEqual(events);
    expect(out.includes('fails closed: where docket')).toBe(events.length > 0);
    if (clientVersion === '2.1.294') expect(out).toContain('only Claude Code 2.1.295 and newer denies');
  });
});
