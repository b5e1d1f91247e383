import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runDocket } from '../kit/hook-process.ts';
import { tempProject } from '../kit/temp-project.ts';
import {
  asks,
  closing,
  eventsOf,
  importInto,
  type Line,
  line,
  result,
  said,
  story,
  writeTranscript,
} from '../kit/transcripts.ts';

const queued = (prompt: unknown, more: Line = {}): Line =>
  line({ type: 'attachment', attachment: { type: 'queued_command', prompt, ...more } });

describe('a prompt that was typed while the agent was at work', () => {
  it('is a prompt of a person in the middle of the turn', () => {
    const project = tempProject();
    const path = writeTranscript(project.path, 's1.jsonl', [
      said('add a discount'),
      asks('c1', 'Read', { file_path: '/home/dev/shop/a.txt' }),
      result('c1', 'a'),
      queued('and check the tests too', { commandMode: 'prompt', origin: { kind: 'human' } }),
      asks('c2', 'Read', { file_path: '/home/dev/shop/b.txt' }),
      result('c2', 'b'),
      queued([{ type: 'text', text: 'in euros' }]),
      closing('Done.'),
    ]);
    importInto(project.path, path);
    const told = ['PromptSubmitted', 'ToolRequested', 'TurnEnded'];
    expect(story(eventsOf(project.path).filter(({ type }) => told.includes(type)))).toEqual([
      'PromptSubmitted add a discount',
      'ToolRequested c1',
      'PromptSubmitted and check the tests too',
      'ToolRequested c2',
      'PromptSubmitted in euros',
      'TurnEnded',
    ]);
    expect(importInto(project.path, path)).toMatchObject({ events: 0 });
  });

  it.each([
    ['a notification', queued('<task-notification>\n<task-id>b1</task-id>', { commandMode: 'task-notification' })],
    ['a notification of an older client', queued('<task-notification>\n<task-id>b1</task-id>')],
    ['a command of the shell', queued('ls', { commandMode: 'bash' })],
    ['what the client says by itself', queued('go on', { commandMode: 'prompt', isMeta: true })],
    ['what another agent says', queued('go on', { commandMode: 'prompt', origin: { kind: 'teammate' } })],
    ['nothing', queued('')],
    ['something of no known form', queued({ odd: true })],
    ['another attachment', line({ type: 'attachment', attachment: { type: 'file', prompt: 'no prompt' } })],
    ['one without anything', line({ type: 'attachment', attachment: null })],
    ['a subagent’s', queued('go on', { commandMode: 'prompt', origin: { kind: 'human' } })],
  ])('is none where it is %s', (name, attachment) => {
    const project = tempProject();
    const one = name === 'a subagent’s' ? { ...attachment, isSidechain: true } : attachment;
    importInto(project.path, writeTranscript(project.path, 's1.jsonl', [said('hi'), one]));
    expect(eventsOf(project.path).filter(({ type }) => type === 'PromptSubmitted')).toHaveLength(1);
  });
});

describe('docket import, given something else than a transcript', () => {
  it('says of a folder without any where transcripts are', () => {
    const project = tempProject();
    mkdirSync(join(project.path, 'src'));
    const { stderr, status } = runDocket(['import', 'src'], project.path);
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining('~/.claude/projects') });
  });

  it('says what is wrong with a path in words', () => {
    const project = tempProject();
    const { stdout, status } = runDocket(['import', 'nothing.jsonl'], project.path);
    expect({ status, stdout }).toEqual({
      status: 1,
      stdout: expect.stringContaining('there is no such file or folder'),
    });
    expect(importInto(project.path, 'nothing.jsonl').files).toMatchObject([{ status: 'failed', error: 'ENOENT' }]);
  });

  it('does not wait for a pipe, named or among transcripts', () => {
    const project = tempProject();
    writeTranscript(project.path, 'many/s1.jsonl', [said('hi')]);
    execFileSync('mkfifo', [join(project.path, 'many/pipe.jsonl')]);
    const report = importInto(project.path, 'many');
    expect(report.files.map(({ status, error }) => error ?? status).sort()).toEqual(['ENOTFILE', 'imported']);
    const { stdout, status } = runDocket(['import', 'many/pipe.jsonl'], project.path);
    expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringContaining('neither a file nor a folder') });
  });

  it('takes what several paths and links lead to once', () => {
    const project = tempProject();
    writeTranscript(project.path, 'many/s1.jsonl', [said('hi'), closing('Hello.')]);
    symlinkSync('many', join(project.path, 'link'));
    symlinkSync('s1.jsonl', join(project.path, 'many/same.jsonl'));
    const report = importInto(
      project.path,
      'many',
      'link',
      'link/s1.jsonl',
      `../${project.path.split('/').at(-1)}/many`,
    );
    expect(report).toMatchObject({ sessions: 1, messages: 2, failed: 0 });
    expect(report.files).toHaveLength(1);
  });

  it('goes on behind links that lead nowhere or in a circle', () => {
    const project = tempProject();
    writeTranscript(project.path, 'many/s1.jsonl', [said('hi')]);
    symlinkSync('gone.jsonl', join(project.path, 'many/broken.jsonl'));
    symlinkSync('circle.jsonl', join(project.path, 'many/circle.jsonl'));
    const report = importInto(project.path, 'many');
    expect(report.files.map(({ status, error }) => error ?? status).sort()).toEqual(['ELOOP', 'ENOENT', 'imported']);
  });
});

describe('what was imported, looked at', () => {
  it('lists a session of which only a subagent’s file is left', () => {
    const project = tempProject();
    const agent = { isSidechain: true, agentId: 'a1' };
    writeTranscript(project.path, 'many/s1/subagents/agent-a1.jsonl', [said('look', agent), closing('Seen.', agent)]);
    const { stdout } = runDocket(['import', 'many'], project.path);
    expect(stdout).toContain('s1  imported');
  });

  it('is told in full, in 80 columns', () => {
    const project = tempProject();
    const session = { sessionId: '258c7280-ae70-4798-800f-63464d01a85d' };
    const lines = Array.from({ length: 12 }, (_, at) => [
      asks(`c${at}`, 'Read', { file_path: '/a' }, session),
      result(`c${at}`, 'a', session),
    ]);
    writeTranscript(project.path, 's1.jsonl', [said('hi', { ...session, parentUuid: 'gone' }), ...lines.flat()]);
    const { stdout } = runDocket(['import', 's1.jsonl'], project.path, { env: { COLUMNS: '80' } });
    expect(stdout).toContain('12 tool calls, 1 orphan\n');
    expect(
      Math.max(
        ...stdout
          .split('\n')
          .slice(0, 2)
          .map((row) => row.length),
      ),
    ).toBeLessThanOrEqual(80);
  });

  it('is called imported by the status, in text and as JSON', () => {
    const project = tempProject();
    importInto(project.path, writeTranscript(project.path, 's1.jsonl', [said('hi'), closing('Hello.')]));
    expect(runDocket(['status'], project.path).stdout).toMatch(/^session +s1 \(imported/m);
    expect(JSON.parse(runDocket(['status', '--json'], project.path).stdout)).toMatchObject({
      session: { id: 's1', imported: true },
    });
  });
});
