import type { Policy } from '../../events/schemas.ts';
import { GATES } from '../gates.ts';
import type { PolicyFile } from '../policy-file-schema.ts';

type Named = NonNullable<PolicyFile['customGates']>;

/** The gates that the project names, and what the policy says of each; null where it names none. */
export const customGatesOf = (
  files: readonly Pick<PolicyFile, 'customGates'>[],
  preset: Policy['preset'],
): { readonly settings: Policy['gates']; readonly files: Readonly<Record<string, string>> } | null => {
  const named = files.find(({ customGates }) => customGates !== undefined)?.customGates ?? {};
  const gates = Object.entries(named).filter(([name]) => !isOurs(name));
  if (gates.length === 0) return null;
  const byDefault = preset === 'observe' ? 'monitor' : 'enforce';
  const settings = gates.map(([name, { mode = byDefault, rules = {}, failClosed = false, options = {} }]) => {
    return [name, { mode, rules, failClosed, options }] as const;
  });
  return {
    settings: Object.fromEntries(settings),
    files: Object.fromEntries(gates.map(([name, { file }]) => [name, file])),
  };
};

/** What is wrong with the gates that a file names: who may name some, and how they may be called. */
export const customProblems = (
  source: { readonly path: string },
  { customGates }: Pick<PolicyFile, 'customGates'>,
): string[] => {
  if (customGates === undefined) return [];
  const { path } = source;
  if (!mayNameGates(source))
    return [`${path} names customGates, which only a project's docket.config.json may: remove it`];
  return Object.keys(customGates)
    .filter(isOurs)
    .map((name) => `${path} names a custom gate "${name}", and docket has a gate of that name: call it something else`);
};

const isOurs = (name: string): boolean => GATES.some((gate) => gate.name === name);

/** Whether a policy file is the project's own: neither the user's nor the local one says what runs. */
export const mayNameGates = ({ path }: { readonly path: string }): boolean =>
  !/(?:^|[\\/])(?:config|docket\.config\.local)\.json$/.test(path);

/** Whether a name is that of a custom gate that files name, or the id of a rule that one of them may have. */
export const isCustomName = (name: string, files: readonly Pick<PolicyFile, 'customGates'>[]): boolean =>
  files.some(({ customGates = {} }: { readonly customGates?: Named | undefined }) =>
    Object.keys(customGates).some((gate) => name === gate || name.startsWith(`${gate}/`)),
  );
