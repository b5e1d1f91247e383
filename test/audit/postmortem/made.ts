import { makePostmortem } from '../../../src/audit/postmortem/build.ts';
import { writeMarkdown } from '../../../src/audit/postmortem/markdown/write.ts';
import type { Postmortem } from '../../../src/audit/postmortem/model.ts';
import type { PostmortemInput } from '../../../src/audit/postmortem/walk.ts';
import { nodeLogFs } from '../../../src/events/log-fs.ts';
import { openStreamIndex } from '../../../src/events/open-index.ts';
import { logFolder } from '../../../src/events/segments.ts';
import { resolvePolicy } from '../../../src/gates/policy-files.ts';
import type { Scenario } from '../../kit/scenario.ts';

/** The postmortem of a scenario's session. */
export const postmortemOf = (s: Pick<Scenario, 'root'>, more: Partial<PostmortemInput> = {}): Postmortem => {
  const folder = logFolder(s.root, nodeLogFs);
  const index = openStreamIndex(folder);
  const today = () => resolvePolicy([]).policy;
  const made = makePostmortem({ folder, root: s.root, index, stream: 's1', project: 'shop', today, ...more });
  if (made === null) throw new Error('there is no such session');
  return made;
};

/** The same as Markdown. */
export const markdownOf = (postmortem: Postmortem): string =>
  [...writeMarkdown(postmortem, { project: 'shop', version: '1.2.3', at: '2026-01-02T12:00:00.000Z' })].join('');

/** The lines of a section, by the words of its heading. */
export const sectionOf = (markdown: string, heading: string): string => {
  const [, rest] = markdown.split(`\n## ${heading}\n`);
  if (rest === undefined) throw new Error(`there is no section ${heading}`);
  return rest.split('\n## ')[0] ?? '';
};
