import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hostOutcome } from '../../src/hooks/host-outcome/host-outcome.ts';
import type { Effect, HookRun } from '../../src/hooks/host-outcome/outcome.ts';
import { nested, runOf, SEEN_ANSWERS, type SeenAnswer } from '../kit/host-answers.ts';
import { CLIENT_VERSION, type ClientOutcome, runClient } from './client.ts';
import { createProject, type Project, REPOSITORY, removeProject } from './project.ts';
import { say, type TextBlock, type ToolUseBlock, use } from './scripted-model.ts';
import { agentRequests, newText, requestWithResult, toolResult } from './seen.ts';
import { describeWithClient } from './with-client.ts';

type Answers = Readonly<Record<string, readonly Partial<HookRun>[]>>;

interface Played {
  readonly project: Project;
  readonly outcome: ClientOutcome;
}

const EVENTS = [
  ...['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PostToolBatch', 'PermissionRequest', 'Stop'],
  ...['UserPromptSubmit', 'SessionStart', 'SubagentStart', 'SubagentStop'],
];

const SUBAGENT = { match: 'Check the cart', turns: [[say('Fine.')], [say('Fine again.')]] };

/** A session whose hooks give canned answers, in turn, to an event or to one of a call. */
const play = async (
  client: string,
  answers: Answers,
  turns: readonly (readonly (TextBlock | ToolUseBlock)[])[],
): Promise<Played> => {
  const project = createProject();
  const file = join(project.root, 'answers.json');
  writeFileSync(file, JSON.stringify(answers));
  const script = join(REPOSITORY, 'test', 'client', 'canned-hook.mjs');
  const hooks = [{ hooks: [{ type: 'command', command: `"${process.execPath}" "${script}" "${file}"`, timeout: 20 }] }];
  mkdirSync(join(project.folder, '.claude'), { recursive: true });
  const settings = {
    permissions: { allow: ['Bash(echo:*)', 'Bash(ls:*)'] },
    hooks: Object.fromEntries(EVENTS.map((event) => [event, hooks])),
  };
  writeFileSync(join(project.folder, '.claude', 'settings.json'), JSON.stringify(settings));
  const outcome = await runClient(client, {
    project,
    scenario: { conversations: [SUBAGENT, { turns }] },
    prompt: 'Go on',
  });
  return { project, outcome };
};

const callOf = (index: number): string => `toolu_answer_${index}`;

const commandFor = ({ event }: SeenAnswer, index: number): string =>
  event === 'PostToolUseFailure' ? `ls nonexistent-${index}` : `echo ran-${index}`;

/** What of the effects can be told apart from outside. */
const visible = (effect: Effect, event: SeenAnswer['event']): string => {
  if (event === 'PreToolUse') return effect === 'denied' || effect === 'rewritten' ? effect : 'runs';
  return effect === 'replaced' ? 'replaced' : 'kept';
};

describeWithClient('the answers of a hook about a call, one after the other in a session', (client) => {
  let played: Played;
  beforeAll(async () => {
    const answers = Object.fromEntries(
      SEEN_ANSWERS.map(({ event, run }, index) => [`${event} ${callOf(index)}`, [run]]),
    );
    const calls = SEEN_ANSWERS.map((seen, index) => [
      use(callOf(index), 'Bash', { command: commandFor(seen, index), description: 'd' }),
    ]);
    played = await play(client, answers, [...calls, [say('Done.')]]);
  }, 240_000);
  afterAll(() => removeProject(played.project));

  it.each(SEEN_ANSWERS.map((seen, index) => [`${seen.event}, ${seen.name}`, seen, index] as const))(
    '%s: the client does what the table says',
    (_name, { event, run }, index) => {
      const outcome = hostOutcome({ host: 'claude-code', version: CLIENT_VERSION, event }, runOf(run));
      const { requests } = played.outcome;
      const result = toolResult(requests, callOf(index));
      const seen =
        event === 'PreToolUse'
          ? result.text.includes(`ran-${index}`)
            ? 'runs'
            : result.text.includes('rewritten')
              ? 'rewritten'
              : 'denied'
          : result.text.includes('replaced')
            ? 'replaced'
            : 'kept';
      expect(seen).toBe(visible(outcome.effect, event));
      const told = newText(requestWithResult(requests, callOf(index)));
      for (const { by, text } of outcome.heard) {
        if (by === 'model') expect(told).toContain(text);
        else expect(told).not.toContain(text);
      }
    },
  );
});

const END = { decision: 'block', reason: 'go on because of this' };

describeWithClient('the answers of a hook about the end of a turn', (client) => {
  const ends: readonly Partial<HookRun>[] = [
    { stdout: JSON.stringify(END) },
    { exitCode: 2, stderr: 'go on by exit code' },
    { stdout: JSON.stringify(nested('Stop', { additionalContext: 'go on by context' })) },
    { exitCode: 2, stderr: 'not read', stdout: JSON.stringify(END) },
    { stdout: JSON.stringify({ decision: 'block' }) },
    { stdout: JSON.stringify(nested('Stop', { permissionDecision: 'deny', permissionDecisionReason: 'x' })) },
  ];
  let played: Played;
  beforeAll(async () => {
    played = await play(
      client,
      { Stop: ends },
      ends.map((_, index) => [say(`End ${index}.`)]),
    );
  }, 120_000);
  afterAll(() => removeProject(played.project));

  it('keep the agent going as long as the table says', () => {
    const goes = ends.map((run) =>
      hostOutcome({ host: 'claude-code', version: CLIENT_VERSION, event: 'Stop' }, runOf(run)),
    );
    expect(goes.map(({ effect }) => effect)).toEqual([...Array.from({ length: 5 }, () => 'goes-on'), 'nothing']);
    expect(played.outcome.result.result).toBe('End 5.');
    const told = agentRequests(played.outcome.requests).slice(1).map(newText);
    expect(told).toHaveLength(5);
    goes.slice(0, 4).forEach(({ heard }, index) => {
      for (const { text } of heard) expect(told[index]).toContain(text);
    });
    expect(told.join()).not.toContain('not read');
  });
});

const block = (reason = 'because of this'): Partial<HookRun> => ({
  stdout: JSON.stringify({ decision: 'block', reason }),
});
const halt: Partial<HookRun> = { stdout: JSON.stringify({ continue: false, stopReason: 'stop because of this' }) };
const exit2: Partial<HookRun> = { exitCode: 2, stderr: 'by exit code' };
const tells = (event: string): Partial<HookRun> => ({
  stdout: JSON.stringify(nested(event, { additionalContext: 'some context' })),
});
const dialog = (decision: object): Partial<HookRun> => ({
  stdout: JSON.stringify(nested('PermissionRequest', { decision })),
});

/** Of each an event, an answer, what it comes to, and how many requests the client sends to the model. */
const SESSION_CASES: readonly (readonly [
  event: string,
  what: string,
  run: Partial<HookRun>,
  effect: Effect,
  requests: number,
])[] = [
  ['UserPromptSubmit', 'a block', block(), 'denied', 0],
  ['UserPromptSubmit', 'exit code 2', exit2, 'denied', 0],
  ['UserPromptSubmit', 'continue: false', halt, 'halted', 0],
  [
    'UserPromptSubmit',
    'a nested deny',
    { stdout: JSON.stringify(nested('UserPromptSubmit', { permissionDecision: 'deny' })) },
    'nothing',
    2,
  ],
  ['UserPromptSubmit', 'exit code 1', { exitCode: 1, stderr: 'blocked' }, 'error', 2],
  ['UserPromptSubmit', 'context', tells('UserPromptSubmit'), 'context', 2],
  [
    'SessionStart',
    'all that would stop it',
    { stdout: JSON.stringify({ continue: false, stopReason: 'x', decision: 'block' }) },
    'nothing',
    2,
  ],
  ['SessionStart', 'exit code 2', exit2, 'shown', 2],
  ['SessionStart', 'plain text', { stdout: 'told at the start' }, 'context', 2],
  ['SessionStart', 'plain text beside a failure', { exitCode: 1, stdout: 'told at the start' }, 'error', 2],
  ['PreToolUse', 'continue: false', halt, 'halted', 1],
  ['PostToolUse', 'continue: false', halt, 'halted', 1],
  ['PostToolBatch', 'a block', block(), 'halted', 1],
  ['PostToolBatch', 'exit code 2', exit2, 'halted', 1],
  ['PostToolBatch', 'continue: false', halt, 'halted', 1],
  ['PostToolBatch', 'context', tells('PostToolBatch'), 'context', 2],
  ['PostToolBatch', 'plain text', { stdout: 'plain text' }, 'nothing', 2],
  ['Stop', 'continue: false', halt, 'halted', 2],
  ['Stop', 'plain text', { stdout: 'plain text' }, 'nothing', 2],
  ['Stop', 'exit code 1', { exitCode: 1, stderr: 'blocked' }, 'error', 2],
  ['SubagentStart', 'plain text', { stdout: 'plain text' }, 'nothing', 3],
  ['SubagentStart', 'context', tells('SubagentStart'), 'context', 3],
  ['SubagentStart', 'exit code 2', exit2, 'shown', 3],
  ['SubagentStart', 'a block', block(), 'nothing', 3],
  ['SubagentStop', 'a block', block(), 'goes-on', 4],
  ['SubagentStop', 'exit code 2', exit2, 'goes-on', 4],
  ['SubagentStop', 'plain text', { stdout: 'plain text' }, 'nothing', 3],
  [
    'SubagentStop',
    'a nested deny',
    { stdout: JSON.stringify(nested('SubagentStop', { permissionDecision: 'deny' })) },
    'nothing',
    3,
  ],
  ['SubagentStop', 'context', tells('SubagentStop'), 'goes-on', 4],
  ['SubagentStop', 'continue: false', halt, 'halted', 3],
  ['PermissionRequest', 'a deny', dialog({ behavior: 'deny', message: 'because of this' }), 'denied', 2],
  ['PermissionRequest', 'an allow', dialog({ behavior: 'allow' }), 'allowed', 2],
  ['PermissionRequest', 'exit code 2', exit2, 'nothing', 2],
  ['PermissionRequest', 'a block', block(), 'nothing', 2],
];

const agent = use('toolu_agent', 'Agent', {
  description: 'check',
  prompt: 'Check the cart',
  subagent_type: 'general-purpose',
  run_in_background: false,
});
const touch = use('toolu_touch', 'Bash', { command: 'touch made', description: 'd' });
const echo = use('toolu_echo', 'Bash', { command: 'echo ran', description: 'd' });

describeWithClient('the answer of a hook in a session of its own', (client) => {
  it.each(SESSION_CASES.map(([event, what, ...rest]) => [`${event}, ${what}`, event, ...rest] as const))(
    '%s: the client does what the table says',
    async (_name, event, run, effect, requests) => {
      const first = event.startsWith('Subagent') ? agent : event === 'PermissionRequest' ? touch : echo;
      // Answers of calls are found by the call, others by the event.
      const key = event === 'PreToolUse' || event === 'PostToolUse' ? `${event} ${first.id}` : event;
      const { project, outcome } = await play(client, { [key]: [run] }, [[first], [say('Done.')]]);
      try {
        const by = hostOutcome({ host: 'claude-code', version: CLIENT_VERSION, event }, runOf(run));
        expect(by.effect).toBe(effect);
        const sent = agentRequests(outcome.requests);
        expect(sent).toHaveLength(requests);
        const all = JSON.stringify(sent);
        for (const { by: reader, text } of by.heard) expect(all.includes(text), text).toBe(reader === 'model');
        if (event === 'PermissionRequest') expect(existsSync(join(project.folder, 'made'))).toBe(effect === 'allowed');
      } finally {
        removeProject(project);
      }
    },
    60_000,
  );
});
