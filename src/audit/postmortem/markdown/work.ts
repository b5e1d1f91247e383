import { counted } from '../../counted.ts';
import type { ChangedFile, Evidence, Postmortem, RunCommand } from '../model.ts';
import { block, code, folded, html, words } from './inert.ts';
import { firstOf, IN_JSON, idOf, type Section, when } from './section.ts';

export const evidence: Section = (postmortem) => [
  '## Evidence at the end',
  '',
  ...postmortem.evidence.flatMap((one) => evidenceLines(postmortem, one)),
  '',
];

const MOST_HISTORY = 12;

const evidenceLines = (postmortem: Postmortem, { name, text, event, undone, history }: Evidence): string[] => [
  `- **${words(name)}**: ${words(text)}${idOf(event)}`,
  ...(undone === null
    ? []
    : [
        ...(undone.since === null
          ? []
          : [
              `  - passed: ${code(undone.since.summary)} at ${when(postmortem, undone.since.at)}${idOf(undone.since.event)}`,
            ]),
        ...(undone.by === null
          ? []
          : [
              `  - undone by: ${code(`${undone.by.type} ${undone.by.summary}`)} at ${when(postmortem, undone.by.at)}${idOf(undone.by.event)}`,
            ]),
      ]),
  ...(history.length < 2
    ? []
    : history
        .slice(-MOST_HISTORY)
        .map((one) => `  - ${when(postmortem, one.at)} ${code(one.summary)}${idOf(one.event)}`)),
];

const MOST_FILES = 100;
/** Lines of all diffs together. */
const MOST_DIFF_LINES = 2_000;

export const files: Section = (postmortem) => {
  const all = postmortem.files;
  if (all.length === 0) return ['## Files', '', 'No change of a file is known.', ''];
  let room = MOST_DIFF_LINES;
  const shown = all.slice(0, MOST_FILES);
  return [
    '## Files',
    '',
    ...firstOf(all, MOST_FILES, (file) => [`- ${code(file.path)} ${countsOf(file)}`], IN_JSON),
    '',
    ...shown.flatMap((file) => {
      const lines = diffLines(postmortem, file, room);
      room -= lines.length;
      return folded(`Changes of <code>${html(file.path)}</code>`, lines);
    }),
  ];
};

const countsOf = ({ kind, added, removed, edits }: ChangedFile): string => {
  const isKnown = edits.some(({ diff }) => diff !== null);
  return `(${words(kind)}): ${counted(edits.length, 'edit')}${isKnown ? `, +${added} -${removed}` : ''}`;
};

const diffLines = (postmortem: Postmortem, { edits }: ChangedFile, room: number): string[] => {
  const lines: string[] = [];
  for (const [index, { event, at, actor, diff, note }] of edits.entries()) {
    if (lines.length > room) {
      lines.push(`… and ${counted(edits.length - index, 'more edit')}: ${IN_JSON}.`, '');
      break;
    }
    lines.push(
      `At ${when(postmortem, at)} by ${code(actor)}${idOf(event)}${note === null ? '' : `, ${words(note)}`}:`,
      '',
    );
    if (diff !== null) lines.push(...block(diff, 'diff'), '');
  }
  return lines;
};

const MOST_RISKY = 40;
const MOST_OTHERS = 200;

export const commands: Section = (postmortem) => {
  const all = postmortem.commands;
  if (all.length === 0) return ['## Commands', '', 'No command is known.', ''];
  const of = (...tiers: readonly RunCommand['tier'][]): RunCommand[] => all.filter(({ tier }) => tiers.includes(tier));
  const [risky, depends, safe] = [of(3, null), of(2), of(1)];
  const list = (some: readonly RunCommand[], most: number): string[] =>
    firstOf(some, most, (command) => [commandLine(postmortem, command)], IN_JSON);
  return [
    '## Commands',
    '',
    `${counted(all.length, 'command')}: ${of(3).length} risky, ${of(null).length} that could not be read, ${depends.length} that depend on what they are given, ${safe.length} that only read.`,
    '',
    ...list(risky, MOST_RISKY),
    '',
    ...(depends.length === 0
      ? []
      : folded(`${counted(depends.length, 'command')} that depend on what they are given`, list(depends, MOST_OTHERS))),
    ...(safe.length === 0 ? [] : folded(`${counted(safe.length, 'command')} that only read`, list(safe, MOST_OTHERS))),
  ];
};

const commandLine = (
  postmortem: Postmortem,
  { command, at, outcome, decision, dangers, actor, event }: RunCommand,
): string => {
  const said = decision === null || decision === 'none' ? '' : `, ${decision}`;
  const who = actor === 'main' ? '' : ` by ${code(actor)}`;
  const why = dangers.length === 0 ? '' : `: ${dangers.map((danger) => words(danger)).join('; ')}`;
  return `- ${code(command.length <= 300 ? command : `${command.slice(0, 299)}…`)}${who} at ${when(postmortem, at)} (${outcome ?? 'outcome unknown'}${said})${why}${idOf(event)}`;
};
