import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type InitOptions, runInit } from '../../../src/cli/init.ts';
import { runUninstall, type UninstallOptions } from '../../../src/cli/uninstall.ts';
import type { Project } from '../../hooks/install/project.ts';
import { ioIn } from '../install-io.ts';

export const LOCAL = '.claude/settings.local.json';
export const SHARED = '.claude/settings.json';

/** `docket init` in a project, with a hook that is there and the newest client; what it said. */
export const init = async (
  project: Project,
  options: InitOptions = { yes: true },
  { answers = null, hook }: { answers?: readonly string[] | null; hook?: string } = {},
) => {
  const { io, said } = ioIn(project, answers);
  const program = { node: '/opt/node/bin/node', hook: hook ?? project.write('docket/dist/hook.cjs', '') };
  const code = await runInit({ clientVersion: '2.1.332', ...options }, io, program);
  return { code, ...said };
};

export const uninstall = async (project: Project, options: UninstallOptions = { yes: true }) => {
  const { io, said } = ioIn(project);
  const code = await runUninstall(options, io);
  return { code, ...said };
};

/** Where `docket init --scope managed` writes in a test, beside the project. */
export const managedFile = (project: Project): string =>
  join(project.cwd, '..', 'etc', 'managed-settings.d', 'docket.json');

export const textOf = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null);
