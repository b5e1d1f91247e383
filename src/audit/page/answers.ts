import type { Doubt, Firing, Postmortem } from '../postmortem/model.ts';
import { counted } from './shared/words.ts';

/** One thing that answers a question, and the event that shows it. */
export interface AnswerPoint {
  readonly text: string;
  readonly event: string | null;
  /** It speaks against what was done, or against the record. */
  readonly isBad: boolean;
}

export interface Answer {
  readonly id: string;
  readonly question: string;
  /** In a word or two, and how bad it is. */
  readonly short: string;
  readonly tone: 'good' | 'careful' | 'bad';
  readonly points: readonly AnswerPoint[];
}

/** What a reader of a postmortem asks first: what was allowed, who said so, and what the record is worth. */
export const answersOf = (postmortem: Postmortem): readonly Answer[] => [
  allowed(postmortem),
  whoSaidSo(postmortem),
  trust(postmortem),
];

const STOPS = new Set(['deny', 'ask']);

const allowed = ({ deniedButRan, firings, commands }: Postmortem): Answer => {
  const stops = firings.filter(({ decision }) => STOPS.has(decision));
  const points: AnswerPoint[] = [
    ...deniedButRan.map((doubt) => bad(`Ran although it was denied: ${doubt.text}`, doubt.event)),
    ...firings
      .filter(({ waived }) => waived !== null)
      .map((one) => bad(`A waiver let it through (${one.rule}): ${one.title}`, one.event)),
    ...stops
      .filter(({ answered, hypothetical }) => answered === false && !hypothetical)
      .map((one) =>
        bad(`${one.rule} said ${one.decision}, and the answer did not reach the host: ${one.title}`, one.event),
      ),
    ...stops
      .filter(isOnlyWatched)
      .map((one) => bad(`${one.rule} would have said ${one.decision}, but was only watched: ${one.title}`, one.event)),
    ...commands
      .filter(
        ({ tier, dangers, outcome, decision }) =>
          (tier === 3 || dangers.length > 0) && outcome === 'completed' && decision !== 'deny' && decision !== 'ask',
      )
      .map(({ command, dangers, event }) =>
        bad(`Risky, and it ran${dangers.length === 0 ? '' : ` (${dangers.join(', ')})`}: ${command}`, event),
      ),
  ];
  const isNone = points.length === 0;
  return {
    id: 'allowed',
    question: 'What was allowed that should not have been?',
    short: isNone ? 'Nothing that the record shows' : `${points.length} to look at`,
    tone: isNone ? 'good' : 'bad',
    points,
  };
};

const isOnlyWatched = ({ mode, hypothetical, waived }: Firing): boolean =>
  (mode === 'monitor' || hypothetical) && waived === null;

const whoSaidSo = ({ waivers, interventions, policies }: Postmortem): Answer => {
  const people: AnswerPoint[] = [
    ...waivers.map(({ rule, by, provenance, reason, event, used }) =>
      plain(
        `${by} (${provenance}) waived ${rule}: ${reason}; used ${counted(used.length, 'time')}`,
        event,
        provenance === 'agent',
      ),
    ),
    ...interventions.map(({ text, provenance, event }) =>
      plain(`${provenance}: ${text}`, event, provenance === 'agent'),
    ),
  ];
  const policy = policies.at(-1);
  return {
    id: 'who',
    question: 'Who said so?',
    short: people.length === 0 ? 'The policy alone' : `${people.length} by hand`,
    tone: people.some(({ isBad }) => isBad) ? 'bad' : people.length === 0 ? 'good' : 'careful',
    points: [
      ...people,
      policy === undefined
        ? plain('No policy is known for this session.', null, false)
        : plain(
            `The policy in force was ${policy.preset}${policy.differs.length === 0 ? '' : `, changed in ${counted(policy.differs.length, 'place')}`}.`,
            policy.event,
            false,
          ),
    ],
  };
};

const trust = ({ integrity, unknown, redactions, session }: Postmortem): Answer => {
  const { ok, events, seals, unsealed, signedBy, damage, quarantined } = integrity;
  const redacted = redactions.reduce((sum, { events: count }) => sum + count, 0);
  const limits: AnswerPoint[] = [
    ...damage.map((one) => bad(`Damaged: ${one.text}`, one.event)),
    ...quarantined.map((one) => bad(`Unreadable, set aside: ${one.text}`, one.event)),
    ...(unsealed > 0 ? [plain(`${counted(unsealed, 'event is', 'events are')} under no seal yet.`, null, false)] : []),
    ...(seals === 0 ? [plain('Nothing was sealed: a change to the log would not show.', null, true)] : []),
    ...(unknown.length > 0
      ? [plain(`${counted(unknown.length, 'thing is', 'things are')} not known: ${kinds(unknown)}.`, null, false)]
      : []),
    ...(redacted > 0
      ? [plain(`Secrets were removed from ${counted(redacted, 'event')} before they were written.`, null, false)]
      : []),
    ...(session.isImported ? [plain('It comes from a transcript: docket was not there.', null, true)] : []),
    ...(session.isLive ? [plain('The session has no end in the log.', null, false)] : []),
  ];
  const isBad = !ok || damage.length > 0;
  return {
    id: 'trust',
    question: 'Can I trust this record?',
    short: isBad ? 'No: it was damaged' : limits.length > 0 ? 'Yes, within limits' : 'Yes',
    tone: isBad ? 'bad' : limits.length > 0 ? 'careful' : 'good',
    points: [
      plain(
        `${ok ? 'Verified' : 'Checked, and found damaged'}: ${counted(events, 'event')}, ${counted(seals, 'seal')}, ${signedBy === null ? 'none signed' : `signed by ${signedBy}`}.`,
        null,
        isBad,
      ),
      ...limits,
    ],
  };
};

const kinds = (doubts: readonly Doubt[]): string => [...new Set(doubts.map(({ kind }) => kind))].join(', ');

const bad = (text: string, event: string | null): AnswerPoint => ({ text, event, isBad: true });

const plain = (text: string, event: string | null, isBad: boolean): AnswerPoint => ({ text, event, isBad });
