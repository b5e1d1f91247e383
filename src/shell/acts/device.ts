import { type OptionSpec, readOptions } from '../options.ts';
import type { Run } from '../run.ts';
import type { ShellWord } from '../simple-command.ts';
import type { Recognizer } from './act.ts';
import { hostOf } from './delete.ts';

/**
 * Whatever overwrites a disk, a partition or memory as a whole (dd(1), mkfs(8), wipefs(8), blkdiscard(8), fdisk(8),
 * parted(8), sgdisk(8), cryptsetup(8), lvm(8), mdadm(8), diskutil(8)), and redirects into one.
 */
export const devices: Recognizer = {
  programs: ['*', 'dd', 'mkfs', 'wipefs', 'blkdiscard'],
  recognize: (run) => {
    const [into, over] = [namesOf(redirectedInto(run)), namesOf(overwrittenBy(run))];
    const found = [...new Set([...into, ...over])].slice(0, MOST_DEVICES);
    if (found.length === 0) return [];
    const shown = into.length === 0 ? {} : { shown: `${run.program ?? '…'} > ${into[0]}` };
    return [{ kind: 'device', ...shown, details: { devices: found, ...hostOf(run) } }];
  },
};

const MOST_DEVICES = 8;

const namesOf = (words: readonly ShellWord[]): string[] => words.map(({ value }) => value ?? '');

/** Names of what keeps data, or is the machine's memory, in `/dev` of Linux, macOS and the BSDs. */
const DEVICE =
  /^\/+dev\/+(?:\.?\/+)*(?:r?disk\d|r?disk\/by-|[shv]d[a-z]|xvd[a-z]|nvme\d|mmcblk\d|loop\d|md\d|md\/|dm-\d|mapper\/(?!control$)|sr\d|nbd\d|zd\d|ram\d|pmem\d|bcache\d|vg\w*\/|a?da\d|nvd\d|mtd|mem$|kmem$|port$)/;

const isDevice = (word: Pick<ShellWord, 'value' | 'text'>): boolean =>
  DEVICE.test(word.value ?? word.text.replace(/^["']/, ''));

const redirectedInto = ({ redirects }: Run): ShellWord[] =>
  redirects.flatMap(({ operator, target }) =>
    WRITING.has(operator) && target !== null && isDevice(target) ? [named(target)] : [],
  );

const WRITING = new Set(['>', '>>', '>|', '&>', '&>>', '<>', '>&']);

/** What only shows at run time is shown as it is spelled: `/dev/sd$X`. */
const named = (word: ShellWord): ShellWord => ({ ...word, value: word.value ?? word.text });

const overwrittenBy = (run: Run): readonly ShellWord[] => {
  const program = run.program ?? '';
  const { args } = run;
  if (args.some(({ value }) => value === '--help' || value === '--version')) return [];
  if (/^(?:mkfs|newfs|mkntfs|mke2fs|mkdosfs|mkexfatfs|mkswap)(?:[._].+)?$/.test(program)) return formatted(args);
  const overwriter = Object.hasOwn(OVERWRITERS, program) ? OVERWRITERS[program] : undefined;
  return overwriter === undefined ? [] : overwriter(args).map(named);
};

/** Making a file system in an ordinary file overwrites no disk. */
const formatted = (args: readonly ShellWord[]): ShellWord[] => {
  if (args.some(({ value }) => value === '-n' || value === '-V' || value === '-N')) return [];
  return args.filter((word) => isDevice(word)).map(named);
};

type Overwriter = (args: readonly ShellWord[]) => ShellWord[];

const devicesAmong = (words: readonly ShellWord[]): ShellWord[] => words.filter((word) => isDevice(word));

const operandsOf = (args: readonly ShellWord[], spec: OptionSpec = {}): readonly ShellWord[] =>
  readOptions(args, { mixed: true, ...spec }).operands;

/** Devices among the operands, unless an option says that nothing is written. */
const unless =
  (harmless: RegExp): Overwriter =>
  (args) =>
    args.some(({ value }) => value !== null && harmless.test(value)) ? [] : devicesAmong(args);

const whenSaid =
  (words: RegExp): Overwriter =>
  (args) =>
    args.some(({ value }) => value !== null && words.test(value)) ? devicesAmong(args) : [];

const always: Overwriter = (args) => devicesAmong(args);

/** The last operand is where a copy goes. */
const copied: Overwriter = (args) => {
  const { options, operands } = readOptions(args, { mixed: true, valued: 'tS', longValued: ['target-directory'] });
  if (options.some(({ name }) => name === '-t' || name === '--target-directory')) return [];
  return operands.length < 2 ? [] : devicesAmong(operands.slice(-1));
};

const dd: Overwriter = (args) =>
  args.flatMap((word) => {
    const spelled = word.value ?? word.text;
    if (!spelled.startsWith('of=')) return [];
    const target = { ...word, value: spelled.slice('of='.length).replace(/^["']/, '') };
    return isDevice(target) ? [target] : [];
  });

const OVERWRITERS: Readonly<Record<string, Overwriter>> = {
  dd,
  dcfldd: dd,
  dc3dd: dd,
  tee: (args) => devicesAmong(operandsOf(args)),
  cp: copied,
  gcp: copied,
  mv: copied,
  install: copied,
  ln: copied,
  shred: always,
  srm: always,
  scrub: always,
  wipe: always,
  rm: always,
  truncate: always,
  blkdiscard: always,
  badblocks: whenSaid(/^-\w*w/),
  wipefs: whenSaid(/^(?:-[a-z]*[ao]|--all|--offset)/),
  fdisk: unless(/^(?:-[a-zA-Z]*[lsx]|--list|--getsz)/),
  cfdisk: always,
  sfdisk: unless(/^(?:-[a-zA-Z]*[dlnsTVFJ]|--(?:dump|list|verify|show|json|no-act))/),
  gdisk: unless(/^-l/),
  cgdisk: always,
  sgdisk: unless(/^(?:-[pPivEfFLD]|--print|--info|--verify|--pretend|--backup)/),
  parted: whenSaid(/^(?:mklabel|mktable|mkpart|rm|resizepart|rescue|set|name|mkfs)\b/),
  cryptsetup: whenSaid(/^(?:luksFormat|reencrypt|erase|luksErase|luksKillSlot|format)$/),
  pvcreate: always,
  pvremove: always,
  vgremove: (args) => [...operandsOf(args)],
  lvremove: (args) => [...operandsOf(args)],
  mdadm: whenSaid(/^(?:--create|-C|--zero-superblock)/),
  hdparm: whenSaid(/^--(?:security-erase|trim-sector|make-bad|write-sector|repair-sector)/),
  nvme: whenSaid(/^(?:format|sanitize|write-zeroes|write-uncor|write|dsm)$/),
  flashcp: always,
  flash_erase: always,
  zpool: (args) =>
    args[0]?.value === 'destroy' ? operandsOf(args).slice(1) : whenSaid(/^(?:create|labelclear)$/)(args),
  zfs: (args) => (args[0]?.value === 'destroy' ? operandsOf(args).slice(1) : []),
  diskutil: (args) =>
    /^(?:erase|zeroDisk|randomDisk|secureErase|partitionDisk|reformat|apfs)/i.test(args[0]?.value ?? '') &&
    args[1]?.value !== 'list'
      ? args.filter(({ value }) => /^(?:\/dev\/)?r?disk\d/.test(value ?? ''))
      : [],
};
