import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { shortDigest } from '../../../events/digest.ts';
import { readSmallFile, realFolder } from '../../../events/git-layout.ts';
import { isoTime } from '../../../events/iso-time.ts';
import type { EventData, Policy } from '../../../events/schemas.ts';
import type { PlanPlace } from '../../../gates/plan-place.ts';
import { isAbsolute, relativeTo } from '../../../projections/paths.ts';
import { planFilesIn } from '../plan-files.ts';
import { problemOf } from '../tree/problem.ts';
import { type GitDeps, runsIn } from '../tree/run-git.ts';
import { intentKept, recordedIntent } from './intent-kept.ts';
import { readPlan } from './read-plan.ts';
import { readResearch } from './research.ts';
import { committedIntent, sinceChange } from './since.ts';

// A bundle of its own: it parses Markdown and starts git.

type Observed = EventData<'PlanObserved'>;

export interface PlanInput {
  /** The tops of the worktrees whose plan holds, the one that counts most first. */
  readonly tops: readonly [string, ...string[]];
  readonly place: PlanPlace;
  /** The folder of the worktree that the project is, and may have a plan of its own; empty for all of it. */
  readonly part?: string;
  /** The plan to look at and no other, from the top. */
  readonly file?: string;
  /** What is known of the plan: the same text is not parsed again. */
  readonly known: Observed | null;
  /** The original intent as the log knows it, where the plan was written by this call. */
  readonly written: { readonly intent: Observed['intent'] } | null;
  /** What the policy says of files. */
  readonly files: Policy['files'];
  readonly isInGit: (top: string) => boolean;
  /** Whether anybody asks when its file was written last. */
  readonly asksForTime?: boolean;
  readonly deps: GitDeps & { readonly now: () => number };
}

/** The plan that holds for a worktree: its own, else that of the main worktree. Never throws. */
export const observePlan = async (input: PlanInput): Promise<Observed> => {
  const { known } = input;
  const found = foundAt(input);
  const { top, file, part } = found;
  const base = {
    path: file,
    worktree: top,
    ...(part === '' ? {} : { part }),
    research: readResearch(join(top, part), input.place.research),
  };
  const text = readSmallFile(join(top, file));
  if (text?.trim() === '') return { ...NO_PLAN, ...base, exists: false, problem: null };
  if (text === undefined) {
    // A folder, or a pipe, of that name is no plan.
    const exists = isFile(join(top, file));
    return { ...NO_PLAN, ...base, exists, problem: exists ? 'the plan cannot be read' : null };
  }
  const bytes = shortDigest(text);
  const isKnown =
    known?.bytes === bytes && known.problem === null && known.tasks !== undefined && input.written === null;
  const { isCut, ...said } = isKnown ? { ...saidBy(known), isCut: false } : read(text);
  const asked = input.isInGit(top)
    ? await askGit(input, found, said)
    : { ...NOT_ASKED, ...keptBy(input.written, said) };
  return {
    ...withoutWords(said),
    ...base,
    exists: true,
    ...(input.asksForTime === true ? { writtenAt: writtenAt(join(top, file)) } : {}),
    bytes,
    intentKept: asked.intentKept,
    since: asked.since,
    ...(isCut ? { cut: true as const } : {}),
    problem: asked.problem ?? (isCut ? 'only the beginning of the plan was read' : null),
  };
};

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

interface FoundAt {
  readonly top: string;
  /** From there. */
  readonly file: string;
  /** The folder that the plan is about; empty for all of the worktree. */
  readonly part: string;
}

/** The plan of the project's own folder comes before that of the worktree; where there is none, that would be looked for. */
const foundAt = ({ tops, place, part = '', file }: PlanInput): FoundAt => {
  for (const top of tops) {
    for (const name of planFilesIn(place.file, part)) {
      const isOwn = name !== place.file;
      if (file === undefined ? existsSync(join(top, name)) : name === file)
        return { top, file: name, part: isOwn ? part : '' };
    }
  }
  return { top: tops[0], file: file ?? place.file, part: '' };
};

/** When a file was written last, by the file system; null where nobody can tell. */
const writtenAt = (path: string): string | null => {
  const time = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return time === undefined ? null : isoTime(Math.floor(time));
};

type Said = ReturnType<typeof saidBy>;

const read = (text: string) => {
  const { intent, ...said } = readPlan(text);
  return { ...said, intent: intent === null ? null : recordedIntent(intent), words: intent };
};

const saidBy = ({ digest, phases, requirements, decisions, malformed, intent, sections, tasks = 0 }: Observed) => ({
  ...{ digest, phases, requirements, decisions, malformed, intent, sections, tasks },
  /** The whole intent. */
  words: intent?.text ?? null,
});

const withoutWords = ({ words: _, ...said }: Said): Omit<Said, 'words'> => said;

interface Asked {
  readonly since: Observed['since'];
  readonly intentKept: number | null;
  readonly problem: string | null;
}

const NOT_ASKED: Asked = { since: null, intentKept: null, problem: null };

/** What happened since the plan changed; of one that was just written, what it keeps of what was committed. */
const askGit = async (
  { written, files, deps }: PlanInput,
  { top, file, part }: FoundAt,
  said: Said,
): Promise<Asked> => {
  const run = runsIn(top, deps);
  // Git keeps where a link leads, not what it leads to.
  const kept = relativeTo(top, realFolder(join(top, file)));
  if (isAbsolute(kept)) return { ...NOT_ASKED, ...keptBy(written, said) };
  try {
    if (written === null) {
      const since = await sinceChange({ file: kept, part, digest: said.digest ?? '', files, now: deps.now() }, run);
      return { ...NOT_ASKED, since };
    }
    const committed = await committedIntent(kept, run);
    const intent = committed === null ? written.intent : recordedIntent(committed);
    return { ...NOT_ASKED, ...keptBy({ intent }, said) };
  } catch (error) {
    return { ...NOT_ASKED, ...keptBy(written, said), problem: problemOf(error) };
  }
};

const keptBy = (before: PlanInput['written'], { words }: Said): Pick<Asked, 'intentKept'> => ({
  intentKept: before === null || before.intent === null ? null : intentKept(before.intent.text, words ?? ''),
});

const NO_PLAN = {
  digest: null,
  bytes: null,
  phases: [],
  requirements: [],
  decisions: [],
  malformed: [],
  intent: null,
  intentKept: null,
  sections: [],
  tasks: 0,
  since: null,
};
