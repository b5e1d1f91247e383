import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { isLogLine, readLines } from '../../src/events/log-reader.ts';
import { logFolder } from '../../src/events/segments.ts';
import { handle } from '../../src/hooks/handle.ts';
import { FAULTS, type Fault, type FaultPlan, faultyFs } from '../kit/faulty-fs.ts';
import { patient } from '../kit/patience.ts';
import { type Payload, prompts, redRun, requests, type Scenario, scenario, stops, writes } from '../kit/scenario.ts';
import { tempProject } from '../kit/temp-project.ts';

// A whole hook call, with each fault at each call of the file-system port. What may come of it is a table.

/**
 * What was answered. `same`: as without the fault; `part`: denied or warned, for what needs no history; `closed`: denied
 * because the policy says so of what cannot be judged; `silent`: nothing where something would have been answered.
 */
type Said = 'same' | 'part' | 'closed' | 'silent';
/**
 * Where the verdict is. `logged`; `elsewhere`: in the user's state directory; `told`: not in the log, and the next call
 * that can append says so there; `said`: nothing could be left behind, and only standard error said so; `removed`: where
 * the rest of the log went; `none`: there was none.
 */
const PLACES = ['logged', 'told', 'said', 'elsewhere', 'removed', 'none'] as const;
type Place = (typeof PLACES)[number];

interface Case {
  readonly what: string;
  readonly payload: (s: Scenario) => Payload;
  readonly branch?: string;
  readonly faults?: readonly Fault[];
  readonly past?: (s: Scenario) => Promise<void>;
}

const notes = (count: number, more: (i: number) => Payload = () => ({})): Payload[] =>
  Array.from({ length: count }, (_, i) => ({ hook_event_name: 'Notification', message: `${i}`, ...more(i) }));

/** A turn with failing tests, ended once, so that a snapshot was saved. */
const redPast = async (s: Scenario): Promise<void> => {
  await s.given(prompts('go'), ...redRun(), ...notes(40), stops());
  expect(readdirSync(join(s.root, 'snapshots'))).toEqual(['project.json']);
};

/** The same without the end of the turn: another session's saved the snapshot. */
const openPast = (s: Scenario): Promise<void> =>
  s.given(prompts('go'), ...redRun(), ...notes(40), stops({ session_id: 'other' }));

/** The same, and then so many other sessions that the snapshot had no room for this one. */
const evictedPast = async (s: Scenario): Promise<void> => {
  await s.given(prompts('go'), ...redRun());
  const others = notes(40, (i) => ({ session_id: `other-${i}` }));
  await s.given(...others, stops({ session_id: 'other-39' }));
  const [, , head = ''] = readFileSync(join(s.root, 'snapshots', 'project.json'), 'utf8').split('\n');
  const { names } = JSON.parse(head) as { names: readonly string[] };
  expect(names).toContain('other-39');
  expect(names).not.toContain('s1');
};

/** Those that take different ways through the code; the others are told apart by nothing but their names. */
const TELLING: readonly Fault[] = ['EIO', 'EINTR', 'EACCES', 'short-write', 'vanish', 'full'];

const DENY: Case = { what: 'a deny', payload: () => writes('src/a.ts'), branch: 'main' };
const CASES: readonly Case[] = [
  DENY,
  { ...DENY, what: 'a deny with history', past: redPast, faults: FAULTS },
  { what: 'a warning with history', payload: () => writes('src/a.ts'), past: redPast },
  { what: 'a warning of a session that no snapshot holds', payload: () => writes('src/a.ts'), past: evictedPast },
  { what: 'a pass', payload: () => writes('README.md') },
  { what: 'a pass with history', payload: () => writes('README.md'), past: redPast },
  { what: 'a stop with history', payload: () => stops(), past: openPast },
  {
    what: 'a deny of a large file',
    payload: () => requests('Write', { file_path: 'src/a.ts', content: 'é'.repeat(12_000) }),
    branch: 'main',
  },
  { what: 'a notification', payload: () => ({ hook_event_name: 'Notification', message: 'hm' }) },
];

const POSTURES = { open: false, closed: true } as const;
type Posture = keyof typeof POSTURES;

const policyFor = (posture: Posture) => ({
  preset: 'strict',
  gates: {
    ...Object.fromEntries(
      ['branch-guard', 'test-gate', 'stop-guard'].map((gate) => [gate, { failClosed: POSTURES[posture] }]),
    ),
    'prompt-submit': { mode: 'off' },
  },
});

/** The files below a folder, so that each run begins with the same. */
const filesIn = (root: string): ReadonlyMap<string, Buffer> =>
  new Map(
    nodeLogFs.existsSync(root)
      ? readdirSync(root, { recursive: true, withFileTypes: true, encoding: 'utf8' })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .map((path) => [path, readFileSync(path)] as const)
      : [],
  );

const restore = (root: string, files: ReadonlyMap<string, Buffer>): void => {
  rmSync(root, { recursive: true, force: true });
  for (const [path, bytes] of files) {
    nodeLogFs.mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
};

const eventsIn = (root: string): { events: readonly Envelope[]; torn: number } => {
  const lines = [...readLines(logFolder(root, nodeLogFs))];
  const events = lines.flatMap((line) => (isLogLine(line) ? [line.event] : []));
  return { events, torn: lines.length - events.length };
};

const NEXT = Buffer.from(JSON.stringify({ hook_event_name: 'Notification', session_id: 's2', message: 'next' }));

/** Runs one case under one posture with a fault at every call, and gives the outcomes that were seen. */
const outcomes = async (
  { payload, past, branch = 'feature/x', faults = TELLING }: Case,
  posture: Posture,
): Promise<Partial<Record<Said, string>>> => {
  const state = tempProject().path;
  const s = scenario({ policy: policyFor(posture), branch, env: { XDG_STATE_HOME: state } });
  await past?.(s);
  const before = filesIn(s.root);
  const known = idsOf(eventsIn(s.root).events);
  const raw = Buffer.from(JSON.stringify({ session_id: 's1', cwd: s.project, ...payload(s) }));
  const clean = await handle(raw, s.deps);
  clean.finish();
  const usual = eventsIn(s.root).events.slice(known.length);
  const isJudged = usual.some(isRuling);
  const trigger = usual[0]?.type;
  const seen: Record<Said, Set<Place>> = { same: new Set(), part: new Set(), closed: new Set(), silent: new Set() };

  const handled = async (plan: Omit<FaultPlan, 'root'>) => {
    restore(s.root, before);
    rmSync(state, { recursive: true, force: true });
    const faulty = faultyFs({ ...plan, root: s.root });
    const outcome = await handle(raw, { ...s.deps, fs: faulty.fs });
    outcome.finish();
    faulty.end();
    return { outcome, faulty };
  };

  const runWith = async (fault: Fault, isLasting: boolean, at: number): Promise<void> => {
    const { outcome, faulty } = await handled({ fault, isLasting, at });
    expect(faulty.hits()).toBeGreaterThan(0);
    const where = `${fault} ${isLasting ? 'from' : 'at'} call ${at} (${faulty.calls[at - 1]})`;
    const own = eventsIn(s.root).events.slice(known.length);
    const isLogged = own.some(isRuling);
    const healthy = faultyFs({ fault: 'EIO', at: Number.POSITIVE_INFINITY, isLasting: false, root: s.root });
    (await handle(NEXT, { ...s.deps, fs: healthy.fs })).finish();
    healthy.end();
    const { events, torn } = eventsIn(s.root);
    const ids = idsOf(events);
    const isTold = events.slice(known.length).some(({ type }) => type === 'HookFailed');

    expect(outcome.exitCode, where).toBe(0);
    expect(new Set(ids).size, where).toBe(ids.length);
    expect(events.findLast(({ type }) => type === 'NotificationShown')?.stream, where).toBe('s2');
    if (fault !== 'vanish') expect(ids.slice(0, known.length), where).toEqual(known);
    expect(torn, where).toBeLessThanOrEqual(fault !== 'short-write' ? 0 : isLasting ? 3 : 1);

    const said = saidOf(outcome.stdout, clean.stdout);
    if (said === 'closed') expect(posture, where).toBe('closed');
    const place = ((): Place => {
      if (isLogged) return 'logged';
      if (isRuledIn(state)) return 'elsewhere';
      if (isTold) return 'told';
      if (outcome.stderr !== '') return 'said';
      if (fault === 'vanish') return 'removed';
      // Nothing is answered that neither the log nor anybody else knows of.
      expect(isJudged || outcome.stdout !== '', where).toBe(false);
      return 'none';
    })();
    // A fault that is over when the call ends leaves room for word of what it took.
    const isTraceLost = !own.some(({ type }) => type === trigger) && place !== 'elsewhere' && !isRecordedIn(state);
    if (isTraceLost && !isLasting && fault !== 'vanish') expect(isTold, where).toBe(true);
    if (place === 'told' && outcome.stdout !== '') expect(outcome.stderr, where).toContain('cannot be written');
    seen[said].add(place);
  };

  for (const fault of faults) {
    // Up to where it strikes, a call is as it is without.
    const { faulty } = await handled({ fault, isLasting: false, at: Number.POSITIVE_INFINITY });
    for (const at of faulty.strikable) {
      await runWith(fault, false, at);
      await runWith(fault, true, at);
    }
  }
  return Object.fromEntries(
    Object.entries(seen)
      .filter(([, places]) => places.size > 0)
      .map(([said, places]) => [said, PLACES.filter((place) => places.has(place)).join(' ')]),
  );
};

const idsOf = (events: readonly Envelope[]): string[] => events.map(({ id }) => id);

const isRuling = ({ type }: Envelope): boolean => type === 'GatesRuled';

/** Whether the log in the user's state directory has a ruling. */
const isRuledIn = (state: string): boolean =>
  [...filesIn(state)].some(([path, bytes]) => path.endsWith('.ndjson') && bytes.includes('"GatesRuled"'));

/** Whether anything at all was recorded there. */
const isRecordedIn = (state: string): boolean => [...filesIn(state)].some(([path]) => path.endsWith('.ndjson'));

const saidOf = (answer: string, clean: string): Said => {
  if (answer === clean) return 'same';
  if (answer.includes('/fail-closed')) return 'closed';
  if (answer === '') return 'silent';
  expect(answer).toContain('"deny"');
  return 'part';
};

/**
 * By what was answered, where the verdict may be. A deny that was reached is answered whatever happens to the log; only a
 * stop that cannot be recorded is not blocked, since nobody could count the blocks.
 */
const TABLE: Readonly<Record<Posture, Readonly<Record<string, Partial<Record<Said, string>>>>>> = {
  open: {
    'a deny': { same: 'logged told said elsewhere removed' },
    'a deny with history': { same: 'logged told said removed', part: 'logged told said elsewhere removed' },
    'a warning with history': { same: 'logged told said removed', silent: 'logged told said elsewhere removed' },
    'a warning of a session that no snapshot holds': {
      same: 'logged told said removed',
      silent: 'logged told said elsewhere removed',
    },
    'a pass': { same: 'logged told said elsewhere removed' },
    'a pass with history': { same: 'logged told said elsewhere removed' },
    'a stop with history': { same: 'logged removed', silent: 'logged told said elsewhere removed' },
    'a deny of a large file': { same: 'logged told said elsewhere removed' },
    'a notification': { same: 'told said removed none' },
  },
  closed: {
    'a deny': { same: 'logged told said elsewhere removed', closed: 'logged told said elsewhere' },
    'a deny with history': { same: 'logged told said removed', part: 'removed', closed: 'logged told said elsewhere' },
    'a warning with history': {
      same: 'logged told said removed',
      closed: 'logged told said elsewhere',
      silent: 'removed',
    },
    'a warning of a session that no snapshot holds': {
      same: 'logged told said removed',
      closed: 'logged told said elsewhere',
      silent: 'removed',
    },
    'a pass': { same: 'logged told said elsewhere removed', closed: 'logged told said elsewhere' },
    'a pass with history': { same: 'logged told said removed', closed: 'logged told said elsewhere' },
    'a stop with history': { same: 'logged removed', closed: 'logged elsewhere', silent: 'logged told said removed' },
    'a deny of a large file': { same: 'logged told said elsewhere removed', closed: 'logged told said elsewhere' },
    'a notification': { same: 'told said removed none' },
  },
};

/** A thousand hook calls each. */
const MANY_CALLS = { timeout: patient(120_000) };

describe.each(['open', 'closed'] as const)('under a policy that fails %s', (posture) => {
  it.each(CASES)('every fault at every call has one of the outcomes of the table: $what', MANY_CALLS, async (one) => {
    expect(await outcomes(one, posture)).toEqual(TABLE[posture][one.what]);
  });
});

it('a full disk on which reading fails as well does not keep the call from ending', async () => {
  const s = scenario({ policy: policyFor('closed') });
  await evictedPast(s);
  const raw = Buffer.from(JSON.stringify({ session_id: 's1', cwd: s.project, ...writes('src/a.ts') }));
  const answers = new Set<string>();
  for (let at = 1, isOver = false; !isOver; at += 1) {
    const faulty = faultyFs({ fault: 'EIO', at, isLasting: true, root: s.root });
    const writeSync = (() => {
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    }) as typeof nodeLogFs.writeSync;
    const outcome = await handle(raw, { ...s.deps, fs: { ...faulty.fs, writeSync } });
    outcome.finish();
    faulty.end();
    isOver = faulty.calls.length < at;
    answers.add(
      outcome.stdout.includes('/fail-closed')
        ? 'closed'
        : outcome.stdout.includes('tests fail')
          ? 'warned'
          : outcome.stdout,
    );
    expect(outcome.stderr).toContain('cannot be written');
  }
  // Denied for what cannot be known; and warned where all could be read.
  expect([...answers]).toEqual(['closed', 'warned']);
});

it('a log that is removed between the record and the ruling is missing history, and the next call tells', async () => {
  const s = scenario({ policy: policyFor('closed') });
  await redPast(s);
  let isGone = false;
  const writeSync = ((fd: number, bytes: Buffer, offset: number, length: number) => {
    const written = nodeLogFs.writeSync(fd, bytes, offset, length);
    if (!isGone) rmSync(s.root, { recursive: true });
    isGone = true;
    return written;
  }) as typeof nodeLogFs.writeSync;
  const raw = Buffer.from(JSON.stringify({ session_id: 's1', cwd: s.project, ...writes('README.md') }));
  const outcome = await handle(raw, { ...s.deps, fs: { ...nodeLogFs, writeSync } });
  expect(outcome.stdout).toContain('test-gate/fail-closed');
  expect(outcome.stderr).toContain('GONE');
  const next = await s.when(requests('Read', { file_path: 'a' }));
  expect(next.events.find(({ type }) => type === 'HookFailed')?.data).toMatchObject({ stage: 'record', code: 'GONE' });
});
