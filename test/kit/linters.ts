import { chmodSync, readFileSync } from 'node:fs';
import type { EventData } from '../../src/events/schemas.ts';
import { completes, type Outcome, type Payload, type Scenario } from './scenario.ts';

/** What a program prints and how it ends. */
export interface Said {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly code?: number;
}

/** Puts an executable shell script into a project. */
export const script = (s: Pick<Scenario, 'write'>, path: string, lines: string): string => {
  const file = s.write(path, `#!/bin/sh\n${lines}\n`);
  chmodSync(file, 0o755);
  return file;
};

/** A program that notes how it was started and says something. */
export const fakeProgram = (s: Scenario, path: string, { stdout = '', stderr = '', code = 0 }: Said): void => {
  s.write('said/out', stdout.replaceAll('FILE', `${s.project}/`));
  s.write('said/err', stderr.replaceAll('FILE', `${s.project}/`));
  const said = `${s.project}/said`;
  script(
    s,
    path,
    [
      `printf '%s\\0' "$@" > ${said}/args`,
      `pwd > ${said}/cwd`,
      `/bin/cat > ${said}/stdin`,
      `/bin/cat ${said}/out; /bin/cat ${said}/err >&2; exit ${code}`,
    ].join('\n'),
  );
};

/** The arguments that a fake program was started with last. */
export const startedWith = (s: Scenario): string[] =>
  readFileSync(`${s.project}/said/args`, 'utf8').split('\0').slice(0, -1);

let calls = 0;

/** A file that was written, as it is on the disk now. */
export const written = (path: string, more: Payload = {}): Payload =>
  completes(
    'Write',
    { file_path: path, content: '' },
    { type: 'update', structuredPatch: [] },
    {
      tool_use_id: `written-${++calls}`,
      ...more,
    },
  );

/** What linters said in a hook call. */
export const lintedIn = ({ events }: Outcome): EventData<'LintFinished'>[] =>
  events.flatMap(({ type, data }) => (type === 'LintFinished' ? [data as EventData<'LintFinished'>] : []));

/** An ESLint of a project that finds each `debugger`, by the name of that statement's rule. */
export const withEslint = (s: Scenario, config = 'eslint.config.js'): void => {
  s.write(config, 'export default [];\n');
  const found = JSON.stringify([
    {
      filePath: '/f',
      messages: [
        { ruleId: 'no-debugger', severity: 2, message: "Unexpected 'debugger' statement.", line: 1, column: 1 },
      ],
    },
  ]);
  s.write('said/found.json', found);
  script(
    s,
    'node_modules/.bin/eslint',
    `for file; do :; done\nif /bin/grep -q debugger "$file"; then /bin/cat ${s.project}/said/found.json; exit 1; fi\necho '[]'`,
  );
};
