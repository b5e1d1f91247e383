import { type ReadOption, readOptions, wordPart } from '../options.ts';
import type { ShellWord } from '../simple-command.ts';
import type { WriteSpec } from './write-programs.ts';

/** What one mode of a program writes. */
export interface WriteTargets {
  /** Null for one that only shows at run time. */
  readonly paths: readonly (ShellWord | null)[];
  readonly appends: boolean;
}

/** The files that arguments name as written, by what the table says of the program; undefined when it writes none. */
export const writeTargets = (
  spec: WriteSpec,
  args: readonly ShellWord[],
  extended: boolean,
): WriteTargets | undefined => {
  const read = readOptions(args, spec);
  const has = (names: readonly string[] = []): boolean => read.options.some(({ name }) => names.includes(name));
  const [subcommand] = read.operands;
  if (spec.subcommand !== undefined && !spec.subcommand.includes(subcommand?.value ?? '')) return undefined;
  if (has(spec.unless) || (spec.only !== undefined && !has(spec.only))) return undefined;
  const operands = spec.subcommand === undefined ? read.operands : read.operands.slice(1);
  const given = [
    ...valuesOf(read.options, spec.outputs),
    ...exactValues(args, spec.exact),
    ...operandTargets(spec, operands, extended, read.options, has(spec.script)),
  ];
  const named = given.length === 0 && spec.here === true ? [HERE] : given;
  const paths = named.filter((path) => path === null || isFile(path, spec));
  return paths.length === 0 ? undefined : { paths, appends: spec.appends === true || has(spec.appends) };
};

/** The working folder. */
const HERE: ShellWord = { value: '.', text: '', tilde: false, start: 0, end: 0 };

/** `-` is standard output, and nothing is kept of what goes to these devices. */
export const isKept = (path: string): boolean =>
  path !== '-' && path !== '' && !/^\/dev\/(?:null|stdout|stderr|tty|fd\/\d+)$/.test(path);

const isFile = ({ value }: ShellWord, { remote }: WriteSpec): boolean =>
  value === null || (isKept(value) && !(remote === true && /^[^/]*:/.test(value)));

const valuesOf = (options: readonly ReadOption[], names: readonly string[] = []): ShellWord[] =>
  options.flatMap(({ name, value }) => (value !== null && names.includes(name) ? [value] : []));

/** `-out FILE`, `--outfile=FILE`, `-oFILE`. */
const exactValues = (args: readonly ShellWord[], names: readonly string[] = []): ShellWord[] =>
  args.flatMap((word, index): ShellWord[] => {
    const spelled = word.value ?? word.text;
    for (const name of names) {
      const next = args[index + 1];
      if (spelled === name) return next === undefined ? [] : [next];
      if (spelled.startsWith(`${name}=`)) return [wordPart(word, name.length + 1)];
      if (name.length === 2 && spelled.startsWith(name)) return [wordPart(word, 2)];
    }
    return [];
  });

const operandTargets = (
  spec: WriteSpec,
  operands: readonly ShellWord[],
  extended: boolean,
  options: readonly ReadOption[],
  isScriptGiven: boolean,
): (ShellWord | null)[] => {
  const into = valuesOf(options, spec.into);
  const more = extended ? [null] : [];
  switch (spec.operands) {
    case 'all':
      return [...operands, ...more];
    case 'last':
      if (into.length > 0) return into;
      return extended ? more : operands.slice(1).slice(-1);
    case 'sources':
      return into.length > 0 || extended ? [...operands, ...more] : operands.slice(0, -1);
    case 'first':
      return operands.length === 0 ? more : operands.slice(0, 1);
    case 'rest':
      return [...(isScriptGiven ? operands : operands.slice(1)), ...more];
    default:
      return [];
  }
};
