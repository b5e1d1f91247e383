import type { Finding } from '../finding.ts';
import { someOf } from '../words.ts';
import type { World } from '../world.ts';

/** Variables that each hook is started with and that slow Node, or make it print: in this shell, or in settings of the client. */
export const checkEnvironment = (world: World): Finding[] => [
  ...finding(world, 'environment/extra-ca-certs', ['NODE_EXTRA_CA_CERTS'], () => true, {
    says: 'NODE_EXTRA_CA_CERTS is set: Node 20 takes tens of milliseconds longer to start, with every hook call.',
    fix: 'Set it for what needs the certificates, and not for the client; newer versions of Node read them when they are needed.',
  }),
  ...finding(world, 'environment/node-options', ['NODE_OPTIONS'], loadsSomething, {
    says: 'NODE_OPTIONS makes every Node load another module, or listen for a debugger, hooks included.',
    fix: 'Start the client without it.',
  }),
  ...finding(world, 'environment/node-files', ['NODE_COMPILE_CACHE', 'NODE_V8_COVERAGE', 'NODE_DEBUG'], () => true, {
    says: 'A variable makes every Node write files or print, hooks included.',
    fix: 'Start the client without it: docket brings a compiled copy of its own, and what is printed on stderr may be shown.',
  }),
  ...finding(world, 'environment/docket-debug', ['DOCKET_DEBUG'], (value) => value === '1', {
    says: 'DOCKET_DEBUG=1 makes each hook call print its stages on stderr.',
    fix: 'Unset it where the client starts: docket doctor sets it itself where it measures.',
  }),
];

const loadsSomething = (options: string): boolean =>
  /(?:^|\s)(?:-r\b|--require\b|--import\b|--loader\b|--experimental-loader\b|--inspect(?:-brk|-wait)?\b|--cpu-prof|--heap-prof|--prof\b)/.test(
    options,
  );

const finding = (
  { env, sources }: World,
  id: Finding['id'],
  names: readonly string[],
  isMeant: (value: string) => boolean,
  words: Pick<Finding, 'says' | 'fix'>,
): Finding[] => {
  const evidence = names.flatMap((name) => [
    ...placesOf(name, env[name], 'this environment', isMeant),
    ...sources.flatMap(({ path, settings }) =>
      placesOf(name, (settings['env'] as Record<string, unknown> | undefined)?.[name], `"env" of ${path}`, isMeant),
    ),
  ]);
  return evidence.length === 0 ? [] : [{ id, ...words, evidence: someOf(evidence) }];
};

const placesOf = (name: string, value: unknown, where: string, isMeant: (value: string) => boolean): string[] =>
  typeof value === 'string' && value !== '' && isMeant(value) ? [`${name}=${value} in ${where}`] : [];
