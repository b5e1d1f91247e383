import type { HostEventName } from '../../../events/host-events.ts';
import type { Finding } from '../finding.ts';
import { someOf } from '../words.ts';
import type { DocketEntry, World } from '../world.ts';
import { initCommand } from './coverage.ts';

/** The longest time-out that the hook takes from its command line, in seconds; what is above that is none for it. */
const LONGEST_S = 600;

/** Without one on its command line, the hook takes the time-out for this many seconds. */
const DEFAULT_S = 5;

/** A call needs a fraction of that on a machine that is at rest. */
const SHORTEST_S = 2;

/** Whether the client gives docket the time that it is told it has, in the client's unit: seconds. */
export const checkTimeouts = (world: World): Finding[] => [...units(world), ...mismatches(world), ...short(world)];

/** Whether a number of seconds was meant as milliseconds, or is a fraction that makes sense as seconds only in another unit. */
export const isOddTimeout = (seconds: number): boolean => seconds > LONGEST_S || (seconds > 0 && seconds < 0.5);

/** The `timeout` of a handler in seconds; null where it has none. */
export const timeoutOf = ({ handler }: Pick<DocketEntry, 'handler'>): number | null =>
  typeof handler['timeout'] === 'number' ? handler['timeout'] : null;

/** What the hook is told on its command line; null where it is told nothing. */
const toldOf = ({ launch }: DocketEntry): number | null => {
  const words = launch?.words ?? [];
  const at = words.indexOf('--timeout');
  return at < 0 ? null : Number(words[at + 1]);
};

const units = ({ docket }: World): Finding[] => {
  const odd = docket.flatMap((entry) => {
    const [timeout, told] = [timeoutOf(entry), toldOf(entry)];
    return [
      ...(timeout !== null && isOddTimeout(timeout) ? [`"timeout": ${timeout} at ${entry.at}`] : []),
      ...(told !== null && !(told > 0 && !isOddTimeout(told)) ? [`--timeout ${told} at ${entry.at}`] : []),
    ];
  });
  if (odd.length === 0) return [];
  return [
    {
      id: 'registration/timeout-unit',
      says: 'A time-out is not in seconds, as the client and docket read it.',
      evidence: someOf(odd),
      fix: 'Write seconds: 5, not 5000 and not 0.005.',
      command: initCommand(docket),
    },
  ];
};

/** docket answers within half of what it is told, and the client kills it at the end of what it is given. */
const mismatches = ({ docket }: World): Finding[] => {
  const wrong = docket.flatMap((entry) => {
    const timeout = timeoutOf(entry);
    const told = toldOf(entry) ?? DEFAULT_S;
    if (timeout === null || isOddTimeout(timeout) || entry.launch === null) return [];
    return timeout < told ? [`${entry.event}: "timeout": ${timeout}, and docket is told ${told}, at ${entry.at}`] : [];
  });
  if (wrong.length === 0) return [];
  return [
    {
      id: 'registration/timeout-mismatch',
      says: 'The client waits for a shorter time than docket is told that it does.',
      evidence: someOf(wrong),
      fix: 'Make "timeout" and --timeout of the entry the same number of seconds.',
      command: initCommand(docket),
    },
  ];
};

const short = ({ docket, expected }: World): Finding[] => {
  const tooShort = docket.flatMap((entry) => {
    const timeout = timeoutOf(entry);
    const wanted = expected[entry.event as HostEventName]?.hooks[0].timeout ?? 0;
    if (timeout === null) {
      return entry.event === 'SessionEnd' ? [`SessionEnd has none, which is 1.5 s for all hooks, at ${entry.at}`] : [];
    }
    if (isOddTimeout(timeout)) return [];
    // What is longer than the usual has a reason in the policy.
    const least = wanted >= 10 && entry.event.endsWith('ToolUse') ? wanted : SHORTEST_S;
    return timeout < least ? [`${entry.event}: ${timeout} s of the ${wanted} that it needs, at ${entry.at}`] : [];
  });
  if (tooShort.length === 0) return [];
  return [
    {
      id: 'registration/timeout-short',
      says: 'docket may be killed before it answers, and the client then goes on as if nothing had been said.',
      evidence: someOf(tooShort),
      fix: 'Register again: the time-outs follow from the policy.',
      command: initCommand(docket),
    },
  ];
};
