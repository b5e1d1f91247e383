import type { Finding, SuspectKind } from './suspect.ts';

/** What a finding means, and what to do about it. */
export interface SuspectWords {
  readonly title: string;
  readonly means: string;
  readonly todo: string;
}

/** The words for a finding; those of its first note where that says more. */
export const suspectWords = ({ kind, notes }: Finding): SuspectWords => {
  const special = notes.map((note) => SPECIAL[`${kind} ${note}`]).find((words) => words !== undefined);
  return { ...WORDS[kind], ...special };
};

const WORDS: Readonly<Record<SuspectKind, SuspectWords>> = {
  'denied-but-ran': {
    title: 'denied but ran',
    means:
      'The deny was written to the host, and the call has an outcome all the same: the host did not read it, or did not obey.',
    todo: 'Look at what the call did. Print something beside the JSON (a shell profile, a wrapper), and no host reads it: docket explain-answer --run tries the registered command.',
  },
  'rewrite-not-taken': {
    title: 'rewrite not taken',
    means:
      'The call ran as it was requested: another hook changed it as well and ended last, or the host took no rewrite.',
    todo: 'Leave rewriting to one hook, and look at what the original command did.',
  },
  'open-call': {
    title: 'call without an end',
    means:
      'No outcome came before the turn was over: the person interrupted it, the client ended, or the hook of its outcome was lost.',
    todo: 'What it did is unknown: look at the files it was about. The transcript of the session may say more.',
  },
  'no-ruling': {
    title: 'hook lost',
    means:
      'The event was recorded and never judged: the hook was killed on the way, by its time-out or with its client, and the host went on without an answer.',
    todo: 'See how long the hook takes (DOCKET_DEBUG=1), and raise the time-out of the registration; onFailure "block" makes newer clients wait for it.',
  },
  'answer-lost': {
    title: 'answer lost',
    means:
      'The ruling was recorded, and its answer was not written, or not noted as written: the hook ended in between.',
    todo: 'Look at what came next: where the call ran, it ran unanswered.',
  },
  'unknown-call': {
    title: 'outcome of an unknown call',
    means:
      'An outcome came of a call that no event requested: the hook before the call was lost or not registered, or somebody made the outcome up. It is no evidence.',
    todo: 'docket init --dry-run shows whether PreToolUse is registered.',
  },
  'turn-without-end': {
    title: 'turn without an end',
    means:
      'No end of the turn was reported: the person interrupted it or wrote on while the agent worked, or the hook of its end was lost. What is judged at the end of a turn was not.',
    todo: 'docket status shows what is still owed.',
  },
  'hook-failed': {
    title: 'hook failed',
    means:
      'docket or its input failed, here for the first time in this session; what the gates then did is in the ruling, if there is one.',
    todo: 'The message says what failed; docket status and docket repair --dry-run say what is still wrong.',
  },
};

const SPECIAL: Readonly<Record<string, Partial<SuspectWords>>> = {
  'denied-but-ran answer-not-written': {
    means: 'The deny was recorded, and the hook ended before it was written to the host, which ran the call.',
    todo: 'Look at what the call did. Raise the time-out of the registration; onFailure "block" makes newer clients wait for the answer.',
  },
  'open-call was-asked-about': {
    means: 'The person was asked, and no outcome came: they refused, most likely.',
    todo: 'Nothing, where that is so. Else what it did is unknown.',
  },
  'open-call still-running': {
    means:
      'No outcome came before the turn was over, nor since: it may still run, was interrupted, or the hook of its outcome was lost.',
  },
  'unknown-call first-of-session': {
    means:
      'An outcome is the first thing that is known of the session: docket was registered while the call ran, or the log begins there.',
    todo: 'Nothing, where that is so.',
  },
  'turn-without-end end-was-blocked': {
    means:
      'The end of the turn was blocked, and no other end followed: the person interrupted it, or the host ended the turn all the same (it does after 8 blocks in a row).',
  },
};
