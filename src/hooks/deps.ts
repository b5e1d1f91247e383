import type { EncodeDeps } from '../events/encode-event.ts';
import type { EventDraft } from '../events/envelope.ts';
import type { Environment } from '../events/location.ts';
import type { LogFs } from '../events/log-fs.ts';
import type { PolicySource, ResolvedPolicy } from '../gates/policy-files.ts';
import type { Understood } from '../shell/interpret.ts';
import type { HookCall } from './hook-call.ts';
import type { ReviewInput } from './llm-review/review-command.ts';
import type { notify } from './notify/notify.ts';
import type { RegistrationChange } from './observers/registration-change.ts';
import type { TestResult, TestRunOutcome } from './observers/test-result.ts';
import type { startTests } from './test-runner/start-tests.ts';
import type { startUpdateCheck } from './update-check/start-update-check.ts';

/** Everything a hook call takes from outside, so that tests and replays can give it their own. */
export interface HookDeps {
  readonly env: Environment;
  /** The process's working directory: used only where the host names none. */
  readonly cwd: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly fs: LogFs;
  /** Loaded only when a line may hold a secret. */
  readonly redactData: EncodeDeps['redactData'];
  /** The host that the registration names; undefined when docket was called by hand. */
  readonly host: string | undefined;
  /** The folder of the bundles that run, which no agent is to change; not protected where it is not given. */
  readonly program?: string;
  /** The parser and everything behind it: loaded only for shell commands. */
  readonly understand: (command: string) => Promise<Understood>;
  /** Reading policy files, with the schema library behind it: loaded only when they changed. */
  readonly loadPolicy: () => Promise<{ resolvePolicy: (sources: readonly PolicySource[]) => ResolvedPolicy }>;
  /** Reading the output of test runs: loaded only when one ended. */
  readonly loadTestReader: () => Promise<{ readTestResult: (outcome: TestRunOutcome) => TestResult }>;
  /**
   * Asking language models outside: loaded only where the policy switched that on and a command is to be reviewed.
   * Absent where nobody is to be asked, since looking at a verdict must not send a command away.
   */
  readonly loadLlmReview?: () => Promise<{ reviewCommand: (input: ReviewInput) => Promise<EventDraft> }>;
  /** Reading what a write leaves of a settings file: loaded only for those. */
  readonly loadRegistrationReader: () => Promise<{
    registrationChange: (file: string, toolInput: unknown) => RegistrationChange;
  }>;
  /** Seals the log after the answer: loaded only at the end of turns and sessions. Absent where nothing is recorded. */
  readonly sealTurn?: (call: HookCall, deps: HookDeps, isSynced: boolean) => void;
  /** Writes legacy files after the answer: loaded only where the policy says so. Absent where nothing is recorded. */
  readonly keepViews?: (call: HookCall) => void;
  /** Tells the person that the host shows them a notification: loaded only for those, where the policy has it. Absent where nobody is to be told. */
  readonly notify?: typeof notify;
  /** Starts docket's own test run: loaded only where the policy has it, after a write of code. Absent where nothing is to be started. */
  readonly startTests?: typeof startTests;
  /** Starts the worker that looks for a newer docket: loaded only as a session begins, where the policy has it. Absent where nothing is to be started. */
  readonly startUpdateCheck?: typeof startUpdateCheck;
  /** Whether more than half of the registered time-out is over: docket must answer before it is killed. */
  readonly isTimeUp?: () => boolean;
  /** Milliseconds until then; without it, nobody is waiting. */
  readonly timeLeft?: () => number;
  /** What this call saw of worktrees: each is looked at once. Whoever lives longer than a call has none. */
  readonly looks?: Map<string, Promise<unknown>>;
  /** Called at the end of each stage, for `DOCKET_DEBUG`. */
  readonly onStage?: (stage: string) => void;
  /** The limit at which segments roll; only tests give one. */
  readonly segmentLimit?: number;
}
