import { findLocation } from '../../src/events/location.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import type { EventData } from '../../src/events/schemas.ts';
import { factsFrom } from '../../src/gates/facts.ts';
import { observeGitFacts } from '../../src/hooks/observers/git-facts.ts';
import { observeActTrees } from '../../src/hooks/observers/tree/tree.ts';
import type { TreeFact } from '../../src/hooks/observers/tree/tree-of-look.ts';
import { placeOf } from '../../src/hooks/place.ts';
import { understand } from '../../src/shell/understand.ts';
import { envelope } from './envelope.ts';

interface ActTreesOptions {
  /** Where the command runs. */
  readonly cwd?: string;
  /** Milliseconds. */
  readonly timeLeft?: number;
  readonly looks?: Map<string, Promise<unknown>>;
}

/** What docket says that the acts of a command would record or bring in. */
export const actTrees = async (
  project: string,
  command: string,
  env: Record<string, string>,
  { cwd = project, timeLeft = Number.POSITIVE_INFINITY, looks }: ActTreesOptions = {},
): Promise<TreeFact[]> => {
  const all = { ...env, CLAUDE_PROJECT_DIR: project };
  const location = findLocation({ env: all, cwd: project });
  const place = placeOf({ location, cwd, env: all, fs: nodeLogFs });
  const { testRun: _, ...understood } = understand(command);
  const facts = [
    envelope('c', 'CommandUnderstood', { data: { ...understood } }),
    ...observeGitFacts(understood as EventData<'CommandUnderstood'>, place, ['MASTER_PLAN.md']).map((data) =>
      envelope('g', 'GitObserved', { data: { ...data } }),
    ),
  ];
  return observeActTrees(factsFrom(facts), place, { env, looks, timeLeft: () => timeLeft });
};
