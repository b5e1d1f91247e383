import type { Verdict } from '../events/schemas.ts';
import { commandText } from '../hooks/observers/shell-command.ts';
import { rewrittenInput } from '../hooks/protocols/answer.ts';
import { tryGates } from '../hooks/try-gates.ts';
import { understand } from '../shell/understand.ts';
import { readAssumptions } from './assumptions.ts';
import { classifiedText } from './classified-text.ts';
import { type ExitCode, type Io, UsageError } from './io.ts';
import { presetPolicy } from './preset-policy.ts';
import { styleFor } from './style.ts';
import { tryDeps } from './try-deps.ts';

export interface ClassifyOptions {
  readonly json?: boolean;
  readonly preset?: string;
}

/** What docket makes of a shell command: the answer of `docket classify --json`. */
export interface Classified {
  readonly command: string;
  /** False when some of it could not be read: then nothing is proven by absence. */
  readonly understood: boolean;
  /** What could not be read, or only shows at run time although it matters. */
  readonly problems: readonly string[];
  readonly tier: 1 | 2 | 3;
  /** Every part is known to only read. */
  readonly safe: boolean;
  readonly segments: readonly {
    readonly text: string;
    readonly program: string | null;
    readonly tier: 1 | 2 | 3;
    readonly safe: boolean;
    readonly reason: string | null;
  }[];
  /** What gates would deny or ask about. */
  readonly dangers: readonly {
    readonly rule: string;
    readonly decision: Verdict['decision'];
    /** `monitor`: it would be logged and not answered. */
    readonly mode: Verdict['mode'];
    readonly reason: string;
    readonly remedy: string | null;
  }[];
  /** What each rule that rewrites makes of the command. */
  readonly rewrites: readonly {
    readonly rule: string;
    readonly mode: Verdict['mode'];
    readonly command: string;
  }[];
}

/**
 * Says what docket makes of a shell command, running and recording nothing. Several words are one command with each word
 * quoted where it has to be; `-` reads the command from standard input. Exit code 1 when a gate would deny or ask.
 */
export const runClassify = async (words: readonly string[], options: ClassifyOptions, io: Io): Promise<ExitCode> => {
  const preset = options.preset ?? 'strict';
  const policy = presetPolicy(preset);
  const command = await commandOf(words, io);
  const payload = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, cwd: io.cwd };
  const { state, fact } = readAssumptions([]);
  const tried = await tryGates({
    raw: Buffer.from(JSON.stringify(payload)),
    deps: tryDeps(io),
    assume: { policy, state },
    fact,
  });
  if ('unreadable' in tried) throw new UsageError(`The command cannot be read (${tried.unreadable.message}).`);
  const classified = classify(command, tried.ruled.verdicts);
  if (options.json === true) io.stdout(`${JSON.stringify(classified)}\n`);
  else io.stdout(classifiedText(classified, preset, styleFor(io), io.width));
  return classified.dangers.some(({ mode }) => mode === 'enforce') ? 1 : 0;
};

const commandOf = async (words: readonly string[], io: Io): Promise<string> => {
  const [only] = words;
  if (only === undefined) throw new UsageError("Give a command: docket classify -- 'git status && rm -rf build'");
  if (words.length > 1) return commandText({ command: words }) ?? '';
  return only === '-' ? withoutLineEnd(await io.readStdin()) : only;
};

/** `echo COMMAND | docket classify -` adds a line end. */
const withoutLineEnd = (text: string): string => (text.endsWith('\n') ? text.slice(0, -1) : text);

const classify = (command: string, verdicts: readonly Verdict[]): Classified => {
  const { understood, problems, review } = understand(command);
  const dangers = verdicts.filter(({ decision }) => decision === 'deny' || decision === 'ask');
  const rewriting = verdicts.filter(({ decision }) => decision === 'rewrite');
  return {
    command,
    understood,
    problems,
    tier: review.tier,
    safe: review.safe,
    segments: review.segments.map(({ shown, program, tier, safe, reason }) => ({
      text: shown,
      program,
      tier,
      safe,
      reason,
    })),
    dangers: dangers.map(({ rule, decision, mode, reason, conditions }) => ({
      rule,
      decision,
      mode,
      reason,
      remedy: conditions.find(({ holds, remedy }) => !holds && remedy !== null)?.remedy ?? null,
    })),
    rewrites: rewriting.map((verdict) => ({
      rule: verdict.rule,
      mode: verdict.mode,
      command: String(rewrittenInput([verdict], { command })?.['command'] ?? command),
    })),
  };
};
