import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hookCommandFor, isOwnHandler, shellLine } from '../../../src/hooks/install/hook-command.ts';
import { registrationFor } from '../../../src/hooks/install/registration.ts';

const DEPENDENCY = '$' + '{CLAUDE_PROJECT_DIR}/node_modules/docket/dist/hook.cjs';
const here = { node: '/usr/bin/node', hook: '/opt/docket/dist/hook.cjs' };

describe('hookCommandFor', () => {
  it('uses absolute paths where the file stays on this machine', () => {
    for (const scope of ['local', 'user'] as const) {
      const command = hookCommandFor({ scope, ...here, isDependency: true });
      expect(command).toEqual({ program: here.node, args: [here.hook], canExec: true, kind: 'absolute' });
    }
  });

  it('uses the dependency of a project in what is committed, else the PATH through a shell', () => {
    const dependency = hookCommandFor({ scope: 'project', ...here, isDependency: true });
    expect(dependency).toEqual({ program: 'node', args: [DEPENDENCY], canExec: true, kind: 'dependency' });
    const path = hookCommandFor({ scope: 'project', ...here, isDependency: false });
    expect(path).toEqual({ program: 'docket', args: ['hook'], canExec: false, kind: 'path' });
  });
});

describe('shellLine', () => {
  it('in-space-in-path: a path with a space stays one word', () => {
    expect(shellLine(['node', '/home/dev/my app/dist/hook.cjs'])).toBe("node '/home/dev/my app/dist/hook.cjs'");
  });

  it('arrives in a real shell as the words it was made of', () => {
    const odd = ['/a b/c', "it's", '$HOME', '`id`', 'a"b', 'back\\slash', ';', '', 'naïve', '*'];
    const out = execFileSync('sh', ['-c', `printf '%s\\0' ${shellLine(odd)}`], { encoding: 'utf8' });
    expect(out.split('\0').slice(0, -1)).toEqual(odd);
  });

  it('keeps the project placeholder expandable, also where the project has a space in its path', () => {
    const out = execFileSync('sh', ['-c', `printf '%s\\0' ${shellLine(['node', DEPENDENCY])}`], {
      encoding: 'utf8',
      env: { CLAUDE_PROJECT_DIR: '/home/dev/my app' },
    });
    expect(out).toBe('node\0/home/dev/my app/node_modules/docket/dist/hook.cjs\0');
  });
});

describe('isOwnHandler', () => {
  it('recognises every form that docket registers', () => {
    const words = fc.stringMatching(/^[ -~]{1,20}$/);
    const property = fc.property(
      fc.constantFrom('project' as const, 'local' as const, 'user' as const),
      fc.tuple(words, words),
      fc.boolean(),
      fc.constantFrom(null, '2.1.332', '2.1.100'),
      (scope, [node, folder], isDependency, clientVersion) => {
        const command = hookCommandFor({ scope, node: `/${node}`, hook: `/${folder}/dist/hook.cjs`, isDependency });
        const made = registrationFor({ clientVersion, command, llmReview: false, lint: false });
        for (const group of Object.values(made)) expect(isOwnHandler(group.hooks[0])).toBe(true);
      },
    );
    fc.assert(property, { numRuns: 50 });
  });

  it.each([
    ['docket.cmd hook --host claude-code --timeout 5'],
    ['"/opt/my tools/docket" hook --host claude-code'],
    ['node C:\\\\tools\\\\docket\\\\dist\\\\hook.cjs --host claude-code --timeout 9'],
    ['/opt/docket/dist/hook.cjs --host claude-code'],
  ])('takes %s as its own', (command) => {
    expect(isOwnHandler({ type: 'command', command })).toBe(true);
  });

  it.each([
    ['another host', 'docket hook --host gemini'],
    ['a call by hand', 'docket hook'],
    ['another command of docket', 'docket status --host claude-code'],
    ['a pipe', 'docket hook --host claude-code | tee /tmp/log'],
    ['a wrapper', 'timeout 3 docket hook --host claude-code'],
    ['a list', 'date; docket hook --host claude-code'],
    ['a setting before it', 'DOCKET_DEBUG=1 docket hook --host claude-code'],
    ['a command substitution', 'docket hook --host $(echo claude-code)'],
    ['an open quote', "docket hook --host claude-code 'x"],
    ['another program', 'node /opt/other/hook.cjs --host claude-code'],
    ['nothing', ''],
  ])('leaves %s to the person who wrote it', (_what, command) => {
    expect(isOwnHandler({ type: 'command', command })).toBe(false);
  });

  it('leaves other types and shapes alone', () => {
    for (const handler of [null, 'docket hook --host claude-code', { type: 'http', url: 'http://localhost' }, {}]) {
      expect(isOwnHandler(handler)).toBe(false);
    }
    expect(isOwnHandler({ type: 'prompt', command: 'docket hook --host claude-code' })).toBe(false);
    expect(isOwnHandler({ type: 'command', command: 'docket', args: 'hook --host claude-code' })).toBe(false);
  });
});
