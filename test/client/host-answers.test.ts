import { mkdirSync, writeFileSync } from 'node:fs';
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

const EVENTS = ['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'Stop', 'UserPromptSubmit', 'SessionStart'];

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
  const outcome = await runClient(client, { project, scenario: { conversations: [{ turns }] }, prompt: 'Go on' });
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

const SESSION_CASES: readonly [string, string, Partial<HookRun>, string][] = [
  ['a prompt is rejected by JSON', 'UserPromptSubmit', { stdout: JSON.stringify(END) }, 'denied'],
  ['a prompt is rejected by exit code 2', 'UserPromptSubmit', { exitCode: 2, stderr: 'no' }, 'denied'],
  [
    'a prompt is not rejected by a nested deny',
    'UserPromptSubmit',
    { stdout: JSON.stringify(nested('UserPromptSubmit', { permissionDecision: 'deny' })) },
    'goes',
  ],
  ['a prompt is not rejected by exit code 1', 'UserPromptSubmit', { exitCode: 1, stderr: 'blocked' }, 'goes'],
  [
    'a session is not stopped from starting',
    'SessionStart',
    { stdout: JSON.stringify({ continue: false, stopReason: 'x', decision: 'block' }) },
    'goes',
  ],
  ['plain text at the start is context', 'SessionStart', { stdout: 'told at the start' }, 'goes'],
  ['plain text beside a failure is not', 'SessionStart', { exitCode: 1, stdout: 'told at the start' }, 'goes'],
];

describeWithClient('the answers of a hook about a prompt and a start', (client) => {
  it.each(SESSION_CASES)(
    '%s, as the table says',
    async (_name, event, run, seen) => {
      const { project, outcome } = await play(client, { [event]: [run] }, [[say('Done.')]]);
      try {
        const by = hostOutcome({ host: 'claude-code', version: CLIENT_VERSION, event }, runOf(run));
        expect(by.effect === 'denied' ? 'denied' : 'goes').toBe(seen);
        const requests = agentRequests(outcome.requests);
        expect(requests.length > 0 ? 'goes' : 'denied').toBe(seen);
        const all = JSON.stringify(requests);
        for (const { by: reader, text } of by.heard) expect(all.includes(text), text).toBe(reader === 'model');
      } finally {
        removeProject(project);
      }
    },
    60_000,
  );
});
