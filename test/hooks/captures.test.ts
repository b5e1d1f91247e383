import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { hostEventType } from '../../src/events/host-event-types.ts';
import { HOST_EVENTS, type HostEventName } from '../../src/events/host-events.ts';
import { loggedEvents, runHook } from '../kit/hook-process.ts';
import { expectSchema } from '../kit/scenario.ts';
import { tempProject } from '../kit/temp-project.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'fixtures', 'captures');

const payloadsOf = (name: string): Record<string, unknown>[] =>
  readFileSync(join(FOLDER, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const hostEvents = (project: string): Envelope[] =>
  (loggedEvents(project) as unknown as Envelope[]).filter((event) => event.delivery !== undefined);

const CARRIED = ['session_id', 'hook_event_name', 'tool_use_id', 'prompt_id', 'agent_id', 'agent_type'];

describe('captures of real clients through the built hook', () => {
  it.each(readdirSync(FOLDER))('%s: every event is in the log with its type and everything it said', (name) => {
    const project = tempProject({ branch: 'feature/x' });
    const payloads = payloadsOf(name);
    for (const payload of payloads) {
      const { status, stderr } = runHook(JSON.stringify(payload), project.path, { args: [] });
      expect([status, stderr]).toEqual([0, '']);
    }
    const logged = hostEvents(project.path);
    expect(logged.map(({ type }) => type)).toEqual(
      payloads.map((payload) => hostEventType(String(payload['hook_event_name']))),
    );
    logged.forEach((event, index) => {
      expectSchema(event);
      const payload = payloads[index] as Record<string, unknown>;
      expect(event.stream).toBe(payload['session_id']);
      expect(event.call).toBe(payload['tool_use_id'] ?? null);
      expect(event.actor.id).toBe(payload['agent_id'] ?? 'main');
      expect(event.host).toBe(name.startsWith('codex') ? 'codex' : 'claude-code');
      // What the envelope carries is not repeated; an empty field says nothing there and stays.
      const rest = Object.fromEntries(
        Object.entries(payload).filter(([key, value]) => !CARRIED.includes(key) || value === ''),
      );
      expect(Object.keys(event.data)).toEqual(Object.keys(rest));
      if (JSON.stringify(rest).length < 4000) expect(event.data).toEqual(rest);
    });
  });
});

describe('the host’s events', () => {
  const names = Object.keys(HOST_EVENTS) as HostEventName[];

  it('are 34, each with a type of its own', () => {
    expect(names.length).toBe(34);
    expect(new Set(names.map(hostEventType)).size).toBe(34);
  });

  it('each become a typed event through the built hook, unknown fields kept', () => {
    const project = tempProject();
    for (const name of names) {
      const { status, stdout } = runHook(
        JSON.stringify({ session_id: 's', hook_event_name: name, novelty: { of: name } }),
        project.path,
      );
      expect([status, stdout]).toEqual([0, '']);
    }
    const logged = hostEvents(project.path);
    expect(logged.map(({ type }) => type)).toEqual(names.map(hostEventType));
    for (const event of logged) expectSchema(event);
    expect(logged.map(({ data }) => data['novelty'])).toEqual(names.map((of) => ({ of })));
  });

  it('that are unknown are kept as they came', () => {
    const project = tempProject();
    runHook(JSON.stringify({ session_id: 's', hook_event_name: 'BrandNew', some: ['thing'] }), project.path);
    expect(hostEvents(project.path)).toMatchObject([
      { type: 'HostEventReceived', data: { hook_event_name: 'BrandNew', some: ['thing'] } },
    ]);
  });
});
