import { completes, type Payload, requests } from './scenario.ts';

const CODEX = 'mcp__codex__codex';
const PRECOMMIT = { command: 'node scripts/precommit-runner.js' };

/** A tool that reviews is asked and answers. */
export const reviewedBy = (text: string, tool = CODEX): [Payload, Payload] =>
  ran(tool, { prompt: 'review the changes' }, [{ type: 'text', text }]);

/** The checks before a commit ran, and printed this. */
export const precommitted = (stdout = '## Overall: ✅ PASS', command = PRECOMMIT.command): [Payload, Payload] =>
  ran('Bash', { command }, { stdout, stderr: '', interrupted: false });

/** A call of a tool, and what it came to. */
export const ran = (tool: string, input: unknown, response: unknown): [Payload, Payload] => {
  const request = requests(tool, input);
  return [request, completes(tool, input, response, { tool_use_id: request['tool_use_id'] })];
};

/** A command ran. */
export const ranCommand = (command: string): [Payload, Payload] =>
  ran('Bash', { command }, { stdout: '', stderr: '', interrupted: false });

/** A code review, a review of the documents and the checks before a commit, all passed. */
export const allPassed = (): Payload[] => [...reviewedBy('✅ Ready'), ...reviewedBy('✅ Mergeable'), ...precommitted()];
