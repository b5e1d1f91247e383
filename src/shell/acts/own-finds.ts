import { readFindCall } from '../find-call.ts';
import type { Run } from '../run.ts';
import type { ShellWord } from '../simple-command.ts';
import type { FoundAct, Recognizer } from './act.ts';
import { mayNameOwn } from './own-names.ts';

/**
 * Files of docket's or the host's that a search by name or a list hands to a program that takes them away (`found`): what
 * the program gets does not stand among its own arguments.
 */
export const ownFinds: Recognizer = {
  programs: ['find', 'mv', 'rm', 'shred', 'truncate', 'unlink'],
  recognize: (run) => {
    if (run.host !== 'here') return [];
    const paths = run.program === 'find' ? searchedFor(run) : listedFor(run);
    return paths.length === 0 ? [] : [{ kind: 'found', paths: paths.slice(0, MOST_PATHS) } satisfies FoundAct];
  },
};

const MOST_PATHS = 16;

/** What find looks for by name, unless it leaves that out, below each of the folders in which it starts. */
const searchedFor = (run: Run): ShellWord[] => {
  const { args } = run;
  const { paths, actions } = readFindCall(run);
  if (actions.length === 0) return [];
  const names = args.filter((word, index) => {
    const [test, before] = [args[index - 1]?.value, args[index - 2]?.value];
    const isLeftOut = before === '!' || before === '-not' || args[index + 1]?.value === '-prune';
    return TESTS.has(test ?? '') && !isLeftOut && (mayNameOwn(word) || isLogPattern(word));
  });
  const starts = paths.length === 0 ? ['.'] : paths.flatMap(({ value }) => value ?? []);
  return names.flatMap((word) =>
    starts.map((start) =>
      wordOf(`${start}/${isLogPattern(word) ? '.docket/log' : (word.value?.replace(/^\.\//, '') ?? '')}`),
    ),
  );
};

/** The segments of the log end so, wherever else such files are. */
const isLogPattern = ({ value }: ShellWord): boolean => value !== null && /^\*?\.?ndjson$/.test(value);

const TESTS = new Set(['-name', '-iname', '-path', '-ipath', '-wholename', '-iwholename']);

/** What the program before it in the pipeline was given, where its output becomes arguments. */
const listedFor = ({ extended, input }: Run): ShellWord[] =>
  extended && input.kind === 'pipe'
    ? input.from.flatMap(({ args }) => args.filter((word) => word.value?.startsWith('-') !== true && mayNameOwn(word)))
    : [];

const wordOf = (value: string): ShellWord => ({ value, text: value, tilde: value.startsWith('~'), start: 0, end: 0 });
