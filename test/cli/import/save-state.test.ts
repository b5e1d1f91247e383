import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { saveState } from '../../../src/cli/import/save-state.ts';
import type { Envelope } from '../../../src/events/envelope.ts';
import { nodeLogFs } from '../../../src/events/log-fs.ts';
import { openLogWriter } from '../../../src/events/log-writer.ts';
import { logFolder } from '../../../src/events/segments.ts';
import { loadState } from '../../../src/hooks/load-state.ts';
import { envelope } from '../../kit/envelope.ts';
import { tempProject } from '../../kit/temp-project.ts';

const hooked = (from: number, count: number): Envelope[] =>
  Array.from({ length: count }, (_, at) =>
    envelope(`h${from + at}`, 'PromptSubmitted', { stream: `s${(from + at) % 40}`, data: { prompt: `do ${at}` } }),
  );
const imported = (count: number): Envelope[] =>
  Array.from({ length: count }, (_, at) => ({
    ...envelope(`i${at}`, at % 2 === 0 ? 'ToolRequested' : 'TestRunFinished', {
      stream: 'quoted "name" \\ ü',
      turn: at % 3 === 0 ? 'turn' : null,
      provenance: 'import',
      data: { tool_name: 'Bash', text: '"provenance":"hook",' },
    }),
  }));

const newLog = () => {
  const root = tempProject().path;
  const folder = logFolder(root, nodeLogFs);
  const file = join(root, 'snapshots', 'project.json');
  const append = (events: readonly Envelope[]): void => {
    const writer = openLogWriter(folder);
    writer.append(events.map((event) => JSON.stringify(event)));
    writer.close();
  };
  return { root, folder, file, append };
};

describe('the state that an import keeps', () => {
  it('is what a hook would keep that reads the whole log', () => {
    const { root, folder, file, append } = newLog();
    append(hooked(0, 60));
    loadState(folder, root, null).save(true);
    const before = readFileSync(file);
    append([...hooked(60, 20), ...imported(200), ...hooked(50, 20), ...imported(100)]);
    const keptFrom = (start: Buffer | null, save: () => void): string => {
      rmSync(file, { force: true });
      if (start !== null) writeFileSync(file, start);
      save();
      return readFileSync(file, 'utf8');
    };
    for (const start of [before, null]) {
      const kept = keptFrom(start, () => saveState(folder, root));
      expect(kept).not.toBe(before.toString());
      expect(kept).toBe(keptFrom(start, () => loadState(folder, root, null).save(true)));
    }
  });

  it('spares the next call what was imported', () => {
    const { root, folder, append } = newLog();
    append([...hooked(0, 2), ...imported(300)]);
    saveState(folder, root);
    append(hooked(2, 1));
    const { fold, before } = loadState(folder, root, null);
    expect(before.map(({ id }) => id)).toEqual(['h2']);
    expect(fold.view('s0', null)).toEqual(loadState(folder, join(root, 'none'), null).fold.view('s0', null));
  });

  it('is none where there is no log', () => {
    const { root, folder, file } = newLog();
    saveState(folder, root);
    expect(existsSync(file)).toBe(false);
  });
});
