import { type OptionSpec, readOptions } from '../options.ts';
import type { Run } from '../run.ts';
import { type FoundAct, type Recognizer, shownRun } from './act.ts';
import { type InterpreterCall, interpreterCall } from './interpreter.ts';

/**
 * Code from the network that runs here or on another machine: through a pipe, a substitution or a redirect
 * (`run-download`); and what is downloaded into a file (`download`), or run from one (`run-file`), which a rule puts
 * together. What runs in a container stays in it.
 */
export const downloads: Recognizer = {
  programs: ['*', 'curl', 'wget'],
  recognize: (run) => {
    if (runsDownload(run)) return run.host === 'container' ? [] : [{ kind: 'run-download', ...shownPipe(run) }];
    return [...downloadedFile(run), ...ranFile(run)];
  },
};

const runsDownload = (run: Run): boolean => {
  if (run.program === null) return run.args.every(({ value }) => value !== null) && run.substitutions.some(hasDownload);
  const call = interpreterCall(run);
  if (call === undefined) return false;
  if (call.kind === 'input') return readsDownload(run);
  const value = call.code?.value ?? null;
  if (value === null) return run.substitutions.some(hasDownload) || (call.kind === 'inline' && isFed(run, call));
  return call.kind === 'inline' && isFed(run, call);
};

/** With where it comes from: `sh` alone says little. */
const shownPipe = (run: Run): Pick<FoundAct, 'shown'> => {
  const { input } = run;
  const source = input.kind === 'pipe' ? input.from.find(hasDownload) : undefined;
  if (input.kind !== 'pipe' || source === undefined) return {};
  const between = input.direct.includes(source) ? '' : '… | ';
  return { shown: `${shownRun(source)} | ${between}${shownRun(run)}` };
};

/** What standard input gives: the runs before it in its pipeline, or a redirect from what a substitution prints. */
const readsDownload = (run: Run): boolean => {
  const { input } = run;
  if (input.kind === 'pipe') return input.from.some(hasDownload);
  if (input.kind === 'file')
    return isNetwork(input.path.value) || (input.path.value === null && run.substitutions.some(hasDownload));
  return input.kind === 'text' && input.text === null && run.substitutions.some(hasDownload);
};

/** Inline code that makes its input code: `xargs sh -c`, `eval "$line"`, `python -c 'exec(input())'`. */
const isFed = (run: Run, { code }: InterpreterCall): boolean => {
  const text = code?.value ?? code?.text ?? '';
  const runsInput =
    (run.extended && /^\W*(?:\{\}|%|\$[0-9@*]|)\W*$/.test(text)) ||
    (run.program === 'eval' && code?.value === null) ||
    (/\b(?:exec|eval|vm\.run\w+|instance_eval)\b\s*\(?/.test(text) &&
      /stdin|input\(|STDIN|readFileSync\(\s*0|<>|gets/.test(text));
  return runsInput && readsDownload(run);
};

/** Runs of a pipeline know all those before them, so each is asked once. */
const hasDownload = (run: Run): boolean => {
  const seen = new Set<Run>([run]);
  for (const { input, substitutions } of seen) {
    for (const inner of substitutions) seen.add(inner);
    for (const inner of input.kind === 'pipe' ? input.from : []) seen.add(inner);
  }
  return [...seen].some(isDownload);
};

const isDownload = ({ program, args, redirects, input }: Run): boolean => {
  if (redirects.some(({ target }) => isNetwork(target?.value ?? null))) return true;
  if (input.kind === 'file' && isNetwork(input.path.value)) return true;
  if (program === 'gh') return args[0]?.value === 'api' || args[0]?.value === 'gist';
  if (program === 'aws' || program === 'gsutil' || program === 'gcloud') {
    return args.some(({ value }) => /^(?:s3|gs):\/\//.test(value ?? ''));
  }
  return DOWNLOADERS.has(program ?? '');
};

/** bash makes a connection of these names. */
const isNetwork = (path: string | null): boolean => path !== null && /^\/dev\/(?:tcp|udp)\//.test(path);

const DOWNLOADERS = new Set([
  'curl',
  'wget',
  'wget2',
  'fetch',
  'aria2c',
  'axel',
  'http',
  'https',
  'xh',
  'xhs',
  'curlie',
  'lynx',
  'w3m',
  'links',
  'elinks',
  'GET',
  'lwp-request',
  'lwp-download',
  'nc',
  'ncat',
  'netcat',
  'socat',
  'ftp',
  'tftp',
]);

const CURL: OptionSpec = {
  mixed: true,
  valued: 'AbcCdDeEFhHKmoPQrTtuUwxXyYz',
  longValued: [
    'output',
    'output-dir',
    'user-agent',
    'header',
    'data',
    'request',
    'url',
    'user',
    'proxy',
    'max-time',
    'retry',
    'connect-timeout',
    'cacert',
    'cookie',
    'form',
    'write-out',
  ],
};

const WGET: OptionSpec = {
  mixed: true,
  valued: 'oaePOtTwQBiUDAR',
  longValued: ['output-document', 'directory-prefix', 'header', 'user-agent', 'tries', 'timeout', 'output-file'],
};

/** The file that a download is written to. */
const downloadedFile = (run: Run): FoundAct[] => {
  if (!isDownload(run)) return [];
  const spec = run.program === 'curl' ? CURL : WGET;
  const { options, operands } = readOptions(run.args, spec);
  const named = options.find(({ name }) => FILE_OPTIONS[run.program ?? '']?.includes(name))?.value?.value;
  const redirected = run.redirects.find(
    ({ operator, descriptor }) => operator.startsWith('>') && (descriptor ?? 1) === 1,
  );
  const isRemoteName =
    run.program === 'curl'
      ? options.some(({ name }) => name === '-O' || name === '--remote-name')
      : run.program === 'wget';
  const url = operands.findLast(({ value }) => value !== null)?.value ?? null;
  const file = named ?? redirected?.target?.value ?? (isRemoteName ? lastSegment(url) : null);
  return file === null || file === '-' ? [] : [{ kind: 'download', details: { file: file.slice(0, 1024) } }];
};

const FILE_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  curl: ['-o', '--output'],
  wget: ['-O', '--output-document'],
  aria2c: ['-o', '--out'],
};

const lastSegment = (url: string | null): string | null =>
  url
    ?.replace(/[?#].*$/, '')
    .replace(/\/$/, '')
    .split('/')
    .at(-1) ?? null;

/** A file that is run as a program, or that an interpreter reads. */
const ranFile = (run: Run): FoundAct[] => {
  if (run.host === 'container') return [];
  const call = interpreterCall(run);
  const file =
    call?.kind === 'file' ? (call.code?.value ?? null) : call === undefined ? programFile(run) : inputFile(run, call);
  return file === null ? [] : [{ kind: 'run-file', details: { file: file.slice(0, 1024) } }];
};

const programFile = ({ spelled }: Run): string | null =>
  spelled?.includes('/') === true && !INSTALLED.test(spelled) ? spelled : null;

const INSTALLED = /^\/(?:usr|bin|sbin|opt)\/|(?:^|\/)node_modules\//;

const inputFile = ({ input }: Run, { kind }: InterpreterCall): string | null => {
  if (kind !== 'input') return null;
  if (input.kind === 'file') return input.path.value;
  const last = input.kind === 'pipe' ? input.from.at(-1) : undefined;
  return last?.program === 'cat' ? (last.args[0]?.value ?? null) : null;
};
