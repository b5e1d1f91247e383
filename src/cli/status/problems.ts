import { resolvePolicy } from '../../gates/policy-files.ts';
import { readPolicyFiles } from '../../hooks/observers/policy.ts';
import type { View } from '../../projections/fold.ts';
import { silentLinters } from '../../projections/lint.ts';
import { customStates } from '../gates-here.ts';
import type { Io } from '../io.ts';
import { STANDING_WORDS } from '../policy/standing-words.ts';
import type { Project } from '../project.ts';
import { shownPath } from '../show-change.ts';

/**
 * What a person should know who believes that all is watched: the log is not in the project, or not all of it; the policy says what it cannot
 * mean, or other than what hooks went by last; gates of the project do not run; gates did not see something; hook calls failed lately.
 */
export const problemsNow = (
  { policy, preferences, failures, calls, lint }: View,
  { location, elsewhere }: Project,
  io: Pick<Io, 'env' | 'cwd'>,
): string[] => [
  ...(location.fallback === null ? [] : [`${location.fallback}: the log is in ${location.root}`]),
  ...(elsewhere === null
    ? []
    : [`${elsewhere} holds what happened while the project could not be written: DOCKET_DIR=${elsewhere} docket log`]),
  ...policyProblems(policy, location.policyDir, io),
  ...preferences.problems.map((problem) => `preferences: ${problem}`),
  ...calls.unclassifiedWriters.map((tool) => `${tool} looks like a tool that writes: gates do not see its writes`),
  ...silentLinters(lint).map((silence) => `lint: ${silence}`),
  ...failures.last.map(({ at, stage, code, message }) => `${at} hook failed (${stage}): ${code}, ${message}`),
];

/** By the files as they are now: a hook that comes next goes by them. */
const policyProblems = (inForce: View['policy'], policyDir: string, io: Pick<Io, 'env' | 'cwd'>): string[] => {
  const files = readPolicyFiles(policyDir, io.env);
  const { policy, problems, broken } = resolvePolicy(files.sources);
  const held = broken && inForce.policy !== null ? inForce.policy : policy;
  const isOther = !broken && inForce.policy !== null && JSON.stringify(inForce.policy) !== JSON.stringify(policy);
  return [
    ...problems.map((problem) => `policy: ${problem}`),
    ...(broken && inForce.policy !== null
      ? [
          `policy: until that is mended, preset ${held.preset} holds as it was before; docket policy validate says where`,
        ]
      : []),
    ...(isOther
      ? [
          `policy: changed since the last hook call: from the next one on preset ${policy.preset} holds as the files have it now (docket policy show)`,
        ]
      : []),
    ...customStates(held, policyDir, io).flatMap(({ gate, file, standing }) =>
      standing === 'trusted'
        ? []
        : [
            `gate ${gate}, ${shownPath(`${policyDir}/${file}`, io)}: ${STANDING_WORDS[standing]}; ${standing === 'missing' ? 'put it back, or take the gate out of docket.config.json' : 'read it, and docket policy trust lets it run'}`,
          ],
    ),
  ];
};
