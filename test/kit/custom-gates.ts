import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runDocket } from './hook-process.ts';
import { tempProject } from './temp-project.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples', 'custom-gates');

/** A project of a person whose home, with what they trust, is the test's. */
export interface GatedProject {
  readonly path: string;
  readonly write: (name: string, text: string) => string;
  readonly env: Readonly<Record<string, string>>;
}

export const homed = (): GatedProject => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'docket-home-')));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return { ...tempProject({ branch: 'feature/x' }), env: { HOME: home } };
};

/** A project with one gate, as its file. */
export const withGate = (code: string, settings: object = {}): GatedProject => {
  const project = homed();
  const customGates = { own: { file: 'docket.gates/own.js', mode: 'enforce', ...settings } };
  project.write('docket.config.json', JSON.stringify({ preset: 'standard', customGates }));
  project.write('docket.gates/own.js', code);
  return project;
};

/** The gates of the documentation, and its policy. */
export const withExamples = (): GatedProject => {
  const project = homed();
  cpSync(EXAMPLES, project.path, { recursive: true });
  return project;
};

/** `docket policy trust`. */
export const trust = ({ path, env }: GatedProject, ...args: string[]) =>
  runDocket(['policy', 'trust', ...args], path, { env });

/** A gate that denies every write of a file. */
export const DENIES = `export const gate = { summary: 'No.', on: {}, rules: { no: { decision: 'deny', judge: ({ file }) => file === null ? null : ({ reason: 'Not this.', conditions: [{ name: 'is-fine', holds: false, actual: file.path, remedy: 'Leave it.' }] }) } } };`;
