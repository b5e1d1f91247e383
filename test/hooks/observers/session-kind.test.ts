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
    ['a program inside Conductor', { CONDUCTOR_PORT: '55', CLAUDE_CODE_ENTRYPOINT: 'sdk-ts' }, 'headless'],
    ['nobody inside Conductor', { CONDUCTOR_PORT: '55', CLAUDE_CODE_SESSION_ATTENDED: '0' }, 'headless'],
    ['Conductor in CI', { CONDUCTOR_PORT: '55', CI: 'true' }, 'headless'],
    [
      'Conductor, told that a person sits there',
      { CONDUCTOR_PORT: '55', CLAUDE_CODE_ENTRYPOINT: 'sdk-ts', DOCKET_SESSION_KIND: 'interactive' },
      'interactive',
    ],
    ['Conductor with a client at a terminal', { CONDUCTOR_PORT: '55', CLAUDE_CODE_ENTRYPOINT: 'cli' }, 'interactive'],
    ['the client at a terminal', { CLAUDE_CODE_ENTRYPOINT: 'cli' }, 'interactive'],
    ['the client at a terminal where CI is set', { CLAUDE_CODE_ENTRYPOINT: 'cli', CI: 'true' }, 'headless'],
    ['the client with a person where CI is set', { CLAUDE_CODE_SESSION_ATTENDED: '1', CI: 'true' }, 'headless'],
    ['the client without a person', { CLAUDE_CODE_ENTRYPOINT: 'cli', CLAUDE_CODE_SESSION_ATTENDED: '0' }, 'headless'],
    ['a program', { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' }, 'headless'],
    ['any program', { CLAUDE_CODE_ENTRYPOINT: 'sdk-py', CLAUDE_CODE_SESSION_ATTENDED: '1' }, 'headless'],
    ['CI', { CI: 'true' }, 'headless'],
    ['any CI', { CI: 'woodpecker' }, 'headless'],
    ['CI that is switched off', { CI: 'false' }, 'interactive'],
    ['CI that is set to nothing', { CI: '0' }, 'interactive'],
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
