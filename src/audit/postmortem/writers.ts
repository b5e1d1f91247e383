import type { ExportOrigin } from '../format.ts';
import { htmlWriter } from '../page/html.ts';
import type { Postmortem } from './model.ts';

/** A way to write a postmortem down. */
export interface PostmortemWriter {
  readonly name: string;
  /** The text, piece by piece. */
  readonly write: (postmortem: Postmortem, origin: ExportOrigin) => Iterable<string>;
}

/** Every format of `docket postmortem`; the first one where nothing else is asked for. */
export const POSTMORTEM_WRITERS: readonly PostmortemWriter[] = [
  {
    name: 'json',
    write: function* (postmortem) {
      yield `${JSON.stringify(postmortem)}\n`;
    },
  },
  htmlWriter,
];
