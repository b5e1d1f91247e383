import { describe, expect, it } from 'vitest';
import { makeLogFolder } from '../../src/events/location.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { openStreamIndex } from '../../src/events/open-index.ts';
import { recordGolden } from '../../src/replay/golden.ts';
import { envelope } from '../kit/envelope.ts';
import { prompts, redRun, requests, type Scenario, scenario, stops, writes } from '../kit/scenario.ts';
import { workingSession } from '../kit/work-session.ts';
import { folderOf } from './read-log.ts';

const record = (s: Scenario, projects: readonly string[] = [s.project]) => {
  const folder = folderOf(s);
  return recordGolden({ folder, index: openStreamIndex(folder), stream: 's1', places: { projects, homes: [] } });
};

/** Many sessions of others, which leave their prompts in the state of the project. */
const crowd = (s: Scenario, count: number): void => {
  const asked = (session: number): string =>
    JSON.stringify(
      envelope(`theirs-${session}`, 'PromptSubmitted', {
        stream: `other-${session}`,
        provenance: 'prompt',
        delivery: `prompt-${session}`,
        data: { prompt: 'hello' },
      }),
    );
  makeLogFolder(s.root, nodeLogFs);
  const writer = openLogWriter(folderOf(s));
  writer.append(Array.from({ length: count }, (_, session) => asked(session)));
  writer.close();
};

describe('a golden of a session among many', () => {
  it('keeps as few events of others as its rulings rest on, says what it left out, and replays', async () => {
    const s = scenario({ preset: 'strict' });
    crowd(s, 520);
    await s.given(prompts('add a discount'), ...redRun(), writes('src/a.ts'), writes('src/a.ts'), stops());
    const golden = record(s);
    expect(golden.leftOut).toEqual({ PromptSubmitted: 500 });
    expect(golden.others).toBe(20);
    expect(golden).toMatchObject({ changed: [], checked: { differ: 0 } });
  });

  it('has the evidence of others that its rulings rest on', async () => {
    const s = await workingSession({ preset: 'strict' });
    const theirs = { session_id: 's2' };
    await s.edits('app/src/a.ts', 'export const a = 1;\n');
    await s.sends({ ...prompts('docket prove: it works'), ...theirs });
    await s.sends(requests('Bash', { command: 'git commit -am "x"' }));
    const golden = record(s.scenario, [s.path, s.scenario.project]);
    expect(golden).toMatchObject({ changed: [], leftOut: {}, checked: { differ: 0 } });
    expect(golden.text).toContain('"type":"ProofRecorded"');
  });
});
