import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { readEvents } from '../../src/events/log-reader.ts';
import { openStreamIndex } from '../../src/events/open-index.ts';
import { type LogFolder, logFolder, segmentPath } from '../../src/events/segments.ts';
import { startFold } from '../../src/projections/fold.ts';
import { openReplay, type ReplayOptions } from '../../src/replay/replay.ts';
import { stateChanges } from '../../src/replay/state-changes.ts';
import type { Step } from '../../src/replay/steps.ts';
import { prompts, requests, scenario, writes } from '../kit/scenario.ts';
import { tempProject } from '../kit/temp-project.ts';
import { eventSequences } from '../projections/generated.ts';
import { happened, testsFinished } from '../projections/given.ts';
import { folderOf } from './read-log.ts';

describe('a replay', () => {
  it('shows each event with the state before and after it, and what changed', () => {
    const replay = replayOf([
      happened('SessionStarted', { source: 'startup' }, { delivery: 'd0' }),
      testsFinished('fail'),
      testsFinished('pass'),
    ]);
    expect(replay.current()).toBeNull();
    expect(changesAt(replay.next())).toContain('session.');
    expect(changesAt(replay.next())).toContain('tests.status: null -> "fail"');
    expect(changesAt(replay.next())).toContain('tests.status: "fail" -> "pass"');
    expect(replay.next()).toBeNull();
    expect(replay.current()?.number).toBe(3);
  });

  it('has steps of other sessions where they change what this one sees, and only there', () => {
    const other = { stream: 's2' };
    const replay = replayOf([
      testsFinished('fail', other),
      happened('SessionStarted', { source: 'startup' }, { delivery: 'd0' }),
      happened('MessageDisplayed', { delta: 'hm' }, other),
      testsFinished('pass', { ...other, worktree: '/work/elsewhere' }),
      testsFinished('pass', { ...other, id: 'theirs' }),
      happened('SessionEnded', { reason: 'other' }, { delivery: 'd1' }),
      testsFinished('fail', other),
    ]);
    const first = replay.next();
    // What was before the session is seen as it begins.
    expect(first?.before.tests.status).toBe('fail');
    const theirs = replay.next();
    expect({ id: theirs?.line.event.id, isOwn: theirs?.isOwn }).toEqual({ id: 'theirs', isOwn: false });
    expect(changesAt(theirs)).toContain('tests.status: "fail" -> "pass"');
    expect(replay.next()?.line.event.type).toBe('SessionEnded');
    expect(replay.next()).toBeNull();
  });

  it('shows another delivery as one that changes nothing', () => {
    const event = happened('PromptSubmitted', { prompt: 'go' }, { delivery: 'd1', provenance: 'prompt' });
    const replay = replayOf([event, { ...event, id: 'again' }]);
    replay.next();
    const again = replay.next();
    expect(again?.repeatOf).toBe(event.id);
    expect(changesAt(again)).toBe('');
  });

  it('goes anywhere, in any order, to the step that stands there when gone through from the beginning', () => {
    const walks = fc.array(fc.oneof(fc.constant('next'), fc.constant('next'), fc.constant('previous'), fc.nat(400)), {
      minLength: 25,
      maxLength: 60,
    });
    fc.assert(
      fc.property(eventSequences(2, 50, 25), walks, fc.integer({ min: 1, max: 5 }), (events, walk, few) => {
        const folder = logOf(events);
        const index = openStreamIndex(folder);
        const [longest] = [...index.streams].sort((a, b) => b.events - a.events);
        const stream = longest?.stream ?? 's1';
        const all = stepsAsTold(folder, stream);
        const lines = [...readEvents(folder)];
        const replay = openReplay(folder, stream, index, { recent: few, between: few, mostPoints: few });
        let at = -1;
        for (const move of walk) {
          const expected =
            typeof move === 'number'
              ? all.findIndex((step) => step.offset >= (lines[move % lines.length]?.position.offset ?? 0))
              : move === 'next'
                ? at + 1
                : at - 1;
          const step =
            typeof move === 'number'
              ? replay.jump(lines[move % lines.length]?.position ?? { segment: 1, offset: 0 })
              : move === 'next'
                ? replay.next()
                : replay.previous();
          const isThere = expected >= 0 && expected < all.length;
          expect(step === null ? null : told(step)).toEqual(isThere ? all[expected] : null);
          if (isThere) at = expected;
          expect(replay.current()?.number ?? 0).toBe(at + 1);
        }
        replay.close();
      }),
      { numRuns: 80 },
    );
  });

  it('judges the current step again, wherever it was come from', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('add a discount'));
    await s.when(writes('src/a.ts', { tool_use_id: 'w1' }));
    await s.when(requests('Bash', { command: 'rm -rf /' }, { tool_use_id: 'b1' }));
    const folder = folderOf(s);
    const replay = openReplay(folder, 's1', openStreamIndex(folder), { recent: 1, between: 1, mostPoints: 2 });
    const decisions: (string | undefined)[] = [];
    const ofCalls = (): void => {
      const { line } = replay.current() as Step;
      if (line.event.type === 'ToolRequested') decisions.push(replay.rejudged()?.ruling.decision);
    };
    while (replay.next() !== null) ofCalls();
    while (replay.previous() !== null) ofCalls();
    expect(decisions).toEqual(['none', 'deny', 'deny', 'none']);
    expect(replay.rejudged({ preset: 'observe', gates: {} })?.verdicts).toEqual([]);
  });
});

const logOf = (events: readonly Envelope[]): LogFolder => {
  const root = join(tempProject().path, '.docket');
  const folder = logFolder(root, nodeLogFs);
  mkdirSync(join(segmentPath(folder, 1), '..'), { recursive: true });
  writeFileSync(segmentPath(folder, 1), events.map((event) => `\n${JSON.stringify(event)}\n`).join(''));
  return folder;
};

const replayOf = (events: readonly Envelope[], options: ReplayOptions = {}) => {
  const folder = logOf(events);
  return openReplay(folder, 's1', openStreamIndex(folder), options);
};

const changesAt = (step: Step | null): string => {
  if (step === null) throw new Error('there is no step');
  return stateChanges(step.before, step.after)
    .changes.map(({ path, before, after }) => `${path}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`)
    .join('\n');
};

/** What must be the same of a step however it was come to. */
const told = ({
  number,
  line,
  isOwn,
  repeatOf,
  before,
  after,
}: Pick<Step, 'number' | 'line' | 'isOwn' | 'repeatOf' | 'before' | 'after'>) => ({
  number,
  offset: line.position.offset,
  isOwn,
  repeatOf,
  before: JSON.stringify(before),
  after: JSON.stringify(after),
});

/** The steps by their definition, with a fold over everything and no cleverness. */
const stepsAsTold = (folder: LogFolder, stream: string): ReturnType<typeof told>[] => {
  const fold = startFold();
  const steps: ReturnType<typeof told>[] = [];
  let worktree: string | null = null;
  let seen: ReturnType<typeof fold.view> | null = null;
  const lines = [...readEvents(folder)];
  const last = lines.findLastIndex(({ event }) => event.stream === stream);
  for (const line of lines.slice(0, last + 1)) {
    const { event } = line;
    const isOwn = event.stream === stream;
    const before = seen ?? fold.view(stream, event.worktree);
    const repeatOf = fold.apply(event);
    if (isOwn && event.delivery !== undefined) worktree = event.worktree ?? worktree;
    else if (isOwn) worktree ??= event.worktree;
    const after = fold.view(stream, worktree);
    const isSeen = isOwn || (seen !== null && stateChanges(before, after).changes.length > 0);
    if (!isSeen) continue;
    seen = after;
    steps.push(told({ number: steps.length + 1, line, isOwn, repeatOf, before, after }));
  }
  return steps;
};
