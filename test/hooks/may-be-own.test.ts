import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findLocation } from '../../src/events/location.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { placeOf } from '../../src/hooks/place.ts';
import { tempProject } from '../kit/temp-project.ts';

const NAMES = [
  ...['.docket/log/000001.ndjson', 'sub/.DOCKET/x', 'docket.config.json', 'docket.config.local.json', 'src/a.ts', 'x'],
  ...[
    '.claude/settings.json',
    '.claude/settings.local.json',
    '.claude/plugins/p/hooks/hooks.json',
    'Docket.Config.json',
  ],
  ...[
    'tools/gate/dist/hook.cjs',
    'node_modules/gate/dist/hook.cjs',
    'node_modules/gate/package.json',
    'elsewhere/log/x',
  ],
  ...['.config/docket/config.json', '.local/state/docket/x', 'other/src/b.ts'],
];

describe('a file that is docket’s own', () => {
  it.each<[string, (project: string) => Record<string, string>, string | null]>([
    ['by default', () => ({}), null],
    ['where its log is elsewhere', (project) => ({ DOCKET_DIR: join(project, 'elsewhere') }), null],
    ['where the host keeps its settings elsewhere', (project) => ({ CLAUDE_CONFIG_DIR: join(project, 'other') }), null],
    ['where it is built in the project', () => ({}), 'tools/gate/dist'],
    ['where it is installed under another name', () => ({}), 'node_modules/gate/dist'],
  ])('is never taken for plainly the project’s: %s', (_name, more, program) => {
    const project = tempProject().path;
    const env = { HOME: project, CLAUDE_PROJECT_DIR: project, ...more(project) };
    const location = findLocation({ env, cwd: project });
    const place = placeOf({
      location,
      cwd: project,
      env,
      fs: nodeLogFs,
      program: program === null ? undefined : join(project, program),
    });
    const own = NAMES.map((name) => join(project, name)).filter((path) => place.own().named(path) !== null);
    expect(own.length).toBeGreaterThan(5);
    expect(own.filter((path) => !place.mayBeOwn(path))).toEqual([]);
    if (program === null && Object.keys(more(project)).length === 0) {
      expect(place.mayBeOwn(join(project, 'src/a.ts'))).toBe(false);
    }
  });
});
