import { type OptionSpec, readOptions } from '../options.ts';
import type { Run } from '../run.ts';
import type { FoundAct } from './act.ts';
import { comesFrom, isDownload } from './download-sources.ts';
import { type InterpreterCall, interpreterCall } from './interpreter.ts';

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

/** The file that a download is written to (`download`). */
export const downloadedFile = (run: Run): FoundAct[] => {
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
  const folder = options.find(({ name }) => FOLDER_OPTIONS[run.program ?? '']?.includes(name))?.value?.value ?? '';
  const inFolder = (name: string | null): string | null =>
    name === null || folder === '' ? name : `${folder.replace(/\/$/, '')}/${name}`;
  const file = named ?? redirected?.target?.value ?? (isRemoteName ? inFolder(lastSegment(url)) : null);
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

const FOLDER_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  curl: ['--output-dir'],
  wget: ['-P', '--directory-prefix'],
};

const lastSegment = (url: string | null): string | null =>
  url
    ?.replace(/[?#].*$/, '')
    .replace(/\/$/, '')
    .split('/')
    .at(-1) ?? null;

/** A file that is run as a program, or that an interpreter reads (`run-file`). */
export const ranFile = (run: Run): FoundAct[] => {
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
