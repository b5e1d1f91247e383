import type { EventData, Verdict } from '../events/schemas.ts';
import type { View } from '../projections/fold.ts';

export interface Ruling {
  readonly decision: EventData<'GatesRuled'>['decision'];
  /** Why nobody could have answered an ask, which is therefore a deny. */
  readonly nobodyCanAnswer: string | null;
  /** The verdicts that are answered, strongest first, each group in gate order. */
  readonly answered: readonly Verdict[];
}

/**
 * One decision out of all verdicts: deny over ask over rewrite over allow over advise. Verdicts of gates in monitor
 * mode are logged and decide nothing. A rewrite beats an allow because it must not grant permission (DESIGN.md §1.6).
 */
export const combine = (verdicts: readonly Verdict[], state: Pick<View, 'session'>): Ruling => {
  const enforced = verdicts.filter(({ mode }) => mode === 'enforce');
  const inOrder = ORDER.flatMap((decision) => enforced.filter((verdict) => verdict.decision === decision));
  const answered = withoutClashes(inOrder);
  const strongest = answered[0]?.decision;
  if (strongest === undefined || strongest === 'pass') return { decision: 'none', nobodyCanAnswer: null, answered };
  const nobodyCanAnswer = strongest === 'ask' ? whyNobodyCanAnswer(state) : null;
  return { decision: nobodyCanAnswer === null ? strongest : 'deny', nobodyCanAnswer, answered };
};

/** Two changes of the same text cannot both be made: the rewrite of the later rule is left out, with all its changes. */
const withoutClashes = (verdicts: readonly Verdict[]): Verdict[] => {
  const kept: Verdict[] = [];
  for (const verdict of verdicts) {
    if (!kept.some((other) => clash(other, verdict))) kept.push(verdict);
  }
  return kept;
};

const clash = ({ edits: one }: Verdict, { edits: other }: Verdict): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.field === other.field &&
  one.edits.some((edit) => other.edits.some((against) => edit.start < against.end && against.start < edit.end));

const ORDER: readonly Verdict['decision'][] = ['deny', 'ask', 'rewrite', 'allow', 'advise'];

/** Why a question would reach nobody (measured: an ask in a headless, dontAsk or bypass session is denied or dropped). */
const whyNobodyCanAnswer = ({ session }: Pick<View, 'session'>): string | null => {
  if (session.kind === 'headless' || session.kind === 'spawned') return `the session is ${session.kind}`;
  if (session.permissionMode === 'dontAsk' || session.permissionMode === 'bypassPermissions') {
    return `the permission mode is ${session.permissionMode}`;
  }
  return null;
};
