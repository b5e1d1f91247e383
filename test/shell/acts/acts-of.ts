import { understand } from '../../../src/shell/understand.ts';

/** What a command line does that rules about some kinds are about: kind, paths and what the details say. */
export const actsOf = (command: string, kinds: readonly string[]): string[] =>
  understand(command)
    .acts.filter(({ kind }) => kinds.includes(kind))
    .map(({ kind, paths, details }) => {
      const said = Object.entries(details)
        .filter(([, value]) => value !== false)
        .map(([name, value]) => (value === true ? name : `${name}=${String(value)}`));
      return [kind, ...paths.map(({ written }) => written ?? '?'), ...said].join(' ');
    });
