import * as z from 'zod/mini';
import { agentSchemas } from './agent-schemas.ts';
import { contextSchemas } from './context-schemas.ts';
import { customGatesJudgedSchema } from './custom-gates-schema.ts';
import { endingSchemas } from './ending-schemas.ts';

import { FORMAT_VERSION } from './envelope.ts';
import { changeSchema, evidenceSchemas } from './evidence-schemas.ts';
import { gitObservedSchema } from './git-observed-schema.ts';
import { llmReviewedSchema } from './llm-reviewed-schema.ts';
import { logSchemas } from './log-schemas.ts';
import { type gateModeSchema, policySchema } from './policy-schema.ts';
import { preferencesSchemas } from './preferences-schemas.ts';
import { questionSchemas } from './question-schemas.ts';
import { searchSchemas } from './search-schemas.ts';
import { todoSchemas } from './todo-schemas.ts';
import { updateSchemas } from './update-schemas.ts';
import { waiverSchemas } from './waiver-schemas.ts';
import { workflowSchemas } from './workflow-schemas.ts';
import { writingSchemas } from './writing-schemas.ts';

// The shapes of everything in the log. Off the hook's hot path: there only the types are used, which cost nothing, and
// property tests hold the hand-written code against these schemas.

const text = z.string();
const ids = z.array(z.string());
const nullableText = z.nullable(z.string());

export const actorSchema = z.object({ id: text, type: z.optional(text) });

export const envelopeSchema = z.object({
  v: z.literal(FORMAT_VERSION),
  id: text.check(z.minLength(1)),
  type: text,
  at: text,
  stream: text,
  actor: actorSchema,
  host: text,
  turn: nullableText,
  cause: nullableText,
  call: nullableText,
  worktree: nullableText,
  provenance: z.enum(['hook', 'person', 'prompt', 'agent', 'worker', 'import']),
  redacted: ids,
  delivery: z.optional(text),
  data: z.record(z.string(), z.unknown()),
});

/** Host events keep the host's own field names, and every field that came; only what the envelope carries is left out. */
const host = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.looseObject(shape);
const anything = z.optional(z.unknown());
const toolCall = { tool_name: z.optional(text), tool_input: z.optional(z.unknown()), cwd: anything };

const hostSchemas = {
  SessionStarted: host({ source: anything, model: anything }),
  SetupStarted: host({ trigger: anything }),
  InstructionsLoaded: host({ file_path: anything, memory_type: anything, load_reason: anything }),
  PromptSubmitted: host({ prompt: anything, source: anything }),
  PromptExpanded: host({ command_name: anything, prompt: anything }),
  MessageDisplayed: host({ delta: anything }),
  ToolRequested: host(toolCall),
  PermissionRequested: host(toolCall),
  PermissionDenied: host({ ...toolCall, reason: anything }),
  ToolCompleted: host({ ...toolCall, tool_response: z.optional(z.unknown()) }),
  ToolFailed: host({ ...toolCall, error: anything }),
  ToolBatchCompleted: host({ tool_calls: z.optional(z.unknown()) }),
  SubagentStarted: host({}),
  SubagentStopped: host({ last_assistant_message: anything, agent_transcript_path: anything }),
  TurnEnded: host({ stop_hook_active: z.optional(z.unknown()), last_assistant_message: anything }),
  TurnFailed: host({ error: anything }),
  TaskCreated: host({ task_id: anything }),
  TaskCompleted: host({ task_id: anything }),
  TeammateIdled: host({ teammate_name: anything }),
  NotificationShown: host({ message: anything, notification_type: anything }),
  ConfigChanged: host({ source: anything, file_path: anything }),
  CwdChanged: host({ old_cwd: anything, new_cwd: anything }),
  DirectoryAdded: host({ directory: anything }),
  FileChanged: host({ file_path: anything, event: anything }),
  WorktreeRequested: host({ name: anything }),
  WorktreeRemoved: host({ worktree_path: anything }),
  CompactionStarted: host({ trigger: anything }),
  CompactionFinished: host({ trigger: anything, compact_summary: anything }),
  ModelSwitchRequested: host({ from_model: anything, to_model: anything }),
  ModelSwitched: host({ from_model: anything, to_model: anything }),
  SkillCommandRequested: host({ ...toolCall, command_name: anything }),
  ElicitationRequested: host({ mcp_server_name: anything, message: anything }),
  ElicitationAnswered: host({ mcp_server_name: anything, action: anything }),
  SessionEnded: host({ reason: anything }),
  HostEventReceived: host({ hook_event_name: anything }),
};

export const conditionSchema = z.object({
  name: text,
  holds: z.boolean(),
  actual: z.unknown(),
  because: ids,
  remedy: nullableText,
  /** It held: what it was, since which event, and the event after which it did not any more. */
  undone: z.optional(z.object({ was: z.unknown(), since: text, by: text })),
});

export const editSchema = z.object({ start: z.number(), end: z.number(), text });

/** Positions are UTF-16 offsets in the command, end exclusive; null for what does not stand there as it is. */
const spanSchema = z.nullable(z.object({ start: z.number(), end: z.number() }));

const tierSchema = z.union([z.literal(1), z.literal(2), z.literal(3)]);

const reviewSchema = z.object({
  /** Every part of the command is known to be safe. */
  safe: z.boolean(),
  /** 1: inherently safe; 2: depends on subcommand and options; 3: always risky. The highest of all parts. */
  tier: tierSchema,
  segments: z.array(
    z.object({
      /** Its text, cut. */
      shown: text,
      program: nullableText,
      tier: tierSchema,
      safe: z.boolean(),
      /** What it does, or might do, that is not safe. */
      reason: nullableText,
    }),
  ),
});

const actSchema = z.object({
  kind: text,
  shown: text,
  span: spanSchema,
  /** Its command is all that the text runs. */
  whole: z.optional(z.literal(true)),
  directory: nullableText,
  directoryKnown: z.boolean(),
  paths: z.array(
    z.object({ written: nullableText, prefix: z.optional(text), span: spanSchema, spelled: z.optional(text) }),
  ),
  details: z.record(z.string(), z.union([text, z.number(), z.boolean(), z.null(), z.array(text)])),
  edits: z.array(editSchema),
});

/**
 * Where a path leads: the root of the file system; a system's own folder or what is in it; the home folder or one that
 * holds it; the project's folder, the worktree's, the working one or one that holds them; inside the worktree; another
 * worktree of the project; a repository's own data; the shared temporary folder; the host's scratch folder; elsewhere;
 * or nobody can know.
 */
const PLACES = [
  'root',
  'system',
  'home',
  'project',
  'inside',
  'worktree',
  'git',
  'temporary',
  'scratch',
  'outside',
  'unknown',
] as const;

/**
 * What of docket's own a path names or lies in: a log or what belongs to it, a file that says what gates do or the key of
 * seals, a file of the host in which hooks are registered, docket's program.
 */
const protectedSchema = z.enum(['log', 'policy', 'registration', 'program']);

export const verdictSchema = z.object({
  gate: text,
  rule: text,
  decision: z.enum(['deny', 'ask', 'rewrite', 'allow', 'advise', 'pass']),
  mode: z.enum(['enforce', 'monitor']),
  reason: text,
  conditions: z.array(conditionSchema),
  /** What keeps the gate from firing although a condition does not hold. */
  limits: z.array(conditionSchema),
  because: ids,
  /** Replacements in the tool input's text, by position in the original. */
  edits: z.optional(z.object({ field: text, edits: z.array(editSchema) })),
  /** Files that the rewritten command writes elsewhere than the original one would. */
  moved: z.optional(z.array(z.object({ from: text, to: text }))),
  /** Options chosen for the person, by position in the questions of the tool's input. */
  answers: z.optional(z.array(z.array(z.number()))),
  /** Event types after which this warning no longer counts as a strike. */
  strikeEnds: z.optional(ids),
  /** Events that it tells the agent of, once. */
  tells: z.optional(ids),
  /** What it tells the agent beside its reason, at most 8,000 characters. */
  context: z.optional(text),
  /** The rule was waived, so that it passed: what it would have been, by whom, and until when; null where that has no end. */
  waived: z.optional(
    z.object({
      /** The event that granted it; null where the policy says so. */
      event: nullableText,
      by: z.enum(['person', 'prompt', 'policy']),
      would: z.enum(['deny', 'ask', 'rewrite', 'allow', 'advise', 'pass']),
      reason: text,
      until: nullableText,
    }),
  ),
});

const docketSchemas = {
  /** Under what circumstances the session runs, from the host's environment. */
  HostObserved: z.object({
    kind: z.enum(['interactive', 'headless', 'spawned']),
    because: text,
    entrypoint: nullableText,
  }),
  PolicyLoaded: z.object({
    fingerprint: text,
    sources: ids,
    problems: ids,
    policy: policySchema,
  }),
  /** What a command line would run, taken from the original text before anything was redacted or cut. */
  CommandUnderstood: z.object({
    understood: z.boolean(),
    problems: ids,
    /** Names of the programs it would run; null for one that only shows at run time. */
    programs: z.array(nullableText),
    forcePushes: z.array(
      z.object({
        remote: nullableText,
        /** Branches it would overwrite; null when the current branch decides. */
        branches: z.nullable(ids),
        /** Whether the branches are known: not with `--mirror`, `--all`, `--delete` or words known only at run time. */
        certain: z.boolean(),
        /** All branches of the remote, whichever those are. */
        everything: z.optional(z.boolean()),
        /** Directory changes before it, as written: what `git -C` and `cd` say. */
        directory: nullableText,
        edits: z.array(editSchema),
      }),
    ),
    /** What it would do that rules are about; absent in what older versions wrote. */
    acts: z.optional(z.array(actSchema)),
    /** Words that name a program some rule of guard is about, where the text could not be understood. */
    mentions: ids,
    /** Whether it only reads, part by part; absent in what older versions wrote. */
    review: z.optional(reviewSchema),
  }),
  /** Where paths lead that a call is about. */
  PathsObserved: z.object({
    /** `act N`: the N-th act of the command; `call`: those among the arguments of a tool. */
    about: text,
    paths: z.array(
      z.object({
        /** As the command names it; null when that only shows at run time. */
        written: nullableText,
        /** Where that leads, links resolved; null when nobody can know. */
        path: nullableText,
        place: z.enum(PLACES),
        /** Absent where it is nothing of docket's. */
        protected: z.optional(protectedSchema),
        /** Something of docket's lies in it. */
        holds: z.optional(protectedSchema),
        /** One of the paths that the policy guards: this one lies in it, or holds it; and what there is now. */
        guarded: z.optional(
          z.object({ name: text, how: z.enum(['inside', 'holds']), is: z.enum(['file', 'folder', 'nothing']) }),
        ),
      }),
    ),
    /** For an act about the shared temporary folder. */
    temporary: z.optional(
      z.object({
        /** The worktree's own folder that takes its place; null when there can be none. */
        folder: nullableText,
        /** One for each path: null outside that folder, and for what the project or the host keeps there. */
        paths: z.array(
          z.nullable(
            z.object({
              /** Where it leads, links resolved. */
              path: text,
              /** Where that is in the shared folder; empty for the folder itself. */
              below: text,
              exists: z.boolean(),
            }),
          ),
        ),
      }),
    ),
  }),
  LlmReviewed: llmReviewedSchema,
  CustomGatesJudged: customGatesJudgedSchema,
  /** A folder could not be made that a rewritten command needs: the rewrite is not sent. */
  FolderRefused: z.object({ path: text, code: text }),
  GitObserved: gitObservedSchema,
  FileObserved: z.object({
    path: text,
    worktree: nullableText,
    kind: z.enum(['source', 'test', 'doc', 'config', 'generated', 'vendored', 'other']),
    /** Absent where it is nothing of docket's. */
    protected: z.optional(protectedSchema),
    /** Whether the write leaves what is registered there for docket as it is; absent where nothing can be. */
    registration: z.optional(z.enum(['kept', 'changed', 'unknown'])),
    change: z.optional(changeSchema),
    /** It is the project's plan. */
    plan: z.optional(z.literal(true)),
    /** It is part of the host's own configuration, and of no repository in there. */
    hostConfig: z.optional(z.literal(true)),
    /**
     * Lines that a call that is about to write source may leave, at most; null where nobody counted. Absent where no gate
     * asks for it.
     */
    linesAtMost: z.optional(z.nullable(z.number())),
    /** A document that is about to be new at the top of the project; absent for all else. */
    newAtTop: z.optional(z.literal(true)),
  }),
  ...evidenceSchemas,
  ...writingSchemas,
  ...contextSchemas,
  ...agentSchemas,
  ...workflowSchemas,
  ...preferencesSchemas,
  ...questionSchemas,
  ...searchSchemas,
  ...todoSchemas,
  ...updateSchemas,
  ...waiverSchemas,
  ...endingSchemas,
  GatesRuled: z.object({
    /** The event judged. */
    event: text,
    observedPosition: text,
    policy: text,
    preset: text,
    decision: z.enum(['deny', 'ask', 'rewrite', 'allow', 'advise', 'none']),
    verdicts: z.array(verdictSchema),
    /** Why nobody could have answered an `ask`, which therefore became a deny. */
    nobodyCanAnswer: z.optional(text),
    /** The first delivery of the same host event, when this is another one: it counts for nothing. */
    repeatOf: z.optional(text),
  }),
  /** The answer was written to the host: only then did a warning reach anybody. */
  AnswerSent: z.object({
    event: text,
    decision: text,
    verdicts: z.array(
      z.object({ gate: text, rule: text, decision: text, strikeEnds: z.optional(ids), tells: z.optional(ids) }),
    ),
    repeatOf: z.optional(text),
  }),
  HookFailed: z.object({
    stage: text,
    code: text,
    message: text,
    /** The input was unreadable, but visibly a tool call. */
    toolCall: z.optional(z.boolean()),
    /** What arrived, redacted. */
    raw: z.optional(z.unknown()),
  }),
  ...logSchemas,
};

/** The schema of `data` for every event type docket writes. */
export const dataSchemas = { ...hostSchemas, ...docketSchemas };

export type EventType = keyof typeof dataSchemas;
/** The types whose data is docket's own, not a host's. */
export type DocketEventType = keyof typeof docketSchemas;
export type EventData<Type extends EventType> = z.infer<(typeof dataSchemas)[Type]>;
export type Condition = z.infer<typeof conditionSchema>;
export type Edit = z.infer<typeof editSchema>;
export type Verdict = z.infer<typeof verdictSchema>;
export type Policy = z.infer<typeof policySchema>;
export type GateMode = z.infer<typeof gateModeSchema>;
export type Decision = Verdict['decision'];
