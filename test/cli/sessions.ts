import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Envelope } from '../../src/events/envelope.ts';
import { logFolder, segmentPath } from '../../src/events/segments.ts';
import { type Payload, prompts, redRun, type Scenario, scenario, writes } from '../kit/scenario.ts';

export const ESC = '\u001b';

/** A session in which the tests failed, a write was warned about (call `w1`) and the next one denied (call `w2`). */
export const deniedSession = async (more: Payload = {}, prompt = 'add a discount'): Promise<Scenario> => {
  const s = scenario({ policy: STRICT_ON_TESTS });
  await s.given(...deniedPast(more, prompt));
  return s;
};

/** What auto-review tells of a test run, and what its first prompt is told, is not what this session is about. */
const STRICT_ON_TESTS = {
  preset: 'strict',
  gates: { 'auto-review': { mode: 'off' }, 'prompt-submit': { mode: 'off' } },
};

export const deniedPast = (more: Payload = {}, prompt = 'add a discount'): Payload[] =>
  [
    prompts(prompt),
    ...redRun('red'),
    writes('src/a.ts', { tool_use_id: 'w1' }),
    writes('src/b.ts', { tool_use_id: 'w2' }),
  ].map((payload) => ({ ...payload, ...more }));

/** The file that holds a short log. */
export const segmentOf = (s: Scenario): string => segmentPath(logFolder(s.root, s.deps.fs), 1);

/** Every file below a folder with its text, to see that nothing was written. */
export const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile()
        ? [[join(entry.parentPath, entry.name), readFileSync(join(entry.parentPath, entry.name), 'latin1')]]
        : [],
    ),
  );

/** Makes a log of many events out of a short one. */
export const grow = (s: Scenario, times: number): void => {
  const lines = readFileSync(segmentOf(s), 'utf8').split('\n\n').join('\n').trim().split('\n');
  const copies = Array.from({ length: times }, (_, copy) =>
    lines.map((line) => line.replace(/"id":"([^"]+)"/, `"id":"$1-${copy}"`)),
  );
  writeFileSync(segmentOf(s), `${[...lines, ...copies.flat()].join('\n')}\n`);
};

export const lastOf = (s: Scenario, type: string): Envelope => {
  const event = s.events().findLast((candidate) => candidate.type === type);
  if (event === undefined) throw new Error(`no ${type} in the log`);
  return event;
};

/** Columns on a terminal of the widest line; the wide characters that the tests use take two. */
export const widest = (text: string): number =>
  Math.max(
    ...text
      .split('\n')
      .map((line) => [...line].length + (line.match(/[\u3000-\u9fff]|\p{Extended_Pictographic}/gu) ?? []).length),
  );

/** Characters that could steer a terminal: all control characters but the end of a line, and changes of direction. */
export const STEERING = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
