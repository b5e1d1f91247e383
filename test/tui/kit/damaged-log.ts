import { readFileSync, writeFileSync } from 'node:fs';
import { type LogFolder, segmentPath } from '../../../src/events/segments.ts';
import { goldenLog } from './golden-log.ts';

/**
 * A recorded session of two subagents in a log that lost some of it: the ruling on the second one's test run and the
 * request of a third call; a line of the session is torn, and two that name nobody stand among its own.
 */
export const damagedLog = (): LogFolder => {
  const folder = goldenLog({
    golden: 'what-subagents-left-undone-is-told-with-the-next-prompt',
    session: '7d20aa41-agents',
    day: '2026-01-03',
    worktree: '/home/ada/shop',
  });
  const path = segmentPath(folder, 1);
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  const damaged = lines.flatMap((line) => {
    const { id } = JSON.parse(line) as { id: string };
    return DAMAGE[id]?.(line) ?? [line];
  });
  writeFileSync(path, damaged.map((line) => `\n${line}\n`).join(''));
  return folder;
};

const DAMAGE: Readonly<Record<string, (line: string) => readonly string[]>> = {
  // Torn: its hook was killed while it wrote.
  a13: (line) => [line.slice(0, 220)],
  a22: (line) => ['{"v":1,"id":"nobo', '\u0001\u0002\u0003', openRequest(line), line],
  a41: () => [],
  a42: () => [],
  a44: (line) => [line, lostRequest(line)],
};

/** A call that nothing is heard of any more. */
const openRequest = (line: string): string => {
  const like = JSON.parse(line) as object;
  return JSON.stringify({
    ...like,
    id: 'a22x',
    type: 'ToolRequested',
    call: 'call-x',
    data: { tool_name: 'Read', tool_input: { file_path: '/home/ada/shop/src/cart.ts' } },
  });
};

/** The result of a call whose request was never recorded. */
const lostRequest = (line: string): string => {
  const like = JSON.parse(line) as object;
  return JSON.stringify({
    ...like,
    id: 'a44x',
    type: 'ToolCompleted',
    call: 'call-y',
    cause: null,
    data: { tool_name: 'Bash', tool_input: { command: 'git status' }, tool_response: 'clean' },
  });
};
