import { agentMark } from '../agent-environment.ts';
import type { Io } from '../io.ts';
import type { Finding } from './finding.ts';

/** What became of a finding: exactly one of these says something where `--fix` was asked for and the finding can be mended. */
export interface Mended {
  readonly done: string | null;
  readonly failed: string | null;
}

export const UNTOUCHED: Mended = { done: null, failed: null };

/**
 * Does what `--fix` does about a finding. What changes which calls reach the gates is a person's to do: an agent is refused. `before`
 * is called ahead of it, to show the change.
 */
export const mend = ({ mend: how }: Finding, { env }: Pick<Io, 'env'>, before: () => void): Mended => {
  if (how === undefined) return UNTOUCHED;
  const mark = agentMark(env);
  if (how.isPersonal === true && mark !== null) {
    return {
      done: null,
      failed: `this changes what the gates see, so only a person may do it, and ${mark} says that an agent runs here`,
    };
  }
  before();
  try {
    return { done: how.run(), failed: null };
  } catch (error) {
    return { done: null, failed: error instanceof Error ? error.message : String(error) };
  }
};
