/** Why something about an installation cannot be done: a stable code, and a sentence that says what to do. */
export interface Problem {
  readonly code:
    | 'bad-json'
    | 'duplicate-key'
    | 'wrong-shape'
    | 'unreadable'
    | 'not-a-file'
    | 'dangling-link'
    | 'changed-meanwhile'
    | 'write-failed'
    | 'not-ours'
    | 'missing-program'
    | 'throw-away-program';
  readonly message: string;
}

export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };

export const success = <T>(value: T): Outcome<T> => ({ ok: true, value });

export const failure = (code: Problem['code'], message: string): Outcome<never> => ({
  ok: false,
  problem: { code, message },
});
