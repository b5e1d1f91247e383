import { readOptions, wordPart } from '../options.ts';
import type { Run } from '../run.ts';
import type { ShellWord } from '../simple-command.ts';
import type { FoundAct, Recognizer } from './act.ts';
import { deletion } from './delete.ts';

/**
 * Files of which nothing is left although they stay: emptied by a redirect or a copy of `/dev/null`, and files that the
 * system starts from or knows its users by, overwritten with anything. An act of the kind `delete`.
 */
export const emptied: Recognizer = {
  programs: ['*'],
  recognize: (run) => {
    const files = [...redirected(run), ...copiedOver(run)];
    return files.length === 0 ? [] : [{ ...deletion(run, files, false) } satisfies FoundAct];
  },
};

const redirected = (run: Run): ShellWord[] => {
  const prints = !isEmpty(run);
  return run.redirects.flatMap(({ operator, target, descriptor }) => {
    if (target === null || !OVERWRITING.has(operator)) return [];
    const empties = !prints && (descriptor ?? 1) === 1 && isFile(target);
    return empties || isVital(target) ? [target] : [];
  });
};

const OVERWRITING = new Set(['>', '>|', '&>']);

/** Prints nothing: no program, or one that does nothing. Redirects of a compound command stand far behind its beginning. */
const isEmpty = ({ program, args, redirects, start }: Run): boolean => {
  if (program === '') return redirects.length === 1 && (redirects[0]?.target?.start ?? start + 9) - start <= 2;
  if (program === ':' || program === 'true') return true;
  return program === 'cat' && args.length === 1 && args[0]?.value === NOTHING;
};

const NOTHING = '/dev/null';

const isFile = ({ value }: ShellWord): boolean => value?.startsWith('/dev/') !== true;

/** Without these nobody logs in, or nothing starts (passwd(5), shadow(5), sudoers(5), fstab(5), hier(7)). */
const isVital = ({ value }: ShellWord): boolean => value !== null && VITAL.test(value);

const VITAL = /^\/+(?:private\/+)?(?:etc\/+(?:g?shadow|passwd|group|sudoers|fstab)$|boot\/|s?bin\/|usr\/+s?bin\/)/;

/** The last operand is where a copy goes; `/dev/null` or zeros leave nothing of it. */
const copiedOver = ({ program, args }: Run): ShellWord[] => {
  switch (program) {
    case 'cp':
    case 'ln':
    case 'install': {
      const { operands } = readOptions(args, { mixed: true, valued: 'tSmog' });
      const target = operands.at(-1);
      if (operands.length < 2 || target === undefined) return [];
      const isGone = operands.slice(0, -1).some(({ value }) => value === NOTHING) && isFile(target);
      return isGone || VITAL_FILE.test(target.value ?? '') ? [target] : [];
    }
    case 'dd': {
      const from = args.find(({ value }) => /^if=\/dev\/(?:null|zero|u?random)$/.test(value ?? ''));
      return args.flatMap((word) => {
        if (from === undefined || word.value?.startsWith('of=') !== true) return [];
        const target = wordPart(word, 'of='.length);
        return isFile(target) ? [target] : [];
      });
    }
    case 'tee': {
      const { options, operands } = readOptions(args, { mixed: true });
      const appends = options.some(({ name }) => name === '-a' || name === '--append');
      return appends ? [] : operands.filter(isVital);
    }
    default:
      return [];
  }
};

/** A program is installed by copying it among the others. */
const VITAL_FILE = /^\/+etc\/+(?:g?shadow|passwd|group|sudoers|fstab)$/;
