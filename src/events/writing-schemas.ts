import * as z from 'zod/mini';
import { treeSchema } from './evidence-schemas.ts';

// What is written, what is planned and what was decided: facts that gates on writing judge from.

const text = z.string();
const ids = z.array(z.string());
const nullableText = z.nullable(z.string());
const nullableNumber = z.nullable(z.number());

export const writingSchemas = {
  /** What a call that is about to write leaves of a file. */
  ContentObserved: z.object({
    /** From the top of the worktree it is in, else whole. */
    path: text,
    /** Whether there is such a file now. */
    exists: z.boolean(),
    /** Lines that the file then has, and lines that the call writes; null where nobody can tell. */
    lines: nullableNumber,
    /** So many lines as it has, or one for each 200 characters where that is more: a long line is no small write. */
    written: nullableNumber,
    /** How the comment begins that says what the file is for; null without one. Absent where the language is unknown. */
    header: z.optional(nullableText),
    /** Decisions that its comments state. Absent where the language is unknown. */
    decisions: z.optional(z.array(z.object({ id: nullableText, line: z.number(), faults: z.array(text) }))),
    /** Its first comment says that a program made it. */
    generated: z.optional(z.literal(true)),
    /** Why nobody can tell; null where everything could be read. */
    problem: nullableText,
  }),
  /** Mocks that a call adds to a test file; those that stood there before are left alone. */
  MocksObserved: z.object({
    /** From the top of the worktree, else whole. */
    path: text,
    /** How many it adds; of more than forty the list holds those of the project's own code first. */
    added: z.number(),
    mocks: z.array(
      z.object({
        /** What is replaced, as the test names it. */
        target: text,
        /** The call or annotation that does it. */
        by: text,
        line: z.number(),
        place: z.enum(['internal', 'boundary', 'unknown']),
        /** What says so. */
        why: text,
        /** The module or package that the target leads to; null where that is not known. */
        module: nullableText,
        /** Why the mock may stay, in the words of its comment. */
        exempt: nullableText,
        /** Its comment says that it may stay, and not why. */
        unreasoned: z.optional(z.literal(true)),
      }),
    ),
    /** Why nobody can tell; null where the test could be read. */
    problem: nullableText,
  }),
  /** The plan that holds for a worktree, where a gate asks for it and when it was written. */
  PlanObserved: z.object({
    /** From the top of the worktree it lies in. */
    path: text,
    worktree: nullableText,
    /** The folder of the worktree that it is about, from the top; absent for all of it. */
    part: z.optional(text),
    /** An empty file is none. */
    exists: z.boolean(),
    /** Of what it says, progress ticks aside; null without a plan. */
    digest: nullableText,
    /** It is so long that only its beginning was read. */
    cut: z.optional(z.literal(true)),
    /** Of all its bytes: the same text is not read twice. */
    bytes: nullableText,
    phases: z.array(
      z.object({
        kind: z.enum(['phase', 'initiative']),
        number: nullableNumber,
        title: text,
        /** In lower case, as it is written; null where none is. */
        status: nullableText,
        decisions: ids,
        requirements: ids,
        /** Whether its decision log says anything. */
        logged: z.boolean(),
      }),
    ),
    requirements: z.array(z.object({ id: text, priority: nullableText, noGo: z.boolean() })),
    decisions: z.array(
      z.object({
        id: text,
        status: nullableText,
        /** Requirements that it says it addresses; absent where it says none. */
        addresses: z.optional(ids),
      }),
    ),
    /** What is meant as an id of a decision or a requirement, and is none. */
    malformed: ids,
    /** The original intent: its beginning, and a digest of all of it; null without one. */
    intent: z.nullable(z.object({ digest: text, text })),
    /** Of a plan that was written: how many percent of the words of its intent before are still there; null without one. */
    intentKept: nullableNumber,
    /** Which of its further sections there are. */
    sections: z.array(z.enum(['goals', 'non-goals', 'requirements', 'success-metrics'])),
    /** Issues and tasks that it names; absent where nobody counted. */
    tasks: z.optional(z.number()),
    /** When its file was written last; null where nobody can tell, absent where nobody asked. */
    writtenAt: z.optional(nullableText),
    research: z.object({ exists: z.boolean(), entries: z.number() }),
    /** What happened since the plan changed; null where git cannot say. */
    since: z.nullable(
      z.object({
        days: nullableNumber,
        commits: z.number(),
        /** Source files of the worktree that changed since, and all of them. */
        changed: z.number(),
        tracked: z.number(),
        /** Whole percent of them, rounded down: a threshold is reached by what reaches it. */
        churn: z.number(),
      }),
    ),
    problem: nullableText,
  }),
  /** What annotations in the code and the plan say of each other, at the end of a turn. Lists hold the first of many. */
  DecisionsAudited: z.object({
    worktree: nullableText,
    /** The folder of it that the plan is about; absent for all of it. */
    part: z.optional(text),
    /** In the code and not in the plan; in the plan and not in the code. */
    unplanned: ids,
    unimplemented: ids,
    /** Those of `unimplemented` that nobody has got to, by what the plan says of them and their phases; absent without. */
    ahead: z.optional(ids),
    /** Changed source files that are long enough to say what was decided, and do not. */
    missing: ids,
    /** Annotations in changed files that do not say all that one has to; `id` as it is written, and empty where none is. */
    incomplete: z.optional(
      z.array(
        z.object({
          id: text,
          path: text,
          line: z.number(),
          lacks: z.array(z.enum(['id', 'title', 'status', 'rationale'])),
        }),
      ),
    ),
    /** Decisions in the code. */
    total: z.number(),
    sourceFilesChanged: z.number(),
    unaddressedP0: ids,
    noGo: ids,
    /** The content that was read; absent where git could not say. */
    tree: z.optional(treeSchema),
    /** Digest of the plan's bytes; null without a plan. */
    plan: z.optional(nullableText),
    /** Why the audit says nothing; null where it was made. */
    problem: nullableText,
  }),
};
