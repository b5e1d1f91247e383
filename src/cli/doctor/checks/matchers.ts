import type { Scope } from '../../../hooks/install/hook-command.ts';
import { applyChange, planInstall } from '../../../hooks/install/install.ts';
import { matcherMatches } from '../../../hooks/install/matcher.ts';
import type { Registration } from '../../../hooks/install/registration.ts';
import type { Finding, Mend } from '../finding.ts';
import type { DocketEntry, World } from '../world.ts';
import { initCommand } from './coverage.ts';

/** Whether matchers keep something from docket: it is to see every tool, every source and every kind of an event. */
export const checkMatchers = (world: World): Finding[] => {
  const events = [...new Set(world.docket.map(({ event }) => event))];
  return events.flatMap((event) => {
    const entries = world.docket.filter((entry) => entry.event === event);
    const misses = (SAMPLES[event] ?? []).filter(
      (sample) => !entries.some(({ matcher }) => matcherMatches(matcher, sample)),
    );
    return misses.length === 0 ? [] : [missed(event, entries, misses, world)];
  });
};

const missed = (event: string, entries: readonly DocketEntry[], misses: readonly string[], world: World): Finding => {
  const mend = mendFor(entries, world);
  return {
    id: 'registration/matcher',
    says: `A matcher of ${event} keeps from docket: ${misses.join(', ')}.`,
    evidence: [
      ...entries.map(({ matcher, at }) => `"matcher": ${JSON.stringify(matcher)} at ${at}`),
      `misses ${misses.join(', ')}`,
    ],
    fix: 'Take the matcher away: docket looks at everything and judges what it has gates for.',
    command: mend === null ? initCommand(entries) : 'docket doctor --fix',
    ...(mend === null ? {} : { mend }),
  };
};

/** Writes docket's own entries of a settings file anew, each as it is and without a matcher; `docket uninstall` still undoes it. */
const mendFor = (entries: readonly DocketEntry[], { docket, env, cwd }: World): Mend | null => {
  const [first] = entries.filter(({ kind }) => kind === 'own');
  const scope = first?.source.scope;
  if (first === undefined || scope === undefined || scope === 'managed' || scope === 'plugin') return null;
  const place = { scope: scope satisfies Scope, env, cwd };
  const own = docket.filter(({ source, kind }) => source.path === first.source.path && kind === 'own');
  const registration = Object.fromEntries(
    own.map(({ event, handler }) => [event, { hooks: [handler] }]),
  ) as unknown as Registration;
  const planned = planInstall(registration, place);
  if (!planned.ok) return null;
  const { file, after } = planned.value;
  return {
    shows: { path: file.path, before: file.text, after },
    isPersonal: true,
    run: () => {
      // Planned again, since another repair may have changed the file.
      const again = planInstall(registration, place);
      const done = again.ok ? applyChange(again.value, place) : again;
      if (!done.ok) throw new Error(done.problem.message);
      return `took the matcher away in ${file.path}`;
    },
  };
};

/** What each event's matcher is held against (protocol sheet §1.1), as far as names are known. */
const TOOLS = [
  'Bash',
  'Write',
  'Edit',
  'NotebookEdit',
  'Read',
  'Grep',
  'Glob',
  'Agent',
  'AskUserQuestion',
  'mcp__server__tool',
];
const AGENTS = ['general-purpose', 'planner'];
const COMPACTIONS = ['manual', 'auto'];

const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  SessionStart: ['startup', 'resume', 'clear', 'compact', 'fork'],
  SessionEnd: ['clear', 'resume', 'logout', 'prompt_input_exit', 'other'],
  PreToolUse: TOOLS,
  PermissionRequest: TOOLS,
  PermissionDenied: TOOLS,
  PostToolUse: TOOLS,
  PostToolUseFailure: TOOLS,
  SubagentStart: AGENTS,
  SubagentStop: AGENTS,
  PreCompact: COMPACTIONS,
  PostCompact: COMPACTIONS,
  Notification: ['permission_prompt', 'idle_prompt'],
};
