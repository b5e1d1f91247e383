import { isAtLeast } from '../install/versions.ts';

/** The client that was measured: what an unnamed version is taken for. */
export const MEASURED_CLIENT = '2.1.332';

/** Rules of Claude Code that came with a version (protocol sheet §1.4, §1.11). Before it the rule did not hold. */
export const CLIENT_RULES = {
  /** A permission of a hook no longer opens what a deny rule of the settings closes. */
  denyRulesHold: { since: '2.1.77', says: 'deny and ask rules of the settings hold against a permission' },
  /** Context over the limit is spilled to a file. */
  spill: { since: '2.1.89', says: 'context over 10,000 characters goes to a file, and the model sees its beginning' },
  /** Exit code 2 blocks a call also where stdout is JSON. */
  exit2WithJson: { since: '2.1.90', says: 'exit code 2 blocks also beside JSON on stdout' },
  /** Who blocks nothing is at least heard. */
  exit2Shown: { since: '2.1.199', says: 'stderr of exit code 2 is shown at SessionStart, Setup and SubagentStart' },
  /** Exit code 2 blocks also where that JSON is not valid. */
  exit2WithVoid: { since: '2.1.214', says: 'exit code 2 blocks also beside JSON that is not valid' },
  /** JSON is read whatever the exit code. */
  jsonAtAnyExit: {
    since: '2.1.240',
    says: 'JSON on stdout is read whatever the exit code; of older ones guides say that it is read beside 0 only',
  },
  /** What looks like an object and does not parse is a fault of the hook; before it was plain text. */
  strictJson: { since: '2.1.241', says: 'stdout in braces that does not parse is a fault, no plain text' },
} as const;

export type ClientRule = keyof typeof CLIENT_RULES;

/** Whether a rule holds in a version of the client. */
export const ruleHolds = (rule: ClientRule, version: string): boolean => isAtLeast(version, CLIENT_RULES[rule].since);

/** Whether a version knows what came with `since`; what is undated was always there. */
export const knows = (version: string, since: string | undefined): boolean =>
  since === undefined || isAtLeast(version, since);
