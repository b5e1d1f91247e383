import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ImportReport } from '../../src/cli/import/report.ts';
import type { Envelope } from '../../src/events/envelope.ts';
import { loggedEvents, runDocket } from './hook-process.ts';

export type Line = Readonly<Record<string, unknown>>;

let count = 0;

/** A line of a transcript, in the order of its making a second after the one before. */
export const line = (fields: Line): Line => {
  count += 1;
  const at = Date.UTC(2026, 0, 1) + count * 1000;
  return {
    uuid: `line-${count}`,
    sessionId: 's1',
    cwd: '/home/dev/shop',
    timestamp: new Date(at).toISOString(),
    ...fields,
  };
};

export const said = (text: unknown, fields: Line = {}): Line =>
  line({ type: 'user', message: { role: 'user', content: text }, ...fields });

export const answered = (content: unknown, fields: Line = {}, message: Line = {}): Line =>
  line({ type: 'assistant', message: { role: 'assistant', content, ...message }, ...fields });

export const closing = (text: string, fields: Line = {}): Line =>
  answered([{ type: 'text', text }], fields, { stop_reason: 'end_turn' });

export const asks = (id: string, name: string, input: unknown, fields: Line = {}): Line =>
  answered([{ type: 'tool_use', id, name, input }], fields, { stop_reason: 'tool_use' });

export const result = (id: string, content: unknown, fields: Line = {}): Line =>
  line({
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
    ...fields,
  });

export const failed = (id: string, text: string, fields: Line = {}): Line => {
  const block = { type: 'tool_result', tool_use_id: id, content: text, is_error: true };
  return line({
    type: 'user',
    message: { role: 'user', content: [block] },
    toolUseResult: `Error: ${text}`,
    ...fields,
  });
};

/** Writes a transcript; lines that are texts as they are. */
export const writeTranscript = (folder: string, name: string, lines: readonly (Line | string)[]): string => {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join(''));
  return path;
};

export const importInto = (project: string, ...args: readonly string[]): ImportReport => {
  const { stdout, stderr, status } = runDocket(['import', '--json', ...args], project);
  if (stdout === '') throw new Error(`docket import ended with ${status}: ${stderr}`);
  return JSON.parse(stdout) as ImportReport;
};

export const eventsOf = (project: string, session?: string): Envelope[] =>
  loggedEvents(project, session === undefined ? [] : ['--session', session]) as unknown as Envelope[];

/** What happened, in one word each. */
export const story = (events: readonly Envelope[]): string[] =>
  events.map(({ type, call, data }) =>
    [type, call, data['prompt']].filter((part) => typeof part === 'string').join(' '),
  );
