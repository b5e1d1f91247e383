import type {
  Doubt,
  Intervention,
  PolicyPeriod,
  Postmortem,
  RedactionCount,
  WaiverUse,
} from '../../postmortem/model.ts';
import { type Element, el } from '../shared/element.ts';
import { counted } from '../shared/words.ts';
import { clock, code, data, dateAndClock, linkTo, nothing, section, table } from './parts.ts';
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
          { title: 'Rule', cell: ({ rule }) => code(rule) },
          { title: 'By', cell: ({ by, provenance }) => [data(by), ` (${provenance})`] },
          { title: 'Reason', isWide: true, cell: ({ reason }) => data(reason) },
          { title: 'From', cell: ({ at, event }) => linkTo(places.entryId(event), dateAndClock(at)) },
          { title: 'Until', cell: ({ until }) => (until === null ? 'no end' : dateAndClock(until)) },
          {
            title: 'Let through',
            cell: ({ used }) =>
              used.length === 0
                ? 'nothing'
                : used.flatMap((event, place) => [place > 0 && ', ', linkTo(places.entryId(event), event)]),
          },
        ]),
  );

export const interventionsView = ({ interventions }: Postmortem, places: Places): Element =>
  section(
    'interventions',
    'What people did',
    { count: interventions.length, note: 'Answers, proofs, approvals, waivers and interrupts; prompts are above.' },
    interventions.length === 0
      ? nothing('Nobody stepped in.')
      : table<Intervention>('What people did', interventions, [
          { title: 'When', cell: ({ at, event }) => linkTo(places.entryId(event), clock(at)) },
          { title: 'Through', cell: ({ provenance }) => provenance },
          { title: 'What', isWide: true, cell: ({ text }) => data(text) },
        ]),
  );

export const integrityView = ({ integrity }: Postmortem, places: Places): Element => {
  const { ok, events, seals, unsealed, signedBy, damage, quarantined, means } = integrity;
  return section(
    'integrity',
    'Integrity of the record',
    {},
    el(
      'p',
      { class: ok ? 'sound' : 'damaged' },
      ok ? '✓ Nothing was changed that the seals would show.' : '✗ The log was changed or damaged.',
      ` ${counted(events, 'event')}, ${counted(seals, 'seal')} (`,
      signedBy === null ? 'none signed' : data(signedBy),
      `), ${unsealed.toLocaleString('en')} not yet sealed.`,
    ),
    damage.length > 0 && el('h3', {}, 'Damage'),
    damage.length > 0 && doubtsView(damage, places, ''),
    quarantined.length > 0 && el('h3', {}, 'Set aside as unreadable'),
    quarantined.length > 0 && doubtsView(quarantined, places, ''),
    means.length > 0 && el('h3', {}, 'What this proves'),
    means.length > 0 && el('ul', {}, ...means.map((line) => el('li', {}, data(line)))),
  );
};

export const policyView = ({ policies }: Postmortem, places: Places): Element =>
  section(
    'policy',
    'Policy in force',
    { count: policies.length },
    policies.length === 0 && nothing('No policy is known.'),
    ...policies.map((policy) => periodView(policy, places)),
  );

const periodView = ({ from, event, preset, fingerprint, differs, problems }: PolicyPeriod, places: Places): Element =>
  el(
    'div',
    { class: 'period' },
    el('h3', {}, data(preset), ' from ', linkTo(places.entryId(event), dateAndClock(from))),
    el('p', { class: 'note' }, 'Fingerprint ', code(fingerprint)),
    differs.length > 0 && el('p', {}, 'What differs from the preset:'),
    differs.length > 0 && el('ul', {}, ...differs.map((line) => el('li', {}, code(line)))),
    problems.length > 0 && el('p', { class: 'damaged' }, 'Problems:'),
    problems.length > 0 && el('ul', {}, ...problems.map((line) => el('li', {}, data(line)))),
  );

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
