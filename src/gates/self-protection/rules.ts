import type { Rule } from '../gate.ts';
import { commandRule } from './command-rule.ts';
import { pathRule } from './path-rule.ts';

/** A command of docket is named without it; one of the host's as it is. */
const asTyped = (command: string): string => (command.startsWith('claude ') ? command : `docket ${command}`);

/** What is docket's own, kind by kind. */
const OWN_RULES: readonly Rule[] = [
  pathRule({
    kind: 'log',
    requires: 'the-log-is-left-to-docket',
    reason: (shown) => `The call would change docket's log, which only docket writes: ${shown}.`,
    remedy:
      'Read it with docket log or cat, and leave it out of what you change (git stash -u, not --all); if it has to change, ask the user to run docket repair, docket archive or docket uninstall --purge in a terminal.',
  }),
  pathRule({
    kind: 'policy',
    requires: 'the-policy-is-left-to-the-user',
    reason: (shown) => `The call would change docket's policy, which only the user changes: ${shown}.`,
    remedy: 'If you meant other files, name them; otherwise tell the user which change you propose and why.',
  }),
  pathRule({
    kind: 'registration',
    requires: "docket's-hooks-stay-registered",
    reason: (shown) => `The call would change docket's hooks, or nobody can tell that it would not: ${shown}.`,
    remedy:
      'Change other settings with Edit, which shows that its hooks and disableAllHooks stay as they are; for the hooks themselves ask the user to run docket init or docket uninstall in a terminal.',
  }),
  pathRule({
    kind: 'program',
    requires: "docket's-program-stays-as-it-is",
    reason: (shown) => `The call would change docket's own program, which runs at every hook: ${shown}.`,
    remedy: 'Ask the user to update, reinstall or rebuild docket in a terminal.',
  }),
  commandRule({
    id: 'self-protection/command',
    kind: 'docket-command',
    effects: ['person', 'unknown'],
    requires: "a-person's-commands-are-left-to-the-user",
    reason: (shown) => `The command would have docket say or change what only the user may: ${shown}.`,
    remedy: (commands) =>
      commands.length === 0
        ? 'Name the command of docket in words; those that only show something (log, status, why, gates, verify) are yours to run.'
        : `Ask the user to run ${commands.map(asTyped).join(', ')} in a terminal of their own.`,
  }),
  commandRule({
    id: 'self-protection/payload',
    kind: 'docket-command',
    effects: ['payload'],
    requires: 'hook-input-comes-from-the-host',
    reason: () =>
      "The command would send docket's hook an input of its own, which would stand in the log as if it had happened.",
    remedy: () => 'Use docket gates - to see what the gates would say to an input: it records nothing.',
  }),
  commandRule({
    id: 'self-protection/process',
    kind: 'docket-kill',
    requires: 'hooks-run-to-their-end',
    reason: (shown) => `The command would kill docket's hooks by name: ${shown}.`,
    remedy: () => 'Name the process by its id, or by a name that is not that of docket or its hook.',
  }),
];

/** Those rules: called where they are needed, since the hook loads them only then. */
export const ownRules = (): readonly Rule[] => OWN_RULES;
