import { closeSync, linkSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newEventId } from '../../events/ids.ts';
import { errorCode } from '../../events/log-fs.ts';
import { isAlive, type ProcessRef, processRef } from '../../hooks/test-runner/process-ref.ts';

/**
 * Lets one import at a time write to a log: two that read at once which events are there would both add the same ones. Waits for
 * one that is at work (`onWait` is told its process id once); what a killed one left is taken over. Returns how to let go.
 */
export const lockImports = async (root: string, onWait: (pid: number) => void): Promise<() => void> => {
  const folder = join(root, 'workers');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'import.lock');
  const own = JSON.stringify(processRef(process.pid) ?? { pid: process.pid, began: '' });
  for (let waited = 0; !take(path, own); waited += 1) {
    const holder = holderOf(path);
    if (holder === null || !isAlive(holder)) giveUp(path, holder);
    else {
      if (waited === 0) onWait(holder.pid);
      await sleep(PAUSE);
    }
  }
  return () => rmSync(path, { force: true });
};

/** Milliseconds. */
const PAUSE = 100;

/** The file appears with its content, so that nobody reads half of it. */
const take = (path: string, text: string): boolean => {
  const temporary = `${path}.${newEventId()}`;
  const fd = openSync(temporary, 'wx', 0o600);
  try {
    writeSync(fd, text);
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return false;
  } finally {
    closeSync(fd);
    rmSync(temporary, { force: true });
  }
};

const holderOf = (path: string): ProcessRef | null => {
  try {
    const { pid, began } = JSON.parse(readFileSync(path, 'utf8')) as Partial<ProcessRef>;
    return typeof pid === 'number' && typeof began === 'string' ? { pid, began } : null;
  } catch {
    return null;
  }
};

/** Moves a dead process's file away, and puts it back where somebody else took it meanwhile. */
const giveUp = (path: string, dead: ProcessRef | null): void => {
  const aside = `${path}.${newEventId()}`;
  try {
    renameSync(path, aside);
    const moved = holderOf(aside);
    if (moved !== null && (moved.pid !== dead?.pid || moved.began !== dead.began)) linkSync(aside, path);
  } catch {
    // Somebody else was faster.
  } finally {
    rmSync(aside, { force: true });
  }
};
