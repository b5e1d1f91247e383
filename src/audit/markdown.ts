import type { ExportFormat } from './format.ts';
import { writeMarkdown } from './postmortem/markdown/write.ts';
import { postmortemsOf } from './postmortem/of-selection.ts';

/** A postmortem of each chosen session, one behind the other. */
export const markdownFormat: ExportFormat = {
  name: 'md',
  extension: 'md',
  summary: 'a postmortem of each session, as Markdown',
  write: function* (log, origin) {
    let isFirst = true;
    for (const postmortem of postmortemsOf(log, origin)) {
      if (!isFirst) yield '\n---\n\n';
      isFirst = false;
      yield* writeMarkdown(postmortem, origin);
    }
  },
};
