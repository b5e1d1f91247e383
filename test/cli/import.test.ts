import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { readEvents } from '../../src/events/log-reader.ts';
import { logFolder } from '../../src/events/segments.ts';
import { cleanEnv, DIST, runDocket, runHook } from '../kit/hook-process.ts';
import { tempProject } from '../kit/temp-project.ts';
import {
  answered,
  asks,
  closing,
  eventsOf,
  failed,
  importInto,
  type Line,
  line,
  result,
  said,
  story,
  writeTranscript,
} from '../kit/transcripts.ts';

const SHORT: Line[] = [
  said('add a discount'),
  asks('c1', 'Bash', { command: 'npm test' }),
  failed('c1', 'Exit code 1\n\n# tests 2\n# pass 1\n# fail 1'),
  closing('One test fails.'),
];

describe('docket import', () => {
  it('makes of a transcript the events that hooks would have recorded, with the facts that stand in its text', () => {
    const project = tempProject();
    const report = importInto(project.path, writeTranscript(project.path, 's1.jsonl', SHORT));
    const events = eventsOf(project.path);
    expect(story(events)).toEqual([
      'SessionStarted',
      'PromptSubmitted add a discount',
      'ToolRequested c1',
      'CommandUnderstood c1',
      'TestRunStarted c1',
      'ToolFailed c1',
      'TestRunFinished c1',
      'TurnEnded',
    ]);
    expect(new Set(events.map(({ provenance }) => provenance))).toEqual(new Set(['import']));
    expect(events.find(({ type }) => type === 'TestRunFinished')?.data).toMatchObject({ status: 'fail', failures: 1 });
    expect(report).toMatchObject({ sessions: 1, messages: 4, calls: 1, skipped: 0, failed: 0, events: 8 });
  });

  it('adds nothing when it is called again, and only what is new when the transcript has grown', () => {
    const project = tempProject();
    const path = writeTranscript(project.path, 's1.jsonl', SHORT);
    importInto(project.path, path);
    const before = eventsOf(project.path);
    expect(importInto(project.path, path)).toMatchObject({ events: 0, files: [{ status: 'unchanged' }] });
    appendFileSync(path, `${JSON.stringify(said('and round it'))}\n`);
    expect(importInto(project.path, path)).toMatchObject({ events: 1, files: [{ status: 'imported' }] });
    const after = eventsOf(project.path);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(story(after.slice(before.length))).toEqual(['PromptSubmitted and round it']);
  });

  it('takes a session that was resumed under another name for the same, in whatever order its files come', () => {
    const resumed = [...SHORT, said('and round it')].map((one) => ({ ...one, sessionId: 's2' }));
    for (const [first, second] of [
      [SHORT, resumed],
      [resumed, SHORT],
    ] as const) {
      const project = tempProject();
      importInto(project.path, writeTranscript(project.path, 'first.jsonl', first));
      importInto(project.path, writeTranscript(project.path, 'second.jsonl', second));
      const events = eventsOf(project.path);
      expect(new Set(events.map(({ stream }) => stream)).size).toBe(1);
      expect(events.filter(({ type }) => type === 'PromptSubmitted')).toHaveLength(2);
      expect(
        importInto(project.path, join(project.path, 'first.jsonl'), join(project.path, 'second.jsonl')).events,
      ).toBe(0);
    }
  });

  it('keeps a fork apart, with what is its own', () => {
    const project = tempProject();
    importInto(project.path, writeTranscript(project.path, 's1.jsonl', [...SHORT, said('in euros')]));
    const fork = [...SHORT, said('in dollars')].map((one) => ({ ...one, sessionId: 's2' }));
    importInto(project.path, writeTranscript(project.path, 's2.jsonl', fork));
    const own = eventsOf(project.path, 's2');
    expect(story(own)).toEqual(['SessionStarted', 'PromptSubmitted in dollars']);
    expect(own[0]?.data['source']).toBe('fork');
    expect(importInto(project.path, project.path).events).toBe(0);
  });

  it('counts a person’s prompts alone', () => {
    const project = tempProject();
    const path = writeTranscript(project.path, 's1.jsonl', [
      said('hello'),
      said('note', { isMeta: true }),
      said('<task-notification>done</task-notification>', { origin: { kind: 'task-notification' } }),
      said('wake up', { promptSource: 'system' }),
      said('<local-command-caveat>caveat</local-command-caveat>', { isMeta: true }),
      said('<command-name>/model</command-name>\n<command-args></command-args>'),
      said('<local-command-stdout>set</local-command-stdout>'),
      said(
        '<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>42</command-args>',
      ),
      said('[Request interrupted by user]'),
      said([
        { type: 'image', source: { type: 'base64', data: 'iVBOR' } },
        { type: 'text', text: 'look' },
      ]),
    ]);
    importInto(project.path, path);
    expect(story(eventsOf(project.path)).filter((one) => one.startsWith('Prompt'))).toEqual([
      'PromptSubmitted hello',
      'PromptSubmitted /review 42',
      'PromptSubmitted [image omitted]\nlook',
    ]);
  });

  it('tells calls that never ran from those that failed', () => {
    const project = tempProject();
    const path = writeTranscript(project.path, 's1.jsonl', [
      said('go'),
      asks('c1', 'Grep', { pattern: 'x' }),
      failed('c1', '<tool_use_error>Error: No such tool available: Grep.</tool_use_error>'),
      asks('c2', 'Write', { file_path: '/home/dev/shop/a.ts', content: '' }),
      failed('c2', 'It was not allowed.', { toolDenialKind: 'user-rejected' }),
      asks('c3', 'mcp__x__y', {}),
      failed('c3', 'upstream exploded'),
    ]);
    importInto(project.path, path);
    const events = eventsOf(project.path);
    expect(events.filter(({ type }) => type === 'ToolRequested')).toHaveLength(3);
    expect(events.filter(({ type }) => type === 'ToolFailed').map(({ data }) => data['error'])).toEqual([
      'upstream exploded',
    ]);
    const batches = events.filter(({ type }) => type === 'ToolBatchCompleted');
    expect(
      batches.map(({ data }) => (data['tool_calls'] as { tool_use_id: string }[]).map((one) => one.tool_use_id)),
    ).toEqual([['c1'], ['c2']]);
  });

  it('brings a subagent’s lines in where they happened', () => {
    const project = tempProject();
    const lines = [
      said('go'),
      asks('a1', 'Agent', { prompt: 'Check the cart', subagent_type: 'Explore' }),
      said('Check the cart', { isSidechain: true, agentId: 'abc' }),
      asks('b1', 'Bash', { command: 'ls' }, { isSidechain: true, agentId: 'abc' }),
      result('b1', 'src', { isSidechain: true, agentId: 'abc' }),
      closing('It is fine.', { isSidechain: true, agentId: 'abc' }),
      result('a1', 'It is fine.'),
      closing('Done.'),
    ];
    const isAgents = (one: Line): boolean => one['agentId'] === 'abc';
    writeTranscript(project.path, 's1/subagents/agent-abc.jsonl', lines.filter(isAgents));
    const report = importInto(
      project.path,
      writeTranscript(
        project.path,
        's1.jsonl',
        lines.filter((one) => !isAgents(one)),
      ),
    );
    const events = eventsOf(project.path);
    expect(story(events)).toEqual([
      'SessionStarted',
      'PromptSubmitted go',
      'ToolRequested a1',
      'SubagentStarted',
      'ToolRequested b1',
      'CommandUnderstood b1',
      'ToolCompleted b1',
      'SubagentStopped',
      'ToolCompleted a1',
      'TurnEnded',
    ]);
    expect(events[3]?.actor).toEqual({ id: 'abc', type: 'Explore' });
    expect(report.files.map(({ agent, children }) => ({ agent, children }))).toEqual([
      { agent: null, children: ['abc'] },
      { agent: 'abc', children: [] },
    ]);
  });

  it('finds a subagent’s file beside its session’s, and lines of one among them, as older clients wrote', () => {
    const project = tempProject();
    const lines = [
      said('go'),
      asks('a1', 'Task', { prompt: 'Check it', subagent_type: 'Explore' }),
      said('Check it', { isSidechain: true, parentUuid: null, uuid: 'root' }),
      asks('b1', 'Read', { file_path: '/a' }, { isSidechain: true, parentUuid: 'root' }),
      result('a1', 'It is fine.'),
    ];
    writeTranscript(project.path, 't/s1.jsonl', lines);
    const beside = said('Look', { isSidechain: true, agentId: 'old' });
    writeTranscript(project.path, 't/agent-old.jsonl', [
      beside,
      closing('Seen.', { isSidechain: true, agentId: 'old' }),
    ]);
    const report = importInto(project.path, 't/');
    const events = eventsOf(project.path);
    expect(report).toMatchObject({ sessions: 1 });
    expect(report.files.map(({ agent }) => agent)).toEqual([null, 'old']);
    expect(events.filter(({ type }) => type === 'SessionStarted')).toHaveLength(1);
    expect(events.filter(({ type }) => type === 'PromptSubmitted')).toHaveLength(1);
    expect(events.find(({ call }) => call === 'b1')?.actor).toEqual({ id: 'root', type: 'Explore' });
    expect(story(events.filter(({ actor }) => actor.id === 'root'))).toEqual([
      'SubagentStarted',
      'ToolRequested b1',
      'SubagentStopped',
    ]);
  });

  it('passes over what cannot be read, says what, and goes on', () => {
    const project = tempProject();
    const path = writeTranscript(project.path, 's1.jsonl', [
      '\ufeff{"type":"mode","mode":"normal"}',
      said('one'),
      '{"type":"user","message":{"role":"us',
      'null',
      '[1,2]',
      '',
      line({ type: 'user' }),
      line({ type: 'hologram', data: 1 }),
      said('two'),
      '{"type":"user","uuid":"cut","message":{"content":"thr',
    ]);
    const report = importInto(project.path, path);
    expect(report.skippedBy).toEqual({ 'not JSON': 2, 'not an object': 2, 'odd content': 1 });
    expect(report.unknownTypes).toEqual({ hologram: 1 });
    expect(report).toMatchObject({ messages: 2, skipped: 5, lines: 9 });
    const { stdout, status } = runDocket(['import', path], project.path);
    expect({ status, text: stdout.replace(project.path, '') }).toMatchObject({ status: 0 });
    expect(stdout).toContain('2 lines passed over: not JSON');
    expect(stdout).toContain('1 line of an unknown type: hologram');
  });

  it('writes nothing with --dry-run, and says what it would add', () => {
    const project = tempProject();
    const path = writeTranscript(project.path, 's1.jsonl', SHORT);
    expect(importInto(project.path, path, '--dry-run')).toMatchObject({ dryRun: true, events: 8, sessions: 1 });
    expect(readdirSync(project.path)).toEqual(['s1.jsonl']);
    expect(runDocket(['import', path, '--dry-run'], project.path).stdout).toContain('would be added');
  });

  it('removes secrets, and moves long results to blobs, as for a hook', () => {
    const project = tempProject();
    const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    const path = writeTranscript(project.path, 's1.jsonl', [
      said(`use ${token}`),
      asks('c1', 'Read', { file_path: '/home/dev/shop/a.txt' }),
      result('c1', `${'word '.repeat(4000)}\n${token}`),
    ]);
    importInto(project.path, path);
    const all = readdirSync(join(project.path, '.docket'), { recursive: true, encoding: 'utf8' })
      .map((name) => join(project.path, '.docket', name))
      .filter((name) => statSync(name).isFile())
      .map((name) => readFileSync(name, 'utf8'));
    expect(all.filter((text) => text.includes(token))).toEqual([]);
    const [read] = eventsOf(project.path).filter(({ type }) => type === 'ToolCompleted');
    expect(read?.redacted).toHaveLength(1);
    expect(read?.data['tool_response']).toMatchObject({ $blob: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it('refuses to be called with nothing, and says what to give it', () => {
    const { stderr, status } = runDocket(['import'], tempProject().path);
    expect(status).toBe(2);
    expect(stderr).toContain('--help');
  });
});

const start = (project: string, path: string) =>
  spawn(process.execPath, [join(DIST, 'docket.cjs'), 'import', path], {
    cwd: project,
    env: cleanEnv({ HOME: project }),
  });

/** More than a command's output may be here. */
const allEvents = (project: string): readonly Envelope[] =>
  [...readEvents(logFolder(join(project, '.docket'), nodeLogFs))].map(({ event }) => event);

const LONG: Line[] = Array.from({ length: 1500 }, (_, at) => [
  said(`prompt ${at}`),
  asks(`c${at}`, 'Bash', { command: `cat ${at}` }),
  result(`c${at}`, `line ${at}\n`.repeat(20)),
]).flat();

describe('an import that is not alone, or ends before its time', () => {
  it.each(['SIGKILL', 'SIGINT'] as const)(
    'loses and doubles nothing when %s ends it and it is called again',
    async (signal) => {
      const project = tempProject();
      const path = writeTranscript(project.path, 's1.jsonl', LONG);
      const log = join(project.path, '.docket/log/000001.ndjson');
      const child = start(project.path, path);
      while ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0 && child.exitCode === null) await sleep(2);
      child.kill(signal);
      await once(child, 'exit');
      const partly = statSync(log).size;
      expect(importInto(project.path, path).files[0]?.status).toBe('imported');
      expect(statSync(log).size).toBeGreaterThan(partly);
      const whole = tempProject();
      importInto(whole.path, writeTranscript(whole.path, 's1.jsonl', LONG));
      const ids = (at: string): string[] => allEvents(at).map(({ id }) => id);
      expect(ids(project.path)).toEqual(ids(whole.path));
    },
  );

  it('waits for another one', async () => {
    const project = tempProject();
    const path = writeTranscript(project.path, 's1.jsonl', LONG.slice(0, 1800));
    const both = [start(project.path, path), start(project.path, path)];
    const codes = await Promise.all(both.map(async (child) => (await once(child, 'exit'))[0]));
    expect(codes).toEqual([0, 0]);
    const events = allEvents(project.path);
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    expect(events.filter(({ type }) => type === 'PromptSubmitted')).toHaveLength(600);
    expect(readdirSync(join(project.path, '.docket/workers'))).toEqual([]);
  });
});

const GREEN: Line[] = [
  said('run the tests'),
  asks('g1', 'Bash', { command: 'npm test' }),
  result('g1', '# tests 2\n# pass 2\n# fail 0', {
    toolUseResult: { stdout: '# tests 2\n# pass 2\n# fail 0', stderr: '' },
  }),
  closing('They pass.'),
];

describe('what was imported and what is live', () => {
  const live = (project: string, event: Line): string =>
    runHook(JSON.stringify({ session_id: 'live', cwd: project, ...event }), project).stdout;

  it('satisfies no gate, and changes nothing that gates see', () => {
    const [with_, without] = [tempProject({ branch: 'feature' }), tempProject({ branch: 'feature' })];
    const answers = [with_, without].map((project) => {
      project.write('docket.config.json', '{"preset":"strict"}');
      live(project.path, { hook_event_name: 'SessionStart', source: 'startup' });
      live(project.path, { hook_event_name: 'UserPromptSubmit', prompt: 'go' });
      if (project === with_) {
        const lines = GREEN.map((one) => ({ ...one, cwd: project.path }));
        importInto(project.path, writeTranscript(tempProject().path, 's1.jsonl', lines));
      }
      const command = { command: 'git commit -am "Add a discount"' };
      return live(project.path, {
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: command,
        tool_use_id: 'k',
      });
    });
    expect(answers[0]?.replaceAll(with_.path, '')).toBe(answers[1]?.replaceAll(without.path, ''));
    expect(answers[0]).toContain('deny');
    const status = JSON.parse(runDocket(['status', '--json'], with_.path).stdout) as Record<
      string,
      Record<string, unknown>
    >;
    expect(status['session']?.['id']).toBe('live');
    expect(status['tests']?.['status']).toBe(null);
    const own = JSON.parse(runDocket(['status', '--json', '--session', 's1'], with_.path).stdout) as typeof status;
    expect(own['tests']?.['status']).toBe('pass');
  });

  it('is listed as imported, and not taken for the live session', () => {
    const project = tempProject();
    importInto(project.path, writeTranscript(project.path, 's1.jsonl', GREEN));
    const [session] = runDocket(['log', '--sessions', '--json'], project.path).stdout.trim().split('\n');
    expect(JSON.parse(session ?? '')).toMatchObject({ session: 's1', imported: true });
    expect(JSON.parse(session ?? '').endedAt).not.toBe(null);
    live(project.path, { hook_event_name: 'UserPromptSubmit', prompt: 'go' });
    importInto(
      project.path,
      writeTranscript(
        project.path,
        's2.jsonl',
        GREEN.map((one) => ({ ...one, sessionId: 's2', uuid: `2${one['uuid']}` })),
      ),
    );
    const status = JSON.parse(runDocket(['status', '--json'], project.path).stdout) as { session: { id: string } };
    expect(status.session.id).toBe('live');
  });

  it('leaves a session alone that hooks recorded', () => {
    const project = tempProject();
    live(project.path, { hook_event_name: 'UserPromptSubmit', prompt: 'go' });
    const before = eventsOf(project.path);
    const lines = SHORT.map((one) => ({ ...one, sessionId: 'live' }));
    const report = importInto(project.path, writeTranscript(project.path, 'live.jsonl', lines));
    expect(report).toMatchObject({ events: 0, files: [{ status: 'recorded' }] });
    expect(eventsOf(project.path)).toEqual(before);
  });

  it('is another life of a session that goes on with docket', () => {
    const project = tempProject();
    importInto(
      project.path,
      writeTranscript(
        project.path,
        'live.jsonl',
        GREEN.map((one) => ({ ...one, sessionId: 'live' })),
      ),
    );
    live(project.path, { hook_event_name: 'UserPromptSubmit', prompt: 'go' });
    const status = JSON.parse(runDocket(['status', '--json'], project.path).stdout) as Record<
      string,
      Record<string, unknown>
    >;
    expect(status['turn']?.['prompts']).toBe(1);
    expect(status['tests']?.['status']).toBe(null);
  });
});

describe('usage', () => {
  it('counts a message once, however many lines it has', () => {
    const project = tempProject();
    const usage = { output_tokens: 61 };
    const lines = [
      said('go'),
      ...['a', 'b'].map((text) => answered([{ type: 'text', text }], {}, { id: 'm1', usage })),
    ];
    const report = importInto(project.path, writeTranscript(project.path, 's1.jsonl', lines));
    expect(report).toMatchObject({ messages: 2, outputTokens: 61 });
  });
});
