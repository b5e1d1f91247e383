import { readOptions } from '../options.ts';
import type { Run } from '../run.ts';
import type { ShellWord } from '../simple-command.ts';
import type { Recognizer } from './act.ts';
import { hostOf } from './delete.ts';

/**
 * Whatever stops or restarts the machine, or everything on it (shutdown(8), systemctl(1), init(8), telinit(8), kill(1),
 * kexec(8), sysrq of the Linux kernel). Inside a container it stops only that.
 */
export const halts: Recognizer = {
  programs: ['*', 'shutdown', 'reboot', 'poweroff', 'telinit'],
  recognize: (run) => {
    if (run.host === 'container') return [];
    const args = run.args.map(({ value }) => value ?? '');
    const halting = Object.hasOwn(HALTING, run.program ?? '') ? HALTING[run.program ?? ''] : undefined;
    const isHelp = args.some((arg) => arg === '--help' || arg === '--version' || arg === '--usage');
    const halted = (halting !== undefined && !isHelp && halting(args, run)) || run.redirects.some(isTrigger);
    return halted ? [{ kind: 'halt', details: hostOf(run) }] : [];
  },
};

/** Writing there makes the kernel reboot or crash at once. */
const SYSRQ = '/proc/sysrq-trigger';

const isTrigger = ({ operator, target }: Run['redirects'][number]): boolean =>
  operator.includes('>') && target?.value === SYSRQ;

type Halting = (args: readonly string[], run: Run) => boolean;

/** `-w` and `--wtmp-only` only write a record. */
const halt: Halting = (args) => !args.some((arg) => arg === '-w' || arg === '--wtmp-only');

const runlevel: Halting = (args) => args.some((arg) => arg === '0' || arg === '6');

const systemctl: Halting = (args) => {
  const [verb, unit] = readOptions(args.map(word), {
    mixed: true,
    valued: 'tpnosHM',
    longValued: ['host', 'machine', 'type', 'property', 'signal', 'when', 'message'],
  }).operands.map(({ value }) => value ?? '');
  if (verb === undefined || args.some((arg) => arg === '--dry-run')) return false;
  if (verb === 'isolate' || verb === 'start')
    return /^(?:reboot|poweroff|halt|kexec|rescue|emergency|shutdown)\.target$/.test(unit ?? '');
  return STOPPING.has(verb);
};

const STOPPING = new Set([
  'reboot',
  'poweroff',
  'halt',
  'kexec',
  'soft-reboot',
  'suspend',
  'hibernate',
  'hybrid-sleep',
  'suspend-then-hibernate',
  'emergency',
  'rescue',
]);

const word = (value: string): ShellWord => ({ value, text: value, tilde: false, start: 0, end: 0 });

/** Every process, or the first one. */
const kill: Halting = (args) => {
  const [first = '', ...rest] = args;
  if (/^-(?:l|L|-list|-table)/.test(first)) return false;
  const hasSignal = first.startsWith('-') && first !== '--' && !(first === '-1' && rest.length === 0);
  const takesValue = /^-(?:s|n|-signal)$/.test(first);
  const pids = (hasSignal ? rest.slice(takesValue ? 1 : 0) : args).filter((arg) => arg !== '--');
  return pids.some((pid) => pid === '-1' || pid === '1') && !(hasSignal && /^-(?:0|s?0)$/.test(first));
};

/** What systemd's login manager is asked to do (org.freedesktop.login1(5)). */
const LOGIND = /\blogin1\.Manager\.(?:Reboot|PowerOff|Halt|Suspend|Hibernate)/;

const HALTING: Readonly<Record<string, Halting>> = {
  /** `-c` cancels, `-k` only warns. */
  shutdown: (args) => !args.some((arg) => /^-[a-zA-Z]*[ck]|^--show$/.test(arg)),
  reboot: halt,
  halt,
  poweroff: halt,
  fasthalt: halt,
  fastboot: halt,
  init: runlevel,
  telinit: runlevel,
  systemctl,
  loginctl: (args) => args.some((arg) => STOPPING.has(arg)),
  kill,
  killall5: (args) => !args.some((arg) => arg === '-0'),
  kexec: (args) => args.some((arg) => arg === '-e' || arg === '--exec'),
  pmset: (args) => args.includes('sleepnow'),
  osascript: (args) =>
    args.some(
      (arg) => /\b(?:shut down|restart|log out)\b/i.test(arg) && /\b(?:System Events|Finder|loginwindow)\b/.test(arg),
    ),
  'dbus-send': (args) => args.some((arg) => LOGIND.test(arg)),
  gdbus: (args) => args.some((arg) => LOGIND.test(arg)),
  tee: (args) => args.includes(SYSRQ),
};
