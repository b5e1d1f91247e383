import { type FedPaths, fedPaths, isFromFind, withFed } from '../fed-paths.ts';
import { type OptionSpec, readOptions } from '../options.ts';
import type { Run } from '../run.ts';
import type { ShellWord } from '../simple-command.ts';
import type { FoundAct, Recognizer } from './act.ts';
import { hostOf, isAbbreviation } from './delete.ts';
import { pathsOf } from './operands.ts';

/**
 * Changes of who may do what (chmod(1), chown(1), chgrp(1), setfacl(1), chattr(1)). Details: `recursive`; `opens`, when
 * everybody may write afterwards or a program runs as its owner; `closes`, when others can no longer enter.
 */
export const permissions: Recognizer = {
  programs: ['chmod', 'gchmod', 'chown', 'gchown', 'chgrp', 'gchgrp', 'setfacl', 'chattr'],
  recognize: (run) => (isFromFind(run) ? [] : permissionsBy(run, fedPaths(run))),
};

interface Changer extends OptionSpec {
  /** What the first operand says is no path, unless an option said it already. */
  readonly hasSubject: boolean;
}

const CHANGERS: Readonly<Record<string, Changer>> = {
  chmod: { mixed: true, longValued: ['reference'], hasSubject: true },
  chown: { mixed: true, longValued: ['reference', 'from'], hasSubject: true },
  chgrp: { mixed: true, longValued: ['reference'], hasSubject: true },
  setfacl: {
    mixed: true,
    valued: 'mxMX',
    longValued: ['modify', 'remove', 'modify-file', 'remove-file', 'set', 'set-file', 'restore'],
    hasSubject: false,
  },
  chattr: { mixed: false, valued: 'vp', hasSubject: true },
};

/** What such a program changes: its operands, and what `find` or `xargs` add to them. */
export const permissionsBy = (run: Run, fed: FedPaths | null): FoundAct[] => {
  const program = (run.program ?? '').replace(/^g(?=ch)/, '');
  const changer = Object.hasOwn(CHANGERS, program) ? CHANGERS[program] : undefined;
  if (changer === undefined) return [];
  // `chmod -x file`: a mode that looks like an option.
  const modeOption =
    program === 'chmod' || program === 'chattr'
      ? run.args.find(({ value }) => MINUS_MODE.test(value ?? ''))
      : undefined;
  const { options, operands } = readOptions(
    run.args.filter((word) => word !== modeOption),
    changer,
  );
  if (options.some(({ name }) => name === '--help' || name === '--version')) return [];
  const hasReference = options.some(({ name }) => name === '--reference');
  const subject = modeOption ?? (changer.hasSubject && !hasReference ? operands[0] : undefined);
  const own = subject === undefined || subject === modeOption ? operands : operands.slice(1);
  const words: (ShellWord | null)[] = fed === null ? [...own] : withFed(own, fed);
  if (words.length === 0) return [];
  const acl = options.flatMap(({ name, value }) =>
    name === '-m' || name === '--modify' || name === '--set' ? [value?.value ?? ''] : [],
  );
  const mode = program === 'chmod' ? (subject?.value ?? '') : '';
  const isRecursive = options.some(({ name }) => name === '-R' || isAbbreviation(name, '--recursive'));
  return [
    {
      kind: 'permission',
      paths: pathsOf(words),
      details: {
        recursive: isRecursive || fed?.below === 'everything',
        ...(fed?.below === 'some' ? { matching: true } : {}),
        opens:
          opens(mode) ||
          acl.some((entry) => /(?:^|,)(?:d:|default:)?(?:o|other|u:[^:]+|g:[^:]+):{1,2}[r-]*w/.test(entry)),
        closes: closes(mode),
        ...hostOf(run),
      },
    },
  ];
};

const MINUS_MODE = /^-[rwxXst]+$/;

/** Octal: others may write, or it runs as its owner. Symbolic: the same. */
const opens = (mode: string): boolean => {
  if (/^0*[0-7]+$/.test(mode)) {
    const bits = Number.parseInt(mode, 8);
    return (bits & 0o2) !== 0 ? (bits & 0o1000) === 0 : (bits & 0o6000) !== 0;
  }
  return mode
    .split(',')
    .some((clause) => /^[ugo]*[oa][ugoa]*[+=](?:[rxX]*w|[ug]$)/.test(clause) || /^[ugoa]*[+=][rwxX]*s/.test(clause));
};

const closes = (mode: string): boolean => {
  if (/^0*[0-7]+$/.test(mode)) return (Number.parseInt(mode, 8) & 0o1) === 0;
  return mode.split(',').some((clause) => /^(?:[ugo]*[oa][ugoa]*|)(?:-[rwX]*x|=[rwX]*$)/.test(clause));
};
