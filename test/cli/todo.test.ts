import { describe, expect, it } from 'vitest';
import { readDocketCall } from '../../src/shell/docket-commands.ts';
import { loggedEvents, runDocket, runHook } from '../kit/hook-process.ts';
import { tempProject } from '../kit/temp-project.ts';
import { widest } from './sessions.ts';

const AGENT = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's1' };

const session = (project: string, id: string, event = 'SessionStart', more = {}) =>
  runHook(
    JSON.stringify({ session_id: id, cwd: project, hook_event_name: event, source: 'startup', ...more }),
    project,
  );

/** A project in which sessions s1 and s2 began. */
const begun = (): string => {
  const { path } = tempProject();
  session(path, 's1');
  session(path, 's2');
  return path;
};

const todo = (project: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runDocket(['todo', ...args], project, { env });
const listed = (project: string) => JSON.parse(todo(project, ['list', '--json']).stdout);
const add = (project: string, text: string, env = {}): string => todo(project, ['add', text], env).stdout.trim();

describe('docket todo', () => {
  it('adds, lists, claims and ends, and says who did', () => {
    const project = begun();
    const id = add(project, 'round  the\ntotal');
    expect(id).toMatch(/^[bcdfghjkmnpqrstvwxz2-9]{4}$/);
    const other = add(project, 'look at the slow test', AGENT);
    expect(todo(project, ['claim', id], AGENT)).toEqual({
      stdout: `${id} is claimed by session s1.\n`,
      stderr: '',
      status: 0,
    });
    expect(listed(project)).toMatchObject([
      { id, text: 'round the total', by: 'person', session: null, claim: { session: 's1' } },
      { id: other, text: 'look at the slow test', by: 'agent', session: 's1', claim: null },
    ]);
    expect(todo(project, []).stdout).toContain('claimed by session s1');
    expect(JSON.parse(runDocket(['status', '--json'], project).stdout).todos).toEqual(listed(project));
    expect(runDocket(['status'], project).stdout).toMatch(
      new RegExp(`^to do {5}${id} round the total, claimed by session s1$`, 'm'),
    );
    expect(todo(project, ['done', id.toUpperCase(), '--json'], AGENT).stdout).toBe(
      `${JSON.stringify({ id, done: true })}\n`,
    );
    expect(listed(project).map((each: { id: string }) => each.id)).toEqual([other]);
    const own = loggedEvents(project).filter(({ type }) => String(type).startsWith('Todo'));
    expect(own.map(({ type, provenance }) => [type, provenance])).toEqual([
      ['TodoAdded', 'person'],
      ['TodoAdded', 'agent'],
      ['TodoClaimed', 'agent'],
      ['TodoDone', 'agent'],
    ]);
  });

  it('does not add what is open in the same words', () => {
    const project = begun();
    const id = add(project, 'round the total');
    expect(JSON.parse(todo(project, ['add', '--json', 'round', 'the', 'total']).stdout)).toEqual({ id, added: false });
    expect(listed(project)).toHaveLength(1);
  });

  it('knows nothing in a project without a log, and says what to do there', () => {
    const { path } = tempProject();
    expect(listed(path)).toEqual([]);
    expect(todo(path, []).stdout).toBe('Nothing is to be done. docket todo add "WHAT" adds something.\n');
    expect(todo(path, ['add', 'x'])).toMatchObject({ status: 1, stderr: expect.stringContaining('docket init') });
  });

  it('shows long and hostile texts within the terminal, and keeps secrets out of the log', () => {
    const project = begun();
    add(project, `${'a b'.repeat(90)}\u001b[2J`);
    const secret = `ghp_${'a1B2c3D4e5'.repeat(3)}f6G7h8`;
    add(project, `rotate ${secret}`);
    const { stdout } = todo(project, []);
    expect(stdout).not.toContain('\u001b[2J');
    expect(stdout).not.toContain(secret);
    expect(widest(stdout)).toBeLessThanOrEqual(80);
  });

  it.each([
    [['add', '   '], 2, 'Say what is to be done'],
    [['add', 'x'.repeat(301)], 2, 'at most 300 characters, this one 301'],
    [['add'], 2, "missing required argument 'what'"],
    [['claim', 'zzzz'], 1, 'No open to-do has the id "zzzz". docket todo list shows all.'],
    [['claim', '42'], 1, `No open to-do has the id "42". An issue is '#42', in quotes.`],
    [['claim', 'https://github.com/acme/shop/pull/7'], 1, 'No open to-do has the id'],
    [['claim', '__proto__'], 1, 'No open to-do has the id'],
    [['claim', '#4x'], 2, '"#4x" is no issue: #42 is'],
    [['claim', '#42', '--session', 'nobody'], 1, 'No session begins with "nobody"'],
    [['done', 'zzzz'], 1, 'No open to-do has the id'],
    [['done', '#42'], 1, 'Nobody claims #42'],
    [['release', '#42'], 1, 'Nobody claims #42.'],
    [['lsit'], 2, 'too many arguments'],
  ] as const)('%j is told what is wrong', (args, status, message) => {
    const project = begun();
    const answer = todo(project, args);
    expect(answer).toMatchObject({ status, stdout: '' });
    expect(answer.stderr).toContain(message);
    expect(listed(project)).toEqual([]);
  });
});

describe('a claim', () => {
  it('holds off other sessions, and says who has it', () => {
    const project = begun();
    expect(todo(project, ['claim', '#42'], AGENT).status).toBe(0);
    expect(todo(project, ['claim', '#042'], AGENT).status).toBe(0);
    const other = { ...AGENT, CLAUDE_CODE_SESSION_ID: 's2' };
    for (const action of ['claim', 'release']) {
      expect(todo(project, [action, '#42'], other)).toEqual({
        stdout: '',
        stderr: 'docket: #42 is claimed by session s1.\n',
        status: 1,
      });
    }
    expect(loggedEvents(project, ['--type', 'TodoReleased'])).toEqual([]);
    const address = 'https://github.com/acme/shop/issues/7#issuecomment-1';
    expect(todo(project, ['claim', address], other).stdout).toBe('acme/shop#7 is claimed by session s2.\n');
    expect(todo(project, ['release', '#42']).status).toBe(0);
    expect(todo(project, ['claim', '#42'], other).stdout).toBe('#42 is claimed by session s2.\n');
  });

  it('is released by the end of its session, and holds again when it is resumed', () => {
    const project = begun();
    todo(project, ['claim', '#42'], AGENT);
    session(project, 's1', 'SessionEnd', { reason: 'other' });
    expect(listed(project)).toEqual([]);
    session(project, 's1', 'SessionStart', { source: 'resume' });
    expect(listed(project)).toMatchObject([{ id: '#42', text: null, claim: { session: 's1' } }]);
  });

  it('of a person is of no session, unless one is named', () => {
    const project = begun();
    const id = add(project, 'round the total');
    expect(todo(project, ['claim', id]).stdout).toBe(`${id} is claimed by a person.\n`);
    todo(project, ['claim', '#7', '--session', 's2']);
    expect(listed(project)).toMatchObject([{ claim: { session: null } }, { claim: { session: 's2' } }]);
    expect(todo(project, ['release', id, '--session', 's1'])).toMatchObject({ status: 1 });
    expect(todo(project, ['release', id]).status).toBe(0);
  });

  it('of an agent whose host does not name its session asks which one, where there are several', () => {
    const project = begun();
    expect(todo(project, ['claim', '#42'], { CLAUDECODE: '1' })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Which session claims it?'),
    });
    session(project, 's2', 'SessionEnd', { reason: 'other' });
    expect(todo(project, ['claim', '#42'], { CLAUDECODE: '1' }).stdout).toBe('#42 is claimed by session s1.\n');
  });
});

it.each(['add', 'list', 'claim', 'done', 'release'])('docket todo %s is none of a person’s commands', (action) => {
  expect(readDocketCall(['todo', action, 'x']).effect).toBe('none');
});
