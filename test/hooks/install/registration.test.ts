import { describe, expect, it } from 'vitest';
import { HOST_EVENTS, type HostEventName } from '../../../src/events/host-events.ts';
import { hookCommandFor } from '../../../src/hooks/install/hook-command.ts';
import { oldestClientFor, type Registration, registrationFor } from '../../../src/hooks/install/registration.ts';
import { hereCommand, registration } from './project.ts';

const handlerOf = (from: Registration, event: HostEventName) => from[event]?.hooks[0];

describe('registrationFor', () => {
  it('registers every event of the newest client but the two that would change what the host does', () => {
    const left = Object.keys(HOST_EVENTS).filter((event) => !(event in registration('2.1.332')));
    expect(left).toEqual(['MessageDisplay', 'WorktreeCreate']);
  });

  it('leaves PreSkillShellCommand out before 2.1.332, where it opens a dialog', () => {
    expect(registration('2.1.332').PreSkillShellCommand).toBeDefined();
    expect(registration('2.1.331').PreSkillShellCommand).toBeUndefined();
    expect(registration('2.1.331').PreModelSwitch).toBeDefined();
  });

  it('names to an old client only what it knows, since an unknown name would void its whole file', () => {
    expect(Object.keys(registration('2.1.100'))).not.toContain('UserPromptExpansion');
    expect(Object.keys(registration('1.0.40'))).toEqual(['PreToolUse', 'PostToolUse', 'Stop', 'Notification']);
    expect(registration('2.1.9').PostToolUseFailure).toBeDefined();
    expect(registration('2.1.8').PostToolUseFailure).toBeUndefined();
  });

  it('gives an unknown client what 2.1.101 knows, in the form every client understands', () => {
    expect(registration(null)).toEqual(registration('2.1.101'));
    expect(registration(null).PermissionDenied).toBeDefined();
    expect(registration(null).PostToolBatch).toBeUndefined();
    expect(handlerOf(registration(null), 'Stop')).not.toHaveProperty('args');
  });

  it('uses exec form from 2.1.139 on and one shell line before', () => {
    expect(handlerOf(registration('2.1.139'), 'PreToolUse')).toEqual({
      type: 'command',
      command: '/opt/node/bin/node',
      args: ['/opt/docket/dist/hook.cjs', '--host', 'claude-code', '--timeout', '5'],
      timeout: 5,
    });
    expect(handlerOf(registration('2.1.138'), 'PreToolUse')).toEqual({
      type: 'command',
      command: '/opt/node/bin/node /opt/docket/dist/hook.cjs --host claude-code --timeout 5',
      timeout: 5,
    });
  });

  it('writes a time-out in seconds for each event, and tells it to the hook', () => {
    const timeouts = (llmReview: boolean, lint: boolean) => {
      const made = registrationFor({ clientVersion: '2.1.332', command: hereCommand, llmReview, lint });
      for (const [event, group] of Object.entries(made)) {
        expect(group.hooks[0].args?.at(-1), event).toBe(String(group.hooks[0].timeout));
      }
      return Object.fromEntries(
        Object.entries(made)
          .map(([event, group]) => [event, group.hooks[0].timeout] as const)
          .filter(([, timeout]) => timeout !== 5),
      );
    };
    expect(timeouts(false, false)).toEqual({ Stop: 10 });
    expect(timeouts(true, false)).toEqual({ PreToolUse: 20, Stop: 10 });
    expect(timeouts(false, true)).toEqual({ PostToolUse: 10, Stop: 10 });
  });

  it('in-matcher-resume: registers without a matcher, so a resumed session is seen too', () => {
    for (const group of Object.values(registration())) expect(group).not.toHaveProperty('matcher');
  });

  it('holds no absolute path in project scope', () => {
    for (const isDependency of [true, false]) {
      const command = hookCommandFor({ scope: 'project', node: '/opt/node', hook: '/opt/dist/hook.cjs', isDependency });
      for (const clientVersion of ['2.1.332', null]) {
        const made = JSON.stringify(registrationFor({ clientVersion, command, llmReview: false, lint: false }));
        expect(made).not.toContain('/opt');
        expect(made).not.toMatch(/"\/|"[A-Za-z]:\\/);
      }
    }
  });
});

describe('oldestClientFor', () => {
  it('names the oldest client that a committed file does no harm to', () => {
    expect(oldestClientFor(registration('2.1.332'))).toBe('2.1.332');
    expect(oldestClientFor(registration('2.1.331'))).toBe('2.1.139');
    expect(oldestClientFor(registration('2.1.138'))).toBe('2.1.89');
    expect(oldestClientFor(registration(null))).toBe('2.1.89');
    expect(oldestClientFor(registration('2.0.50'))).toBe('2.0.45');
    const inShell = registrationFor({
      clientVersion: '2.1.331',
      command: { ...hereCommand, canExec: false },
      llmReview: false,
      lint: false,
    });
    expect(oldestClientFor(inShell)).toBe('2.1.101');
  });
});
