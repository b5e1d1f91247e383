import { dirname } from 'node:path';
import { realFolder } from '../../../events/git-layout.ts';
import type { EventData } from '../../../events/schemas.ts';
import { relativeTo } from '../../../projections/paths.ts';
import type { CallPlace } from '../../place.ts';
import { fileAt } from '../files.ts';
import { lineCount, writtenLines } from '../line-counts.ts';
import { annotationsIn } from './annotations.ts';
import { contentAfter } from './content-after.ts';
import { openingOf } from './header.ts';
import { languageOf } from './languages.ts';
import { scan } from './scan.ts';

// A bundle of its own: only writes that a gate wants to read closely need it.

/** UTF-16 units of a text that are read for its comments. */
const LONGEST_READ = 1024 * 1024;
/** Decisions of a file that are kept. */
const MOST_DECISIONS = 50;

/** What a call of a writing tool is about to leave of the file that it names. */
export const contentFact = (path: string, toolInput: unknown, place: CallPlace): EventData<'ContentObserved'> => {
  const file = realFolder(fileAt(path, place));
  const top = place.gitOf(dirname(file))?.worktree ?? place.projectDir;
  const { exists, after, written, problem } = contentAfter(toolInput, file);
  return {
    path: relativeTo(top, file),
    exists,
    lines: after === null ? null : lineCount(after),
    written: written === null ? null : written.reduce((sum, text) => sum + writtenLines(text), 0),
    ...(after === null ? {} : commentsOf(path, after.slice(0, LONGEST_READ))),
    problem,
  };
};

const commentsOf = (
  path: string,
  text: string,
): Pick<EventData<'ContentObserved'>, 'header' | 'decisions' | 'generated'> => {
  const syntax = languageOf(path, text);
  if (syntax === null) return {};
  const pieces = scan(text, syntax);
  const { header, isGenerated } = openingOf(text, pieces);
  const decisions = annotationsIn(text, pieces).slice(0, MOST_DECISIONS);
  return {
    header,
    decisions: decisions.map(({ id, line, faults }) => ({ id, line, faults: [...faults] })),
    ...(isGenerated ? { generated: true as const } : {}),
  };
};
