import type { Command } from 'commander';
import type { ExitCode, Io } from './io.ts';
import { runWhy, type WhyOptions } from './why.ts';
import { runWhyNot, type WhyNotOptions } from './why-not.ts';

export const WHY_EXAMPLES = [
  'docket why',
  'docket why --call toolu_01AbC',
  'docket why --at 14:02',
  'docket why --gate test-gate --since 2h',
  'docket why --all --json V1StGXR8_Z5jdHi6B-myT',
];

/** Declares what `docket why` takes. */
export const declareWhy = (command: Command, io: Io, exitWith: (code: ExitCode) => void): Command =>
  command
    .argument('[event]', 'id of the event that was judged, or of the ruling; else the last deny, ask or rewrite')
    .option('--call <id>', 'of the tool call with this id')
    .option('--last-deny', 'the last deny')
    .option('--gate <gate>', 'what this gate said; without an event the last time it said something')
    .option('--at <time>', 'at this time (UTC), such as 14:02, 14:02:11 or 2026-01-31T14:02')
    .option('--since <time>', 'the last one since then: ISO 8601, or an age like 15m, 2h, 3d')
    .option('--until <time>', 'the last one until then')
    .option('--session <id>', 'the last one of the session whose id begins so')
    .option('--all', "every gate's verdict, passes included")
    .option('--json', 'one object; with --all a list')
    .action((id: string | undefined, options: WhyOptions) => exitWith(runWhy(id, options, io)));

export const WHY_NOT_EXAMPLES = [
  'docket why-not test-gate',
  'docket why-not guard/force-push-protected --call toolu_01AbC',
  'docket why-not --json stop-guard V1StGXR8_Z5jdHi6B-myT | jq -r .reason',
];

/** Declares what `docket why-not` takes. */
export const declareWhyNot = (command: Command, io: Io, exitWith: (code: ExitCode) => void): Command =>
  command
    .argument('<gate>', 'a gate, or the id of one of its rules')
    .argument('[event]', 'id of an event; else the last one that the gate could have judged')
    .option('--call <id>', 'the tool call with this id')
    .option('--session <id>', 'the last such event of the session whose id begins so')
    .option('--json', 'one object')
    .action((gate: string, id: string | undefined, options: WhyNotOptions) =>
      exitWith(runWhyNot(gate, id, options, io)),
    );
