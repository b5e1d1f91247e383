import { basename } from 'node:path';
import { counted } from '../../audit/counted.ts';
import { NO_FILE } from '../../replay/import/find-transcripts.ts';
import type { Io } from '../io.ts';
import { columns, cutTo, printable, styleFor, wrap } from '../style.ts';
import type { FileReport, ImportReport } from './report.ts';

/** What an import did, for people: a line a session, what was passed over, and the sum. */
export const reportText = (report: ImportReport, io: Pick<Io, 'width' | 'env' | 'isStdoutTty'>): string => {
  const style = styleFor(io);
  const lines = report.files
    .filter((file) => file.status === 'failed' || file.agent === null || isFirstOf(file, report.files))
    .map((file) => {
      const name = file.session ?? basename(file.path);
      const status = file.status === 'imported' && report.dryRun ? 'would be imported' : file.status;
      const head = cutTo(printable(name), 40);
      const facts = printable([status, ...factsOf(file)].join(', '));
      const isShort = columns(head) + 2 + columns(facts) <= io.width;
      const row = isShort
        ? `${head}  ${facts}`
        : [head, ...wrap(facts, io.width - 2).map((text) => `  ${text}`)].join('\n');
      return file.status === 'failed' ? style('red', row) : row;
    });
  const passed = Object.entries(report.skippedBy).map(
    ([reason, count]) => `${counted(count, 'line')} passed over: ${reason}`,
  );
  const unknown = Object.entries(report.unknownTypes).map(
    ([type, count]) => `${counted(count, 'line')} of an unknown type: ${type}`,
  );
  const verb = report.dryRun ? 'would be added to' : 'added to';
  const sum = `${counted(report.sessions, 'session')}, ${counted(report.messages, 'message')}, ${counted(report.calls, 'tool call')}: ${counted(report.events, 'event')} ${verb} ${report.log}`;
  return `${[...lines, ...[...passed, ...unknown, sum].flatMap((text) => wrap(printable(text), io.width))].join('\n')}\n`;
};

/** A session of which only subagents' files are there is shown by the first of them. */
const isFirstOf = ({ path, session }: FileReport, files: readonly FileReport[]): boolean => {
  const own = files.filter((file) => file.session === session);
  return own.every(({ agent }) => agent !== null) && own[0]?.path === path;
};

/** What a system's error says to people. */
const ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'you may not read it',
  EPERM: 'you may not read it',
  ELOOP: 'its links lead in a circle',
  ENOTDIR: 'a part of its path is no folder',
  EISDIR: 'it is a folder',
  [NO_FILE]: 'it is neither a file nor a folder',
};

const factsOf = ({ error, events, calls, children, skipped, compactions, orphans, status }: FileReport): string[] => [
  ...(error === undefined ? [] : [ERRORS[error] ?? error]),
  ...(status === 'imported' ? [counted(events, 'event'), counted(calls, 'tool call')] : []),
  ...(children.length === 0 ? [] : [counted(children.length, 'subagent')]),
  ...(compactions === 0 ? [] : [counted(compactions, 'compaction')]),
  ...(skipped === 0 ? [] : [`${skipped} passed over`]),
  ...(orphans === 0 ? [] : [counted(orphans, 'orphan')]),
];
