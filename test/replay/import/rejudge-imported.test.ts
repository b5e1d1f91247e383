import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { presetPolicy } from '../../../src/cli/preset-policy.ts';
import { nodeLogFs } from '../../../src/events/log-fs.ts';
import { readEvents } from '../../../src/events/log-reader.ts';
import { logFolder } from '../../../src/events/segments.ts';
import { startFold } from '../../../src/projections/fold.ts';
import { recordedCalls } from '../../../src/replay/recorded-calls.ts';
import { rejudge } from '../../../src/replay/rejudge.ts';
import { tempProject } from '../../kit/temp-project.ts';
import { asks, failed, importInto, result, said, writeTranscript } from '../../kit/transcripts.ts';

describe('what gates would have said of an imported session', () => {
  it('rests on what the session itself did, and on nothing else', () => {
    const project = tempProject();
    const write = (id: string, name: string) => [
      asks(id, 'Write', { file_path: `/home/dev/shop/src/${name}.ts`, content: 'export {};\n' }),
      result(id, 'File created successfully.'),
    ];
    const red = [
      asks('t1', 'Bash', { command: 'npm test' }),
      failed('t1', 'Exit code 1\n\n# tests 2\n# pass 1\n# fail 1'),
    ];
    const other = [said('go', { sessionId: 's0', uuid: 'other' }), ...write('w0', 'z')].map((one) => ({
      ...one,
      sessionId: 's0',
    }));
    writeTranscript(project.path, 't/s0.jsonl', other);
    const lines = [said('add a discount'), ...write('w1', 'a'), ...red, ...write('w2', 'b'), ...write('w3', 'c')];
    importInto(project.path, writeTranscript(project.path, 't/s1.jsonl', lines), join(project.path, 't/s0.jsonl'));
    const policy = presetPolicy('strict');
    const fold = startFold();
    const decisions = new Map<string, string>();
    for (const { line, call } of recordedCalls(readEvents(logFolder(join(project.path, '.docket'), nodeLogFs)))) {
      fold.apply(line.event);
      if (call === null || line.event.type !== 'ToolRequested' || line.event.call === null) continue;
      const verdict = rejudge(call, fold, { policy }).verdicts.find(({ gate }) => gate === 'test-gate');
      if (verdict !== undefined) decisions.set(line.event.call, verdict.decision);
    }
    // Nobody was warned then, so the second write is no second warning either.
    expect(Object.fromEntries(decisions)).toEqual({ w0: 'pass', w1: 'pass', w2: 'advise', w3: 'advise' });
  });
});
