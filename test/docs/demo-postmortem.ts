import { rmSync } from 'node:fs';
import { runDocket } from '../kit/hook-process.ts';
import { tempProject } from '../kit/temp-project.ts';

/** The postmortem of the demo session, without the times, ids and folders of this run. */
export const demoPostmortem = (): string => {
  const here = tempProject();
  const { stdout } = runDocket(['demo', '--keep'], here.path);
  const project = /^Project: (.+)$/m.exec(stdout)?.[1] ?? '';
  try {
    return neutral(runDocket(['postmortem'], project).stdout, project);
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
};

const neutral = (text: string, project: string): string => {
  const ids = new Map<string, string>();
  // Trees show fewer characters of an id than lines do.
  const idFor = (id: string): string => {
    const key = id.slice(0, SHORTEST_ID);
    const known = ids.get(key) ?? `event${String(ids.size + 1).padStart(2, '0')}`;
    ids.set(key, known);
    return known;
  };
  return text
    .replaceAll(project, '/home/me/shop')
    .replaceAll(project.split('/').at(-1) ?? '', 'shop')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, '2026-01-31 14:02:11')
    .replace(/\b\d\d:\d\d:\d\d\b/g, '14:02:11')
    .replace(/\b\d+ s(?=[):])/g, '1 s')
    .replace(/fingerprint `\w+`/g, 'fingerprint `1o2cxmwn3cz`')
    .replace(/(?<=\(`)[a-z0-9]{10}(?=`\))|(?<=\(14:02:11, )[a-z0-9]{8}(?=\))/g, idFor);
};

const SHORTEST_ID = 8;
