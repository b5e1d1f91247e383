import { changeDirectories, STARTING_DIRECTORY } from './directory.ts';
import type { Understood } from './interpret.ts';
import { type PlainCommand, readPlainCommands } from './plain-command.ts';
import { hasPlainArguments, isPlain, TEST_PROGRAMS } from './plain-programs.ts';
import { reviewCommand } from './review/review.ts';
import { recognizeTestRun } from './test-run.ts';
import { NPX, TIMEOUT } from './wrapper.ts';
import { unwrap } from './wrappers.ts';

/**
 * What `understand` says of a plain test run as agents make them: behind a `cd`, its output through filters. Null of any
 * other text.
 */
export const understandTests = (command: string): Understood | null => {
  const commands = readPlainCommands(command);
  if (commands === null) return null;
  const entered = commands[0]?.words[0]?.value === 'cd' ? commands[0] : undefined;
  const [tests, ...filters] = entered === undefined ? commands : commands.slice(1);
  if (tests === undefined || !hasPlainArguments(tests)) return null;
  if (entered !== undefined && !(isEntered(entered) && between(command, entered, tests) === '&&')) return null;
  const arePiped = filters.every((each, at) => between(command, filters[at - 1] ?? tests, each) === '|');
  if (!arePiped || !filters.every(isPlain)) return null;
  const { names, program, args, script } = unwrap(tests.words, { npx: NPX, timeout: TIMEOUT });
  if (script !== null || program === null || !TEST_PROGRAMS.includes(program)) return null;
  const run = recognizeTestRun(program, args);
  const directory = changeDirectories(STARTING_DIRECTORY, [
    ...(entered?.words.slice(1) ?? []),
    ...(run?.directories ?? []),
  ]);
  if (run === undefined || !directory.known) return null;
  const { runner, optional, partial } = run;
  const others = [entered, ...filters].flatMap((other) => other?.words[0]?.value ?? []);
  return {
    understood: true,
    problems: [],
    programs: [...new Set(entered === undefined ? [...names, ...others] : ['cd', ...names, ...others])],
    forcePushes: [],
    acts: [],
    testRun: {
      runner,
      masked: filters.length > 0 || optional,
      directory: directory.path,
      ...(partial === undefined ? {} : { partial }),
    },
    mentions: [],
    review: reviewCommand(command, { commands, problems: [], scopes: [] }),
  };
};

/** `cd FOLDER` */
const isEntered = (command: PlainCommand): boolean =>
  isPlain(command) && command.words.length === 2 && command.words[1]?.value?.startsWith('-') === false;

/** What joins two commands. */
const between = (source: string, one: PlainCommand, other: PlainCommand): string =>
  source.slice(one.end, other.start).trim();
