import { isJsonObject } from '../../events/json-object.ts';
import { formatPosition } from '../../events/position.ts';
import type { Finding, SuspectKind } from '../../replay/suspect.ts';
import { suspectWords } from '../../replay/suspect-words.ts';
import { counted } from '../counted.ts';
import type { Doubt, Firing, RunCommand } from './model.ts';
import type { Shown } from './shown.ts';
import { oneLine } from './texts.ts';
import type { Gap, Walked } from './walk.ts';

/** What a host did against what gates said. */
const AGAINST: ReadonlySet<SuspectKind> = new Set(['denied-but-ran', 'rewrite-not-taken']);

/** What ran although it was denied, or as it was not to run. */
export const deniedButRan = (walked: Walked, shown: Shown): Doubt[] =>
  findingsIn(walked)
    .filter(({ kind }) => AGAINST.has(kind))
    .map((finding) => doubtOf(finding, walked, shown));

/** What does not fit together otherwise, what cannot be read, and what nobody looked at. */
export const unknownIn = (
  walked: Walked,
  shown: Shown,
  {
    firings,
    commands,
    isImported,
    isLive,
  }: {
    readonly firings: readonly Firing[];
    readonly commands: readonly RunCommand[];
    readonly isImported: boolean;
    readonly isLive: boolean;
  },
): Doubt[] => {
  const whole = (kind: string, text: string): Doubt => ({ kind, text, event: null, at: null });
  const guesses = firings.filter(({ unknownFacts }) => unknownFacts.length > 0);
  const unread = commands.filter(({ tier }) => tier === null);
  const lost = lostTexts(walked);
  return [
    ...(isImported
      ? [
          whole(
            'imported',
            "The session was imported from a transcript: docket was not there. Nobody saw what files held, what git said or what ran outside the transcript, and every verdict here is what today's gates would have said.",
          ),
        ]
      : []),
    ...(isLive
      ? [
          whole(
            'live',
            'The session has no end in the log: it goes on, or its last hook was lost. What comes later is not in here.',
          ),
        ]
      : []),
    ...findingsIn(walked)
      .filter(({ kind }) => !AGAINST.has(kind))
      .map((finding) => doubtOf(finding, walked, shown)),
    ...walked.gaps.map(gapDoubt),
    ...(lost === 0
      ? []
      : [
          whole(
            'text-lost',
            `${counted(lost, 'long text')} could not be kept as it was written: only the beginning and the end are there.`,
          ),
        ]),
    ...(guesses.length === 0
      ? []
      : [
          whole(
            'unknown-facts',
            `${counted(guesses.length, 'verdict')} rest${guesses.length === 1 ? 's' : ''} on what nobody recorded: ${[...new Set(guesses.flatMap(({ unknownFacts }) => unknownFacts))].join(', ')}.`,
          ),
        ]),
    ...(unread.length === 0
      ? []
      : [
          whole(
            'command-not-read',
            `${counted(unread.length, 'command')} could not be read, so that nobody knows how risky ${unread.length === 1 ? 'it is' : 'they are'}.`,
          ),
        ]),
  ];
};

export const findingsIn = ({ items }: Walked): Finding[] =>
  items.flatMap((item) => ('finding' in item ? [item.finding] : []));

const doubtOf = (finding: Finding, { session }: Walked, shown: Shown): Doubt => {
  const { title, means } = suspectWords(finding);
  const [first] = finding.events;
  const line = first === undefined ? undefined : session.byId.get(first.id);
  const about = line === undefined ? '' : summaryWords(finding, shown, line.event);
  return {
    kind: finding.kind,
    text: `${title}${about}. ${means}`,
    event: first?.id ?? null,
    at: first?.at ?? null,
  };
};

const summaryWords = ({ events, kind }: Finding, shown: Shown, event: Parameters<Shown['event']>[0]): string => {
  // What failed says most itself.
  const isWhole = shown.event(event) === event;
  const told = kind === 'hook-failed' ? events.at(-1) : events[0];
  return told === undefined || !isWhole || told.summary === '' ? '' : `: ${oneLine(told.summary)}`;
};

const gapDoubt = (gap: Gap): Doubt => ({
  kind: 'gap',
  text:
    'error' in gap
      ? `The archive of segment ${gap.position.segment} is damaged from byte ${gap.position.offset} on: nothing behind that can be read.`
      : `A line of ${gap.length} bytes at ${formatPosition(gap.position)} cannot be read (${gap.reason}). It lies between events of this session, and may be one of it.`,
  event: null,
  at: null,
});

/** Long texts for which there was no room. */
const lostTexts = ({ session }: Walked): number =>
  session.lines.reduce((sum, { event }) => sum + lostIn(event.data), 0);

const lostIn = (value: unknown): number => {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + lostIn(item), 0);
  if (!isJsonObject(value)) return 0;
  if (value['$blob'] === null && 'lost' in value) return 1;
  return Object.values(value).reduce((sum: number, item) => sum + lostIn(item), 0);
};
