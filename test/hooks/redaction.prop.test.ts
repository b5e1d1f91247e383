import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOST_EVENTS } from '../../src/events/host-events.ts';
import { TABLE, type TableSecret } from '../events/redaction-table.ts';
import { ENCODINGS, formsOf } from '../events/secret-encodings.ts';
import { type Payload, requests, type Scenario, scenario } from '../kit/scenario.ts';

/** Everything under docket's folder: names and contents. */
const bytesIn = (root: string): string =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .flatMap((entry) => [entry.name, entry.isFile() ? readFileSync(join(entry.parentPath, entry.name), 'latin1') : ''])
    .join('\n');

const leaksOf = (s: Scenario, secrets: readonly TableSecret[]): string[] => {
  const kept = bytesIn(s.root);
  return secrets.flatMap(({ secret }) => formsOf(secret).filter((form) => kept.includes(form)));
};

const secretText = fc
  .tuple(
    fc.constantFrom(...TABLE),
    fc.integer({ min: 0, max: 2 ** 31 }),
    fc.constantFrom(...Object.entries(ENCODINGS)),
    fc.constantFrom('', 'x ', 'first line\n', '{"a": 1}\n'),
    fc.constantFrom('', '\nlast line', ' y'),
  )
  .map(([row, seed, [encoding, encode], before, after]) => {
    const secret = row.fill(seed);
    return { ...secret, encoding, text: `${before}${encode(secret.written)}${after}` };
  });

/** Ways to put a text into a payload. */
const places: Readonly<Record<string, (text: string) => Payload>> = {
  'a field of its own': (text) => ({ some_field: text }),
  'a field of a known one': (text) => ({ prompt: text, message: text, last_assistant_message: text, error: text }),
  'a tool input': (text) => ({ tool_name: 'Bash', tool_input: { command: text, description: text } }),
  'a write': (text) => ({ tool_name: 'Write', tool_input: { file_path: `/x/${text}`, content: text } }),
  'several edits': (text) => ({ tool_input: { edits: [{ old_string: text, new_string: `a ${text}` }, {}] } }),
  'a tool response': (text) => ({ tool_name: 'Bash', tool_response: { stdout: text, stderr: '', extra: [{ text }] } }),
  'content chunks': (text) => ({ tool_response: { content: [{ type: 'text', text }] } }),
  'a key': (text) => ({ tool_input: { [text]: 1, nested: { [text]: [text] } } }),
  'an unknown shape': (text) => ({ a: [[[{ b: { c: [text, { d: text }] } }]]] }),
  'a large text': (text) => ({
    tool_response: { stdout: `${'line of output\n'.repeat(900)}${text}\n${'more\n'.repeat(2000)}` },
  }),
  'many fields': (text) =>
    Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}`, `${text} ${'z'.repeat(6000)}`])),
  ids: (text) => ({
    session_id: text,
    tool_use_id: text,
    agent_id: text,
    prompt_id: text,
    agent_type: text,
    cwd: `/tmp/${text}`,
  }),
};

describe('what a hook call leaves on the disk', () => {
  it('holds no secret, in no encoding that docs/redaction.md names, wherever it stood', async () => {
    const names = Object.keys(HOST_EVENTS);
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(secretText, fc.constantFrom(...names, 'SomethingNew'), fc.constantFrom(...Object.keys(places))),
          {
            minLength: 1,
            maxLength: 4,
          },
        ),
        fc.constantFrom('observe', 'strict'),
        async (steps, preset) => {
          const s = scenario({ preset: preset as 'observe' });
          for (const [{ text }, event, place] of steps) {
            const payload = (places[place] as (text: string) => Payload)(text);
            await s.when({ hook_event_name: event, tool_use_id: 'call', ...payload });
          }
          const said = steps.map(([{ rule, encoding }, event, place]) => `${rule} ${encoding} ${event} ${place}`);
          expect({
            said,
            leaks: leaksOf(
              s,
              steps.map(([secret]) => secret),
            ),
          }).toEqual({ said, leaks: [] });
        },
      ),
      { numRuns: 120 },
    );
  });

  it('holds none of unreadable input', async () => {
    const broken = fc.constantFrom(
      (text: string) => text,
      (text: string) => `{"tool_name":"Bash","tool_input":{"command":${JSON.stringify(text)}`,
      (text: string) => `{"session_id":"s1","x":${JSON.stringify(text)}} trailing`,
      (text: string) => `[${JSON.stringify(text)}]`,
      (text: string) => `\u0000${text}\ud800`,
      (text: string) => JSON.stringify(text),
    );
    await fc.assert(
      fc.asyncProperty(secretText, broken, async (secret, write) => {
        const s = scenario({ preset: 'strict' });
        await s.when(write(secret.text));
        expect({ ...secret, leaks: leaksOf(s, [secret]) }).toEqual({ ...secret, leaks: [] });
      }),
      { numRuns: 60 },
    );
  });

  it('holds no piece of unreadable input in what the parser says of it, nor of an id that is too long', async () => {
    const { secret } = (TABLE.find(({ rule }) => rule === 'github-token') as (typeof TABLE)[number]).fill(9);
    const s = scenario();
    await s.when(secret);
    await s.when(`{"a": ${secret}}`);
    await s.when({ hook_event_name: 'Stop', session_id: `${'s'.repeat(240)}${secret}${'x'.repeat(100)}` });
    const kept = bytesIn(s.root);
    expect(kept).not.toContain(secret.slice(0, 6));
    expect(s.events().length).toBeGreaterThan(2);
  });

  it('tells two calls apart whose ids differ in a secret alone', async () => {
    const s = scenario({ preset: 'strict', branch: 'main' });
    const ids = [1, 2].map(
      (seed) => (TABLE.find(({ rule }) => rule === 'github-token') as (typeof TABLE)[number]).fill(seed).secret,
    );
    const push = (command: string, id: string) => requests('Bash', { command }, { tool_use_id: id });
    expect((await s.when(push('git status', ids[0] as string))).decision).toBe('allow');
    expect((await s.when(push('git push --force origin main', ids[1] as string))).decision).toBe('deny');
  });

  it('holds none where a text is cut because it is huge, nor a part of one that tells what it was', async () => {
    const { written, secret } = (TABLE.find(({ rule }) => rule === 'github-token') as (typeof TABLE)[number]).fill(7);
    const s = scenario();
    for (const at of [512 * 1024 - 20, 512 * 1024 - 3, 512 * 1024 + 4]) {
      // No white space near the cut, so that only redaction can know where the token ends.
      const text = `${'a\n'.repeat(200_000)}${'.'.repeat(at - 400_000)}${written}${'.'.repeat(5_000_000)}`;
      await s.when({ hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_response: { stdout: text } });
      const tail = `${'.'.repeat(5_000_000)}${written}${'.'.repeat(32 * 1024 - (at % 40))}\nend`;
      await s.when({ hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_response: { stdout: tail } });
    }
    const kept = bytesIn(s.root);
    expect(kept).not.toContain(secret.slice(0, 8));
    expect(kept).not.toContain(secret.slice(-8));
    expect(s.events().filter(({ redacted }) => redacted.includes('github-token')).length).toBeGreaterThan(3);
  });
});
