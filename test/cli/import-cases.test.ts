import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ImportReport } from '../../src/cli/import/report.ts';
import type { Envelope } from '../../src/events/envelope.ts';
import { runDocket } from '../kit/hook-process.ts';
import { tempProject } from '../kit/temp-project.ts';
import {
  answered,
  asks,
  eventsOf,
  importInto,
  type Line,
  line,
  result,
  said,
  writeTranscript,
} from '../kit/transcripts.ts';

interface Case {
  readonly id: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly expect: Readonly<Record<string, unknown>>;
}

const CASES: readonly Case[] = readFileSync('fixtures/cases/transcript.ndjson', 'utf8')
  .split('\n')
  .filter((text) => text !== '')
  .map((text) => JSON.parse(text) as Case);

interface Told {
  readonly report: ImportReport;
  readonly events: readonly Envelope[];
}

/** What a transcript comes to in a project of its own. */
const told = (files: Readonly<Record<string, readonly (Line | string)[]>>): Told => {
  const project = tempProject();
  for (const [name, lines] of Object.entries(files)) writeTranscript(project.path, join('given', name), lines);
  const report = importInto(project.path, join(project.path, 'given'));
  return { report, events: eventsOf(project.path) };
};

const only = (...lines: (Line | string)[]): Told => told({ 's1.jsonl': lines });

const prompts = (events: readonly Envelope[]): unknown[] =>
  events.filter(({ type }) => type === 'PromptSubmitted').map(({ data }) => data['prompt']);

const RESULT = { type: 'tool_result', tool_use_id: 'c1' };

/** What each case is about, as a client would have written it; the answer in the case's own words. */
const PLAYED: Readonly<Record<string, (given: Case['input']) => Readonly<Record<string, unknown>>>> = {
  'tr-string-content': ({ line: given }) => ({ text: prompts(only(line(given as Line)).events)[0] }),
  'tr-null-content': ({ line: given }) => {
    const { report } = only(line(given as Line), said('go on'));
    return { text: '', crash: report.messages !== 2 || report.skipped !== 0 };
  },
  'tr-unknown-shape': ({ line: given }) => {
    const { report, events } = only(line(given as Line), said('go on'));
    return { skipped: report.skipped, crash: prompts(events)[0] !== 'go on' };
  },
  'tr-partial-stream': ({ lines }) => {
    const written = (lines as { id: string; out: number }[]).map(({ id, out }) =>
      answered([{ type: 'text', text: 'part' }], {}, { id, usage: { output_tokens: out } }),
    );
    return { output_tokens: only(...written).report.outputTokens };
  },
  'tr-dup-uuid-last': ({ lines }) => {
    const given = (lines as Line[]).map((one) =>
      one['uuid'] === undefined ? { ...one, summary: 'old' } : said(`version ${one['v']}`, { uuid: one['uuid'] }),
    );
    const { report, events } = only(...given);
    return {
      keep: prompts(events).join() === 'version 2' ? 'last' : prompts(events),
      no_uuid_lines: report.lines === 3 && Object.keys(report.unknownTypes).length === 0 ? 'kept' : report,
    };
  },
  'tr-same-id-two-sessions': ({ lines }) => {
    const files = (lines as { session: string; message_id: string }[]).map(
      ({ session, message_id: id }): [string, Line[]] => [
        `${session}.jsonl`,
        [
          said(`of ${session}`, { sessionId: session }),
          answered(
            [{ type: 'tool_use', id: 'same', name: 'Bash', input: { command: 'ls' } }],
            { sessionId: session },
            { id },
          ),
        ],
      ],
    );
    const { events } = told(Object.fromEntries(files));
    return { calls: events.filter(({ type, call }) => type === 'ToolRequested' && call === 'same').length };
  },
  'tr-resume-chain': ({ files }) => {
    const lines = new Map<string, Line>();
    const given = Object.entries(files as Record<string, string[]>).map(([session, ids]): [string, Line[]] => [
      `${session}.jsonl`,
      ids.map((uuid) => {
        const known = lines.get(uuid) ?? said(`prompt ${uuid}`, { uuid });
        lines.set(uuid, known);
        return { ...known, sessionId: session };
      }),
    ]);
    const { report, events } = told(Object.fromEntries(given));
    expect(prompts(events)).toEqual(['prompt u1', 'prompt u2', 'prompt u3']);
    return { sessions: report.sessions };
  },
  'tr-phantom-parent': ({ lines }) => {
    const { report, events } = only(...(lines as Line[]).map((one) => said(String(one['uuid']), one)));
    return { order: prompts(events), orphans: report.orphans };
  },
  'tr-compact-no-metadata': ({ line: given }) => {
    const { report, events } = only(said('one'), line(given as Line), said('two'));
    return { compactions: report.compactions, crash: !events.some(({ type }) => type === 'CompactionFinished') };
  },
  'tr-bookkeeping-first': ({ lines }) => {
    const { report } = only(...(lines as Line[]).map((one) => (one['type'] === 'user' ? line(one) : one)));
    return { recognised: report.files[0]?.format === 'claude-code', messages: report.messages };
  },
  'tr-image-double': ({ line_mb: megabytes }) => {
    const data = 'iVBO'.repeat((Number(megabytes) * 1024 * 1024) / 8);
    const block = {
      ...RESULT,
      content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }],
    };
    const toolUseResult = { type: 'image', file: { base64: data, type: 'image/png' } };
    const { events } = only(asks('c1', 'Read', { file_path: '/a.png' }), said([block], { toolUseResult }));
    const kept = events.find(({ type }) => type === 'ToolCompleted');
    const shown = (kept?.data['tool_response'] as { file?: { base64?: string } } | undefined)?.file?.base64;
    return { memory: JSON.stringify(events).length < 10_000 ? 'bounded' : 'not', shown };
  },
  'tr-truncated-json-array': ({ tool_result: cut }) => {
    const { events } = only(asks('c1', 'mcp__shots__take', {}), result('c1', cut));
    const shown = events.find(({ type }) => type === 'ToolCompleted')?.data['tool_response'];
    return { shown: shown === '[image omitted]' ? 'text placeholder' : shown, crash: false };
  },
  'tr-lone-surrogate': ({ raw_line: raw }) => {
    const project = tempProject();
    const { messages } = importInto(project.path, writeTranscript(project.path, 's1.jsonl', [String(raw)]));
    const shown = runDocket(['log', '--type', 'PromptSubmitted'], project.path).stdout;
    return { messages, replaced_on_display: shown.includes('"fire \ufffd"') };
  },
  // The line says nothing but a text with such an escape: it stands where a message has its text.
  'tr-bad-low-escape': ({ raw_line: raw }) => {
    const text = /:(".*")\}$/.exec(String(raw))?.[1];
    const { report } = only(`{"type":"user","message":{"role":"user","content":${text}}}`);
    return { messages: report.messages };
  },
  'tr-spliced': ({ raw_line: raw }) => {
    const { report, events } = only(said('before'), String(raw), said('behind'));
    return { skipped: report.skipped, next_ok: prompts(events).join() === 'before,behind' };
  },
  'tr-subagents-dir': ({ files }) => {
    const given = (files as string[]).map((name): [string, Line[]] => [
      name,
      [name.includes('/') ? said('look', { isSidechain: true, agentId: 'c' }) : said('hi', { sessionId: 'p' })],
    ]);
    const { report } = told(Object.fromEntries(given));
    const own = report.files.find(({ agent }) => agent === null);
    return { children: { [own?.session ?? '']: own?.children } };
  },
  'tr-ts-zero': ({ ts }) => {
    const { events } = only(...(ts as unknown[]).map((timestamp, at) => said(`prompt ${at}`, { timestamp })));
    const times = events.map(({ at }) => at);
    const isInOrder = prompts(events).join() === 'prompt 0,prompt 1,prompt 2' && new Set(times).size === 1;
    return { order: isInOrder && !times[0]?.startsWith('1970') ? 'file order' : times };
  },
  'tr-turn-counter-tool-results': () => {
    const project = tempProject();
    const lines = [said('user prompt'), asks('c1', 'Read', { file_path: '/a' }), result('c1', 'a'), result('c2', 'b')];
    importInto(project.path, writeTranscript(project.path, 's1.jsonl', lines));
    return { turn: statusOf(project.path).turn.prompts };
  },
  'tr-turn-marker-in-text': ({ assistant_text: text }) => {
    const project = tempProject();
    const lines = [
      said('user prompt'),
      answered([{ type: 'text', text }]),
      asks('c1', 'Bash', { command: 'cat t' }),
      result('c1', text),
    ];
    importInto(project.path, writeTranscript(project.path, 's1.jsonl', lines));
    return { turn: statusOf(project.path).turn.prompts === 1 ? 'unchanged' : 'moved' };
  },
  'tr-empty-file': () => {
    const { report } = only();
    return { messages: report.messages, crash: report.files[0]?.status !== 'empty' || report.failed !== 0 };
  },
  'tr-read-failure': () => {
    const project = tempProject();
    const path = writeTranscript(project.path, 's1.jsonl', [said('hi')]);
    chmodSync(path, 0);
    // A superuser reads it all the same; a folder in a transcript's place nobody can.
    const target = process.getuid?.() === 0 ? join(path, 'gone.jsonl') : path;
    const { report, status } = {
      report: importInto(project.path, target),
      status: runDocket(['import', target], project.path).status,
    };
    expect(status).toBe(1);
    return { status: report.files[0]?.status };
  },
};

const statusOf = (project: string): { turn: { prompts: number } } =>
  JSON.parse(runDocket(['status', '--json', '--session', 's1'], project).stdout) as { turn: { prompts: number } };

describe('transcripts that importers fell over', () => {
  it.each(CASES)('$id', ({ id, input, expect: wanted }) => {
    expect(PLAYED[id]?.(input)).toEqual(wanted);
  });
});
