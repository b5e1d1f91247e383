import { counted } from '../../counted.ts';
import type { Intervention, PolicyPeriod, Postmortem, WaiverUse } from '../model.ts';
import { code, words } from './inert.ts';
import { doubtLine, firstOf, IN_JSON, idOf, type Section, when } from './section.ts';
import { dayAndClock } from './times.ts';

const MOST = 60;

export const against: Section = (postmortem) => [
  '## Denied, and it ran all the same',
  '',
  ...(postmortem.deniedButRan.length === 0
    ? ['Nothing: no call ran that was denied, and none unchanged that was to be changed.']
    : firstOf(postmortem.deniedButRan, MOST, (doubt) => [doubtLine(postmortem, doubt)], IN_JSON)),
  '',
];

export const waivers: Section = (postmortem) => [
  '## Waivers',
  '',
  ...(postmortem.waivers.length === 0
    ? ['None held.']
    : firstOf(postmortem.waivers, MOST, (use) => waiverLines(postmortem, use), IN_JSON)),
  '',
];

const WHO = { person: 'a person at a terminal', prompt: 'a person in a prompt', policy: 'the policy' } as const;

const waiverLines = (
  postmortem: Postmortem,
  { rule, by, reason, at, until, used, event, revokedAt, isOfSession }: WaiverUse,
): string[] => {
  const end =
    revokedAt !== null
      ? `taken back at ${dayAndClock(revokedAt)}`
      : until === null
        ? 'without an end'
        : `until ${dayAndClock(until)}`;
  const firings = used.flatMap((place) => postmortem.firings[place] ?? []);
  return [
    `- ${code(rule)} by ${WHO[by]}${at === null ? '' : ` at ${dayAndClock(at)}`}, ${end}${isOfSession ? ', for this session' : ''}, since ${code(reason)}${idOf(event)}: ${used.length === 0 ? 'let nothing through' : `let ${counted(used.length, 'thing')} through`}`,
    ...firings
      .slice(0, MOST_USED)
      .map(
        ({ title, at: time, decision, event: id }) =>
          `  - ${when(postmortem, time)} ${code(title)}, would have been ${decision}${idOf(id)}`,
      ),
    ...(firings.length > MOST_USED ? [`  - … and ${firings.length - MOST_USED} more`] : []),
  ];
};

const MOST_USED = 10;

export const people: Section = (postmortem) => [
  '## People',
  '',
  'What people did besides prompts, and who says so: at a terminal, in a line of a prompt, in the client, or only an agent (a claim, which counts for nothing).',
  '',
  ...(postmortem.interventions.length === 0
    ? ['- Nobody stepped in.']
    : firstOf(postmortem.interventions, MOST, (one) => [personLine(postmortem, one)], IN_JSON)),
  '',
];

const VOICES = {
  terminal: 'A person at a terminal',
  prompt: 'A person in a prompt',
  client: 'In the client',
  claim: 'An agent claims',
} as const;

const personLine = (postmortem: Postmortem, { at, voice, text, event }: Intervention): string =>
  `- ${when(postmortem, at)} **${VOICES[voice]}**: ${words(text)}${idOf(event)}`;

export const integrity: Section = (postmortem) => {
  const { ok, events, seals, unsealed, signedBy, signaturesChecked, damage, quarantined, means } = postmortem.integrity;
  return [
    '## Integrity',
    '',
    `- Verified: ${ok ? 'no damage of what holds the session' : '**what holds the session is damaged**'}${damage.some(({ isOfSession }) => !isOfSession) ? '; other parts of the log are' : ''}.`,
    `- Sealed: ${events - unsealed} of ${counted(events, 'event')}, by ${counted(seals, 'seal')}.`,
    `- Signed: ${signedBy === null ? 'no' : `with ${code(signedBy)}${signaturesChecked === null ? ', not checked here' : `, ${counted(signaturesChecked, 'signature')} of the log checked with this user's key`}`}.`,
    ...firstOf(
      damage,
      MOST,
      (one) => [`- **${one.isOfSession ? 'Damage' : 'Damage elsewhere'}**: ${words(one.text)}`],
      '`docket verify --json` has all',
    ),
    ...firstOf(quarantined, MOST, (one) => [`- Unreadable: ${words(one.text)}`], '`docket verify --json` has all'),
    '',
    'What that means:',
    '',
    ...means.map((sentence) => `- ${words(sentence)}`),
    '',
  ];
};

export const policy: Section = (postmortem) => [
  '## Policy',
  '',
  ...(postmortem.policies.length === 0
    ? ['No policy is known: gates were not asked.']
    : postmortem.policies.flatMap((period) => policyLines(postmortem, period))),
  '',
];

const policyLines = (
  postmortem: Postmortem,
  { from, preset, fingerprint, sources, differs, changes, problems, event }: PolicyPeriod,
): string[] => [
  `- From ${when(postmortem, from)}: preset ${code(preset)}, ${fingerprint === 'today' ? "today's, since none was in force" : `fingerprint ${code(fingerprint)}`}${sources.length === 0 ? '' : `, from ${sources.map(code).join(', ')}`}${idOf(event)}`,
  ...(differs.length === 0
    ? ['  - as the preset is']
    : firstOf(differs, MOST, (line) => [`  - ${words(line)}`], IN_JSON)),
  ...firstOf(changes, MOST, (line) => [`  - **changed**: ${words(line)}`], IN_JSON),
  ...firstOf(problems, MOST, (line) => [`  - **problem**: ${words(line)}`], IN_JSON),
];

export const redacted: Section = ({ redactions }) => [
  '## Redacted',
  '',
  ...(redactions.length === 0
    ? ['Nothing was taken out of the events of the session.']
    : firstOf(redactions, MOST, ({ rule, events }) => [`- ${code(rule)} in ${counted(events, 'event')}`], IN_JSON)),
  '',
];

export const unknown: Section = (postmortem) => [
  '## What is not known',
  '',
  ...(postmortem.unknown.length === 0
    ? ['- Nothing that should be in the record is missing, as far as the record itself can tell.']
    : firstOf(postmortem.unknown, MOST, (doubt) => [doubtLine(postmortem, doubt)], IN_JSON)),
  ...postmortem.leftOut.map((sentence) => `- **left out here**: ${words(sentence)}`),
  '',
];
