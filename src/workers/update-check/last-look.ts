import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, userStateFolder } from '../../events/location.ts';
import { isUpdateCheckDue } from '../../projections/update.ts';
import type { Checked } from './registry.ts';
import { releaseIn } from './versions.ts';

/** A docket that is installed somewhere, in a version. */
export interface Installed {
  /** Its folder. */
  readonly home: string;
  readonly current: string;
}

/**
 * What the newest look from any project of this user came to, where it is not time to look again; else null. `now` in
 * milliseconds since the epoch.
 */
export const lastLook = ({ home, current }: Installed, now: number, env: Environment): Checked | null => {
  try {
    const { home: its, at, checked } = JSON.parse(readFileSync(fileFor(env), 'utf8')) as Partial<Kept>;
    if (its !== home || typeof at !== 'string' || !isChecked(checked) || checked.current !== current) return null;
    const isDue = isUpdateCheckDue({ last: { ...checked, event: '', at }, told: null }, now);
    return isDue ? null : checked;
  } catch {
    return null;
  }
};

/** Keeps what a look came to for the other projects of this user. Never throws: they look themselves then. */
export const keepLook = ({ home }: Installed, checked: Checked, now: number, env: Environment): void => {
  const file = fileFor(env);
  const own = `${file}.${process.pid}`;
  const kept: Kept = { home, at: new Date(now).toISOString(), checked };
  try {
    mkdirSync(userStateFolder(env), { recursive: true, mode: 0o700 });
    writeFileSync(own, JSON.stringify(kept), { mode: 0o600, flag: 'wx' });
    renameSync(own, file);
  } catch {
    // A folder that cannot be written.
  }
};

interface Kept {
  readonly home: string;
  readonly at: string;
  readonly checked: Checked;
}

const fileFor = (env: Environment): string => join(userStateFolder(env), 'update-check.json');

/** What was applied is nothing that another project could be told. */
const OUTCOMES: readonly unknown[] = ['current', 'available', 'failed'];

const isChecked = (value: unknown): value is Checked => {
  if (typeof value !== 'object' || value === null) return false;
  const { way, current, newest, outcome, reason } = value as Partial<Record<keyof Checked, unknown>>;
  return (
    (way === 'registry' || way === 'checkout') &&
    typeof current === 'string' &&
    (newest === null || releaseIn(newest) !== null) &&
    OUTCOMES.includes(outcome) &&
    typeof reason === 'string' &&
    reason.length <= 1_000
  );
};
