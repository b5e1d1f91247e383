import * as z from 'zod/mini';

// What is known of work: which content there is, and what tests, reviews, people and linters said about which content.

const text = z.string();
const ids = z.array(z.string());
const nullableText = z.nullable(z.string());

/** Digests of the code and of the documents of some content, hex; null where git could not say. */
export const treeSchema = z.object({
  code: nullableText,
  docs: nullableText,
  /** Some content counts by size and time alone. */
  approximate: z.optional(z.literal(true)),
});

/** What a call that wrote source code changed in the file; absent where that cannot be told. */
export const changeSchema = z.object({
  /** Lines. One that is other than before is one of each. */
  added: z.number(),
  removed: z.number(),
  /** Digest of what the file holds now. */
  content: text,
  /** Where it is large: the beginning of the difference. */
  excerpt: z.optional(text),
});

const planeSchema = z.enum(['code', 'docs']);

/** How much of the worktree's tests a run was about; absent where nothing says that it was less than all. */
const testScope = {
  /** Only those that were named: files, or a filter of names. */
  partial: z.optional(z.literal(true)),
  /** The folder of the package whose tests they are, from the top of the worktree. */
  folder: z.optional(text),
};

export const evidenceSchemas = {
  /** Which content there is, where evidence is made or judged. */
  TreeObserved: z.object({
    /** `now`: the worktree as it is; `session`, `review KEY`: as that began; `act N`: what the command's N-th act records or brings in. */
    about: text,
    worktree: nullableText,
    /** The commit that is checked out. */
    head: nullableText,
    tree: treeSchema,
    /** Files by which it differs from that commit, from the top of the worktree, the first of many; and how many there are. */
    changed: z.object({ code: ids, docs: ids }),
    counts: z.object({ code: z.number(), docs: z.number() }),
    /** Of an act: the packages of the code that it changes, by their folders; empty for the top. */
    packages: z.optional(ids),
    /** Of an act: code files of the worktree that differ from what the act holds, the first of many. */
    leftOut: z.optional(ids),
    /** Of an act: false where the worktree has no tests, neither files nor anything that says how they are run. */
    tests: z.optional(z.literal(false)),
    /** Of an act: the branch or commit it brings in, as it was named. */
    of: z.optional(nullableText),
    /** Why there is no digest; null when there is one. */
    problem: nullableText,
  }),
  /** Files that a call wrote and that its tool's input does not plainly name: through a shell, or another server's tool. */
  ChangesObserved: z.object({
    /** The program or tool. */
    by: text,
    /** Those it names, the first of many: from the top of the worktree, whole where the call works in another one. */
    paths: ids,
    /** The kinds of content that may be others now. */
    planes: z.array(planeSchema),
  }),
  TestRunStarted: z.object({
    runner: text,
    masked: z.boolean(),
    tree: z.optional(treeSchema),
    /** Of a run that no tool call is: its id, which the result names. */
    run: z.optional(text),
    ...testScope,
  }),
  TestRunFinished: z.object({
    runner: text,
    status: z.enum(['pass', 'fail', 'unknown']),
    failures: z.nullable(z.number()),
    passed: z.nullable(z.number()),
    reason: text,
    /** The agent's own run, docket's runner, a person or a CI job at a terminal, or an agent's word. */
    source: z.enum(['agent', 'runner', 'recorded', 'claim']),
    /** What was tested; absent where nobody looked. */
    tree: z.optional(treeSchema),
    run: z.optional(text),
    /** The end of what it printed. */
    output: z.optional(z.unknown()),
    ...testScope,
    /** What a person said of it. */
    note: z.optional(text),
  }),
  /** A run of docket's own test runner was ended because a newer write made it pointless. */
  TestRunSuperseded: z.object({ run: text, by: text }),
  /** Docket's own test runner did not start for a write of code; told once as long as nothing of it changes. */
  TestRunSkipped: z.object({
    /** `monitor`: the policy only watches; `no-command`: nothing says how the tests are run. */
    reason: z.enum(['monitor', 'no-command']),
    /** What would have run, for people. */
    would: z.nullable(text),
  }),
  ReviewRecorded: z.object({
    /** `code`, `doc`, `precommit`, or one that the policy names; null where nobody knows which it was going to be. */
    kind: nullableText,
    plane: planeSchema,
    /** `unclear`: it says something that may be a verdict and is none; `broken`: the reviewer did not work. */
    outcome: z.enum(['pass', 'fail', 'unclear', 'broken']),
    /** The words that said so; null where none did. */
    sentinel: nullableText,
    /** What reviewed: a tool, a skill, an agent or a command. */
    by: text,
    reason: text,
    /** A `claim` satisfies no gate. */
    standing: z.enum(['evidence', 'claim']),
    tree: z.optional(treeSchema),
    /** Of a subagent's verdict: whose, and a digest of its words, so that it counts once however often it is told. */
    agent: z.optional(text),
    words: z.optional(text),
  }),
  /** A person saw that it works. */
  ProofRecorded: z.object({ note: text, tree: z.optional(treeSchema), standing: z.enum(['evidence', 'claim']) }),
  ProofRevoked: z.object({ note: text }),
  /** What a little state file of scripts from before docket said, kept once, as a claim: no gate looks at it. */
  StateFileImported: z.object({
    /** From the top of the worktree. */
    path: text,
    says: text,
    /** When it was said: by the file itself, else when that was written last; ISO 8601. */
    said: text,
    /** Seconds from then to the import. */
    age: z.number(),
  }),
  LintFinished: z.object({
    linter: text,
    path: text,
    status: z.enum(['clean', 'problems', 'broken']),
    /** One line each, the first of many. */
    problems: ids,
    count: z.nullable(z.number()),
    /** Digest of the problems, so that nobody is told the same twice. */
    digest: nullableText,
    reason: text,
    /** The project's configuration asks for it, and it is not installed. */
    missing: z.optional(z.literal(true)),
    /** It was ended because it took too long. */
    late: z.optional(z.literal(true)),
  }),
  LintSkipped: z.object({
    /** `monitor`: the policy only watches; `no-linter`: and the project configures none for such a file. */
    reason: z.enum(['monitor', 'no-linter']),
    path: text,
    /** What would have run. */
    linters: ids,
  }),
};
