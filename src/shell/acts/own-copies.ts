import { type OptionSpec, readOptions } from '../options.ts';
import type { ShellWord } from '../simple-command.ts';
import type { FoundAct, Recognizer } from './act.ts';

/**
 * Links to files of docket's or the host's (`link`: what is written to one is written to the other), and copies of files
 * with their names into a folder (`place`).
 */
export const ownCopies: Recognizer = {
  programs: ['cp', 'install', 'ln', 'mv', 'rsync'],
  recognize: ({ program, args, host }) => {
    if (host !== 'here') return [];
    const { options, operands } = readOptions(args, COPY);
    const into = options.find(({ name }) => INTO.has(name))?.value?.value;
    const target = into ?? operands.at(-1)?.value ?? null;
    const sources = into === undefined && operands.length > 1 ? operands.slice(0, -1) : operands;
    const own = sources.filter(({ value, text }) => OWN.test(value ?? text)).slice(0, MOST_PATHS);
    if (own.length === 0) return [];
    const found: FoundAct[] = program === 'ln' ? [{ kind: 'link', paths: own }] : [];
    if (target === null) return found;
    const placed = own.map(({ value, text }) => inside(target, value ?? text));
    // A log is docket's wherever it is, and a copy of it somewhere else is a backup.
    const paths = UPWARDS.test(target) ? placed : placed.filter(({ value }) => !value?.endsWith('/.docket'));
    return paths.length === 0 ? found : [...found, { kind: 'place', paths }];
  },
};

const COPY: OptionSpec = {
  mixed: true,
  valued: 'tSgmoe',
  longValued: ['target-directory', 'suffix', 'group', 'mode', 'owner', 'exclude', 'include', 'rsh'],
};

const INTO = new Set(['-t', '--target-directory']);
const OWN = /docket|settings\.(?:local\.)?json/i;
const UPWARDS = /^[./~]*$/;
const MOST_PATHS = 16;

const inside = (folder: string, source: string): ShellWord => {
  const name = source.replace(/["'/]+$/, '').replace(/^.*[/"']/s, '');
  const value = `${folder.replace(/\/+$/, '')}/${name}`;
  return { value, text: '', tilde: folder.startsWith('~'), start: 0, end: 0 };
};
