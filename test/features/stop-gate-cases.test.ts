import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Payload, prompts, redRun } from '../kit/scenario.ts';
import { starts, type WorkSession, workSession } from '../kit/work-session.ts';

/** Ends of turns, and what led to them. */
interface StopCase {
  readonly id: string;
  readonly input: {
    /** Blocks and work before, in order. */
    readonly history?: readonly string[];
    readonly now?: Payload;
    /** When it was blocked, and when the turn ends now; the agent worked in between. */
    readonly blocks_at_s?: readonly number[];
    readonly now_s?: number;
    readonly state?: { readonly has_code_change?: boolean; readonly code_review?: string };
    /** What `git status` prints. */
    readonly git?: string;
    /** How the reviewer ended. */
    readonly reviewer?: { readonly exit: number; readonly stdout: string };
    readonly [field: string]: unknown;
  };
  /** What the turn comes to, or the exit code by which the seed's script said so. */
  readonly expect: { readonly decision?: 'none' | 'block'; readonly exit?: 0 | 2 };
}

const CASES = readFileSync('fixtures/cases/stop-gate.ndjson', 'utf8')
  .split('\n')
  .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as StopCase]));

const begun = async (at: () => number): Promise<WorkSession> => {
  const w = await workSession({ preset: 'strict', deps: { now: at } });
  await w.sends(starts());
  await w.sends(prompts('go'));
  return w;
};

const work = (w: WorkSession) => w.ran('npm run build', () => {});

/** A session in which something is owed, as the case says what. */
const owing = async (w: WorkSession, { state, reviewer, history, git }: StopCase['input']): Promise<void> => {
  const failed = history?.some((step) => step.includes('tests fail'));
  if (failed === true) for (const event of redRun()) await w.sends(event);
  else await w.edits('app/src/a.ts', 'export const a = 1;\n');
  if (git === '') w.git('app', 'checkout', '--', '.');
  if (state?.code_review === 'failed') await w.reviewed('code', 'fail');
  if (reviewer === undefined) return;
  await w.reviewed('precommit');
  const call = { tool_name: 'Bash', tool_input: { command: 'codex-review-fast' }, tool_use_id: 'review' };
  await w.sends({ hook_event_name: 'PreToolUse', ...call });
  const error = `Exit code ${reviewer.exit}\n${reviewer.stdout}`;
  await w.sends({ hook_event_name: 'PostToolUseFailure', ...call, error });
};

const decisionOn = async ({ input }: StopCase): Promise<string> => {
  let now = Date.UTC(2026, 0, 1, 12);
  const start = now;
  const w = await begun(() => now);
  await owing(w, input);
  for (const step of input.history ?? []) {
    if (step.startsWith('block')) await w.stop();
    else await work(w);
  }
  for (const seconds of input.blocks_at_s ?? []) {
    now = start + seconds * 1000;
    expect((await w.stop()).decision, `at ${seconds} s`).toBe('deny');
    await work(w);
  }
  if (input.now_s !== undefined) now = start + input.now_s * 1000;
  const { hook_event_name: event, background_tasks: tasks, transcript_path: transcript } = input;
  const own = event === undefined ? {} : { ...(tasks === undefined ? {} : { background_tasks: tasks }) };
  const payload = { ...own, ...(transcript === undefined ? {} : { transcript_path: transcript }), ...input.now };
  const { answer } = await w.stop({ ...payload, session_id: 's1' });
  // What is only told to the person lets the turn end.
  return (answer?.['decision'] as string | undefined) ?? 'none';
};

/** About the last words alone: nothing was changed. */
const nudgeOn = async ({ input }: StopCase): Promise<string> => {
  const w = await begun(() => Date.UTC(2026, 0, 1, 12));
  const { answer } = await w.sends(input);
  return (answer?.['decision'] as string | undefined) ?? 'none';
};

describe('ends of turns that went wrong elsewhere', () => {
  it.each(CASES.map((each) => [each.id, each] as const))('%s', async (_id, each) => {
    const { decision, exit } = each.expect;
    if (exit === undefined) expect(await decisionOn(each)).toBe(decision);
    else expect(await nudgeOn(each)).toBe(exit === 2 ? 'block' : 'none');
  });
});
