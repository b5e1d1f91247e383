import { isoTime } from '../events/iso-time.ts';
import type { Policy } from '../events/schemas.ts';
import { isCustomName } from './custom/policy-gates.ts';
import { GATES } from './gates.ts';
import type { PolicyFile } from './policy-file-schema.ts';
import { isWaivable } from './waived-verdict.ts';

/** What a policy file may say of them. */
type WithWaivers = Pick<PolicyFile, 'waivers' | 'customGates'>;

/** Whether a name is that of a gate, or the id of a rule. */
export const isKnownName = (name: string): boolean =>
  GATES.some((gate) => gate.name === name || gate.rules.some(({ id }) => id === name));

/** Those of all files; what names nothing that can be waived, or no time, is left out, and among the problems. */
export const waiversOf = (files: readonly WithWaivers[]): Pick<Policy, 'waivers'> => {
  const own = files.flatMap(({ waivers = [] }) =>
    waivers.flatMap(({ rule, reason, until }) => {
      const end = until === undefined ? undefined : Date.parse(until);
      if (!(isKnownName(rule) || isCustomName(rule, files)) || !isWaivable(rule) || Number.isNaN(end)) return [];
      return [{ rule, reason, ...(end === undefined ? {} : { until: isoTime(end) }) }];
    }),
  );
  return own.length === 0 ? {} : { waivers: own };
};

/** What is wrong with the waivers of a file. */
export const waiverProblems = (path: string, { waivers = [] }: WithWaivers, files: readonly WithWaivers[]): string[] =>
  waivers.flatMap(({ rule, until }) => {
    if (!isKnownName(rule) && !isCustomName(rule, files))
      return [`${path} names "${rule}" among waivers, which is neither a gate nor a rule`];
    if (!isWaivable(rule)) return [`${path} waives ${rule}, which cannot be waived: remove it`];
    return until !== undefined && Number.isNaN(Date.parse(until))
      ? [`${path} waives ${rule} until "${until}", which is no time: it is not waived`]
      : [];
  });
