import type { Run } from '../run.ts';

/** Says whether a run is where something comes from. */
export type Source = (run: Run) => boolean;

/** Whether what a run prints comes from such a one. Runs of a pipeline know all those before them, so each is asked once. */
export const comesFrom = (run: Run, is: Source): boolean => {
  const seen = new Set<Run>([run]);
  for (const { input, substitutions } of seen) {
    for (const inner of substitutions) seen.add(inner);
    for (const inner of input.kind === 'pipe' ? input.from : []) seen.add(inner);
  }
  return [...seen].some(is);
};

/** Whether a run gets something from the network. */
export const isDownload = ({ program, args, redirects, input }: Run): boolean => {
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
