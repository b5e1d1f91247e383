import { type Command, Option } from 'commander';
import { linesWith } from '../events/find-lines.ts';
import type { LogFolder } from '../events/segments.ts';
import type { Gate } from '../gates/gate.ts';
import { verdictsIn } from '../replay/summary.ts';
import { assertIsGate } from './known-gate.ts';

interface FilterWords {
  /** What `--last` counts. */
  readonly last?: string;
  /** What goes before each of them, where they ask for something else than the command does without. */
  readonly before?: string;
  /** `many`: one option takes several; `repeated`: one each, since paths may follow; or what the only one does. */
  readonly session?: 'many' | 'repeated' | { readonly one: string };
}

/** Declares the filters that all commands share, in the same words everywhere. */
export const addFilters = (command: Command, words: FilterWords = {}): Command => {
  const { last = 'only the newest N of them', before = '', session = 'many' } = words;
  return command
    .addOption(sessionOption(session))
    .option('--type <type...>', `${before}only events of these types`)
    .option('--gate <gate>', `${before}only what a gate said`)
    .option('--tool <tool>', `${before}only calls of a tool`)
    .option('--path <text>', `${before}only events about files whose path contains the text`)
    .option('--since <time>', `${before}only since then: ISO 8601, or an age like 15m, 2h, 3d`)
    .option('--until <time>', `${before}only until then: the same`)
    .option('--last <n>', `${before}${last}`);
};

const SESSIONS = 'only of sessions whose ids begin so';

const sessionOption = (session: NonNullable<FilterWords['session']>): Option => {
  if (session === 'many') return new Option('--session <id...>', SESSIONS);
  if (session !== 'repeated') return new Option('--session <id>', session.one);
  return new Option('--session <id>', `${SESSIONS}; once for each`).argParser(
    (id, before: readonly string[] | undefined) => [...(before ?? []), id],
  );
};

/**
 * Throws `UsageError` for a gate that nobody knows: what is asked for of a word that was mistyped is nothing, and that looks like an answer.
 * One that is gone from the policy is known where a log has a verdict of it.
 */
export const assertGate = (
  gate: string | undefined,
  gates: readonly Gate[],
  isLogged: (gate: string) => boolean,
): void => {
  if (gate === undefined || gates.some(({ name }) => name === gate) || (!gate.includes('/') && isLogged(gate))) return;
  assertIsGate(gate, gates);
};

/** Whether a log has a verdict of a gate. */
export const hasVerdictOf =
  (folder: LogFolder) =>
  (gate: string): boolean => {
    for (const { event } of linesWith(folder, `"gate":${JSON.stringify(gate)}`)) {
      if (verdictsIn(event.data).some((verdict) => verdict.gate === gate)) return true;
    }
    return false;
  };
