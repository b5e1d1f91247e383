import type { LastSaid } from '../replay/liveness.ts';
import type { SilenceReason } from '../replay/silence.ts';
import { summaryOf } from '../replay/summary.ts';
import { actualWords, atTime, columns, cutTo, type Style, wrap } from './style.ts';
import type { WhyNot } from './why-not.ts';

/** Why a gate did not fire, for people: no line is wider than `width` columns. */
export const whyNotText = (answer: WhyNot, style: Style, width: number): string => {
  const { detail, conditions, reason, policy, mode } = answer;
  const parts = [
    titleRows(answer, style, width),
    [
      ...wrap(detail, width, '  '),
      ...(policy === null || reason === 'not-about' || reason === 'not-trusted' ? [] : policyRows(policy, mode, width)),
    ],
    conditions.flatMap(({ name, holds, actual, remedy }) => {
      const shown = cutTo(name, width - 2);
      const room = width - columns(shown) - 4;
      const found = room < 8 ? '' : cutTo(actualWords(actual), room);
      const row = `${holds ? style('green', '✓') : style('red', '✗')} ${style('bold', shown)}  ${style('dim', found)}`;
      return [row.trimEnd(), ...(remedy === null ? [] : wrap(remedy, width, '    → '))];
    }),
    livenessRows(answer, width),
  ];
  return `${parts.flatMap((rows) => (rows.length === 0 ? [] : [rows.join('\n')])).join('\n\n')}\n`;
};

/** Each reason in two or three words. */
export const SILENCE_WORDS: Readonly<Record<SilenceReason, string>> = {
  fired: 'it fired',
  monitor: 'only watched',
  'answer-lost': 'the answer was lost',
  outweighed: 'another gate said more',
  'condition-held': 'its conditions held',
  limit: 'it was kept from firing',
  waived: 'waived',
  'not-consulted': 'not consulted',
  off: 'off',
  'not-about': 'nothing for it to judge',
  'not-trusted': 'it does not run',
  failed: 'it failed',
  killed: 'no ruling: the hook ended',
  'no-docket': 'docket was not there',
  'another-delivery': 'another delivery',
  'never-arrived': 'its event never arrived',
  'not-registered': 'not registered',
  'never-happened': 'never happened yet',
  'changed-since': 'the gate changed since',
};

const titleRows = ({ gate, rule, fired, reason, line }: WhyNot, style: Style, width: number): string[] => {
  const name = rule ?? gate;
  const head = fired ? `${name} fired` : `${name} did not fire: ${SILENCE_WORDS[reason]}`;
  if (line === null) return [style('bold', cutTo(head, width))];
  const { event } = line;
  return [
    style('bold', cutTo(head, width)),
    style('dim', cutTo(`  on ${event.type} ${summaryOf(event)}`, width)),
    style('dim', cutTo(`  event ${event.id} · ${atTime(event.at)}`, width)),
  ];
};

const policyRows = (
  { preset, mode: whole, event, sources }: NonNullable<WhyNot['policy']>,
  mode: WhyNot['mode'],
  width: number,
): string[] => {
  const from = sources.length === 0 ? 'no policy file' : sources.join(', ');
  return wrap(
    `Policy then: preset ${preset}${whole === undefined ? '' : ', as a whole in monitor mode'}, ${mode ?? 'unknown'} here (PolicyLoaded ${event}, from ${from}).`,
    width,
    '  ',
  );
};

const livenessRows = ({ gate, rule, liveness, registered }: WhyNot, width: number): string[] => {
  const { ran, fired } = liveness;
  const missing = registered.filter(({ files }) => files.length === 0).map(({ event }) => event);
  const files = [...new Set(registered.flatMap((one) => one.files))];
  return [
    ...wrap(fired === null ? `${rule ?? gate} never fired in this log.` : `Last fired: ${said(fired)}`, width),
    ...(rule !== null || ran === null || ran.ruling === fired?.ruling ? [] : wrap(`Last ran: ${said(ran)}`, width)),
    ...(files.length === 0
      ? wrap('The settings of the host name no hook of docket for it now.', width)
      : wrap(
          `Registered for ${registered
            .filter((one) => one.files.length > 0)
            .map(({ event }) => event)
            .join(', ')} in ${files.join(', ')}${missing.length === 0 ? '' : `; not for ${missing.join(', ')}`}.`,
          width,
        )),
  ];
};

const said = ({ at, decision, mode, rule, event }: LastSaid): string =>
  `${atTime(at)}, ${decision}${mode === 'monitor' && decision !== 'pass' ? ' (only watched)' : ''} by ${rule}: docket why ${event}`;
