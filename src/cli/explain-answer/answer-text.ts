import type { Basis, HookRun, HostOutcome, Intention } from '../../hooks/host-outcome/outcome.ts';
import { cutTo, printable, type Style, wrap } from '../style.ts';

/** What a host makes of an answer, for people: no line is wider than `width` columns. */
export const answerText = (outcome: HostOutcome, run: HookRun, style: Style, width: number): string => {
  const { consequences, heard, ignored, wants, instead } = outcome;
  const unmet = wants.filter(({ met }) => met !== true);
  const parts = [
    [
      style('bold', cutTo(`${outcome.event} on ${outcome.host} ${outcome.version}: ${runWords(run)}`, width)),
      verdictRow(outcome, run, style),
    ],
    consequences.flatMap(({ effect, says, basis }) => [
      ...wrap(says, width, `  ${effect.padEnd(WIDEST_EFFECT)}  `),
      style('dim', `  ${' '.repeat(WIDEST_EFFECT)}  ${BASIS[basis]}`),
    ]),
    heard.length === 0
      ? []
      : [
          style('bold', 'Who reads what'),
          ...heard.map(({ by, text, as }) => cutTo(`  ${by.padEnd(6)}  ${as}: ${oneLine(text)}`, width)),
        ],
    ignored.length === 0
      ? []
      : [
          style('bold', 'Not read'),
          ...ignored.flatMap(({ what, why, basis }) => wrap(`${what}: ${why} (${BASIS[basis]})`, width, '  · ')),
        ],
    unmet.flatMap(({ intention, because, met }) =>
      wrap(
        `It wants ${WANTS[intention]} (${printable(because)}): ${met === null ? 'nobody knows whether it does' : 'it does not'}.`,
        width,
        '✗ ',
      ),
    ),
    instead.flatMap((way, index) => wrap(way, width, index === 0 ? 'Instead: ' : '     or: ')),
  ];
  return `${parts.flatMap((rows) => (rows.length === 0 ? [] : [rows.join('\n')])).join('\n\n')}\n`;
};

const WIDEST_EFFECT = 9;

const BASIS: Readonly<Record<Basis, string>> = {
  measured: 'measured',
  documented: 'documented, not measured',
  extrapolated: 'measured of another version',
  uncertain: 'uncertain: the sources disagree or say nothing',
};

const WANTS: Readonly<Record<Intention, string>> = {
  block: 'to stop something',
  halt: 'to stop the agent',
  ask: 'the person to be asked',
  allow: 'the call to be allowed',
  rewrite: 'another input',
  replace: 'another output',
  context: 'the model to be told',
  message: 'the person to be told',
};

const verdictRow = ({ works, wants, effect }: HostOutcome, { ended }: HookRun, style: Style): string => {
  if (works === false) return style('red', 'It does not do what it visibly wants.');
  if (wants.length > 0)
    return works === null
      ? style('yellow', 'Nobody knows whether it does what it wants.')
      : style('green', 'It does what it visibly wants.');
  // What a hook wanted that broke is not to be seen.
  if (ended !== 'exit') return style('yellow', `It says nothing: it was ${HOW[ended]}.`);
  if (effect === 'error') return style('yellow', 'It wants nothing that shows, and the host takes it for broken.');
  return style('green', 'It wants nothing, and the host takes it so.');
};

const runWords = ({ ended, exitCode, stdout, stderr }: HookRun): string => {
  const how = ended === 'exit' ? `exit code ${exitCode}` : HOW[ended];
  return `${how}, ${stdout.length} characters on stdout, ${stderr.length} on stderr`;
};

const HOW = { timeout: 'ended for its time', killed: 'killed', missing: 'not started' } as const;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
