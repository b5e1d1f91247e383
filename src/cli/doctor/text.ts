import { counted } from '../../audit/counted.ts';
import type { Io } from '../io.ts';
import { shownPath } from '../show-change.ts';
import { atTime, printable, type Style, styleFor, wrap } from '../style.ts';
import { type FindingKind, KINDS, type Severity } from './catalogue.ts';
import type { Examination } from './examine.ts';
import type { Finding } from './finding.ts';
import type { Mended } from './mend.ts';
import type { World } from './world.ts';

/** A finding and what `--fix` made of it. */
export interface Told {
  readonly finding: Finding;
  readonly mended: Mended;
}

export const kindOf = ({ id }: Finding): FindingKind => KINDS[id];

const MARKS: Readonly<Record<Severity, readonly [string, 'red' | 'yellow' | 'dim']>> = {
  problem: ['✗', 'red'],
  warning: ['!', 'yellow'],
  note: ['·', 'dim'],
};

/** What was found, the worst first, and what docket was measured by. */
export const doctorText = (told: readonly Told[], examined: Examination, world: World, io: Io): string => {
  const style = styleFor(io);
  const order = Object.keys(MARKS);
  const sorted = [...told].sort(
    (a, b) => order.indexOf(kindOf(a.finding).severity) - order.indexOf(kindOf(b.finding).severity),
  );
  const parts = [...sorted.map((one) => findingLines(one, style, io)), measuredLines(examined, world, io)];
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n\n${summary(told, style)}\n`;
};

const findingLines = ({ finding, mended }: Told, style: Style, io: Io): string[] => {
  const { id, says, evidence, fix, command } = finding;
  const { severity } = kindOf(finding);
  const [mark, colour] = MARKS[severity];
  const shown = (text: string): string => text.replaceAll(`${io.cwd}/`, '');
  return [
    `${style(colour, `${mark} ${severity}`)}  ${id}`,
    ...wrap(shown(says), io.width, '  '),
    ...evidence.flatMap((one) => wrap(shown(one), io.width, '    ')),
    ...(mended.done === null
      ? wrap(fix, io.width, '  → ')
      : [...wrap(`mended: ${shown(mended.done)}`, io.width, '  ✓ ')]),
    ...(mended.failed === null ? [] : wrap(`not mended: ${shown(mended.failed)}`, io.width, '  ✗ ')),
    ...(command === undefined || mended.done !== null ? [] : wrap(command, io.width, '    $ ')),
  ];
};

const measuredLines = ({ canaries, latencies, seen }: Examination, world: World, io: Io): string[] => {
  const { docket, client, log, policy } = world;
  const files = [...new Set(docket.map(({ source }) => source.path))];
  const line = (name: string, text: string): string[] => wrap(text, io.width, `${name.padEnd(11)} `);
  return [
    ...line('client', client === null ? 'of unknown version' : `Claude Code ${client}`),
    ...line(
      'registered',
      files.length === 0
        ? 'nowhere'
        : files
            .map((path) => {
              const own = docket.filter(({ source }) => source.path === path);
              return `${counted(own.length, 'event')} in ${shownPath(path, io)} (${own[0]?.source.scope})`;
            })
            .join(', '),
    ),
    ...line(
      'policy',
      `preset ${policy.policy.preset}${policy.isKept ? ', as it was in force before a file was broken' : ''}`,
    ),
    ...line(
      'log',
      `${log.location.root}, ${counted(log.lines.length, 'event')}${log.isWhole ? '' : ' looked at, the newest'}${log.sealedAt === null ? '' : `, sealed ${atTime(log.sealedAt)}`}`,
    ),
    ...canaries.flatMap(({ effect, ms, event }) =>
      line('canary', `${event} of "rm -rf /", as text, into a throw-away log: ${effect}, ${Math.round(ms)} ms`),
    ),
    ...latencies.flatMap(({ node, call, stages, codeCache }) =>
      line(
        'a call',
        `${call} ms, of which Node alone ${node}; inside docket ${Object.entries(stages)
          .map(([stage, ms]) => `${stage} ${ms}`)
          .join(', ')}; compiled copy ${codeCache}`,
      ),
    ),
    ...(log.lines.length === 0
      ? []
      : [
          ...line('last seen', seenWords(Object.entries(seen.events))),
          ...line('never seen', unseenWords(Object.entries(seen.events))),
          ...line('gates ran', seenWords(ranOf(seen))),
          ...line('never ran', unseenWords(ranOf(seen))),
        ]),
  ];
};

type Seen = readonly (readonly [name: string, at: string | null])[];

const ranOf = ({ gates }: Examination['seen']): Seen =>
  Object.entries(gates).map(([name, { ran }]) => [name, ran] as const);

/** Names with the minute at which they were seen last, the newest first. */
const seenWords = (seen: Seen): string => {
  const there = seen.flatMap(([name, at]) => (at === null ? [] : [{ name, at }]));
  const newest = there.sort((a, b) => (a.at < b.at ? 1 : -1));
  return newest.map(({ name, at }) => printable(`${name} ${atTime(at).slice(0, 16)}`)).join(', ') || 'nothing';
};

const unseenWords = (seen: Seen): string =>
  seen.flatMap(([name, at]) => (at === null ? [printable(name)] : [])).join(', ') || 'nothing';

const summary = (told: readonly Told[], style: Style): string => {
  const left = told.filter(({ mended }) => mended.done === null);
  const count = (severity: Severity): number =>
    left.filter(({ finding }) => kindOf(finding).severity === severity).length;
  const [problems, warnings, notes] = [count('problem'), count('warning'), count('note')];
  const mendable = left.filter(({ finding, mended }) => finding.mend !== undefined && mended.failed === null).length;
  const mendedCount = told.length - left.length;
  const words = [
    ...(mendedCount > 0 ? [`${mendedCount} mended`] : []),
    ...(problems > 0 ? [counted(problems, 'problem')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
    ...(notes > 0 ? [counted(notes, 'note')] : []),
  ];
  const head =
    problems + warnings === 0
      ? style('green', ['everything is as it should be', ...words].join('; '))
      : words.join(', ');
  return mendable > 0 ? `${head}; docket doctor --fix mends ${mendable}` : head;
};
