import { expect, it } from 'vitest';
import { eventsOf, readLog, rulingOn, why } from './docket-command.ts';
import { playedSession } from './played-session.ts';
import { TEST_RUN } from './red-tests.ts';
import { say, use } from './scripted-model.ts';
import { allText, newText, requestWithResult } from './seen.ts';
import { describeWithClient } from './with-client.ts';

const LOOK = 'toolu_main_look';
const AGENT = 'toolu_agent';
const TASK = 'See whether the tests of the shop pass';

const AGENT_INPUT = {
  description: 'Run tests',
  prompt: TASK,
  subagent_type: 'general-purpose',
  run_in_background: false,
};

const SCENARIO = {
  conversations: [
    {
      match: TASK,
      turns: [[use(TEST_RUN, 'Bash', { command: 'npm test', description: 'Run the tests' })], [say('One test fails.')]],
    },
    {
      turns: [
        [use(LOOK, 'Bash', { command: 'git status --short', description: 'Look' })],
        [use(AGENT, 'Agent', AGENT_INPUT)],
        [say('The subagent found a failing test.')],
      ],
    },
  ],
};

describeWithClient('a foreground subagent that runs the tests', (client) => {
  const session = playedSession(client, {
    registrations: [{ scope: 'local', preset: 'strict' }],
    scenario: () => SCENARIO,
    prompt: 'Look after the shop',
  });

  it('reports to the main agent', () => {
    expect(newText(requestWithResult(session.outcome.requests, AGENT))).toContain('One test fails.');
  });

  it('has its tool calls told apart from those of the main agent', () => {
    const log = readLog(session.project);
    const [started] = eventsOf(log, 'SubagentStarted');
    expect(started?.actor).toEqual({ id: expect.not.stringMatching(/^main$/), type: 'general-purpose' });
    const actors = (type: string, call: string) => eventsOf(log, type, call).map(({ actor }) => actor.id);
    expect(actors('ToolRequested', LOOK)).toEqual(['main']);
    expect(actors('ToolCompleted', LOOK)).toEqual(['main']);
    expect(actors('ToolRequested', AGENT)).toEqual(['main']);
    expect(actors('ToolRequested', TEST_RUN)).toEqual([started?.actor.id]);
    expect(actors('ToolFailed', TEST_RUN)).toEqual([started?.actor.id]);
    expect(actors('TestRunFinished', TEST_RUN)).toEqual([started?.actor.id]);
    expect(eventsOf(log, 'SubagentStopped').map(({ actor }) => actor.id)).toEqual([started?.actor.id]);
  });

  it('has the id that the client itself gave it', () => {
    const [started] = eventsOf(readLog(session.project), 'SubagentStarted');
    const own = session.outcome.transcripts.filter(({ path }) => path.includes(`agent-${started?.actor.id}`));
    expect(own).toHaveLength(1);
    expect(JSON.stringify(own[0]?.lines)).toContain(TEST_RUN);
  });

  it('is part of the same session', () => {
    const log = readLog(session.project);
    expect(new Set(log.map(({ stream }) => stream))).toEqual(new Set([session.outcome.result.session_id]));
  });

  it('counts for the gates of the main agent: its red run blocks the end of the turn, by name', () => {
    const log = readLog(session.project);
    const [end] = eventsOf(log, 'TurnEnded');
    expect(rulingOn(log, end).decision).toBe('deny');
    expect(allText(session.outcome.requests)).toMatch(/stop-guard/);
    const causes = why(session.project).conditions.flatMap(({ because }) => because);
    expect(causes).toContain(eventsOf(log, 'TestRunFinished', TEST_RUN)[0]?.id);
  });
});
