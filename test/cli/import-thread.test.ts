import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cleanEnv, DIST } from '../kit/hook-process.ts';
import { tempProject } from '../kit/temp-project.ts';
import { asks, closing, type Line, result, said, writeTranscript } from '../kit/transcripts.ts';

const SECRET = `gh${'p_'}${'a1B2'.repeat(9)}`;

/** Plain results, some with a secret, some too long for a line. */
const LONG: Line[] = Array.from({ length: 300 }, (_, at) => [
  said(`prompt ${at}`),
  asks(`c${at}`, 'Bash', { command: at % 5 === 0 ? `curl -H "X-Token: ${SECRET}${at}" x` : `cat ${at}` }),
  result(`c${at}`, `line ${at} ${at % 7 === 0 ? SECRET : ''}ü\n`.repeat(at % 11 === 0 ? 1200 : 300)),
  closing(`The answer to ${at}.`),
]).flat();

/** Every file of a log folder that holds events or parts of them, by its name. */
const contentsOf = (root: string): Record<string, string> =>
  Object.fromEntries(
    ['log', 'blobs', 'snapshots'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map((name) => join(root, folder, name))
        .filter((path) => statSync(path).isFile())
        .map((path) => [path.slice(root.length), readFileSync(path, 'utf8')] as const),
    ),
  );

describe('a large import', () => {
  it('writes byte for byte the same with the help of a thread and without', () => {
    const project = tempProject();
    const path = writeTranscript(project.path, 's1.jsonl', LONG);
    // With this one beside it there is so much to read that a thread is started. It is no transcript, and takes no room.
    const other = project.write('other.jsonl', '{"a":1}\n');
    truncateSync(other, 40 * 1024 * 1024);
    const alone = join(project.path, 'dist');
    cpSync(DIST, alone, { recursive: true, filter: (file) => !file.endsWith('import-worker.cjs') });
    const [helped, single] = [DIST, alone].map((dist, at) => {
      const root = join(project.path, `log-${at}`);
      const { status, stderr } = spawnSync(process.execPath, [join(dist, 'docket.cjs'), 'import', path, other], {
        cwd: project.path,
        encoding: 'utf8',
        env: cleanEnv({ HOME: project.path, DOCKET_DIR: root }),
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      return contentsOf(root);
    });
    expect(Object.keys(helped ?? {})).toEqual(Object.keys(single ?? {}));
    for (const [name, content] of Object.entries(helped ?? {})) {
      expect(content === single?.[name]).toBe(true);
      expect(content.includes(SECRET)).toBe(false);
    }
    expect(Object.keys(helped ?? {}).length).toBeGreaterThan(30);
  });
});
