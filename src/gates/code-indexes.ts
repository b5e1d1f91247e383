import type { EventData } from '../events/schemas.ts';

/** An index of the code: its name, the paths of which one is there where it is, and the tools that answer from it. */
export interface CodeIndex {
  readonly name: string;
  readonly paths: readonly string[];
  readonly tools: string;
}

type Present = EventData<'IndexObserved'>['indexes'];

/** What the policy names, else CodeGraph's folder. */
export const codeIndexes = (options: Readonly<Record<string, unknown>>): readonly CodeIndex[] => {
  const { indexes } = options;
  return Array.isArray(indexes) ? (indexes as CodeIndex[]) : [CODEGRAPH];
};

/** A path that ends in `/` is that of a folder. */
const CODEGRAPH: CodeIndex = { name: 'codegraph', paths: ['.codegraph/'], tools: 'mcp__codegraph__*' };

/** `codegraph (.codegraph/)` */
export const indexWords = (indexes: Present): string =>
  indexes.map(({ name, path }) => `${name} (${path})`).join(' and ');

/** How often agents are told of an index in a session, unless the policy says otherwise. */
const BUDGET = 5;

export const budgetOf = ({ budget }: Readonly<Record<string, unknown>>): number =>
  typeof budget === 'number' ? budget : BUDGET;
