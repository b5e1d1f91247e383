import { readdirSync, readFileSync } from 'node:fs';

/** A process, told from a later one with the same id by when it began. */
export interface ProcessRef {
  readonly pid: number;
  readonly began: string;
}

/** The process with an id; null where there is none, or only what is left of one until its parent looks. */
export const processRef = (pid: number): ProcessRef | null => {
  const began = HAS_PROC ? beganByProc(pid) : beganByPs(pid);
  return began === null ? null : { pid, began };
};

export const isAlive = ({ pid, began }: ProcessRef): boolean => processRef(pid)?.began === began;

/** Whether anything runs in a process group. */
export const isGroupAlive = (group: number): boolean => {
  if (HAS_PROC) return groupMembers(group);
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
};

/**
 * Whether a process group may be ended that a process once began: its leader still runs, or is gone while members are left, which
 * keeps the system from giving its id to others.
 */
export const isOwnGroup = ({ pid, began }: ProcessRef): boolean => {
  const leader = processRef(pid);
  if (leader !== null) return leader.began === began;
  return bootOf(began) === BOOT && isGroupAlive(pid);
};

/** Field numbers of `/proc/PID/stat` behind the name (proc(5)): state, process group, start time in ticks since boot. */
const STATE = 0;
const GROUP = 2;
const STARTED = 19;

const statOf = (pid: number | string): string[] | null => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is the program's to choose, brackets and blanks included.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields[STATE] === 'Z' || fields[STATE] === 'X' ? null : fields;
  } catch {
    return null;
  }
};

const beganByProc = (pid: number): string | null => {
  const started = statOf(pid)?.[STARTED];
  return started === undefined ? null : `${BOOT} ${started}`;
};

const groupMembers = (group: number): boolean =>
  readdirSync('/proc').some((name) => /^\d+$/.test(name) && statOf(name)?.[GROUP] === String(group));

/** Systems without `/proc`. */
const beganByPs = (pid: number): string | null => {
  const { execFileSync } = process.getBuiltinModule('node:child_process');
  try {
    const options = { encoding: 'utf8', env: { LC_ALL: 'C', PATH: '/bin:/usr/bin' }, timeout: 2_000 } as const;
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], options).trim();
    return line === '' || line.startsWith('Z') ? null : `${BOOT} ${line.slice(line.indexOf(' ') + 1).trim()}`;
  } catch {
    return null;
  }
};

const readText = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
};

/** Ids and times since boot mean something within one boot only. */
const BOOT = readText('/proc/sys/kernel/random/boot_id') ?? 'boot';
const bootOf = (began: string): string => began.slice(0, began.indexOf(' '));
const HAS_PROC = readText('/proc/self/stat') !== null;
