import type { ExportOrigin } from '../format.ts';
import { writeBuiltPage } from '../page/html.ts';
import { wellFormedJson } from '../well-formed-json.ts';
import { writeMarkdown } from './markdown/write.ts';
import type { Postmortem } from './model.ts';

/** A way to write a postmortem down. */
export interface PostmortemWriter {
  readonly name: string;
  /** The text, piece by piece. */
  readonly write: (postmortem: Postmortem, origin: ExportOrigin) => Iterable<string>;
}

/** Every format of `docket postmortem`; the first one where nothing else is asked for. */
export const POSTMORTEM_WRITERS: readonly PostmortemWriter[] = [
  { name: 'md', write: writeMarkdown },
  { name: 'html', write: writeBuiltPage },
  {
    name: 'json',
    write: function* (postmortem) {
      yield `${wellFormedJson(postmortem)}\n`;
    },
  },
];
