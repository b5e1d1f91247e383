import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Payload, requests, scenario } from '../kit/scenario.ts';
import { tryInput } from './gate-cases.ts';

/** What a gate about documents should say of a call. */
interface Case {
  readonly id: string;
  readonly input: {
    /** Where the call works; `LINK -> FOLDER` for one that is reached through a link. */
    readonly cwd?: string;
    readonly tool_name: string;
    readonly tool_input: { readonly file_path: string; readonly content?: string };
    /** Of the file after the call. */
    readonly lines?: number;
    readonly has_decision?: boolean;
    readonly exists?: boolean;
  };
  readonly expect: { readonly decision: string };
}

const CASES = readFileSync('fixtures/cases/doc.ndjson', 'utf8')
  .split('\n')
  .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Case]));

/** The decision about a call in a project that is reached through a link. */
const throughLink = async ({ input: { cwd = '', tool_name, tool_input } }: Case): Promise<string> => {
  const [, folder = ''] = cwd.split(' -> ');
  const s = scenario({ preset: 'strict' });
  const links = mkdtempSync(join(tmpdir(), 'docket-links-'));
  const link = join(links, 'app');
  symlinkSync(s.project, link);
  const payload: Payload = {
    ...requests(tool_name, { ...tool_input, file_path: tool_input.file_path.replace(folder, s.project) }),
    cwd: link,
  };
  const { decision } = await s.when(payload, { env: { ...s.deps.env, CLAUDE_PROJECT_DIR: link }, cwd: link });
  rmSync(links, { recursive: true });
  return decision;
};

const decisionOn = async (each: Case): Promise<string> => {
  const { cwd = '', lines, tool_name, tool_input } = each.input;
  if (cwd.includes(' -> ')) return throughLink(each);
  const assumed = lines === undefined ? [] : [`file.${tool_input.file_path}=${lines}`];
  return (await tryInput(JSON.stringify({ tool_name, tool_input }), 'strict', assumed)).ruled.ruling.decision;
};

describe('a case of a gate about documents', () => {
  it('is there', () => expect(CASES).toHaveLength(3));

  it.each(CASES.map((each) => [each.id, each] as const))('%s', async (_id, each) => {
    expect(await decisionOn(each)).toBe(each.expect.decision);
  });
});

describe('--assume file.PATH=LINES', () => {
  const tried = async (input: object, ...assumed: string[]) => {
    const { ruled } = await tryInput(JSON.stringify(input), 'strict', assumed);
    return ruled.verdicts.flatMap(({ gate, rule, decision }) => (gate === 'doc-gate' ? [`${rule} ${decision}`] : []));
  };
  const edit = {
    tool_name: 'Edit',
    tool_input: { file_path: '/home/dev/app/src/big.ts', old_string: 'a', new_string: 'b' },
  };
  const write = (content: string) => ({ tool_name: 'Write', tool_input: { file_path: 'src/big.ts', content } });

  it('makes a file long that is not there', async () => {
    const both = ['doc-gate/no-header advise', 'doc-gate/no-decision advise'];
    expect(await tried(edit, 'file.src/big.ts=80')).toEqual(both);
    expect(await tried(edit, 'file./home/dev/app/src/big.ts=50')).toEqual(both);
    expect(await tried(edit, 'file.src/big.ts=49')).toEqual([]);
    expect(await tried(edit, 'file.src/other.ts=80')).toEqual([]);
  });

  it('leaves what the call says of the file', async () => {
    expect(await tried(write('// Totals of a cart.\n'), 'file.src/big.ts=80')).toEqual(['doc-gate/no-decision deny']);
    expect(await tried(write('/** @decision DEC-CART-001 */\n'), 'file.src/big.ts=80')).toEqual([
      'doc-gate/no-header pass',
    ]);
  });
});
