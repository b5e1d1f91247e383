import { describe, expect, it } from 'vitest';
import { agentMark, refuseAgents } from '../../src/cli/agent-environment.ts';
import { UsageError } from '../../src/cli/io.ts';
import { cleanEnv, runDocket } from '../kit/hook-process.ts';
import { scenario, writes } from '../kit/scenario.ts';
import { tempProject } from '../kit/temp-project.ts';
import { filesIn } from './sessions.ts';

const AGENT = { CLAUDECODE: '1' };

describe("a command that only a person may give, in an agent's environment", () => {
  it.each([
    ['init', '--yes'],
    ['init', '--yes', '--scope', 'user', '--preset', 'observe'],
    ['uninstall', '--yes'],
    ['uninstall', '--purge', '--yes'],
    ['archive', '--before', '1d'],
    ['repair'],
    ['repair', '--json'],
    ['seal', '--key'],
    ['prove', 'it works'],
    ['prove', '--revoke'],
  ])('changes nothing, ends with 2 and says who can run it: docket %s %s %s', async (...given) => {
    const args = given.filter((arg) => typeof arg === 'string');
    const s = scenario({ preset: 'strict' });
    await s.given(writes('src/a.ts'));
    const before = filesIn(s.project);
    const { stdout, stderr, status } = runDocket(args, s.project, { env: AGENT });
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    expect(stderr).toContain(`docket ${args[0]} changes what`);
    expect(stderr).toContain('CLAUDECODE says that an agent runs here');
    expect(stderr).toContain('Ask the user to run it in a terminal of their own');
    expect(filesIn(s.project)).toEqual(before);
  });

  it.each([
    ['CLAUDE_CODE_SESSION_ID'],
    ['CLAUDE_CODE_ENTRYPOINT'],
    ['GEMINI_CLI'],
    ['COPILOT_CLI'],
    ['CURSOR_AGENT'],
    ['DOCKET_TEST_RUN'],
  ])('is refused where %s is the only sign left', (name) => {
    const { stderr, status } = runDocket(['init', '--yes'], tempProject().path, { env: { [name]: 'x' } });
    expect(status).toBe(2);
    expect(stderr).toContain(`${name} says that an agent runs here`);
  });

  it.each([
    ['init', '--dry-run'],
    ['uninstall', '--dry-run'],
    ['repair', '--dry-run'],
    ['archive', '--before', '1d', '--dry-run'],
    ['archive', '--before', '1d', '--json', '--dry-run'],
    ['init', '--help'],
    ['seal'],
    ['seal', '--print'],
    ['log'],
    ['status'],
    ['gates'],
    ['verify'],
  ])('is not one that only shows or seals: docket %s %s %s %s', async (...given) => {
    const s = scenario({ preset: 'strict' });
    await s.given(writes('src/a.ts'));
    const args = given.filter((arg) => typeof arg === 'string');
    const { status, stderr } = runDocket(args, s.project, { env: AGENT });
    expect(stderr).not.toContain('an agent runs here');
    expect(status).not.toBe(2);
  });

  it.each([
    ['waive', 'guard', '--reason', '--help'],
    ['waive', 'guard', '--reason', '--list'],
    ['workflow', 'approve', 'plan'],
    ['--json', 'prove', 'works'],
  ])('cannot be dressed up as one that shows: docket %s %s %s %s', (...args) => {
    expect(() => refuseAgents(args.filter(Boolean), AGENT)).toThrow(UsageError);
  });
});

describe("a person's terminal", () => {
  it('has no mark of an agent, also beside one', () => {
    const beside = {
      TERM_PROGRAM: 'vscode',
      CLAUDE_CODE_SSE_PORT: '1234',
      CURSOR_TRACE_ID: 'x',
      CLAUDECODE: '',
      CI: '1',
    };
    expect(agentMark(cleanEnv(beside))).toBeNull();
    expect(
      runDocket(['init', '--yes', '--client-version', '2.1.332'], tempProject().path, { env: beside }).status,
    ).toBe(0);
  });
});
