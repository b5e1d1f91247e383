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
export const demoLog = async (): Promise<LogFolder> => {
  const s = scenario({ policy: DEMO_POLICY });
  rmSync(join(s.project, '.git'), { recursive: true });
  runGit(s.project, gitEnv(s.project), 'init', '--quiet', '--initial-branch=feature/discount');
  s.write(DEMO_SOURCE.path, DEMO_SOURCE.text);
  const env = { ...s.deps.env, PATH: process.env['PATH'] ?? '' };
  for (const payload of demoPayloads().map((each) => placed(each, s))) {
    writeAsRecorded(payload);
    await s.when(payload, { env });
  }
  return neutralLog(s);
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
export const neutralLog = ({ root, project }: Pick<Scenario, 'root' | 'project'>): LogFolder => {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'docket-tui-')));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  const from = logFolder(root, nodeLogFs);
  const to = logFolder(copy, nodeLogFs);
  mkdirSync(to.path, { recursive: true });
  for (const name of readdirSync(from.path)) {
    const text = readFileSync(join(from.path, name), 'utf8').replaceAll(project, PROJECT);
    writeFileSync(join(to.path, name), withoutFingerprints(text));
  }
  return to;
};

/** A policy's is also one of where its files lie. */
const withoutFingerprints = (text: string): string => {
  const found = new Set([...text.matchAll(/"fingerprint":"(\w+)"/g)].map(([, fingerprint]) => fingerprint ?? ''));
  return [...found].reduce((made, one, index) => made.replaceAll(`"${one}"`, `"fingerprint-${index + 1}"`), text);
};
