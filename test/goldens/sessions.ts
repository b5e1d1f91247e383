import { compacts, starts } from '../kit/contexts.ts';
import { answers, asks, prefers, question } from '../kit/questions.ts';
import {
  completes,
  greenRun,
  type Payload,
  prompts,
  redRun,
  requests,
  type Scenario,
  scenario,
  stops,
  writes,
} from '../kit/scenario.ts';
import { agentEnds, agentStarts } from '../kit/subagents.ts';
import { workingSession } from '../kit/work-session.ts';
import { APPROVAL, asksFor, planned, WITH_FEATURE, worksAs } from '../kit/workflow.ts';

/** A session to record: its log, and the folders whose names are this machine's. */
export interface Played {
  readonly log: Scenario;
  readonly projects: readonly string[];
  readonly home: string;
}

type Play = () => Promise<Played>;

const STRICT = { preset: 'strict' } as const;

/** What is told at starts, prompts and ends is part of the session. */
const TELLING = { policy: { preset: 'strict' } };

const bash = (command: string, more: Payload = {}): Payload => requests('Bash', { command }, more);

const ends: Payload = { hook_event_name: 'SessionEnd', reason: 'prompt_input_exit' };

const alone = (log: Scenario): Played => ({ log, projects: [log.project], home: log.project });

const played = async (options: Parameters<typeof scenario>[0], payloads: readonly Payload[]): Promise<Played> => {
  const log = scenario(options);
  await log.given(...payloads);
  return alone(log);
};

const wrote = (path: string, call: string): Payload[] => {
  const input = { file_path: path, content: 'export const discount = 0.1;\n' };
  const id = { tool_use_id: call };
  return [requests('Write', input, id), completes('Write', input, { type: 'create' }, id)];
};

/** Sessions to record as goldens, by what happens in them. */
export const SESSIONS: Readonly<Record<string, Play>> = {
  'writing-is-warned-then-denied-while-tests-fail-and-passes-once-they-pass': () =>
    played(TELLING, [
      starts(),
      prompts('Add a discount to the total.'),
      ...redRun(),
      ...wrote('src/discount.ts', 'w1'),
      writes('src/total.ts', { tool_use_id: 'w2' }),
      stops(),
      ...greenRun(),
      ...wrote('src/total.ts', 'w3'),
      ends,
    ]),
  'losses-are-denied-and-what-only-reads-passes': () =>
    played(STRICT, [
      starts(),
      prompts('Clean up.'),
      ...['git status', 'rm -rf /', 'rm -rf ~', 'git reset --hard', 'git clean -fdx', 'rm -rf build'].map((command) =>
        bash(command),
      ),
      ...['sudo dd if=/dev/zero of=/dev/sda', 'git branch -D main', 'git stash drop', 'ls -la | head'].map((command) =>
        bash(command),
      ),
      stops(),
    ]),
  'force-pushes-are-rewritten-denied-or-asked-about': () =>
    played(STRICT, [
      starts(),
      prompts('Push it.'),
      bash('git push --force origin feature/x'),
      bash('git push --force origin main'),
      bash('git push --force origin "$BRANCH"'),
      bash('git push --force-with-lease origin feature/x'),
    ]),
  'careful-mode-denies-what-would-be-asked-changed-or-warned-of': async () => {
    const log = scenario(STRICT);
    const careful = (isOn: boolean): string =>
      log.write('.config/docket/preferences.json', JSON.stringify({ projects: { [log.project]: { careful: isOn } } }));
    careful(true);
    await log.given(starts(), prompts('Push it.'), bash('git push --force origin "$BRANCH"'));
    await log.given(bash('git push --force origin feature/x'), ...redRun(), writes('src/total.ts'));
    careful(false);
    await log.given(prompts('Go on.'), bash('git push --force origin feature/x'), writes('src/total.ts'));
    return alone(log);
  },
  'nobody-can-answer-in-a-headless-session': () =>
    played({ ...STRICT, env: { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' } }, [
      starts(),
      prompts('Push it.'),
      bash('git push --force origin "$BRANCH"'),
      bash('git push --force origin feature/x'),
      stops(),
      ends,
    ]),
  'docket-is-protected-from-the-agent': () =>
    played(STRICT, [
      starts(),
      prompts('Switch the gates off.'),
      requests('Write', { file_path: 'docket.config.json', content: '{}' }),
      requests('Edit', { file_path: '.claude/settings.json', old_string: 'docket', new_string: '' }),
      ...['rm -rf .docket', 'docket waive test-gate/tests-fail: later', 'docket careful off', 'docket status'].map(
        (command) => bash(command),
      ),
      stops(),
    ]),
  'a-workflow-goes-on-once-a-person-approved-the-plan': () =>
    played({ policy: WITH_FEATURE }, [
      prompts('Build the discount.'),
      asksFor('executor'),
      ...planned(),
      asksFor('executor'),
      APPROVAL,
      ...worksAs('executor'),
      stops(),
    ]),
  'questions-are-answered-for-who-prefers-that-unless-there-is-no-way-back': async () => {
    const log = scenario({
      policy: { preset: 'strict', gates: { 'stop-guard': { mode: 'off' } }, questions: { ids: { store: 'store' } } },
    });
    prefers(log, { '*': 'never-ask', store: 'never-ask' });
    const store = [question()];
    const drop = [question('Delete the production database?', ['Yes (recommended)', 'No'])];
    await log.given(starts(), prompts('Choose a store.'), asks(store, 'q1'), asks(drop, 'q2'));
    await log.given(answers(drop, { 'Delete the production database?': 'No' }, 'q2'), stops());
    return alone(log);
  },
  'what-a-session-knows-is-kept-over-a-compaction': () =>
    played(TELLING, [
      starts(),
      prompts('Add a discount to the total.'),
      ...redRun(),
      ...wrote('src/discount.ts', 'w1'),
      compacts('auto'),
      starts('compact'),
      writes('src/total.ts'),
      stops(),
    ]),
  'what-subagents-left-undone-is-told-with-the-next-prompt': () =>
    played(
      { policy: { preset: 'strict', gates: { 'session-init': { mode: 'off' }, 'session-summary': { mode: 'off' } } } },
      [
        starts(),
        prompts('Plan the discount.'),
        agentStarts('planner', 'a1'),
        { ...bash('git push --force origin main'), agent_id: 'a1', agent_type: 'planner' },
        agentEnds('planner', 'Shall I go on?', 'a1'),
        prompts('Go on.'),
        agentStarts('implementer', 'a2'),
        ...redRun().map((payload) => ({ ...payload, agent_id: 'a2', agent_type: 'implementer' })),
        agentEnds('implementer', 'Done.', 'a2'),
        stops(),
        prompts('And now?'),
      ],
    ),
  'what-another-session-tested-holds-for-the-same-code': async () => {
    const s = await workingSession({
      policy: { preset: 'strict', gates: { guard: { rules: { 'commit-unproven': 'off' } } } },
    });
    const theirs = async (payloads: readonly Payload[]): Promise<void> => {
      for (const payload of payloads) await s.sends({ ...payload, session_id: 's2' });
    };
    const commit = (): Promise<unknown> => s.sends(bash('git commit -am "Round the total"'));
    await s.edits('app/src/a.ts', 'export const a = 1;\n');
    await commit();
    await theirs([starts(), prompts('Run the tests.'), ...redRun()]);
    await commit();
    await s.stop();
    await theirs(greenRun());
    await commit();
    await s.edits('app/src/a.ts', 'export const a = 2;\n');
    await commit();
    return { log: s.scenario, projects: [s.path, s.scenario.project], home: s.outer };
  },
  'an-event-that-is-delivered-twice-is-judged-once': async () => {
    const log = scenario(STRICT);
    const again = { now: () => Date.UTC(2026, 0, 1, 12, 30) };
    const twice = async (payload: Payload): Promise<void> => {
      await log.when(payload, again);
      await log.when(payload, again);
    };
    await log.given(starts(), prompts('Clean up.'));
    await twice(bash('rm -rf /'));
    await twice(stops());
    return alone(log);
  },
  'a-review-is-undone-by-an-edit-and-made-good': async () => {
    const s = await workingSession(STRICT);
    await s.edits('app/src/a.ts', 'export const a = 1;\n');
    await s.stop();
    await s.reviewed('code');
    await s.reviewed('precommit');
    await s.stop();
    await s.edits('app/src/a.ts', 'export const a = 2;\n');
    await s.stop();
    // Going back to what was reviewed makes the review good again.
    await s.edits('app/src/a.ts', 'export const a = 1;\n');
    await s.stop();
    return { log: s.scenario, projects: [s.path, s.scenario.project], home: s.outer };
  },
  'a-commit-waits-for-tests-and-for-somebody-who-saw-it-work': async () => {
    const s = await workingSession(STRICT);
    const commit = (): Promise<unknown> => s.sends(bash('git commit -am "Round the total"'));
    await s.edits('app/src/a.ts', 'export const a = 1;\n');
    await commit();
    await s.sends(bash('npm test', { tool_use_id: 't1' }));
    const stdout = 'ok 1 - total\n# tests 1\n# pass 1\n# fail 0';
    const response = { stdout, stderr: '', interrupted: false };
    await s.sends(completes('Bash', { command: 'npm test' }, response, { tool_use_id: 't1' }));
    await commit();
    await s.sends(prompts('docket prove: the total shows the discount'));
    await commit();
    s.git('app', 'switch', '--quiet', 'main');
    await commit();
    return { log: s.scenario, projects: [s.path, s.scenario.project], home: s.outer };
  },
};
