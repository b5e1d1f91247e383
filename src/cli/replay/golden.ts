import { existsSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { counted } from '../../audit/counted.ts';
import { realFolder } from '../../events/git-layout.ts';
import { openStreamIndex } from '../../events/open-index.ts';
import { readPolicyFiles, redactionTexts } from '../../hooks/observers/policy.ts';
import { type Golden, recordGolden } from '../../replay/golden.ts';
import { type ExitCode, type Io, NotFoundError, UsageError } from '../io.ts';
import { pickStream } from '../pick-stream.ts';
import { progressFor } from '../progress.ts';
import { findLoggedProject } from '../project.ts';
import { printable, wrap } from '../style.ts';
import { divergenceRows } from './check-text.ts';

export interface GoldenOptions {
  readonly output?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

/**
 * Writes a session to a file that replays by itself, redacted and without the names of this machine's folders. 1 where it
 * does not replay as recorded. Throws `UsageError` for a file that is there, and `NotFoundError`.
 */
export const runGolden = (wanted: string | undefined, options: GoldenOptions, io: Io): ExitCode => {
  const { output, force = false, json = false } = options;
  if (output === undefined) {
    throw new UsageError('Say where to: -o fixtures/transcripts/WHAT-IT-SHOWS.ndjson, or -o - for standard output.');
  }
  const isStdout = output === '-';
  if (isStdout && json) throw new UsageError('--json says on standard output what was written to a file: name one.');
  const path = resolve(io.cwd, output);
  const { folder, location, worktree } = findLoggedProject(io);
  if (!isStdout) refusePath(path, { output, force, root: location.root });
  const progress = progressFor(io, 'reading the log', 'lines');
  const index = openStreamIndex(folder);
  const stream = pickStream(index, wanted, worktree);
  if (stream === null) throw new NotFoundError('There is no session in the log yet.');
  const home = io.env['HOME'] ?? '';
  const golden = recordGolden({
    folder,
    index,
    stream,
    places: {
      projects: [location.projectDir, location.policyDir, realFolder(location.projectDir)],
      homes: home === '' ? [] : [home, realFolder(home)],
    },
    redactionTexts: redactionTexts(readPolicyFiles(location.policyDir, io.env)),
    onProgress: progress.onProgress,
  });
  progress.done();
  if (golden.checked.rulings === 0) {
    throw new NotFoundError(
      `No gate ruled in session ${stream}, so that a golden of it would have nothing to check. ` +
        '`docket log --sessions` shows the sessions; `docket backtest` judges imported ones.',
    );
  }
  if (isStdout) io.stdout(golden.text);
  else {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, golden.text);
  }
  const isFaithful = golden.changed.length === 0 && golden.checked.differ === 0;
  if (json) io.stdout(`${JSON.stringify({ session: stream, file: path, ok: isFaithful, ...withoutText(golden) })}\n`);
  else io.stderr(`${report(golden, stream, output, io).join('\n')}\n`);
  return isFaithful ? 0 : 1;
};

/** Agents may record goldens, so that no golden may take the place of a policy, a registration or the log. */
const refusePath = (
  path: string,
  { output, force, root }: { readonly output: string; readonly force: boolean; readonly root: string },
): void => {
  if (!path.endsWith('.ndjson')) throw new UsageError(`The name of a golden ends with .ndjson: -o ${output}.ndjson`);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) throw new UsageError(`${output} is no file, and is left as it is.`);
  const nearest = nearestFolder(dirname(path));
  if (`${nearest}/`.startsWith(`${realFolder(root)}/`)) {
    throw new UsageError(`${output} is in docket's own folder. Goldens are kept with the project's tests.`);
  }
  if (found !== undefined && !force) {
    throw new UsageError(
      `${output} is there already. --force replaces it; a golden that differs is worth a look first.`,
    );
  }
};

/** The real path of the folder, or of the first one above it that exists. */
const nearestFolder = (folder: string): string =>
  existsSync(folder) || folder === dirname(folder) ? realFolder(folder) : nearestFolder(dirname(folder));

const withoutText = ({ text: _, ...others }: Golden): Omit<Golden, 'text'> => others;

const report = (golden: Golden, stream: string, output: string, io: Io): string[] => {
  const { own, others, leftOut, redacted, checked, changed } = golden;
  const of = others === 0 ? '' : `, and ${counted(others, 'event')} of others that it saw`;
  const said = (text: string): string[] => wrap(text, io.width, '  ');
  return [
    ...wrap(
      `docket: session ${stream}: ${counted(own, 'event')}${of}; ${counted(checked.rulings, 'ruling')}`,
      io.width,
    ),
    ...leftOutRows(leftOut, said),
    ...(redacted > 0 ? said(`Redacted more than the log is: ${counted(redacted, 'event')}.`) : []),
    ...(changed.length > 0
      ? said("Replays otherwise than in the log, since names of folders or other sessions' events are not in it:")
      : checked.differ > 0
        ? said("Today's gates decide otherwise than was recorded, which the golden will say until that is meant:")
        : []),
    ...[...changed, ...(changed.length > 0 ? [] : checked.divergences)]
      .slice(0, MOST_SHOWN)
      .flatMap((divergence) => divergenceRows(divergence, io.width, '    ')),
    // Whoever copies the command wants it in one piece.
    ...(output === '-'
      ? []
      : ['  Keep it in the repository, and check it with:', `    docket check ${printable(output)}`]),
  ];
};

/** Which events of others are too many to keep. */
const leftOutRows = (leftOut: Golden['leftOut'], said: (text: string) => string[]): string[] => {
  const counts = Object.entries(leftOut).map(([type, count]) => `${count.toLocaleString('en')} ${type}`);
  if (counts.length === 0) return [];
  return said(`Left out, older events of others that no ruling of this session rests on today: ${counts.join(', ')}.`);
};

const MOST_SHOWN = 5;
