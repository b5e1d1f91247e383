import type { SettingsHook } from '../hooks/install/matcher.ts';
import { type Neighbour, neighbours } from '../hooks/install/neighbours.ts';
import { oldestClientFor, UNKNOWN_CLIENT_BASELINE } from '../hooks/install/registration.ts';
import { reviewSettings } from '../hooks/llm-review/settings.ts';
import type { InitPlan } from './init-plan.ts';
import type { Io } from './io.ts';
import { shownPath } from './show-change.ts';
import { cutTo } from './style.ts';

/** What is registered, how it is started, what that asks of others, and what the policy does: one line each. */
export const registrationNotes = (plan: InitPlan, io: Io): string[] => {
  const events = Object.keys(plan.registration).length;
  const client =
    plan.clientVersion === null
      ? `a Claude Code of unknown version: what ${UNKNOWN_CLIENT_BASELINE} knows (name yours with --client-version for the rest)`
      : `Claude Code ${plan.clientVersion}`;
  const kept = neighbours(io).find(({ scope }) => scope === plan.scope)?.foreign.length ?? 0;
  return [
    `${plan.scope} scope, ${events} events, for ${client}`,
    ...commandNotes(plan, io),
    ...(kept > 0 ? [`kept ${kept} ${kept === 1 ? 'hook' : 'hooks'} of yours`] : []),
    policyNote(plan, io),
    ...reviewNotes(plan, io),
  ];
};

/** What a person should look at before they say yes: one text each. */
export const warnings = (plan: InitPlan, io: Io): string[] => {
  const around = neighbours(io);
  const rewriters = around.flatMap(({ path, rewriters: hooks }) => hooks.map((hook) => hookLine(hook, path, io)));
  const others = around.filter(({ scope, own }) => scope !== plan.scope && own > 0);
  return [
    ...(rewriters.length > 0
      ? [
          `these hooks may rewrite the same calls; the host runs all at once and the last to finish wins:\n${rewriters.join('\n')}`,
        ]
      : []),
    ...others.map((other) => twiceNote(other, io)),
    ...around
      .filter(({ disablesHooks }) => disablesHooks)
      .map(({ path }) => `${shownPath(path, io)} sets "disableAllHooks": no hook runs while it does`),
    ...(/[\\/]_npx[\\/]/.test(plan.program.hook) && plan.command.kind === 'absolute'
      ? [`${plan.program.hook} is in the cache of npx, which npm may empty: install docket to keep it`]
      : []),
    ...plan.resolved.problems,
  ];
};

const commandNotes = ({ command, program, scope, registration, settings }: InitPlan, io: Io): string[] => {
  if (command.kind === 'absolute') {
    const where = scope === 'local' ? `do not commit ${shownPath(settings.file.path, io)}` : 'for all your projects';
    return [`starts ${program.hook} with ${program.node}: absolute paths of this machine, ${where}`];
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

const twiceNote = ({ scope, path }: Neighbour, io: Io): string =>
  `docket is registered in ${scope} scope too (${shownPath(path, io)}): each event reaches it twice and counts once; "docket uninstall --scope ${scope}" ends that`;
