import type { TimelineRow } from '../../../src/tui/source/timeline-row.ts';

/** Rows of a session in which something of everything happens: a prompt, calls, what is missing, a subagent. */
export const manyRows = (count: number, prefix = 'r'): TimelineRow[] =>
  Array.from({ length: count }, (_, index): TimelineRow => {
    const kind = (['prompt', 'call', 'call', 'gap', 'note', 'call', 'turn-end'] as const)[index % 7] ?? 'note';
    return {
      kind,
      id: `${prefix}${index}`,
      at: new Date(Date.UTC(2026, 0, 1) + index * index * 100).toISOString(),
      position: { segment: 1, offset: index * 100 },
      turn: Math.floor(index / 7) + 1,
      actor: index % 5 === 4 ? 'a1' : 'main',
      ...(index % 5 === 4 ? { actorType: 'planner' } : {}),
      lane: index % 5 === 4 ? 1 : 0,
      text: `row ${index} ${'wide 字 '.repeat(index % 9)}`,
      fired:
        index % 4 === 1
          ? [{ gate: 'guard', rule: 'guard/rm-root', decision: 'deny', mode: index % 8 === 1 ? 'monitor' : 'enforce' }]
          : [],
      ...(index % 4 === 1 ? { decision: index % 8 === 1 ? 'none' : 'deny' } : {}),
      events: kind === 'gap' ? [] : [`${prefix}${index}`, `${prefix}${index}+1`],
      types: kind === 'gap' ? [] : ['ToolRequested', 'ToolCompleted'],
    };
  });

/** What would be shown below a row. */
export const partsOf = (row: TimelineRow): TimelineRow[] =>
  row.events
    .slice(1)
    .map((id) => ({ ...row, kind: 'event', of: row.id, id, events: [id], types: ['ToolCompleted'], fired: [] }));

/** A session in the list of sessions. */
export const ENTRY = {
  session: 's1-of-many-rows',
  host: 'claude-code',
  worktree: '/home/ada/shop',
  firstAt: '2026-01-01T00:00:00.000Z',
  lastAt: '2026-01-01T01:00:00.000Z',
  isLive: true,
  events: 10,
  turns: 1,
  calls: 3,
  activity: { from: null, step: 0, counts: [] },
  rulings: {},
};
