import type { Environment } from '../../events/location.ts';
import type { EventData } from '../../events/schemas.ts';

type HostObserved = EventData<'HostObserved'>;

/**
 * Who could answer a question in this session, from the host's environment: the first marker that is there decides
 * (seed 004, session kind). What says that nobody is there goes before what says that somebody is: programs hand their
 * environment on to what they start. Only names of variables are recorded, never the environment.
 */
export const sessionKind = (env: Environment): HostObserved => {
  const entrypoint = env['CLAUDE_CODE_ENTRYPOINT'] ?? null;
  const found = MARKERS.find(({ isThere }) => isThere(env, entrypoint));
  return { kind: found?.kind ?? 'interactive', because: found?.name ?? 'no marker', entrypoint };
};

interface Marker {
  readonly kind: HostObserved['kind'];
  readonly name: string;
  readonly isThere: (env: Environment, entrypoint: string | null) => boolean;
}

const isSet =
  (name: string): Marker['isThere'] =>
  (env) =>
    (env[name] ?? '') !== '';

/** `CI=false npm run build` is how tools are told that a person sits there. */
const NO_CI = ['', 'false', '0'];

const MARKERS: readonly Marker[] = [
  { kind: 'spawned', name: 'OPENCLAW_SESSION', isThere: isSet('OPENCLAW_SESSION') },
  { kind: 'spawned', name: 'DOCKET_SESSION_KIND=spawned', isThere: (env) => env['DOCKET_SESSION_KIND'] === 'spawned' },
  {
    kind: 'headless',
    name: 'DOCKET_SESSION_KIND=headless',
    isThere: (env) => env['DOCKET_SESSION_KIND'] === 'headless',
  },
  {
    kind: 'interactive',
    name: 'DOCKET_SESSION_KIND=interactive',
    isThere: (env) => env['DOCKET_SESSION_KIND'] === 'interactive',
  },
  { kind: 'headless', name: 'GSTACK_HEADLESS', isThere: isSet('GSTACK_HEADLESS') },
  {
    kind: 'headless',
    name: 'CLAUDE_CODE_SESSION_ATTENDED=0',
    isThere: (env) => env['CLAUDE_CODE_SESSION_ATTENDED'] === '0',
  },
  {
    kind: 'headless',
    name: 'CLAUDE_CODE_ENTRYPOINT=sdk-*',
    isThere: (_env, entrypoint) => entrypoint?.startsWith('sdk-') === true,
  },
  { kind: 'headless', name: 'CI', isThere: (env) => !NO_CI.includes((env['CI'] ?? '').toLowerCase()) },
  {
    kind: 'interactive',
    name: 'CONDUCTOR_*',
    isThere: (env) => Object.keys(env).some((name) => name.startsWith('CONDUCTOR_') && env[name] !== ''),
  },
  { kind: 'interactive', name: 'CLAUDE_CODE_ENTRYPOINT=cli', isThere: (_env, entrypoint) => entrypoint === 'cli' },
];
