import { readByClaudeCode } from './claude-code.ts';
import { MEASURED_CLIENT } from './client-versions.ts';
import { wantsOf } from './intentions.ts';
import { readByOtherHost } from './other-host-reading.ts';
import { dialectOf, OTHER_HOSTS } from './other-hosts.ts';
import type { Ground, HookRun, HostCall, HostOutcome, Reading } from './outcome.ts';
import { rightWays } from './right-way.ts';

/** Hosts whose reading of answers is known. */
export const KNOWN_HOSTS: readonly string[] = ['claude-code', ...OTHER_HOSTS];

/**
 * What a host makes of what a hook did: the effect, who reads which text, what is ignored and why, whether that is what the
 * answer visibly wanted, and what would have been right. Pure; from tables of what was measured and documented. The host is
 * one of `KNOWN_HOSTS`.
 */
export const hostOutcome = (call: HostCall, run: HookRun): HostOutcome => {
  const dialect = dialectOf(call.host, call.event);
  const version = call.version ?? dialect?.version ?? MEASURED_CLIENT;
  const draft = dialect === null ? readByClaudeCode(call, run, version) : readByOtherHost(call, run, dialect);
  const reading = ofVersion(draft.reading(), version, dialect?.version ?? MEASURED_CLIENT);
  const wants = wantsOf(call, run, reading);
  const unmet = wants.filter(({ met }) => met !== true);
  const works = unmet.some(({ met }) => met === false) ? false : unmet.length > 0 ? null : true;
  const { event, host } = call;
  const isLate = run.ended === 'timeout' && works === false;
  const inTime = isLate ? hostOutcome(call, { ...run, ended: 'exit' }) : null;
  const instead =
    inTime?.works === true
      ? [SOONER]
      : [
          ...(isLate ? [SOONER] : []),
          ...new Set(unmet.flatMap(({ intention }) => rightWays(call, intention, version))),
        ];
  const effect = reading.consequences[0]?.effect ?? 'nothing';
  return { host, version, event, effect, ...reading, wants, works, instead };
};

const SOONER = 'the answer before the time-out ends: let the hook do less, or give it more time in its registration';

/** What was measured of one version is extrapolated to others. */
const ofVersion = (reading: Reading, version: string, measuredVersion: string): Reading => {
  if (version === measuredVersion) return reading;
  const known = <Item extends Ground>(items: readonly Item[]): Item[] =>
    items.map((item) => (item.basis === 'measured' ? { ...item, basis: 'extrapolated' } : item));
  return { consequences: known(reading.consequences), heard: known(reading.heard), ignored: known(reading.ignored) };
};
