import { describe, expect, it } from 'vitest';
import { sessionKind } from '../../../src/hooks/observers/session-kind.ts';

describe('the kind of a session (seed 004, session kind)', () => {
  it.each([
    ['nothing', {}, 'interactive'],
    [
      'what is set to nothing',
      { CI: '', GSTACK_HEADLESS: '', OPENCLAW_SESSION: '', CONDUCTOR_PORT: '' },
      'interactive',
    ],
    ['OpenClaw', { OPENCLAW_SESSION: '1' }, 'spawned'],
    ['OpenClaw, over all others', { OPENCLAW_SESSION: '1', GSTACK_HEADLESS: '1', CONDUCTOR_PORT: '1' }, 'spawned'],
    ['GSTACK_HEADLESS', { GSTACK_HEADLESS: '1' }, 'headless'],
    ['GSTACK_HEADLESS inside Conductor', { GSTACK_HEADLESS: '1', CONDUCTOR_PORT: '55' }, 'headless'],
    ['Conductor', { CONDUCTOR_WORKSPACE_PATH: '/w' }, 'interactive'],
    [
      'Conductor, which drives the client as a program',
      { CONDUCTOR_PORT: '55', CLAUDE_CODE_ENTRYPOINT: 'sdk-ts' },
      'interactive',
    ],
    ['Conductor in CI', { CONDUCTOR_PORT: '55', CI: 'true' }, 'interactive'],
    ['the client at a terminal', { CLAUDE_CODE_ENTRYPOINT: 'cli' }, 'interactive'],
    ['the client at a terminal where CI is set', { CLAUDE_CODE_ENTRYPOINT: 'cli', CI: 'true' }, 'interactive'],
    ['the client without a person', { CLAUDE_CODE_ENTRYPOINT: 'cli', CLAUDE_CODE_SESSION_ATTENDED: '0' }, 'headless'],
    ['a program with a person', { CLAUDE_CODE_ENTRYPOINT: 'sdk-ts', CLAUDE_CODE_SESSION_ATTENDED: '1' }, 'interactive'],
    ['a program', { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' }, 'headless'],
    ['CI', { CI: 'true' }, 'headless'],
    ['what docket is told', { DOCKET_SESSION_KIND: 'spawned', CI: 'true' }, 'spawned'],
    [
      'what docket is told to be interactive',
      { DOCKET_SESSION_KIND: 'interactive', GSTACK_HEADLESS: '1' },
      'interactive',
    ],
    ['nonsense', { DOCKET_SESSION_KIND: 'nonsense' }, 'interactive'],
  ] as const)('is told by %s', (_what, env, kind) => {
    expect(sessionKind(env).kind).toBe(kind);
  });
});
