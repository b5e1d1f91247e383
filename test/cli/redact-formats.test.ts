import { basename } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { FORMATS } from '../../src/audit/formats.ts';
import { runDocket } from '../kit/hook-process.ts';
import { completes, prompts, requests, type Scenario, scenario } from '../kit/scenario.ts';

const PROMPT = 'Mention the quarterly zebra figures, says lovelace@example.org';
const CONTENT = 'const zebra = "striped quagga";';
const FILE = 'src/okapi/quarter.ts';

/** What no reader may see, by the level that takes it out. */
const SECRETS = {
  paths: ['okapi', 'quarter.ts'],
  prompts: ['quarterly zebra'],
  contents: ['striped quagga', 'grep -c giraffe'],
  identities: ['lovelace@example.org'],
} as const;

describe('an export without what is not to be shared', () => {
  let s: Scenario;

  beforeEach(async () => {
    s = scenario({ policy: { preset: 'strict' } });
    const input = { file_path: `${s.project}/${FILE}`, content: CONTENT };
    await s.given(
      prompts(PROMPT),
      requests('Write', input, { tool_use_id: 'w1' }),
      completes('Write', input, { filePath: input.file_path, content: CONTENT, type: 'create' }, { tool_use_id: 'w1' }),
      requests('Bash', { command: `grep -c giraffe ${FILE}`, description: 'count' }, { tool_use_id: 'b1' }),
      { hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message: `Done: ${PROMPT}` },
    );
  });

  const exported = (format: string, ...levels: readonly string[]): string => {
    const session = s.events()[0]?.stream ?? '';
    const args = ['export', '--session', session, '--format', format, '-o', '-'];
    const { status, stdout, stderr } = runDocket([...args, '--redact', ...levels], s.project);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return stdout;
  };

  it('would hold it', () => {
    const { stdout } = runDocket(['export', '--all', '--format', 'json', '-o', '-'], s.project);
    for (const secret of Object.values(SECRETS).flat()) expect(stdout).toContain(secret);
  });

  it.each(FORMATS.map(({ name }) => name))('says none of it as %s', (format) => {
    const text = exported(format, 'all');
    expect(text.length).toBeGreaterThan(100);
    for (const secret of Object.values(SECRETS).flat()) expect(text).not.toContain(secret);
    expect(text).not.toContain(basename(s.project));
    // Digests of what was taken out are for who verifies.
    if (format !== 'ndjson') expect(text).not.toMatch(/"hash":"[0-9a-f]/);
  });

  it.each(Object.keys(SECRETS) as (keyof typeof SECRETS)[])(
    'leaves out what a level names, and no more: %s',
    (level) => {
      const text = exported('json', level);
      for (const secret of SECRETS[level]) expect(text).not.toContain(secret);
      const kept = { paths: 'striped quagga', prompts: 'okapi', contents: 'quarterly zebra', identities: 'okapi' }[
        level
      ];
      expect(text).toContain(kept);
    },
  );

  it('is refused at a level that is none', () => {
    const { status, stderr } = runDocket(
      ['export', '--all', '--redact', 'names', '--format', 'json', '-o', '-'],
      s.project,
    );
    expect(status).toBe(2);
    expect(stderr).toContain('There is no level names');
  });

  it('has no digests to leave out where nothing is taken out', () => {
    const { status, stderr } = runDocket(['export', '--all', '--no-digests', '-o', 'x.ndjson'], s.project);
    expect(status).toBe(2);
    expect(stderr).toContain('--no-digests goes with --redact');
  });
});
