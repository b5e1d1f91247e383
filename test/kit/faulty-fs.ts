import { rmSync } from 'node:fs';
import { type LogFs, nodeLogFs } from '../../src/events/log-fs.ts';

/** What can go wrong at a call of the file-system port. */
export const FAULTS = [
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EINTR',
  'EAGAIN',
  'EACCES',
  'EROFS',
  /** A write that takes half of the bytes and no more. */
  'short-write',
  /** A read that gives half of the bytes. */
  'short-read',
  /** The folder is removed just before the call. */
  'vanish',
  /** Reading goes well, nothing can be made, written, renamed or removed. */
  'read-only',
  /** A full disk: nothing that needs a block; a name may still fit into a folder. */
  'full',
] as const;

export type Fault = (typeof FAULTS)[number];

export interface FaultPlan {
  readonly fault: Fault;
  /** The number of the call that fails, from 1. */
  readonly at: number;
  /** Whether all calls from that one on fail. */
  readonly isLasting: boolean;
  /** The folder that vanishes. */
  readonly root: string;
}

export interface FaultyFs {
  readonly fs: LogFs;
  /** The functions that were called, in order. */
  readonly calls: readonly string[];
  /** The numbers of the calls that the fault can strike, as far as it did not strike before. */
  readonly strikable: readonly number[];
  /** How often the fault struck. */
  readonly hits: () => number;
  /** Closes what is still open, as the end of a process does. */
  readonly end: () => void;
}

/** The port over real files, at whose N-th call, whatever it is, a fault strikes. */
export const faultyFs = ({ fault, at, isLasting, root }: FaultPlan): FaultyFs => {
  const calls: string[] = [];
  const strikable: number[] = [];
  const open = new Set<number>();
  let hits = 0;
  const tracked = (name: string, [fd]: readonly unknown[], result: unknown): unknown => {
    if (name === 'openSync') open.add(result as number);
    if (name === 'closeSync') open.delete(fd as number);
    return result;
  };
  const faulty = (name: keyof LogFs) => {
    const real = nodeLogFs[name] as (...args: readonly unknown[]) => unknown;
    return (...args: readonly unknown[]): unknown => {
      calls.push(name);
      const isDue = isLasting ? calls.length >= at : calls.length === at;
      const canStrike = strikes(fault, name, args);
      if (hits === 0 && canStrike) strikable.push(calls.length);
      if (!isDue || !canStrike) return tracked(name, args, real(...args));
      hits += 1;
      if (fault === 'vanish') {
        if (hits === 1) rmSync(root, { recursive: true, force: true });
        return tracked(name, args, real(...args));
      }
      if (fault === 'short-read') return real(args[0], args[1], args[2], Math.ceil(Number(args[3]) / 2), args[4]);
      if (fault === 'short-write') return shortWrite(name, args);
      // Node asks the system and takes any error for "not there".
      if (name === 'existsSync') return false;
      throw systemError(fault === 'full' ? 'ENOSPC' : fault === 'read-only' ? 'EROFS' : fault, name);
    };
  };
  const names = Object.keys(nodeLogFs) as (keyof LogFs)[];
  const fs = Object.fromEntries(names.map((name) => [name, faulty(name)])) as unknown as LogFs;
  const end = (): void => {
    for (const fd of open) nodeLogFs.closeSync(fd);
    open.clear();
  };
  return { fs, calls, strikable, hits: () => hits, end };
};

const strikes = (fault: Fault, name: keyof LogFs, args: readonly unknown[]): boolean => {
  switch (fault) {
    case 'short-read':
      return name === 'readSync' && Number(args[3]) > 1;
    case 'short-write':
      return name === 'writeSync' || (name === 'writeFileSync' && lengthOf(args[1]) > 1);
    case 'full':
      return name === 'writeSync' || name === 'mkdirSync' || (name === 'writeFileSync' && lengthOf(args[1]) > 0);
    case 'read-only':
      return (
        ['writeSync', 'mkdirSync', 'writeFileSync', 'renameSync', 'unlinkSync', 'rmSync'].includes(name) ||
        (name === 'openSync' && typeof args[1] === 'number' && (args[1] & 3) !== 0)
      );
    default:
      return true;
  }
};

const lengthOf = (data: unknown): number => Buffer.byteLength(data as string | Uint8Array);

/** Node goes on writing a file after a short write, and then meets the full disk. */
const shortWrite = (name: keyof LogFs, args: readonly unknown[]): number => {
  if (name === 'writeSync') {
    const [fd, bytes, offset, length] = args as [number, Buffer, number, number];
    return nodeLogFs.writeSync(fd, bytes, offset, length >> 1);
  }
  const [path, data, options] = args as [string, string | Uint8Array, object];
  const bytes = Buffer.from(data as string);
  nodeLogFs.writeFileSync(path, bytes.subarray(0, bytes.length >> 1), options);
  throw systemError('ENOSPC', name);
};

const systemError = (code: string, syscall: string): Error =>
  Object.assign(new Error(`${code}: injected, ${syscall}`), { code, syscall });
