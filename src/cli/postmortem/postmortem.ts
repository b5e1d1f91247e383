import { createPublicKey } from 'node:crypto';
import { basename, extname } from 'node:path';
import { makePostmortem } from '../../audit/postmortem/build.ts';
import { POSTMORTEM_WRITERS, type PostmortemWriter } from '../../audit/postmortem/writers.ts';
import { redactForSharing } from '../../audit/sharing/redact-for-sharing.ts';
import { nodeLogFs } from '../../events/log-fs.ts';
import { openStreamIndex } from '../../events/open-index.ts';
import { readSealKey } from '../../events/seal-key.ts';
import { readSnapshot } from '../../hooks/snapshot-file.ts';
import { writeOutput } from '../export/atomic-output.ts';
import { levelsFrom } from '../export/levels.ts';
import { type ExitCode, type Io, NotFoundError, UsageError } from '../io.ts';
import { pickStream } from '../pick-stream.ts';
import { projectPolicy } from '../policy-here.ts';
import { progressFor } from '../progress.ts';
import { findLoggedProject } from '../project.ts';
import { recordingAt } from '../replay/recording.ts';

export interface PostmortemOptions {
  readonly output?: string;
  readonly format?: string;
  readonly force?: boolean;
  /** Levels of what is not to be shared. */
  readonly redact?: readonly string[];
}

/**
 * `docket postmortem`: writes what happened in a session of the log, or in one that is recorded in a file. Throws
 * `UsageError`, `NotFoundError`, and the system's errors.
 */
export const runPostmortem = async (
  named: string | undefined,
  options: PostmortemOptions,
  io: Io,
  version: string,
): Promise<ExitCode> => {
  const writer = writerFor(options);
  const recording = named === undefined ? null : recordingAt(named, io);
  if (recording === null) return await write(named, options, writer, io, io, version);
  try {
    const opened = await recording.open();
    return await write(opened.session ?? undefined, options, writer, opened.io, io, version);
  } finally {
    recording.remove();
  }
};

/** The format with a name, else the one that the file's ending means, else the first. Throws `UsageError`. */
const writerFor = ({ format, output = '-' }: PostmortemOptions): PostmortemWriter => {
  const ending = extname(output).slice(1).toLowerCase();
  const wanted = format ?? ENDINGS[ending];
  const [first] = POSTMORTEM_WRITERS;
  const found = wanted === undefined ? first : POSTMORTEM_WRITERS.find(({ name }) => name === wanted);
  if (found !== undefined) return found;
  throw new UsageError(
    `A postmortem is written as ${POSTMORTEM_WRITERS.map(({ name }) => name).join(', ')}; not as ${wanted}.`,
  );
};

const ENDINGS: Readonly<Record<string, string>> = { md: 'md', markdown: 'md', html: 'html', htm: 'html', json: 'json' };

/** `io` is where the log is found, `out` where the answer goes. */
const write = async (
  named: string | undefined,
  { output = '-', force, redact }: PostmortemOptions,
  writer: PostmortemWriter,
  io: Io,
  out: Io,
  version: string,
): Promise<ExitCode> => {
  const sharing = redact === undefined ? null : redactForSharing(levelsFrom(redact));
  const { folder, location, worktree } = findLoggedProject(io);
  const progress = progressFor(io, 'making the postmortem', 'lines');
  const { onProgress } = progress;
  const index = openStreamIndex(folder, { onProgress });
  const stream = pickStream(index, named, worktree);
  if (stream === null) throw new NotFoundError('There is no session in the log yet.');
  const isNamed = sharing?.levels.includes('identities') !== true;
  const here = isNamed ? basename(location.projectDir) : 'project';
  const own = readSealKey(io.env, nodeLogFs);
  const postmortem = makePostmortem({
    folder,
    root: location.root,
    index,
    stream,
    project: io === out ? here : null,
    sharing,
    today: () => projectPolicy(io),
    publicKey: own === null ? null : createPublicKey(own.privateKey),
    snapshot: readSnapshot(location.root, folder.fs),
    onProgress,
  });
  progress.done();
  if (postmortem === null) throw new NotFoundError(`Nothing of session ${stream} can be read.`);
  const origin = { project: postmortem.session.project, version, at: new Date().toISOString() };
  await writeOutput(output, writer.write(postmortem, origin), { force }, out);
  return 0;
};
