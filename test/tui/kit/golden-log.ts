import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeLogFs } from '../../../src/events/log-fs.ts';
import { openLogWriter } from '../../../src/events/log-writer.ts';
import { type LogFolder, logFolder } from '../../../src/events/segments.ts';
import { tempProject } from '../../kit/temp-project.ts';

/** A recorded session of the repository in a log of others: under which name, on which day, in which project. */
export interface LoggedSession {
  /** The file in fixtures/transcripts, without its ending. */
  readonly golden: string;
  readonly session: string;
  readonly day: string;
  readonly worktree: string;
  /** Another one of the host's, put in the place of what stands there. */
  readonly changed?: (line: string) => string;
}

const TRANSCRIPTS = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'transcripts');

/** A log of recorded sessions, one after another, whose ids begin with a letter of their own each. */
export const goldenLog = (...sessions: readonly LoggedSession[]): LogFolder => {
  const folder = logFolder(join(tempProject().path, '.docket'), nodeLogFs);
  const writer = openLogWriter(folder);
  for (const [index, { golden, session, day, worktree, changed = (line: string) => line }] of sessions.entries()) {
    const letter = String.fromCharCode('a'.charCodeAt(0) + index);
    const [, ...lines] = readFileSync(join(TRANSCRIPTS, `${golden}.ndjson`), 'utf8')
      .trimEnd()
      .split('\n');
    writer.append(
      lines.map((line) =>
        changed(
          line
            .replace(/"e(\d+)"/g, `"${letter}$1"`)
            .replace('"stream":"s1"', `"stream":"${session}"`)
            .replaceAll('2026-01-01', day)
            .replaceAll('"/project', `"${worktree}`),
        ),
      ),
    );
  }
  writer.close();
  return folder;
};

/** The sessions that the screens of tests show. */
export const SHOP: readonly LoggedSession[] = [
  {
    golden: 'force-pushes-are-rewritten-denied-or-asked-about',
    session: '0b1f3c55-push',
    day: '2026-01-02',
    worktree: '/home/ada/shop',
  },
  {
    golden: 'what-subagents-left-undone-is-told-with-the-next-prompt',
    session: '7d20aa41-agents',
    day: '2026-01-03',
    worktree: '/home/ada/billing-service-of-the-north',
  },
  {
    golden: 'writing-is-warned-then-denied-while-tests-fail-and-passes-once-they-pass',
    session: '36a90987-tests',
    day: '2026-01-04',
    worktree: '/home/ada/shop',
  },
];
