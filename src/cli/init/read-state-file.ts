import type { EventDraft } from '../../events/envelope.ts';
import { isJsonObject } from '../../events/json-object.ts';
import type { EventData } from '../../events/schemas.ts';

/** What a state file says about evidence, as an event that satisfies no gate. */
export type Claim =
  | (EventDraft & { readonly type: 'TestRunFinished'; readonly data: EventData<'TestRunFinished'> })
  | (EventDraft & { readonly type: 'ReviewRecorded'; readonly data: EventData<'ReviewRecorded'> })
  | (EventDraft & { readonly type: 'ProofRecorded'; readonly data: EventData<'ProofRecorded'> });

interface Said {
  /** In a few words. */
  readonly says: string;
  /** When, in milliseconds. */
  readonly said: number;
  readonly claims: readonly Claim[];
}

/**
 * What a state file of scripts from before docket says: `path` as it is called in a worktree, its text, and when it was
 * written last, in milliseconds, which counts where the file does not say itself. None says which content it is about,
 * which is why nothing of it can be more than a claim.
 */
export const readStateFile = (path: string, text: string, modified: number): Said => {
  const line = text.trim();
  switch (path) {
    case '.claude/.test-status':
      return testStatus(path, line, modified);
    case '.claude/.proof-status':
      return proofStatus(path, line, modified);
    case '.claude_review_state.json':
      return reviewState(path, line, modified);
    default:
      return { says: shortened(line) || 'it is there', said: modified, claims: [] };
  }
};

/** `result|fail_count|epoch` */
const testStatus = (path: string, line: string, modified: number): Said => {
  const [result = '', count = '', epoch] = line.split('|');
  const status = result === 'pass' || result === 'fail' ? result : 'unknown';
  const failures = /^\d{1,9}$/.test(count) ? Number(count) : null;
  const data = { runner: path, status, failures, passed: null, reason: reasonOf(path), source: 'claim' } as const;
  const counted = failures === null ? '' : `, ${failures} failed`;
  const said = timeOf(epoch, modified);
  return { says: `${status}${counted}`, said, claims: [{ type: 'TestRunFinished', data }] };
};

/** `status|epoch` */
const proofStatus = (path: string, line: string, modified: number): Said => {
  const [status = '', epoch] = line.split('|');
  const data = { note: reasonOf(path), standing: 'claim' } as const;
  const claims = status === 'verified' ? [{ type: 'ProofRecorded', data } as const] : [];
  return { says: shortened(status), said: timeOf(epoch, modified), claims };
};

const REVIEWS = [
  ['code_review', 'code', 'code'],
  ['doc_review', 'doc', 'docs'],
  ['precommit', 'precommit', 'code'],
] as const;

const reviewState = (path: string, text: string, modified: number): Said => {
  const state = objectIn(text);
  if (state === null) return { says: 'it cannot be read', said: modified, claims: [] };
  const reviews = REVIEWS.flatMap(([key, kind, plane]) => {
    const review = state[key];
    const { executed, passed, last_run } = isJsonObject(review) ? review : {};
    return executed === true ? [{ kind, plane, passed: passed === true, at: Date.parse(String(last_run)) }] : [];
  });
  const times = [Date.parse(String(state['updated_at'])), ...reviews.map(({ at }) => at)].filter(Number.isFinite);
  const claims = reviews.map(({ kind, plane, passed }): Claim => {
    // One that did not pass may have failed, or an edit took it back: the file says the same of both.
    const outcome = passed ? 'pass' : 'unclear';
    const data = { kind, plane, outcome, sentinel: null, by: path, reason: reasonOf(path), standing: 'claim' } as const;
    return { type: 'ReviewRecorded', data };
  });
  const says = reviews.map(({ kind, passed }) => `${kind} ${passed ? 'passed' : 'not passed'}`).join(', ');
  const said = times.length === 0 ? modified : Math.min(Math.max(...times), modified);
  return { says: says || 'no review', said, claims };
};

const reasonOf = (path: string): string => `${path} said so before docket; nobody knows of which content`;

/** Seconds since 1970 as a text; a time behind the file's own is made up. */
const timeOf = (epoch: string | undefined, modified: number): number => {
  const ms = /^\d{1,11}$/.test(epoch ?? '') ? Number(epoch) * 1000 : Number.NaN;
  return ms > 0 && ms <= modified + 1000 ? ms : modified;
};

const shortened = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 200);

const objectIn = (text: string): Readonly<Record<string, unknown>> | null => {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
};
