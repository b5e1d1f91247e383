import { requests, type Scenario, type ScenarioOptions } from '../kit/scenario.ts';
import { asksTheUser, bash, type Case, stopsCommand } from './rule-case.ts';

type Stopped = Parameters<typeof stopsCommand>;

const denies = (rule: string, command: Stopped[2], opens: Stopped[3], remedies: Stopped[4]): Case =>
  stopsCommand('deny', `self-protection/${rule}`, command, opens, remedies);

const LOG =
  'Read it with docket log or cat, and leave it out of what you change (git stash -u, not --all); if it has to change, ask the user to run docket repair, docket archive or docket uninstall --purge in a terminal.';

const SETTINGS = '.claude/settings.json';

const registered = (s: Scenario): void => {
  s.write(SETTINGS, '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"docket hook"}]}]}}');
};

const PROGRAM: ScenarioOptions = { deps: { program: '/opt/docket/dist' } };

/** A way out for each rule of self-protection: what the agent does instead, or what it leaves to the user. */
export const SELF_CASES: readonly Case[] = [
  denies('log', 'rm -rf .docket/log', LOG, {
    'read it': [bash('docket log --last 5'), bash('cat .docket/log/000001.ndjson')],
    'ask the user': asksTheUser('Please run docket archive in a terminal.'),
  }),
  denies('log', 'git stash --all', LOG, { 'leave it out': 'git stash -u' }),
  denies(
    'policy',
    'rm -f *.json',
    'If you meant other files, name them; otherwise tell the user which change you propose and why.',
    {
      'name the others': 'rm -f a.json b.json',
      'tell the user': asksTheUser('I propose "preset": "standard" in docket.config.json, because …'),
    },
  ),
  {
    ...denies(
      'registration',
      `sed -i 's/"hooks"/"theme":"dark","hooks"/' ${SETTINGS}`,
      'Change other settings with Edit, which shows that its hooks and disableAllHooks stay as they are; for the hooks themselves ask the user to run docket init or docket uninstall in a terminal.',
      {
        'with Edit': [
          requests('Edit', { file_path: SETTINGS, old_string: '{"hooks":{', new_string: '{"theme":"dark","hooks":{' }),
        ],
        'ask the user': asksTheUser('Please run docket init in a terminal.'),
      },
    ),
    prepare: registered,
  },
  {
    ...denies(
      'program',
      'echo > /opt/docket/dist/hook.cjs',
      'Ask the user to update, reinstall or rebuild docket in a terminal.',
      { 'ask the user': asksTheUser('Please reinstall docket in a terminal.') },
    ),
    options: PROGRAM,
  },
  denies('command', 'docket prove works', 'Ask the user to run docket prove in a terminal of their own.', {
    'ask the user': asksTheUser('Please run docket prove in a terminal.'),
  }),
  denies(
    'command',
    'docket "$WHAT"',
    'Name the command of docket in words; those that only show something (log, status, why, gates, verify) are yours to run.',
    {
      'in words': ['docket log', 'docket status', 'docket why', 'docket gates', 'docket verify'].map((command) =>
        bash(command),
      ),
    },
  ),
  denies(
    'payload',
    'docket hook --host claude-code < payload.json',
    'Use docket gates - to see what the gates would say to an input: it records nothing.',
    { 'docket gates -': 'docket gates - < payload.json' },
  ),
  denies(
    'process',
    'pkill -f dist/hook.cjs',
    'Name the process by its id, or by a name that is not that of docket or its hook.',
    { 'by its id': 'kill 4711', 'by another name': 'pkill -f vite' },
  ),
];
