import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoPostmortem } from './demo-postmortem.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'postmortems.md'), 'utf8');

/** The examples of the document. */
const EXAMPLES = [...DOCUMENT.matchAll(/^````markdown\n(.*?)^````$/gms)].map((match) => match[1] ?? '');

describe('docs/postmortems.md', () => {
  it('shows the postmortem of the demo session as docket writes it', () => {
    const written = demoPostmortem();
    expect(EXAMPLES).toHaveLength(2);
    const [head = '', tree = ''] = EXAMPLES;
    expect(`${written.split('\n## Causes\n')[0]}`).toBe(head);
    expect(written).toContain(tree);
  });

  it('says of every section what it rests on', () => {
    const sections = [...demoPostmortem().matchAll(/^## (.+)$/gm)].map((match) => match[1]);
    const rows = [...DOCUMENT.matchAll(/^\| \*\*(.+?)\*\* \|/gm)].map((match) => match[1]);
    expect(rows).toEqual(sections);
  });
});
