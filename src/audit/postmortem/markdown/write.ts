import type { ExportOrigin } from '../../format.ts';
import type { Postmortem } from '../model.ts';
import { gates, whys } from './gates.ts';
import { happened, placeholders, questions, title } from './head.ts';
import { against, integrity, people, policy, redacted, unknown, waivers } from './record.ts';
import type { Section } from './section.ts';
import { timeline } from './timeline.ts';
import { commands, evidence, files } from './work.ts';

/** What comes first is what a reader who stops there has to know. */
const SECTIONS: readonly Section[] = [
  happened,
  questions,
  gates,
  evidence,
  placeholders,
  against,
  waivers,
  people,
  unknown,
  files,
  commands,
  whys,
  timeline,
  integrity,
  policy,
  redacted,
];

/** Writes a postmortem as Markdown, section by section: CommonMark, with the tables of GitHub. What was logged is inert. */
export function* writeMarkdown(postmortem: Postmortem, { version, at }: ExportOrigin): Generator<string> {
  yield linesOf(title(postmortem, version, at));
  for (const section of SECTIONS) yield linesOf(section(postmortem));
}

const linesOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
