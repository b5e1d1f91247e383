import { isDecoder } from '../decoders.ts';
import { type OptionSpec, readOptions } from '../options.ts';
import { inputText } from '../output.ts';
import type { Run } from '../run.ts';
import { UNKNOWN_VALUE } from '../simple-command.ts';
import { type FoundAct, type Recognizer, shownRun } from './act.ts';
import { type InterpreterCall, interpreterCall } from './interpreter.ts';

/**
 * Code from the network that runs here or on another machine: through a pipe, a substitution or a redirect
 * (`run-download`); code that only shows when it is decoded (`run-decoded`); and what is downloaded into a file
 * (`download`), or run from one (`run-file`), which a rule puts together. What runs in a container stays in it.
 */
export const downloads: Recognizer = {
  programs: ['*', 'curl', 'wget'],
  recognize: (run) => {
    const isHere = run.host !== 'container';
    if (runsWhat(run, isDownload) || fetchesCode(run))
      return isHere ? [{ kind: 'run-download', ...shownPipe(run, isDownload) }] : [];
    const isHidden = isHere && runsWhat(run, isDecoder) && !isReadable(run);
    return [
      ...(isHidden ? [{ kind: 'run-decoded', ...shownPipe(run, isDecoder) }] : []),
      ...downloadedFile(run),
      ...ranFile(run),
    ];
  },
};

type Source = (run: Run) => boolean;

/** Whether a run runs what such a program prints. */
const runsWhat = (run: Run, is: Source): boolean => {
  const substituted = (): boolean => run.substitutions.some((inner) => comesFrom(inner, is));
  if (run.program === null) return run.args.every(({ value }) => value !== null) && substituted();
  const call = interpreterCall(run);
  if (call === undefined) return false;
  if (call.kind === 'input') return reads(run, is);
  const isUnknown = (call.code?.value ?? null) === null;
  return (isUnknown && substituted()) || (call.kind === 'inline' && isFed(run, call, is));
};

/** What is decoded can be read all the same when the text says what that gives; and what is only a part of the code is data. */
const isReadable = (run: Run): boolean => {
  const call = interpreterCall(run);
  if (call?.kind !== 'input') return !/^"?(?:<?\$?\(|`|\$)/.test(call?.code?.text ?? '$');
  const text = inputText(run);
  return text !== null && !text.includes(UNKNOWN_VALUE);
};

/** Inline code that fetches something and runs it. */
const fetchesCode = (run: Run): boolean => {
  const call = interpreterCall(run);
  const code = call?.kind === 'inline' && run.program !== 'eval' ? (call.code?.value ?? '') : '';
  return (
    /(?<![.\w])(?:exec|eval)\s*\(/.test(code) &&
    /\b(?:urlopen|requests\.get|httpx\.get|open-uri|URI\.open|LWP)\b/.test(code)
  );
};

/** With where it comes from: `sh` alone says little. */
const shownPipe = (run: Run, is: Source): Pick<FoundAct, 'shown'> => {
  const { input } = run;
  const source = input.kind === 'pipe' ? input.from.find((inner) => comesFrom(inner, is)) : undefined;
  if (input.kind !== 'pipe' || source === undefined) return {};
  const between = input.direct.includes(source) ? '' : '… | ';
  return { shown: `${shownRun(source)} | ${between}${shownRun(run)}` };
};

/** What standard input gives: the runs before it in its pipeline, or a redirect from what a substitution prints. */
const reads = (run: Run, is: Source): boolean => {
  const { input } = run;
  const substituted = (): boolean => run.substitutions.some((inner) => comesFrom(inner, is));
  // A redirect from the network, or of all that a shell says and hears to it.
  if (is === isDownload && isDownload(run)) return true;
  if (input.kind === 'pipe') return input.from.some((inner) => comesFrom(inner, is));
  if (input.kind === 'file') return input.path.value === null && substituted();
  return input.kind === 'text' && input.text === null && substituted();
};

/** Inline code that makes its input code: `xargs sh -c`, `eval "$line"`, `python -c 'exec(input())'`. */
const isFed = (run: Run, { code }: InterpreterCall, is: Source): boolean => {
  const text = code?.value ?? code?.text ?? '';
  const runsInput =
    (run.extended && /^\W*(?:\{\}|%|\$[0-9@*]|)\W*$/.test(text)) ||
    (run.program === 'eval' && code?.value === null) ||
    (/\b(?:exec|eval|vm\.run\w+|instance_eval)\b\s*\(?/.test(text) &&
      /stdin|input\(|STDIN|readFileSync\(\s*0|<>|gets/.test(text));
  return runsInput && reads(run, is);
};

/** Runs of a pipeline know all those before them, so each is asked once. */
const comesFrom = (run: Run, is: Source): boolean => {
  const seen = new Set<Run>([run]);
  for (const { input, substitutions } of seen) {
    for (const inner of substitutions) seen.add(inner);
    for (const inner of input.kind === 'pipe' ? input.from : []) seen.add(inner);
  }
  return [...seen].some(is);
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
  if (!isDownload(run)) return handedOn(run);
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

/** The files into which others write what is downloaded in their pipeline: `curl … | tee x`, `curl … | tr … > x`. */
const handedOn = (run: Run): FoundAct[] => {
  const { input, redirects, program, args } = run;
  const files = [
    ...redirects.flatMap(({ operator, descriptor, target }) =>
      operator.startsWith('>') && (descriptor ?? 1) === 1 && target !== null ? [target] : [],
    ),
    ...(program === 'tee' ? readOptions(args, { mixed: true }).operands : []),
  ].flatMap(({ value }) => value ?? []);
  const isOne = files.length > 0 && input.kind === 'pipe' && input.from.some((inner) => comesFrom(inner, isDownload));
  return isOne ? files.slice(0, 4).map((file) => ({ kind: 'download', details: { file: file.slice(0, 1024) } })) : [];
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
