import { type ExportFormat, UnfitSelectionError } from './format.ts';
import { writeBuiltPage } from './page/html.ts';
import { postmortemsOf } from './postmortem/of-selection.ts';

/** The postmortem of the one session that was chosen. Throws `UnfitSelectionError` where it is none, or another number. */
export const htmlFormat: ExportFormat = {
  name: 'html',
  extension: 'html',
  summary: 'a postmortem of one session, as a page for browsers',
  write: function* (log, origin) {
    const [first, second] = firstTwo(postmortemsOf(log, origin));
    if (first === undefined) throw new UnfitSelectionError('No session was chosen: docket log --sessions lists them.');
    if (second !== undefined) {
      throw new UnfitSelectionError(
        `A page is about one session, and more were chosen, such as ${first.session.id} and ${second.session.id}. Choose one with --session ID (docket log --sessions lists them), or take all of them as --format md.`,
      );
    }
    yield* writeBuiltPage(first);
  },
};

const firstTwo = <Item>(items: Iterable<Item>): Item[] => {
  const taken: Item[] = [];
  for (const item of items) {
    taken.push(item);
    if (taken.length === 2) break;
  }
  return taken;
};
