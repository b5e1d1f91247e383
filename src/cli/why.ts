import type { Envelope } from '../events/envelope.ts';
import { openStreamIndex } from '../events/open-index.ts';
import type { EventData, Verdict } from '../events/schemas.ts';
import { explainRuling } from '../replay/explain.ts';
import { explanationText } from './explanation-text.ts';
import { decidingVerdict, findRuling } from './find-ruling.ts';
import { type ExitCode, type Io, NotFoundError, UsageError } from './io.ts';
import { progressFor } from './progress.ts';
import { findLoggedProject } from './project.ts';
import { printable, styleFor, wrap } from './style.ts';

export interface WhyOptions {
  readonly call?: string;
  readonly session?: string;
  readonly all?: boolean;
  readonly json?: boolean;
}

/**
 * Explains a verdict: of an event or ruling by its id, of a tool call, or without either the last one that denied,
 * asked or rewrote. Shows the deciding verdict; with `all` every gate's. Throws `UsageError`, and `NotFoundError` when
 * there is nothing to explain.
 */
export const runWhy = (id: string | undefined, options: WhyOptions, io: Io): ExitCode => {
  const { call, session, all = false, json = false } = options;
  if (id !== undefined && call !== undefined) throw new UsageError('Give an event id or --call, not both.');
  const { folder, worktree } = findLoggedProject(io);
  const progress = progressFor(io, 'reading the log');
  const { onProgress } = progress;
  const index = openStreamIndex(folder, { onProgress });
  const ruling = findRuling(folder, { id, call, session }, worktree, index);
  const pick = all ? (verdicts: readonly Verdict[]) => verdicts : decidingVerdict;
  const explained = explainRuling(folder, ruling, pick, { index, onProgress });
  progress.done();
  if (explained === null) throw new NotFoundError('The event that was judged is not in the log any more.');
  const { explanations } = explained;
  if (explanations.length === 0) {
    throw new NotFoundError(`No rule had anything to say about event ${explained.trigger.event.id}.`);
  }
  if (json) io.stdout(`${JSON.stringify(all ? explanations : explanations[0])}\n`);
  else {
    const style = styleFor(io);
    const texts = explanations.map((explanation) => explanationText(explanation, explained, style, io.width));
    io.stdout(texts.join(`\n${style('dim', '─'.repeat(Math.min(io.width, 40)))}\n\n`));
    const others = all ? [] : stoppedAsWell(ruling.event, explanations[0]?.rule);
    const rows = wrap(`${others.join(', ')} stopped it as well: docket why --all ${ruling.event.id}`, io.width);
    if (others.length > 0) io.stdout(`\n${rows.map((row) => style('yellow', printable(row))).join('\n')}\n`);
  }
  return 0;
};

/** The other rules that were answered with a deny or an ask: what opens one of them opens nothing yet. */
const stoppedAsWell = ({ data }: Envelope, rule: string | undefined): string[] => {
  const { verdicts } = data as EventData<'GatesRuled'>;
  const stopping = verdicts.filter(({ mode, decision }) => mode === 'enforce' && STOPPING.has(decision));
  return stopping.some((verdict) => verdict.rule === rule)
    ? [...new Set(stopping.map((verdict) => verdict.rule))].filter((name) => name !== rule)
    : [];
};

const STOPPING: ReadonlySet<Verdict['decision']> = new Set(['deny', 'ask']);
