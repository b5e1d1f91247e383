import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { registrationFor } from '../../../src/hooks/install/registration.ts';
import {
  completes,
  type Payload,
  requests,
  type Scenario,
  type ScenarioOptions,
  scenario,
} from '../../kit/scenario.ts';
import { tempProject } from '../../kit/temp-project.ts';

/** The rules of the gate that the answer names: a log elsewhere is not read. */
const firedIn = async (s: Scenario, payload: Payload): Promise<string[]> => {
  const answer = JSON.stringify((await s.when(payload)).answer ?? {});
  const rules = [...answer.matchAll(/\[docket self-protection\/([a-z]+)\]/g)].map(([, rule]) => rule ?? '');
  if (rules.length > 0) expect(answer).toContain('"permissionDecision":"deny"');
  return rules;
};

const project = (options: ScenarioOptions = {}): Scenario => scenario({ preset: 'strict', ...options });

const write = (path: string): Payload => requests('Write', { file_path: path, content: '{}' });

/** Each writing tool on a file, and two of a server. */
const TOOLS: readonly ((path: string) => Payload)[] = [
  write,
  (path) => requests('Edit', { file_path: path, old_string: 'a', new_string: 'docket' }),
  (path) => requests('MultiEdit', { file_path: path, edits: [{ old_string: 'a', new_string: 'docket' }] }),
  (path) => requests('NotebookEdit', { notebook_path: path, new_source: 'docket' }),
  (path) => requests('mcp__filesystem__write_file', { path, content: '{}' }),
  (path) => requests('mcp__filesystem__edit_file', { path, edits: [{ oldText: 'a', newText: 'b' }] }),
  (path) => requests('mcp__filesystem__move_file', { source: path, destination: '/tmp/x' }),
  (path) => requests('mcp__filesystem__move_file', { source: '/tmp/x', destination: path }),
  (path) => requests('mcp__serena__replace_lines', { relativePath: path, start: 1 }),
  (path) => requests('mcp__other__touch', { files: [{ uri: `file://${path}` }] }),
];

describe('a tool that writes what is docket’s own', () => {
  it.each([
    ['.docket/log/000001.ndjson', 'log'],
    ['.docket/head', 'log'],
    ['.docket', 'log'],
    ['src/../.docket/snapshots/project.json', 'log'],
    ['.DOCKET/log/000001.ndjson', 'log'],
    ['docket.config.json', 'policy'],
    ['./docket.config.local.json', 'policy'],
    ['src/../Docket.Config.json', 'policy'],
    ['.config/docket/config.json', 'policy'],
    ['.config/docket/preferences.json', 'policy'],
    ['.config/docket/seal-key.pem', 'policy'],
    ['.local/state/docket/x/log/000001.ndjson', 'log'],
  ])('is denied: %s', async (path, rule) => {
    const s = project();
    for (const tool of TOOLS) {
      const payload = tool(join(s.project, path));
      expect(await firedIn(s, payload), JSON.stringify(payload)).toEqual([rule]);
      expect(await firedIn(s, { ...tool(path), cwd: s.project })).toEqual([rule]);
    }
  });

  it('is denied through a link to a file and through one to a folder', async () => {
    const s = project();
    mkdirSync(join(s.root, 'log'), { recursive: true });
    symlinkSync('.docket', join(s.project, 'data'));
    symlinkSync('docket.config.json', join(s.project, 'notes.json'));
    expect(await firedIn(s, write('data/log/000001.ndjson'))).toEqual(['log']);
    expect(await firedIn(s, write('notes.json'))).toEqual(['policy']);
    expect(await firedIn(s, requests('mcp__fs__write', { path: 'notes.json' }))).toEqual(['policy']);
  });

  it('is denied where DOCKET_DIR puts the log, and not for files of others beside it', async () => {
    const elsewhere = tempProject();
    const s = project({ env: { DOCKET_DIR: elsewhere.path } });
    expect(await firedIn(s, write(`${elsewhere.path}/log/000001.ndjson`))).toEqual(['log']);
    expect(await firedIn(s, write(`${elsewhere.path}/blobs/aa/x`))).toEqual(['log']);
    expect(await firedIn(s, write(`${elsewhere.path}/notes.md`))).toEqual([]);
  });

  it('is denied where the environment puts the policy and the logs of unwritable projects', async () => {
    const user = tempProject();
    const env = { XDG_CONFIG_HOME: `${user.path}/etc`, XDG_STATE_HOME: `${user.path}/var` };
    const s = project({ env });
    expect(await firedIn(s, write(`${user.path}/etc/docket/config.json`))).toEqual(['policy']);
    expect(await firedIn(s, write(`${user.path}/var/docket/p/log/000001.ndjson`))).toEqual(['log']);
    expect(await firedIn(s, write(`${user.path}/etc/docketeer/config.json`))).toEqual([]);
  });

  it('is denied where the user’s configuration is a link into the project', async () => {
    const s = project();
    const home = tempProject();
    s.write('dotfiles/docket/config.json', '{}');
    symlinkSync(join(s.project, 'dotfiles'), join(home.path, '.config'));
    expect(
      await firedIn(project({ env: { HOME: home.path } }), write(join(s.project, 'dotfiles/docket/config.json'))),
    ).toEqual(['policy']);
  });

  it('is denied in another worktree of the project, and in another project', async () => {
    const s = project();
    const linked = tempProject();
    s.write('.git/worktrees/wt/HEAD', 'ref: refs/heads/feature/y\n');
    s.write('.git/worktrees/wt/commondir', '../..\n');
    linked.write('.git', `gitdir: ${s.project}/.git/worktrees/wt\n`);
    const other = tempProject({ branch: 'main' });
    for (const { path } of [linked, other]) {
      expect(await firedIn(s, write(`${path}/docket.config.json`))).toEqual(['policy']);
      expect(await firedIn(s, write(`${path}/.docket/head`))).toEqual(['log']);
    }
    // From the linked worktree the log is the main one's.
    expect(await firedIn(s, { ...write(`${s.project}/.docket/head`), cwd: linked.path })).toEqual(['log']);
  });

  it('is denied for docket’s own program, installed or built', async () => {
    const built = project({ deps: { program: '/opt/tools/docket/dist' } });
    expect(await firedIn(built, write('/opt/tools/docket/dist/hook-core.cjs'))).toEqual(['program']);
    expect(await firedIn(built, write('/opt/tools/docket/README.md'))).toEqual([]);
    const installed = project();
    const program = join(installed.project, 'node_modules/docket/dist');
    const s = project({ deps: { program } });
    expect(await firedIn(s, write(`${program}/hook.cjs`))).toEqual(['program']);
    expect(await firedIn(s, write(join(installed.project, 'node_modules/docket/package.json')))).toEqual(['program']);
    expect(await firedIn(s, write(join(installed.project, 'node_modules/other/dist/hook.cjs')))).toEqual([]);
  });

  it.each([
    'src/docket/policy.ts',
    'src/docket.ts',
    'docs/docket.config.json.md',
    'src/docket.config.ts',
    'packages/app/docket.config.json',
    'schema/docket.config.schema.json',
    '.dockerignore',
    '.docketignore',
    'docket/log.ts',
    '.claude/commands/docket.md',
    '.claude/CLAUDE.md',
    'fixtures/.claude/settings.json',
    'dist/hook.cjs',
    'hooks/hooks.json',
    'settings.json',
    'README.md',
  ])('is not what only looks like it: %s', async (path) => {
    const s = project();
    for (const tool of TOOLS) expect(await firedIn(s, tool(join(s.project, path)))).toEqual([]);
  });

  it.each([
    ['Read', { file_path: '.docket/log/000001.ndjson' }],
    ['Grep', { pattern: 'deny', path: '.docket' }],
    ['Glob', { pattern: '.docket/**' }],
    ['mcp__filesystem__read_text_file', { path: 'docket.config.json' }],
    ['mcp__filesystem__list_directory', { path: '.docket' }],
    ['mcp__github__create_issue', { title: 'docket.config.json', body: '.docket/log' }],
    ['mcp__notes__create', { content: 'see .docket/log' }],
    ['TodoWrite', { todos: [{ content: 'docket.config.json' }] }],
    ['Task', { prompt: 'explain docket.config.json' }],
  ])('is not one that reads, or only speaks of it: %s', async (tool, input) => {
    expect(await firedIn(project(), requests(tool, input))).toEqual([]);
  });

  it('opens after its own remedy: another file, and the user’s own change', async () => {
    const s = project();
    const { answer } = await s.when(write(join(s.project, 'docket.config.json')));
    expect(answer).toMatchObject({
      hookSpecificOutput: { permissionDecisionReason: expect.stringMatching(/tell the user which change you propose/) },
    });
    expect(await firedIn(s, write(join(s.project, 'docs/proposal.md')))).toEqual([]);
  });

  it('monitors under observe and is a person’s to switch off', async () => {
    const observe = await project({ preset: 'observe' }).when(write('docket.config.json'));
    expect(observe.decision).toBe('none');
    expect(observe.verdicts).toMatchObject([{ rule: 'self-protection/policy', decision: 'deny', mode: 'monitor' }]);
    const policy = { preset: 'strict', gates: { 'self-protection': { rules: { policy: 'off' } } } };
    const s = scenario({ policy });
    expect(await firedIn(s, write('docket.config.json'))).toEqual([]);
    expect(await firedIn(s, write('.docket/head'))).toEqual(['log']);
  });

  it('is first of the gates, and the others still say what else is wrong', async () => {
    const s = project({ branch: 'main' });
    const { verdicts } = await s.when(write('.docket/a.ts'));
    expect(verdicts.map(({ gate }) => gate).slice(0, 2)).toEqual(['self-protection', 'branch-guard']);
  });
});

const HOOKS: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(
    registrationFor({
      clientVersion: '2.1.332',
      command: { program: '/opt/node', args: ['/opt/docket/dist/hook.cjs'], canExec: true, kind: 'absolute' },
      llmReview: false,
      lint: false,
    }),
  ).map(([event, group]) => [event, [group]]),
);

const REGISTERED = { permissions: { allow: ['Bash(npm test)'] }, hooks: HOOKS };

const SETTINGS = '.claude/settings.local.json';

const registered = (): { readonly s: Scenario; readonly text: string; readonly path: string } => {
  const s = project();
  const text = JSON.stringify(REGISTERED, null, 2);
  return { s, text, path: s.write(SETTINGS, text) };
};

const without = (key: string): string => JSON.stringify({ ...REGISTERED, [key]: undefined });

describe('a settings file in which docket is registered', () => {
  it('lets an agent change everything else', async () => {
    const { s, text, path } = registered();
    const permission = { old_string: '"Bash(npm test)"', new_string: '"Bash(npm test)", "Bash(ls)"' };
    const theme = text.replace('{', '{"theme":"dark",');
    const foreign = JSON.stringify({
      ...REGISTERED,
      hooks: {
        ...HOOKS,
        Stop: [{ hooks: [{ type: 'command', command: 'say done' }] }, ...(HOOKS['Stop'] as unknown[])],
      },
    });
    expect(await firedIn(s, requests('Edit', { file_path: path, ...permission }))).toEqual([]);
    expect(await firedIn(s, requests('MultiEdit', { file_path: path, edits: [permission] }))).toEqual([]);
    expect(await firedIn(s, requests('Write', { file_path: path, content: theme }))).toEqual([]);
    expect(await firedIn(s, requests('Write', { file_path: path, content: foreign }))).toEqual([]);
    expect(await firedIn(s, requests('Edit', { file_path: path, old_string: 'not there', new_string: 'x' }))).toEqual(
      [],
    );
  });

  it.each<[string, (text: string) => string]>([
    ['no hooks', () => without('hooks')],
    ['nothing', () => '{}'],
    ['an empty text', () => ''],
    ['what is no JSON', (text) => text.slice(0, -1)],
    ['one hook less', (text) => JSON.stringify({ ...JSON.parse(text), hooks: { ...HOOKS, Stop: undefined } })],
    ['another program', (text) => text.replaceAll('/opt/docket/dist/hook.cjs', '/opt/docket/dist/hook2.cjs')],
    ['a matcher that matches nothing', (text) => text.replace(/"PreToolUse": \[\s*{/, '$&"matcher":"None",')],
    ['a time-out of nothing', (text) => text.replace('"timeout": 5', '"timeout": 0')],
    ['all hooks off', (text) => text.replace('{', '{"disableAllHooks": true,')],
    ['all hooks off, by an escape', (text) => text.replace('{', '{"disable\\u0041llHooks": true,')],
    ['the plugin off', (text) => text.replace('{', '{"enabledPlugins": {"docket@docket": false},')],
    ['another log', (text) => text.replace('{', '{"env":{"DOCKET_DIR":"/tmp/x"},')],
    ['another configuration', (text) => text.replace('{', '{"env":{"XDG_CONFIG_HOME":"/tmp/x"},')],
  ])('is not to be written with %s', async (_name, change) => {
    const { s, text, path } = registered();
    const content = change(text);
    expect(content).not.toBe(text);
    expect(await firedIn(s, requests('Write', { file_path: path, content }))).toEqual(['registration']);
  });

  it('is not to be edited where docket stands, in one step or in several', async () => {
    const { s, path } = registered();
    const away = { old_string: '/opt/docket/dist/hook.cjs', new_string: '/dev/null', replace_all: true };
    const off = { old_string: '"permissions": {', new_string: '"disableAllHooks": true,\n  "permissions": {' };
    expect(await firedIn(s, requests('Edit', { file_path: path, ...away }))).toEqual(['registration']);
    expect(await firedIn(s, requests('Edit', { file_path: path, ...away, replace_all: false }))).toEqual([
      'registration',
    ]);
    expect(await firedIn(s, requests('Edit', { file_path: path, ...off }))).toEqual(['registration']);
    const harmless = { old_string: '"Bash(npm test)"', new_string: '"Bash(ls)"' };
    expect(await firedIn(s, requests('MultiEdit', { file_path: path, edits: [harmless, off] }))).toEqual([
      'registration',
    ]);
  });

  it('is not to be edited over the line breaks of Windows', async () => {
    const s = project();
    const path = s.write(SETTINGS, JSON.stringify(REGISTERED, null, 2).replaceAll('\n', '\r\n'));
    const away = { old_string: '"Stop": [\n', new_string: '"Stopped": [\n' };
    expect(await firedIn(s, requests('Edit', { file_path: path, ...away }))).toEqual(['registration']);
  });

  it('is not to be edited where it is too long to be read', async () => {
    const s = project();
    const path = s.write(SETTINGS, JSON.stringify(REGISTERED, null, 2) + ' '.repeat(3 * 1024 * 1024));
    const away = { old_string: '"Stop": [', new_string: '"Stopped": [' };
    expect(await firedIn(s, requests('Edit', { file_path: path, ...away }))).toEqual(['registration']);
  });

  it('is not for tools whose result nobody can tell', async () => {
    const { s, path } = registered();
    expect(await firedIn(s, requests('mcp__filesystem__write_file', { path, content: '{}' }))).toEqual([
      'registration',
    ]);
    const curly = { old_string: '“hooks”', new_string: '' };
    expect(await firedIn(s, requests('Edit', { file_path: path, ...curly }))).toEqual(['registration']);
  });

  it('is the user’s, the machine’s and the project’s', async () => {
    const off = (path: string) => requests('Write', { file_path: path, content: '{"disableAllHooks":true}' });
    const s = project({ env: { HOME: '/home/dev' } });
    for (const path of [
      '.claude/settings.json',
      '.Claude/settings.local.json',
      '/home/dev/.claude/settings.json',
      '/etc/claude-code/managed-settings.json',
      '/etc/claude-code/managed-settings.d/10.json',
      '/Library/Application Support/ClaudeCode/managed-settings.json',
    ]) {
      expect(await firedIn(s, off(path)), path).toEqual(['registration']);
    }
    const moved = project({ env: { CLAUDE_CONFIG_DIR: '/home/dev/cc' } });
    expect(await firedIn(moved, off('/home/dev/cc/settings.json'))).toEqual(['registration']);
    expect(await firedIn(moved, off('/home/dev/cc/plugins/x/hooks/hooks.json'))).toEqual(['registration']);
  });

  it('may be made by an agent where there is none, with nothing of docket’s in it', async () => {
    const s = project();
    const content = JSON.stringify({ permissions: { allow: ['Bash(ls)'] }, env: { FOO: '1' } });
    expect(await firedIn(s, requests('Write', { file_path: SETTINGS, content }))).toEqual([]);
  });

  it('opens after its own remedy: the same change without the part about hooks', async () => {
    const { s, path, text } = registered();
    const { answer } = await s.when(requests('Write', { file_path: path, content: '{"permissions":{}}' }));
    expect(JSON.stringify(answer)).toContain('Change other settings with Edit');
    const content = text.replace('"Bash(npm test)"', '');
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(await firedIn(s, requests('Write', { file_path: path, content }))).toEqual([]);
    await s.when(completes('Write', { file_path: path, content }, { type: 'update' }));
  });
});
