import { counted } from '../audit/counted.ts';
import type { SettingsHook } from '../hooks/install/matcher.ts';
import { type Neighbour, neighbours } from '../hooks/install/neighbours.ts';
import { type ActivePlugin, activePlugin } from '../hooks/install/plugin-state.ts';
import { ON_FAILURE_SINCE, oldestClientFor, UNKNOWN_CLIENT_BASELINE } from '../hooks/install/registration.ts';
import { shellHookName } from '../hooks/install/shell-hooks.ts';
import { isAtLeast } from '../hooks/install/versions.ts';
import { reviewSettings } from '../hooks/llm-review/settings.ts';
import { failClosedEvents } from './init/fail-closed.ts';
import type { InitPlan } from './init-plan.ts';
import type { Io } from './io.ts';
import { shownPath } from './show-change.ts';
import { cutTo, printable } from './style.ts';

/** What is registered, how it is started, what that asks of others, and what the policy does: one line each. */
export const registrationNotes = (plan: InitPlan, io: Io): string[] => [
  ...(plan.plugin === null ? settingsNotes(plan, io) : pluginNotes(plan.plugin, io)),
  ...retireNotes(plan, io),
  policyNote(plan, io),
  ...reviewNotes(plan, io),
];

/** What an administrator is told beside the file. */
export const managedNotes = (plan: InitPlan, io: Io): string[] => [
  `this is ${plan.settings.file.path}, for every user and project of this machine; nothing was written`,
  'as administrator: docket init --scope managed --write, or put it there with what you manage machines with',
  `it starts ${plan.program.hook} with ${plan.program.node}: these have to be there, and everybody has to be able to read them`,
  'each project keeps its own policy: without one, docket only records',
  ...warnings(plan, io).map((warning) => `warning: ${warning}`),
];

const settingsNotes = (plan: InitPlan, io: Io): string[] => {
  const events = Object.keys(plan.registration).length;
  const client =
    plan.clientVersion === null
      ? `a Claude Code of unknown version: what ${UNKNOWN_CLIENT_BASELINE} knows (name yours with --client-version for the rest)`
      : `Claude Code ${plan.clientVersion}`;
  const foreign = neighbours(io).find(({ path }) => path === plan.settings.file.path)?.foreign ?? [];
  const kept = foreign.length - (plan.retire ? foreign.filter((hook) => shellHookName(hook) !== null).length : 0);
  return [
    `${plan.scope} scope, ${events} events, for ${client}`,
    ...commandNotes(plan, io),
    ...closedNotes(plan),
    ...(kept > 0 ? [`kept ${kept} ${kept === 1 ? 'hook' : 'hooks'} of yours`] : []),
  ];
};

const pluginNotes = ({ id: raw, path, folder }: ActivePlugin, io: Io): string[] => {
  const id = printable(raw);
  return [
    `the plugin ${id} registers docket (${shownPath(path, io)}): nothing of docket stands in the settings, since every event would reach it twice`,
    ...(folder === null ? [`it is not installed on this machine yet: claude plugin install ${id}`] : []),
    `to register in settings instead: claude plugin uninstall ${id}, then init again`,
  ];
};

/** What is taken out, and what is kept of it. */
const retireNotes = ({ retire, stateFiles, settings }: InitPlan, io: Io): string[] => {
  if (!retire) return [];
  const taken = neighbours(io)
    .filter(({ path }) => path === settings.file.path)
    .flatMap(({ foreign }) => foreign.map(shellHookName))
    .filter((name) => name !== null);
  return [
    taken.length === 0
      ? `no shell hooks that docket does the work of in ${shownPath(settings.file.path, io)}`
      : `takes out ${[...new Set(taken)].join(', ')}: the scripts stay where they are, "docket uninstall" puts the lines back`,
    ...stateFiles.map(
      ({ path, says, age }) =>
        `keeps ${printable(path)} as a claim: ${printable(says)}, ${ageWords(age)}; it opens no gate`,
    ),
  ];
};

const ageWords = (seconds: number): string => {
  const [unit, size] = AGES.find(([, least]) => seconds >= least) ?? ['second', 1];
  const count = Math.floor(seconds / size);
  return `${counted(count, unit)} old`;
};

const AGES: readonly (readonly [string, number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** What fails closed by the host's own doing, and what the client is too old for. */
const closedNotes = ({ resolved, clientVersion }: InitPlan): string[] => {
  const events = failClosedEvents(resolved);
  if (events.length === 0) return [];
  return [
    clientVersion !== null && isAtLeast(clientVersion, ON_FAILURE_SINCE)
      ? `fails closed: where docket cannot be started or does not answer in time, Claude Code denies (${events.join(', ')})`
      : `the policy fails closed, but only Claude Code ${ON_FAILURE_SINCE} and newer denies where docket cannot be started or does not answer`,
  ];
};

/** What a person should look at before they say yes: one text each. */
export const warnings = (plan: InitPlan, io: Io): string[] => {
  const around = neighbours(io);
  const stays = (hook: SettingsHook, path: string): boolean =>
    !(plan.retire && path === plan.settings.file.path && shellHookName(hook) !== null);
  const rewriters = around.flatMap(({ path, rewriters: hooks }) =>
    hooks.filter((hook) => stays(hook, path)).map((hook) => hookLine(hook, path, io)),
  );
  const others = around.filter(({ scope, own }) => scope !== plan.scope && own > 0);
  return [
    ...(rewriters.length > 0
      ? [
          `these hooks may rewrite the same calls; the host runs all at once and the last to finish wins:\n${rewriters.join('\n')}`,
        ]
      : []),
    ...others.map((other) => twiceNote(other, io)),
    ...pluginWarning(plan, io),
    ...around
      .filter(({ disablesHooks }) => disablesHooks)
      .map(({ path }) => `${shownPath(path, io)} sets "disableAllHooks": no hook runs while it does`),
    ...around
      .filter(({ managedOnly }) => managedOnly && plan.scope !== 'managed')
      .map(
        ({ path }) =>
          `${path} sets "allowManagedHooksOnly": no hook of this file runs; --scope managed is for the administrator`,
      ),
    ...(plan.scope === 'managed' && IN_A_HOME.test(plan.program.hook)
      ? [`${plan.program.hook} is in a user's folder: install docket for all, then run that one's init`]
      : []),
    ...oldHookNotes(plan, around, io),
    ...plan.resolved.problems,
  ];
};

/** Shell hooks that go on running beside docket, by settings file. */
const oldHookNotes = (plan: InitPlan, around: readonly Neighbour[], io: Io): string[] =>
  around.flatMap(({ scope, path, foreign }) => {
    if (plan.retire && path === plan.settings.file.path) return [];
    const names = [...new Set(foreign.map(shellHookName).filter((name) => name !== null))];
    if (names.length === 0) return [];
    const way =
      scope === 'managed' ? 'ask the administrator' : `"docket init --scope ${scope} --retire" takes them out`;
    return [
      `${shownPath(path, io)} registers shell hooks that docket does the work of (${names.join(', ')}): both run; ${way}`,
    ];
  });

/** A user's own folder, which others cannot read. */
const IN_A_HOME = /^(?:\/home\/|\/root\/|\/Users\/|[A-Z]:\\Users\\)/;

const commandNotes = ({ command, program, scope, registration, settings }: InitPlan, io: Io): string[] => {
  if (command.kind === 'absolute') {
    const { path } = settings.file;
    const where =
      scope === 'local' ? `do not commit ${shownPath(path, io)}` : WHOSE[scope === 'user' ? 'user' : 'managed'];
    return [`starts ${command.args[0]} with ${program.node}: absolute paths of this machine, ${where}`];
  }
  const needs =
    command.kind === 'dependency'
      ? 'the project\'s own docket from node_modules, no absolute path. Teammates need "npm install" and Node 20.19 or newer as "node" on their PATH'
      : '"docket" from the PATH, no absolute path. Teammates need docket installed globally; a dependency of the project ("npm install --save-dev docket", then init again) asks less of them';
  return [
    `starts ${needs}`,
    `fit to commit for Claude Code ${oldestClientFor(registration)} and newer (--client-version names an older one)`,
    'where docket is missing, Claude Code reports a failing hook and goes on; Copilot CLI, which reads this file too, refuses its tools',
  ];
};

const WHOSE = { user: 'for all your projects', managed: 'for everybody on it' };

const policyNote = ({ resolved, policyFile, policyText }: InitPlan, io: Io): string => {
  const { preset } = resolved.policy;
  if (preset !== 'observe') return `policy: preset ${preset}`;
  const how = policyText === null ? 'no docket.config.json' : shownPath(policyFile.path, io);
  return `policy: preset observe (${how}): nothing is enforced, what gates would say is only logged; --preset standard enforces`;
};

/** What leaves the machine where the policy has llm-review on, by name and address; nothing where it is off. */
const reviewNotes = ({ resolved, registration }: InitPlan, io: Io): string[] => {
  const gate = resolved.policy.gates['llm-review'];
  if (gate === undefined || gate.mode === 'off') return [];
  const { reviewers, problem } = reviewSettings(io.env, gate.options);
  const timeout = registration.PreToolUse?.hooks[0].timeout;
  const to = reviewers.map(({ provider, model, baseUrl }) => `${provider} (${model}) at ${hostOf(baseUrl)}`);
  const sent = 'each shell command that docket cannot prove safe, redacted, with its folder and the last three prompts';
  return [
    problem === null
      ? `llm-review is on (${gate.mode}) and sends ${sent} to ${to.join(' and, where that objects or fails, to ')}, with your key; LLM_REVIEW_ENABLED=0 switches it off`
      : `llm-review is on (${gate.mode}) and sends nothing for now: ${problem}. Otherwise it sends ${sent} to Gemini and OpenAI`,
    `a shell command may wait up to 8 seconds for reviewers; the time-out registered for it is ${timeout} seconds`,
  ];
};

const hostOf = (url: string): string => new URL(url).host;

const hookLine = ({ event, matcher, handler }: SettingsHook, path: string, io: Io): string => {
  const args = Array.isArray(handler['args']) ? handler['args'] : [];
  const what = [handler['command'] ?? handler['url'] ?? `${handler['server']} ${handler['tool']}`, ...args].join(' ');
  const tools = matcher === undefined || matcher === '' ? 'every tool' : cutTo(matcher, 40);
  return `  ${event} (${tools}): ${cutTo(what, 100)}  [${shownPath(path, io)}]`;
};

/** Of a plugin that registers docket for less than the scope does. */
const pluginWarning = ({ plugin }: InitPlan, io: Io): string[] => {
  const active = plugin === null ? activePlugin(io) : null;
  if (active === null) return [];
  const where = shownPath(active.path, io);
  return [
    `the plugin ${printable(active.id)} registers docket too (${where}): each event reaches it twice and counts once`,
  ];
};

const twiceNote = ({ scope, path }: Neighbour, io: Io): string =>
  `docket is registered in ${scope} scope too (${shownPath(path, io)}): each event reaches it twice and counts once; "docket uninstall --scope ${scope}" ends that`;
