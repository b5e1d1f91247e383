import type { EventDraft } from '../events/envelope.ts';
import { findExistingLocation, type Location } from '../events/location.ts';
import { logFolder } from '../events/segments.ts';
import type { Fold } from '../projections/fold.ts';
import type { HookDeps } from './deps.ts';
import { loadState } from './load-state.ts';
import { type PlaceInput, placeOf } from './place.ts';
import type { Answer } from './protocols/answer.ts';
import { answerClaudeCode } from './protocols/claude-code.ts';
import { decode, type Unreadable } from './protocols/decode.ts';
import { createRecorder } from './recorder.ts';
import { type Assumptions, type Ruled, ruleOn } from './rule-on.ts';

export interface Tried {
  readonly ruled: Ruled;
  readonly answer: Answer;
}

export interface TryInput {
  readonly raw: Uint8Array;
  readonly deps: HookDeps;
  readonly assume: Assumptions;
  /** The state at the end of the log, where somebody read it already. */
  readonly fold?: Fold;
  /** Changes a fact before gates see it. */
  readonly fact: (draft: EventDraft) => EventDraft;
}

/**
 * What every gate would say about a hook input on the present state of the log, recording nothing. Input that cannot be
 * read is a value, as it came.
 */
export const tryGates = async ({
  raw,
  deps,
  assume,
  fact,
  fold: known,
}: TryInput): Promise<Tried | { unreadable: Unreadable }> => {
  const decoded = decode(raw, deps);
  if ('unreadable' in decoded) return decoded;
  const { event } = decoded;
  const location = findExistingLocation(deps);
  const place = placeOf({
    ...placeToTry(event.cwd, location, deps),
    cwd: event.cwd,
    fs: deps.fs,
    program: deps.program,
  });
  const recorder = createRecorder({ ...event, worktree: place.worktree }, null, null, deps);
  const trigger = recorder.encode({ type: event.type, data: event.data, provenance: event.provenance });
  const folder = logFolder(location.root, deps.fs, deps.segmentLimit);
  const fold = known ?? loadState(folder, location.root, null).fold;
  const ruled = await ruleOn({
    trigger,
    toolInput: event.data['tool_input'],
    payload: event.data,
    place,
    policyDir: location.policyDir,
    fold,
    unfolded: [trigger],
    stateKnown: true,
    known: [],
    deps,
    encode: (draft) => recorder.encode({ cause: trigger.id, ...fact(draft) }),
    assume,
  });
  const answer = answerClaudeCode({ ruling: ruled.ruling, trigger, toolInput: event.data['tool_input'], notice: null });
  return { ruled, answer };
};

/** An input may be made up, and so its folder: one that is not there is then a project of its own. */
const placeToTry = (
  cwd: string | null,
  location: Location,
  { env, fs }: HookDeps,
): Pick<PlaceInput, 'location' | 'env'> =>
  cwd === null || fs.existsSync(cwd)
    ? { location, env }
    : { location: { ...location, projectDir: cwd, git: null }, env };
