import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TABLE } from '../events/redaction-table.ts';
import { ENCODINGS } from '../events/secret-encodings.ts';
import { completes, requests, scenario } from '../kit/scenario.ts';

const DANGERS = ['git push --force origin main', 'git push -f origin feature/x', 'git push origin +main', 'npm test'];

const token = TABLE.find(({ rule }) => rule === 'github-token') as (typeof TABLE)[number];
const SECRET = token.fill(3).secret;

/** Ways to hide a command in what redaction removes, or beside it. */
const HIDINGS: readonly ((command: string) => string)[] = [
  (command) => `PASSWORD='${command}'`,
  (command) => `PASSWORD="$(${command})"`,
  (command) => `PASSWORD=x;${command}`,
  (command) => `PASSWORD=x ${command}`,
  (command) => `API_TOKEN=${SECRET} ${command}`,
  (command) => `curl -u "me:$(${command})" https://api.example`,
  (command) => `curl -H "Authorization: Bearer $(${command})" https://api.example`,
  (command) => `bash -c 'TOKEN=${SECRET}; ${command}'`,
  (command) => `tool --password "$(${command})"`,
  (command) => command.replace('origin', `https://me:${SECRET}@github.com/a/b.git`),
  (command) => `echo password: |\n${command}`,
  (command) => `cat <<KEY\n-----BEGIN ${'PRIVATE'} KEY-----\n${'MIIEpAIBAAKCAQEA0Z3VS5JJ'}\nKEY\n${command}`,
  (command) => `echo ${Buffer.from(`PASSWORD=hunter2 ${command}`).toString('base64')}; ${command}`,
];

const OWN = { rules: [{ name: 'all', pattern: '.+' }] };

describe('a command that redaction changes in the log', () => {
  it('gets the verdict of what it says', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...HIDINGS),
        fc.constantFrom(...DANGERS),
        fc.constantFrom('main', 'feature/x'),
        async (hide, danger, branch) => {
          const call = requests('Bash', { command: hide(danger) }, { tool_use_id: 'call' });
          const plain = scenario({ preset: 'strict', branch, deps: { redactData: (data) => ({ data, hits: [] }) } });
          const redacting = scenario({ preset: 'strict', branch });
          const all = scenario({ policy: { preset: 'strict', redaction: OWN }, branch });
          const expected = await plain.when(call);
          for (const s of [redacting, all]) {
            const actual = await s.when(call);
            expect(actual.decision).toBe(expected.decision);
            expect(actual.verdicts.map(({ decision }) => decision)).toEqual(
              expected.verdicts.map(({ decision }) => decision),
            );
          }
          const actual = await redacting.when({ ...call, tool_use_id: 'again' });
          const rules = (outcome: typeof actual) =>
            outcome.verdicts.map(({ gate, rule, decision }) => ({ gate, rule, decision }));
          expect(rules(actual)).toEqual(rules(expected));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('gets the verdict of what it writes', async () => {
    const write = requests('Write', { file_path: `src/${SECRET}.ts`, content: `PASSWORD=hunter2` });
    const seen = await Promise.all(
      [{}, { redactData: (data: Record<string, unknown>) => ({ data, hits: [] }) }].map((deps) =>
        scenario({ preset: 'strict', branch: 'main', deps }).when(write),
      ),
    );
    expect(seen.map(({ decision }) => decision)).toEqual(['deny', 'deny']);
  });

  it('still holds its secret in the answer that rewrites it, at each delivery, and not in the log', async () => {
    const s = scenario({ preset: 'strict' });
    const command = `API_TOKEN=${SECRET} git push --force origin feature/x`;
    const call = requests('Bash', { command, description: 'push' }, { tool_use_id: 'push' });
    const expected = command.replace('--force', '--force-with-lease');
    for (const delivery of [call, call, { ...call, tool_use_id: 'push again' }]) {
      const { answer, decision } = await s.when(delivery);
      expect(decision).toBe('rewrite');
      const { updatedInput } = (answer as { hookSpecificOutput: { updatedInput: { command: string } } })
        .hookSpecificOutput;
      expect(updatedInput.command).toBe(expected);
    }
    expect(JSON.stringify(s.events())).not.toContain(SECRET);
  });

  it('is a test run, and its result evidence, in any encoding of what stands beside it', async () => {
    for (const encode of Object.values(ENCODINGS)) {
      const s = scenario({ preset: 'strict' });
      const command = `npm test -- ${JSON.stringify(encode(`PASSWORD=${SECRET}`))}`;
      await s.when(requests('Bash', { command }, { tool_use_id: 't' }));
      await s.when(completes('Bash', { command }, { stdout: '# pass 1\n# fail 0', stderr: '' }, { tool_use_id: 't' }));
      expect(s.events().map(({ type }) => type)).toContain('TestRunFinished');
    }
  });
});
