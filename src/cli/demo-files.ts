import { readFileSync, writeFileSync } from 'node:fs';

/** The policy of the demo's project: strict, where nobody set up commands that review code. */
export const DEMO_POLICY = {
  preset: 'strict',
  gates: { 'stop-guard': { rules: { 'code-unreviewed': 'off', 'precommit-missing': 'off' } } },
};

/** What the recorded session begins with. */
export const DEMO_SOURCE = {
  path: 'src/cart.js',
  text: 'export const total = (xs) => xs.reduce((a, b) => a + b, 0);\n',
};

/** Does to the files of a project what a recorded call did to them, since evidence is about what they hold. */
export const writeAsRecorded = (payload: Readonly<Record<string, unknown>>): void => {
  if (payload['hook_event_name'] !== 'PostToolUse') return;
  const input = payload['tool_input'] as Readonly<Record<string, string>>;
  const { file_path: path, content, old_string: before, new_string: after } = input;
  if (path === undefined) return;
  if (content !== undefined) writeFileSync(path, content);
  else if (before !== undefined)
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(before, () => after ?? ''),
    );
};
