import type { ShellAssignment, ShellRedirect, ShellWord, SimpleCommand } from '../simple-command.ts';
import { type Finding, SAFE, worst } from './finding.ts';
import { reviewCall } from './review-program.ts';
import { isKey } from './table.ts';
import { isHarmlessVariable } from './variables.ts';

/** What one simple command comes to: its program, the variables it sets, its redirects, and how its words are made. */
export const reviewSimple = ({
  words,
  assignments,
  redirects,
}: Pick<SimpleCommand, 'words' | 'assignments' | 'redirects'>): Finding =>
  worst([
    words.length === 0 ? SAFE : reviewWords(words, false, 0),
    ...assignments.map(reviewAssignment),
    ...redirects.map(reviewRedirect),
    ...words.map(({ value, text }) => (value === null ? reviewUnknown(text) : SAFE)),
  ]);

/** `timeout 5 nice ls`: programs that run the program behind them. */
const MOST_RUNNERS = 8;

const reviewWords = (words: readonly ShellWord[], extended: boolean, runners: number): Finding => {
  const [head, ...args] = words;
  const spelled = head?.value ?? null;
  if (spelled === null) return unsafe('runs a program that only shows at run time');
  if (runners > MOST_RUNNERS) return unsafe('runs programs through too many others');
  const program = standardName(spelled);
  if (program === null) return unsafe(`runs ${spelled}, which need not be the program of that name`);
  const call = { program, subcommand: '', args, extended };
  const found = reviewCall(call);
  return 'words' in found ? reviewWords(found.words, found.extended, runners + 1) : found;
};

/** Folders where a program is the one of its name. */
const STANDARD = ' /bin /usr/bin /sbin /usr/sbin /usr/local/bin /opt/homebrew/bin ';

/** The name of a program; null for one that is named by another path. */
const standardName = (spelled: string): string | null => {
  const slash = spelled.lastIndexOf('/');
  const name = spelled.slice(slash + 1);
  const isStandard =
    slash < 0 || (isWord(spelled.slice(0, slash)) && STANDARD.includes(` ${spelled.slice(0, slash)} `));
  return isStandard && isKey(name) ? name : null;
};

const isWord = (text: string): boolean => text !== '' && !text.includes(' ');

const reviewAssignment = ({ name, value }: ShellAssignment): Finding =>
  isHarmlessVariable(name, value) ? SAFE : unsafe(`sets a variable that programs may act on (${name})`);

/** Reading a file is harmless and writing one is not; a copy of a descriptor is neither. */
const reviewRedirect = ({ operator, target }: ShellRedirect): Finding => {
  if (operator === '<<' || operator === '<<-' || operator === '<<<' || target === null) return SAFE;
  const { value, text } = target;
  if (operator === '<&' || operator === '>&') {
    return value !== null && isDescriptor(value) ? SAFE : writes(text);
  }
  if (operator === '<') {
    const path = value ?? text;
    const isNetwork = path.startsWith('/dev/tcp') || path.startsWith('/dev/udp');
    // What a variable names may be a network address as well.
    return isNetwork || (value === null && !isLiteralStart(text))
      ? unsafe(`reads from ${text}, which may be another machine`)
      : SAFE;
  }
  return value !== null && UNWRITTEN.includes(` ${value} `) ? SAFE : writes(text);
};

const UNWRITTEN = ' /dev/null /dev/stdout /dev/stderr ';

const isDescriptor = (value: string): boolean => {
  const digits = value.endsWith('-') ? value.slice(0, -1) : value;
  for (let at = 0; at < digits.length; at += 1) if (digits.charAt(at) < '0' || digits.charAt(at) > '9') return false;
  return value !== '';
};

const isLiteralStart = (text: string): boolean => {
  const first = text.startsWith('"') ? text.charAt(1) : text.charAt(0);
  return !'$`*?[{(<>\\\'"'.includes(first) && !text.startsWith('/dev') && !text.startsWith('"/dev');
};

/** `<(…)` hides a second command among the words of the first. */
const reviewUnknown = (text: string): Finding =>
  text.includes('<(') || text.includes('>(') ? unsafe('hides a command in a process substitution') : SAFE;

const writes = (target: string): Finding => unsafe(`writes to ${target}`);

const unsafe = (reason: string): Finding => ({ tier: 2, reason });
