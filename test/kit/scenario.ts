import { existsSync, statSync } from 'node:fs';
import { expect, onTestFinished } from 'vitest';
import type { Envelope, EventDraft } from '../../src/events/envelope.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { isLogLine, readLines } from '../../src/events/log-reader.ts';
import { openProjectLog } from '../../src/events/project-log.ts';
import { redactData } from '../../src/events/redact.ts';
import { dataSchemas, type EventData, type EventType, envelopeSchema, type Verdict } from '../../src/events/schemas.ts';
import { logFolder } from '../../src/events/segments.ts';
import { GATES } from '../../src/gates/gates.ts';
import { resolvePolicy } from '../../src/gates/policy-files.ts';
import type { HookDeps } from '../../src/hooks/deps.ts';
import { handle } from '../../src/hooks/handle.ts';
import { reviewCommand } from '../../src/hooks/llm-review/review-command.ts';
import { loadState } from '../../src/hooks/load-state.ts';
import { registrationChange } from '../../src/hooks/observers/registration-change.ts';
import { readTestResult } from '../../src/hooks/observers/test-result.ts';
import { createRecorder } from '../../src/hooks/recorder.ts';
import type { View } from '../../src/projections/fold.ts';
import { understand } from '../../src/shell/understand.ts';
import { expectExplained } from './explained.ts';
import { expectReplays } from './replays.ts';
import { tempProject } from './temp-project.ts';

export type Payload = Readonly<Record<string, unknown>>;

/** What one hook call came to. */
export interface Outcome {
  /** The host's JSON, or null for no opinion and for plain text. */
  readonly answer: Record<string, unknown> | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  /** `none`, or what `GatesRuled` says. */
  readonly decision: string;
  readonly verdicts: readonly Verdict[];
  /** The events that this call appended, in order. */
  readonly events: readonly Envelope[];
}

export interface ScenarioOptions {
  readonly preset?: 'observe' | 'standard' | 'strict';
  readonly policy?: Record<string, unknown>;
  readonly branch?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly deps?: Partial<HookDeps>;
  /** The test damages the log by hand: what it left does not replay. */
  readonly damages?: true;
}

export interface Scenario {
  readonly project: string;
  readonly root: string;
  /** Puts events into the log: host payloads through the hook, drafts as they are. */
  readonly given: (...past: readonly (Payload | EventDraft)[]) => Promise<void>;
  /** Sends one hook input. */
  readonly when: (payload: Payload | string | Uint8Array, more?: Partial<HookDeps>) => Promise<Outcome>;
  readonly events: () => Envelope[];
  readonly deps: HookDeps;
  readonly write: (name: string, text: string) => string;
}

export const SESSION = 's1';

const OFF = { mode: 'off' };
const WITHOUT_TELLING = { 'session-init': OFF, 'prompt-submit': OFF, 'session-summary': OFF };

/** Of a preset without what is told at every start, prompt and end: what else is said there is what most tests are about. */
export const policyOf = ({ policy, preset }: ScenarioOptions): Record<string, unknown> | null =>
  policy ?? (preset === undefined ? null : { preset, gates: WITHOUT_TELLING });

/**
 * Given these events, when this hook input, then these verdicts and events. Runs the real hook in this process, in a
 * folder of its own, under a clock that goes on by a second an event; checks every event it appends against its schema.
 */
export const scenario = (options: ScenarioOptions = {}): Scenario => {
  const project = tempProject({ branch: options.branch ?? 'feature/x' });
  const policy = policyOf(options);
  if (policy !== null) project.write('docket.config.json', JSON.stringify(policy));
  let seconds = 0;
  let ids = 0;
  const deps: HookDeps = {
    env: { HOME: project.path, CLAUDE_PROJECT_DIR: project.path, CLAUDE_CODE_ENTRYPOINT: 'cli', ...options.env },
    cwd: project.path,
    now: () => Date.UTC(2026, 0, 1, 12) + seconds++ * 1000,
    newId: () => `e${++ids}`,
    fs: nodeLogFs,
    redactData,
    host: 'claude-code',
    understand: async (command) => understand(command),
    loadPolicy: async () => ({ resolvePolicy }),
    loadRegistrationReader: async () => ({ registrationChange }),
    loadTestReader: async () => ({ readTestResult }),
    loadLlmReview: async () => ({ reviewCommand }),
    ...options.deps,
  };
  const root = `${project.path}/.docket`;
  const events = (): Envelope[] =>
    [...readLines(logFolder(root, nodeLogFs, deps.segmentLimit))].flatMap((line) =>
      isLogLine(line) ? [line.event] : [],
    );

  // Whatever a test is about, what it left in the log can be explained, and replays where nobody damaged it.
  if (expect.getState().currentTestName !== undefined) {
    onTestFinished(() => {
      if (!existsSync(`${root}/log`) || !statSync(`${root}/log`).isDirectory()) return;
      if (options.damages !== true) expectReplays(root, deps);
      expectExplained(root, deps);
    });
  }

  const when: Scenario['when'] = async (payload, more = {}) => {
    const before = events().length;
    const raw =
      typeof payload === 'string'
        ? Buffer.from(payload)
        : payload instanceof Uint8Array
          ? payload
          : encode(payload, project.path);
    const outcome = await handle(raw, { ...deps, ...more });
    outcome.finish();
    const added = events().slice(before);
    for (const event of added) expectSchema(event);
    expect(added.filter(isGateFailure)).toEqual([]);
    const ruling = added.find(({ type }) => type === 'GatesRuled')?.data as EventData<'GatesRuled'> | undefined;
    return {
      answer: outcome.stdout.startsWith('{') ? (JSON.parse(outcome.stdout) as Record<string, unknown>) : null,
      stdout: outcome.stdout,
      stderr: outcome.stderr,
      exitCode: outcome.exitCode,
      decision: ruling?.decision ?? 'none',
      verdicts: ruling?.verdicts ?? [],
      events: added,
    };
  };

  const given: Scenario['given'] = async (...past) => {
    for (const item of past) {
      if (isDraft(item)) appendDraft(item, deps, project.path);
      else await when(item);
    }
  };
  return { project: project.path, root, given, when, events, deps, write: project.write };
};

const encode = (payload: Payload, project: string): Buffer =>
  Buffer.from(JSON.stringify({ session_id: SESSION, cwd: project, ...payload }));

const isDraft = (item: Payload | EventDraft): item is EventDraft =>
  typeof item['type'] === 'string' && typeof item['data'] === 'object';

const appendDraft = (draft: EventDraft, deps: HookDeps, project: string): void => {
  const log = openProjectLog(deps, deps.segmentLimit);
  const base = {
    stream: SESSION,
    actor: { id: 'main' },
    host: 'claude-code',
    turn: null,
    call: null,
    worktree: project,
  };
  const recorder = createRecorder({ ...base, provenance: 'hook' }, log, null, deps);
  expect(recorder.append([recorder.encode(draft)])).toBeNull();
  log.writer.close();
};

/** A gate that throws has no opinion: a test that expects none would be content with it. */
const isGateFailure = ({ type, data }: Envelope): boolean =>
  type === 'HookFailed' && GATES.some(({ name }) => data['code'] === `gate ${name}`);

/** Every event in the log is of a known type and of that type's shape. */
export const expectSchema = (event: Envelope): void => {
  expect(envelopeSchema.safeParse(event).error).toBeUndefined();
  const schema = dataSchemas[event.type as EventType];
  expect(schema, event.type).toBeDefined();
  expect(schema.safeParse(event.data).error, event.type).toBeUndefined();
};

/** The state of a session in its project. */
export const stateIn = (s: Scenario, worktree = s.project): View =>
  loadState(logFolder(s.root, s.deps.fs), s.root, null).fold.view('s1', worktree);

let calls = 0;

/** A tool that is about to run. */
export const requests = (tool: string, input: unknown, more: Payload = {}): Payload => ({
  hook_event_name: 'PreToolUse',
  tool_name: tool,
  tool_input: input,
  tool_use_id: `call-${++calls}`,
  ...more,
});

/** A tool that ran. */
export const completes = (tool: string, input: unknown, response: unknown, more: Payload = {}): Payload => ({
  hook_event_name: 'PostToolUse',
  tool_name: tool,
  tool_input: input,
  tool_response: response,
  ...more,
});

const RED = 'Exit code 1\nnot ok 1 - total\n# tests 1\n# pass 0\n# fail 1';
const GREEN = 'ok 1 - total\n# tests 1\n# pass 1\n# fail 0';
const TEST = { command: 'npm test' };

/** The agent ran the tests, and they failed. */
export const redRun = (call = `red-${++calls}`): Payload[] => [
  requests('Bash', TEST, { tool_use_id: call }),
  { hook_event_name: 'PostToolUseFailure', tool_name: 'Bash', tool_input: TEST, tool_use_id: call, error: RED },
];

/** The agent ran the tests, and they passed. */
export const greenRun = (call = `green-${++calls}`): Payload[] => [
  requests('Bash', TEST, { tool_use_id: call }),
  completes('Bash', TEST, { stdout: GREEN, stderr: '', interrupted: false }, { tool_use_id: call }),
];

/** A source file is about to be written. */
export const writes = (path: string, more: Payload = {}): Payload =>
  requests('Write', { file_path: path, content: 'export {};\n' }, more);

export const stops = (more: Payload = {}): Payload => ({
  hook_event_name: 'Stop',
  stop_hook_active: false,
  last_assistant_message: 'That is how it stands now.',
  background_tasks: [],
  ...more,
});

export const prompts = (prompt: string, more: Payload = {}): Payload => ({
  hook_event_name: 'UserPromptSubmit',
  prompt,
  prompt_id: `prompt-${++calls}`,
  ...more,
});
