import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { readEvents } from '../../src/events/log-reader.ts';
import { logFolder } from '../../src/events/segments.ts';
import { bundleInto } from '../hammer/bundle.ts';
import { cleanEnv } from '../kit/hook-process.ts';
import { GOLDENS, goldens } from './goldens.ts';
import { verdictLines } from './verdict-lines.ts';

// DESIGN.md §8, P4: a replay is the same wherever and whenever it runs.

/** The log that is kept of an older version. */
const frozen = logFolder(join(GOLDENS, '..', 'log-v1'), nodeLogFs);

const recorded = goldens();
const sessions = [...recorded.map(({ lines }) => lines), [...readEvents(frozen)]];
const expected = sessions.map(verdictLines);

afterEach(() => vi.unstubAllGlobals());

const trap = (what: string) => (): never => {
  throw new Error(`${what} was asked for`);
};

/** A clock that does not say what time it is: times that are given can be read, the present and the zone cannot. */
const trappedDate = (): typeof Date => {
  class Trapped extends Date {
    constructor(...given: [] | [number | string | Date]) {
      if (given.length === 0) trap('the time')();
      super(...(given as [number]));
    }
  }
  for (const name of Object.getOwnPropertyNames(Date.prototype)) {
    const isLocal = /^(?:get|set)(?!UTC|Time$)|^to(?:Locale|DateString|TimeString|String)/.test(name);
    if (isLocal) Object.defineProperty(Trapped.prototype, name, { value: trap(`Date.${name}`) });
  }
  Object.defineProperty(Trapped, 'now', { value: trap('Date.now') });
  return Trapped as unknown as typeof Date;
};

const TRAPS: Readonly<Record<string, () => void>> = {
  'the clock and the time zone': () => vi.stubGlobal('Date', trappedDate()),
  performance: () => vi.stubGlobal('performance', new Proxy({}, { get: trap('performance') })),
  luck: () => vi.spyOn(Math, 'random').mockImplementation(trap('Math.random')),
  cryptography: () => vi.stubGlobal('crypto', new Proxy({}, { get: trap('crypto') })),
  'the environment and the process': () => {
    const asked = { get: trap('process.env'), has: trap('process.env'), ownKeys: trap('process.env') };
    vi.stubGlobal(
      'process',
      new Proxy(process, {
        get: (target, name) => {
          if (name === 'env') return new Proxy({}, asked);
          if (['cwd', 'hrtime', 'uptime', 'platform', 'pid'].includes(String(name))) return trap(String(name))();
          return Reflect.get(target, name) as unknown;
        },
      }),
    );
  },
  'the locale': () => {
    vi.stubGlobal('Intl', new Proxy({}, { get: trap('Intl') }));
    for (const name of ['localeCompare', 'toLocaleLowerCase', 'toLocaleUpperCase'] as const) {
      vi.spyOn(String.prototype, name).mockImplementation(trap(name));
    }
    vi.spyOn(Number.prototype, 'toLocaleString').mockImplementation(trap('toLocaleString'));
  },
  'timers and the network': () => {
    for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'fetch']) {
      vi.stubGlobal(name, trap(name));
    }
  },
};

describe('judging again', () => {
  it.each(Object.keys(TRAPS))('asks nothing of %s', (what) => {
    TRAPS[what]?.();
    let judged: string[][];
    try {
      judged = sessions.map(verdictLines);
    } finally {
      vi.unstubAllGlobals();
      vi.restoreAllMocks();
    }
    expect(judged).toEqual(expected);
  });

  it.each([
    ['the time', () => new Date(), 'the clock and the time zone'],
    ['a locale', () => 'a'.localeCompare('b'), 'the locale'],
    ['a variable', () => process.env['HOME'], 'the environment and the process'],
    ['luck', () => Math.random(), 'luck'],
  ])('would be found to ask for %s', (_, ask, what) => {
    TRAPS[what]?.();
    let isCaught = false;
    try {
      ask();
    } catch {
      isCaught = true;
    } finally {
      vi.unstubAllGlobals();
      vi.restoreAllMocks();
    }
    expect(isCaught).toBe(true);
  });

  it('says the same in processes of other zones, languages, environments and times', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'docket-verdicts-'));
    try {
      const entry = await bundleInto(folder, join(import.meta.dirname, 'verdicts-entry.ts'));
      const printed = [
        {},
        { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
        { TZ: 'America/St_Johns', LANG: 'C', HOME: '/nowhere', NODE_OPTIONS: '--no-warnings', CLAUDE_PROJECT_DIR: '/' },
      ].map((env) =>
        execFileSync(process.execPath, [entry, GOLDENS], {
          cwd: folder,
          env: cleanEnv(env),
          encoding: 'utf8',
          maxBuffer: 2 ** 28,
        }),
      );
      expect(printed[0]).toBe(`${expected.slice(0, recorded.length).flat().join('\n')}\n`);
      expect(new Set(printed).size).toBe(1);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
