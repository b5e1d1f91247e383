import { counted } from '../../counted.ts';
import type {
  Doubt,
  Intervention,
  PolicyPeriod,
  Postmortem,
  RedactionCount,
  WaiverUse,
} from '../../postmortem/model.ts';
import { VOICES } from '../answers.ts';
import { type Child, type Element, el } from '../shared/element.ts';
import { clock, code, data, dateAndClock, linkTo, nothing, section, table } from './parts.ts';
import { WAIVED_BY } from './people.ts';
import type { Places } from './places.ts';

// Who stepped in, and what the record is worth.

export const deniedButRanView = ({ deniedButRan }: Postmortem, places: Places): Element =>
  section(
    'denied-but-ran',
    'Denied, but it ran',
    { count: deniedButRan.length },
    doubtsView(deniedButRan, places, 'Nothing that was denied ran.'),
  );

export const waiversView = ({ waivers }: Postmortem, places: Places): Element =>
  section(
    'waivers',
    'Waivers',
    { count: waivers.length },
    waivers.length === 0
      ? nothing('Nobody waived a rule.')
      : table<WaiverUse>('Waivers', waivers, [
          { title: 'Rule', cell: ({ rule, isOfSession }) => [code(rule), isOfSession && ' (for this session)'] },
          { title: 'By', cell: ({ by }) => WAIVED_BY[by] },
          { title: 'Reason', isWide: true, cell: ({ reason }) => data(reason) },
          {
            title: 'From',
            cell: ({ at, event }) => (at === null ? 'the policy' : linkTo(places.entryId(event), dateAndClock(at))),
          },
          { title: 'Until', cell: untilWords },
          { title: 'Let through', cell: ({ used }) => usedWords(used, places) },
        ]),
  );

const untilWords = ({ until, revokedAt }: WaiverUse): Child[] => [
  until === null ? 'no end' : dateAndClock(until),
  ...(revokedAt === null ? [] : [', taken back ', dateAndClock(revokedAt)]),
];

const usedWords = (used: readonly number[], places: Places): Child[] =>
  used.length === 0
    ? ['nothing']
    : used.flatMap((firing, place) => [
        place > 0 && ', ',
        linkTo(places.firingId(firing), data(places.firingWords(firing))),
      ]);

export const interventionsView = ({ interventions }: Postmortem, places: Places): Element =>
  section(
    'interventions',
    'What people did',
    { count: interventions.length, note: 'Besides prompts. What an agent says that somebody did is a claim.' },
    interventions.length === 0
      ? nothing('Nobody stepped in.')
      : table<Intervention>('What people did', interventions, [
          { title: 'When', cell: ({ at, event }) => linkTo(places.entryId(event), clock(at)) },
          {
            title: 'Who',
            cell: ({ voice }) => el('span', { class: voice === 'claim' ? 'damaged' : null }, VOICES[voice]),
          },
          { title: 'Kind', cell: ({ kind }) => data(kind) },
          { title: 'What', isWide: true, cell: ({ text }) => data(text) },
        ]),
  );

export const integrityView = ({ integrity }: Postmortem, places: Places): Element => {
  const { ok, events, seals, unsealed, signedBy, signaturesChecked, damage, quarantined, means } = integrity;
  const own = damage.filter(({ isOfSession }) => isOfSession);
  const others = damage.filter(({ isOfSession }) => !isOfSession);
  return section(
    'integrity',
    'Integrity of the record',
    {},
    el(
      'p',
      { class: ok ? 'sound' : 'damaged' },
      ok ? '✓ Nothing of the session is damaged.' : '✗ The session was changed or damaged.',
    ),
    el(
      'p',
      {},
      `${counted(events, 'event')}, ${counted(seals, 'seal')}, ${counted(unsealed, 'event')} under no seal. `,
      signedBy === null ? 'No seal is signed.' : 'Signed by ',
      signedBy !== null && code(signedBy),
      signaturesChecked !== null && ` (${counted(signaturesChecked, 'signature')} checked and good)`,
    ),
    ...doubtsIf('Damage in the session', own, places),
    ...doubtsIf('Damage elsewhere in the log', others, places),
    ...doubtsIf('Set aside as unreadable', quarantined, places),
    means.length > 0 && el('h3', {}, 'What this proves'),
    means.length > 0 && el('ul', {}, ...means.map((line) => el('li', {}, data(line)))),
  );
};

const doubtsIf = (title: string, doubts: readonly Doubt[], places: Places): Child[] =>
  doubts.length === 0 ? [] : [el('h3', {}, title), doubtsView(doubts, places, '')];

export const policyView = ({ policies }: Postmortem, places: Places): Element =>
  section(
    'policy',
    'Policy in force',
    { count: policies.length },
    policies.length === 0 && nothing('No policy is known.'),
    ...policies.map((policy) => periodView(policy, places)),
  );

const periodView = (policy: PolicyPeriod, places: Places): Element => {
  const { from, event, preset, fingerprint, sources, differs, changes, problems } = policy;
  return el(
    'div',
    { class: 'period' },
    el('h3', {}, data(preset), ' from ', linkTo(places.entryId(event), dateAndClock(from))),
    el(
      'p',
      { class: 'note' },
      'Fingerprint ',
      code(fingerprint),
      sources.length > 0 && ', read from ',
      sources.length > 0 && data(sources.join(', ')),
    ),
    ...linesIf('What differs from the preset:', differs),
    ...linesIf('What differs from the policy before:', changes),
    ...linesIf('Problems:', problems),
  );
};

const linesIf = (title: string, lines: readonly string[]): Child[] =>
  lines.length === 0 ? [] : [el('p', {}, title), el('ul', {}, ...lines.map((line) => el('li', {}, code(line))))];

export const redactionsView = ({ redactions }: Postmortem): Element =>
  section(
    'redactions',
    'What was redacted',
    { count: redactions.length },
    redactions.length === 0
      ? nothing('Nothing was redacted.')
      : table<RedactionCount>('What was redacted', redactions, [
          { title: 'Rule', cell: ({ rule }) => code(rule) },
          { title: 'Events', cell: ({ events }) => events },
        ]),
  );

export const unknownView = ({ unknown }: Postmortem, places: Places): Element =>
  section('unknown', 'What is not known', { count: unknown.length }, doubtsView(unknown, places, 'No gap is known.'));

const doubtsView = (doubts: readonly Doubt[], places: Places, none: string): Element =>
  doubts.length === 0
    ? nothing(none)
    : el(
        'ul',
        { class: 'doubts' },
        ...doubts.map(({ kind, text, event, at }) =>
          el(
            'li',
            {},
            el('strong', {}, data(kind)),
            ' ',
            at !== null && clock(at),
            ' ',
            linkTo(places.entryId(event), data(text)),
          ),
        ),
      );
