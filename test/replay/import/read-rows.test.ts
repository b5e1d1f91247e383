import { describe, expect, it } from 'vitest';
import { lineFacts } from '../../../src/replay/import/line-facts.ts';
import { readRows } from '../../../src/replay/import/read-rows.ts';
import { tempProject } from '../../kit/temp-project.ts';

const all = async (path: string): Promise<unknown[]> => {
  const rows = readRows(path);
  const read: unknown[] = [];
  for (let row = await rows.next(); row !== undefined; row = await rows.next()) read.push(row);
  return [...read, rows.tally().unparsed];
};

describe('rows of a transcript', () => {
  it('goes on behind lines that are no JSON, wherever they stand', async () => {
    const many = Array.from({ length: 5000 }, (_, at) => `{"at":${at}}`);
    const file = tempProject().write('t.jsonl', ['{bad', ...many, '{"a":1}{"b":2}', ...many, '{"cut":'].join('\n'));
    expect(await all(file)).toHaveLength(10_001);
    expect((await all(file)).at(-1)).toBe(3);
  });

  it('hands on values that mean no to JavaScript, and is not ended by null', async () => {
    const file = tempProject().write('t.jsonl', 'false\n0\n""\nnull\n[]\n');
    expect(await all(file)).toEqual([false, 0, '', [], 0]);
  });

  it('reads lines that end as on Windows, and blank ones among them', async () => {
    const file = tempProject().write('t.jsonl', '{"a":1}\r\n\r\n{"b":"\\r\\n"}\r\n{"c":3}\r');
    expect(await all(file)).toEqual([{ a: 1 }, { b: '\r\n' }, { c: 3 }, 0]);
  });

  it('throws what the system says of a file that cannot be read', async () => {
    await expect(all(`${tempProject().path}/gone.jsonl`)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(all(tempProject().path)).rejects.toMatchObject({ code: 'EISDIR' });
  });
});

describe('what lines say of each other', () => {
  it('knows every line that is there as a parent, and which of two comes last', async () => {
    const ids = Array.from({ length: 3000 }, (_, at) => `id-${at}`);
    const lines = [...ids, 'id-7', 'id-7', 'id-9'].map((uuid) => JSON.stringify({ uuid, about: { uuid: 'id-11' } }));
    const text = `${lines.join('\n')}\n{ "uuid" : "spaced" }\n{"text":"\\"uuid\\":\\"quoted\\""}\n`;
    const facts = await lineFacts(tempProject().write('t.jsonl', text), text.length);
    expect([...ids, 'spaced'].filter((id) => !facts.isKnownParent(id))).toEqual([]);
    expect(facts.isKnownParent('never written')).toBe(false);
    const superseded = [...ids, 'id-7', 'id-7', 'id-9'].filter((id) => facts.isSuperseded(id));
    expect(superseded).toEqual(['id-7', 'id-9', 'id-7']);
  });
});
