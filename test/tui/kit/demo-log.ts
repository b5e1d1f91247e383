import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { DEMO_POLICY, DEMO_SOURCE, writeAsRecorded } from '../../../src/cli/demo-files.ts';
import { nodeLogFs } from '../../../src/events/log-fs.ts';
import { type LogFolder, logFolder } from '../../../src/events/segments.ts';
import { gitEnv, runGit } from '../../kit/git-template.ts';
import { type Payload, type Scenario, type ScenarioOptions, scenario } from '../../kit/scenario.ts';

/** Where everything happened, whatever folder a test works in. */
export const PROJECT = '/home/ada/shop';

/** The recorded session of `docket demo`, sent through the hook. */
export const demoPayloads = (): Payload[] =>
  readFileSync(join(import.meta.dirname, '../../../fixtures/demo/an-edit-undoes-what-tests-said.ndjson'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Payload);

/** The whole of it as `docket demo` records it: in a repository, the files being what its calls made of them. */
const recordDemo = async (): Promise<Files> => {
  const s = scenario({ policy: DEMO_POLICY });
  rmSync(join(s.project, '.git'), { recursive: true });
  runGit(s.project, gitEnv(s.project), 'init', '--quiet', '--initial-branch=feature/discount');
  s.write(DEMO_SOURCE.path, DEMO_SOURCE.text);
  const env = { ...s.deps.env, PATH: process.env['PATH'] ?? '' };
  for (const payload of demoPayloads().map((each) => placed(each, s))) {
    writeAsRecorded(payload);
    await s.when(payload, { env });
  }
  return neutralFiles(s);
};

let recorded: Promise<Files> | undefined;

/** A log with that session. It is recorded once in a process, which takes longer than most of what is done with it. */
export const demoLog = async (): Promise<LogFolder> => {
  recorded ??= recordDemo();
  return logWith(await recorded);
};

/** Sends payloads through the hook and gives their log, in which nothing depends on where the test ran. */
export const logOf = async (payloads: readonly Payload[], options: ScenarioOptions = {}): Promise<LogFolder> => {
  const s = scenario({ policy: { preset: 'strict' }, branch: 'feature/discount', ...options });
  s.write(DEMO_SOURCE.path, DEMO_SOURCE.text);
  for (const payload of payloads) await s.when(placed(payload, s));
  return neutralLog(s);
};

const placed = (payload: Payload, { project }: Scenario): Payload =>
  JSON.parse(JSON.stringify(payload).replaceAll('$PROJECT', project)) as Payload;

/** The same log, as if it had been written in `PROJECT`. */
export const neutralLog = (log: Pick<Scenario, 'root' | 'project'>): LogFolder => logWith(neutralFiles(log));

/** The text of each file of a log, by its name. */
type Files = ReadonlyMap<string, string>;

const neutralFiles = ({ root, project }: Pick<Scenario, 'root' | 'project'>): Files => {
  const { path } = logFolder(root, nodeLogFs);
  const neutral = (name: string): string =>
    withoutFingerprints(readFileSync(join(path, name), 'utf8').replaceAll(project, PROJECT));
  return new Map(readdirSync(path).map((name) => [name, neutral(name)]));
};

/** A log in a folder of its own for one test. */
const logWith = (files: Files): LogFolder => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'docket-tui-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const log = logFolder(folder, nodeLogFs);
  mkdirSync(log.path, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(log.path, name), text);
  return log;
};

/** A policy's is also one of where its files lie. */
const withoutFingerprints = (text: string): string => {
  const found = new Set([...text.matchAll(/"fingerprint":"(\w+)"/g)].map(([, fingerprint]) => fingerprint ?? ''));
  return [...found].reduce((made, one, index) => made.replaceAll(`"${one}"`, `"fingerprint-${index + 1}"`), text);
};
