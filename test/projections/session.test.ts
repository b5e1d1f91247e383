import { describe, expect, it } from 'vitest';
import { sessionProjection } from '../../src/projections/session.ts';
import { happened, recorded, stateAfter } from './given.ts';

const git = (about: string, commit: string) =>
  recorded('GitObserved', { about, path: '/work/shop', worktree: '/work/shop', branch: 'main', commit, project: true });

describe('a session', () => {
  it('begins with whatever event of the host is seen first, since hosts do not always say that it began', () => {
    const first = happened('ToolRequested', {}, { host: 'codex' });
    expect(stateAfter(sessionProjection, first, happened('ToolCompleted'))).toMatchObject({
      host: 'codex',
      startedAt: first.at,
      endedAt: null,
    });
  });

  it('keeps the time of its first start when it is resumed, and is no longer ended', () => {
    const start = happened('SessionStarted', { source: 'startup' });
    const end = happened('SessionEnded');
    const resumed = happened('SessionStarted', { source: 'resume' });
    expect(stateAfter(sessionProjection, start, end)).toMatchObject({ endedAt: end.at });
    expect(stateAfter(sessionProjection, start, end, resumed)).toMatchObject({
      startedAt: start.at,
      endedAt: null,
    });
  });

  it('is of the kind that was observed last, and says by what', () => {
    const observed = (kind: 'interactive' | 'headless', because: string) =>
      recorded('HostObserved', { kind, because, entrypoint: null });
    expect(
      stateAfter(sessionProjection, observed('interactive', 'no marker'), observed('headless', 'CI')),
    ).toMatchObject({
      kind: 'headless',
      kindBecause: 'CI',
    });
  });

  it('remembers the permission mode until an event names another', () => {
    const plan = happened('PromptSubmitted', { permission_mode: 'plan' });
    expect(stateAfter(sessionProjection, plan, happened('NotificationShown')).permissionMode).toBe('plan');
    expect(stateAfter(sessionProjection, plan, happened('TurnEnded', { permission_mode: 7 })).permissionMode).toBe(
      'plan',
    );
    expect(
      stateAfter(sessionProjection, plan, happened('ToolRequested', { permission_mode: 'default' })).permissionMode,
    ).toBe('default');
  });

  it('is in the worktree of its last event that has one', () => {
    const moved = happened('CwdChanged', {}, { worktree: '/work/shop-2' });
    expect(stateAfter(sessionProjection, happened('PromptSubmitted'), moved).worktree).toBe('/work/shop-2');
    expect(stateAfter(sessionProjection, moved, happened('NotificationShown', {}, { worktree: null })).worktree).toBe(
      '/work/shop-2',
    );
  });

  it('takes its first commit from what was observed about it, not about the target of a call', () => {
    expect(stateAfter(sessionProjection, git('session', 'aaa'), git('target', 'bbb'))).toMatchObject({
      headAtStart: 'aaa',
      branchAtStart: 'main',
    });
  });
});
