import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { filterFrom } from '../../src/cli/filters.ts';
import { findRuling, type WantedRuling } from '../../src/cli/find-ruling.ts';
import type { Envelope } from '../../src/events/envelope.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { type LogLine, readEvents } from '../../src/events/log-reader.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { openStreamIndex } from '../../src/events/open-index.ts';
import type { Verdict } from '../../src/events/schemas.ts';
import { type LogFolder, logFolder } from '../../src/events/segments.ts';
import { envelope } from '../kit/envelope.ts';
import { runDocket } from '../kit/hook-process.ts';
import { completes, prompts, redRun, requests, scenario, writes } from '../kit/scenario.ts';
import { tempProject } from '../kit/temp-project.ts';
import { deniedSession, lastOf, segmentOf } from './sessions.ts';

const find = (folder: LogFolder, wanted: WantedRuling, worktree: string) => {
  const found = findRuling(folder, wanted, worktree, openStreamIndex(folder));
  if ('ruling' in found) return found.ruling;
  throw new Error(`no gate ruled on ${found.unjudged.event.id}`);
};

const hollow = { type: 'GatesRuled', data: {}, call: 'hollow' };

it('the last forceful ruling is found behind one without its data', async () => {
  const s = await deniedSession();
  const ruling = lastOf(s, 'GatesRuled');
  await s.given(hollow);
  const folder = logFolder(s.root, nodeLogFs);
  expect(find(folder, {}, s.project).event.id).toBe(ruling.id);
  expect(() => find(folder, { call: 'hollow' }, s.project)).toThrow('no gate ruled on');
});

/** How the last forceful ruling is chosen, told in the plainest way: by reading the whole log. */
const chosen = (lines: readonly LogLine[], worktree: string, session = ''): string | null => {
  const decides = ({ event: { type, stream, data } }: LogLine): boolean =>
    type === 'GatesRuled' &&
    stream.startsWith(session) &&
    Array.isArray(data['verdicts']) &&
    data['repeatOf'] === undefined;
  const isStrong = (decision: unknown): boolean => ['deny', 'ask', 'rewrite'].includes(String(decision));
  const answered = lines.filter((line) => decides(line) && isStrong(line.event.data['decision']));
  const monitored = lines.filter(
    (line) =>
      decides(line) &&
      (line.event.data['verdicts'] as Verdict[]).some((v) => v.mode === 'monitor' && isStrong(v.decision)) &&
      !answered.some(({ event }) => event.stream === line.event.stream),
  );
  // Of each session the last that was answered, else the last that was not.
  const all = [...answered, ...monitored];
  const lasts = all.filter((line) => all.findLast(({ event }) => event.stream === line.event.stream) === line);
  const here = lasts.filter(({ event }) => event.worktree === worktree);
  const live = here.filter(({ event }) => {
    const ends = lines.filter((l) => l.event.stream === event.stream && /^Session(Started|Ended)$/.test(l.event.type));
    return ends.at(-1)?.event.type !== 'SessionEnded';
  });
  const group = [live, here, lasts].find(({ length }) => length > 0) ?? [];
  const inOrder = (few: readonly LogLine[]): LogLine[] => lines.filter((line) => few.includes(line));
  const best = inOrder(group.filter((line) => answered.includes(line))).at(-1) ?? inOrder(group).at(-1);
  return best?.event.id ?? null;
};

it('the last forceful ruling is the one that reading the whole log would choose', async () => {
  const template = lastOf(await deniedSession(), 'GatesRuled');
  const [verdict] = template.data['verdicts'] as Verdict[];
  const step = fc.record({
    stream: fc.constantFrom('a1', 'a2', 'b1'),
    worktree: fc.constantFrom('/here', '/there'),
    kind: fc.constantFrom('deny', 'none', 'monitored', 'monitored', 'hollow deny', 'repeated deny', 'end', 'start'),
  });
  const eventOf = (
    { stream, worktree, kind }: { stream: string; worktree: string; kind: string },
    id: string,
  ): Envelope => {
    if (kind === 'end' || kind === 'start') {
      return envelope(id, kind === 'end' ? 'SessionEnded' : 'SessionStarted', { stream, worktree });
    }
    const isMonitored = kind === 'monitored';
    const data = {
      ...template.data,
      decision: kind === 'none' || isMonitored ? 'none' : 'deny',
      verdicts: [
        { ...verdict, mode: isMonitored ? 'monitor' : 'enforce', decision: kind === 'none' ? 'pass' : 'deny' },
      ],
      ...(kind === 'hollow deny' ? { verdicts: 0 } : {}),
      ...(kind === 'repeated deny' ? { repeatOf: 'x' } : {}),
    };
    return { ...template, id, stream, worktree, data };
  };
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), fc.constantFrom(undefined, 'a', 'b1'), (steps, session) => {
      const folder = logFolder(tempProject().path, nodeLogFs);
      const writer = openLogWriter(folder);
      for (const [i, one] of steps.entries()) writer.append([JSON.stringify(eventOf(one, `e${i}`))]);
      writer.close();
      const expected = chosen([...readEvents(folder)], '/here', session);
      const found = (): string => find(folder, { session }, '/here').event.id;
      if (expected === null) expect(found).toThrow('No gate denied, asked or rewrote anything');
      else expect(found()).toBe(expected);
    }),
    { numRuns: 400 },
  );
});

it.each(['GatesRuled', 'AnswerSent'])('%s without its data is of no gate', async (type) => {
  const s = await deniedSession();
  const event = lastOf(s, type);
  const filter = filterFrom({ gate: 'test-gate' }, 0);
  expect(filter.matches(event)).toBe(true);
  expect(filter.matches({ ...event, data: {} })).toBe(false);
});

it.each([[[null]], [[{ gate: 'test-gate', decision: 'deny', mode: 'enforce' }]]])(
  'a ruling is passed over when one of its verdicts is damaged: %j',
  async (verdicts) => {
    const s = await deniedSession();
    const ruling = lastOf(s, 'GatesRuled');
    const broken = { ...ruling, id: 'broken', data: { ...ruling.data, verdicts } };
    appendFileSync(segmentOf(s), `\n${JSON.stringify(broken)}\n`);
    const folder = logFolder(s.root, nodeLogFs);
    expect(find(folder, {}, s.project).event.id).toBe(ruling.id);
    expect(() => find(folder, { id: 'broken' }, s.project)).toThrow('no gate ruled on broken');
  },
);

it('a verdict is explained although a fact it came from was damaged since', async () => {
  const s = scenario({ preset: 'strict', damages: true });
  await s.given(
    prompts('push'),
    requests('Bash', { command: 'git push --force origin main' }, { tool_use_id: 'push' }),
  );
  const text = readFileSync(segmentOf(s), 'utf8');
  const damaged = text.replace(/"forcePushes":\[\{/, '"forcePushes":[null,{');
  expect(damaged).not.toBe(text);
  writeFileSync(segmentOf(s), damaged);
  const { stdout, stderr, status } = runDocket(['why', '--call', 'push', '--json'], s.project);
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  expect(JSON.parse(stdout)).toMatchObject({ gate: 'guard', rule: 'guard/force-push-protected', decision: 'deny' });
});

it('of a call that was judged as it was requested and once it ran, the ruling that says more is found', async () => {
  const s = scenario();
  const input = { file_path: 'src/b.ts', content: 'export {};\n' };
  const call = { tool_use_id: 'second' };
  await s.given(...redRun(), writes('src/a.ts'), requests('Write', input, call));
  const ruling = lastOf(s, 'GatesRuled');
  await s.given(completes('Write', input, { filePath: 'src/b.ts' }, call));
  expect(lastOf(s, 'GatesRuled').id).not.toBe(ruling.id);
  expect(find(logFolder(s.root, nodeLogFs), { call: 'second' }, s.project).event.id).toBe(ruling.id);
});

it('what other writers spaced and ordered otherwise is found as well', async () => {
  const s = await deniedSession();
  const ruling = lastOf(s, 'GatesRuled');
  const request = s.events().find(({ id }) => id === ruling.data['event']);
  const spaced = (event: Envelope | undefined, more: object) =>
    JSON.stringify(
      { ...event, ...more, data: { ...event?.data, ...(more as { data?: object }).data } },
      null,
      1,
    ).replace(/\n\s*/g, ' ');
  const lines = [
    spaced(request, { id: 'spaced', call: 'spaced call' }),
    spaced(ruling, { id: 'ruled', cause: 'spaced', call: 'spaced call', data: { event: 'spaced' } }),
  ];
  appendFileSync(segmentOf(s), `\n${lines.join('\n')}\n`);
  const folder = logFolder(s.root, nodeLogFs);
  for (const wanted of [{ id: 'spaced' }, { id: 'ruled' }, { call: 'spaced call' }]) {
    expect(find(folder, wanted, s.project).event.id).toBe('ruled');
  }
});
