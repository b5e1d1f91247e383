// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text, not templates
import { describe, expect, it } from 'vitest';
import { requests, scenario } from '../../kit/scenario.ts';

/** The rules of guard that fire, in a project with a few files. */
const judged = async (command: string): Promise<string[]> => {
  const s = scenario({ preset: 'strict', env: { HOME: '/home/me' } });
  s.write('src/a.ts', '');
  s.write('web/dist/x.js', '');
  const { verdicts } = await s.when(requests('Bash', { command }));
  return verdicts.flatMap(({ rule, decision }) =>
    rule.startsWith('guard/') && decision !== 'pass' ? [`${rule.slice('guard/'.length)} ${decision}`] : [],
  );
};

// `find . -type f -delete` is denied, and what a loop or a script does with each file it finds comes to the same.
describe('deleting what find finds', () => {
  it.each([
    `find . -type f -exec sh -c 'rm "$1"' _ {} \\;`,
    `find . -type f -exec sh -c 'rm "$@"' _ {} +`,
    `find . -type f -exec bash -c 'for f; do echo "$f"; rm -f "$f"; done' _ {} +`,
    'find . -type f | while read f; do rm "$f"; done',
    `find . -type f -print0 | while IFS= read -r -d '' f; do rm -f "$f"; done`,
    'find . -type f | sort | while read -r f; do echo "$f"; rm "$f"; done && echo done',
    'find . -type f | { read f; rm "$f"; }',
    'for f in $(find . -type f); do rm "$f"; done',
    'cd src && cd .. && for f in `find . -type f`; do rm "$f"; done',
    'rm -f $(find . -type f)',
    `find . -type f | xargs sh -c 'rm "$@"' _`,
  ])('is denied as find’s own deletion is: %s', async (command) => {
    expect(await judged(command)).toEqual(['rm-project deny']);
  });

  it.each([
    `find /etc -exec sh -c 'rm -rf "$1"' _ {} \\;`,
    'find / -type f | while read f; do rm -rf "$f"; done',
    'for f in $(find /usr -type f); do rm -f "$f"; done',
  ])('of the machine is denied: %s', async (command) => {
    expect(await judged(command)).toEqual(['rm-root deny']);
  });

  it.each([
    `find . -name '*.log' | while read f; do rm "$f"; done`,
    'find . -type f | grep "\\.orig$" | while read f; do rm "$f"; done',
    `find . -name '*.pyc' -exec sh -c 'rm "$1"' _ {} \\;`,
    `for f in $(find . -name '*.orig'); do rm "$f"; done`,
    'find . -type f | while read f; do [ -s "$f" ] || rm "$f"; done',
    'find . -type f | while read f; do if grep -q x "$f"; then rm "$f"; fi; done',
    'for f in $(find . -type f); do case $f in *.tmp) rm "$f";; esac; done',
    'for f in $(find . -type f); do case $doc in *.tmp) rm "$f";; esac; done',
    'find . -type f | while read f; do echo done; [ -s "$f" ] || rm "$f"; done',
    `find . -type f -exec sh -c 'grep -q x "$1" && rm "$1"' _ {} \\;`,
    'find web/dist -type f | while read f; do rm "$f"; done',
    'find . -type f | while read f; do cp "$f" "$f.bak"; rm "$f.bak"; done',
    'find . -type f | while read f; do wc -l "$f"; done',
  ])('by name, age or what the text asks of each is not: %s', async (command) => {
    expect(await judged(command)).toEqual([]);
  });
});
