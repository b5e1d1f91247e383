import { describe, expect, it } from 'vitest';
import { rowMatcher } from '../../src/tui/model/search.ts';
import { completes, prompts, requests, scenario } from '../kit/scenario.ts';
import { folderOf } from '../replay/read-log.ts';
import { openSession } from './kit/opened-session.ts';

const ls = (id: string) => [
  requests('Bash', { command: `ls ${id}` }, { tool_use_id: id }),
  completes('Bash', { command: `ls ${id}` }, { stdout: '', stderr: '', interrupted: false }, { tool_use_id: id }),
];

const batch = (...ids: readonly string[]) => ({
  hook_event_name: 'PostToolBatch',
  tool_calls: ids.map((id) => ({ tool_name: 'Bash', tool_input: {}, tool_use_id: id, tool_response: {} })),
});

describe('the end of a batch of calls', () => {
  it('has no row of its own: it belongs to the last call, and is found there by a search', async () => {
    const s = scenario({ preset: 'observe' });
    await s.given(prompts('go'), ...ls('a'), ...ls('b'), batch('a', 'b'));
    const { model, session } = openSession(folderOf(s));
    const rows = model.session?.all ?? [];
    expect(rows.filter(({ text }) => text.includes('ToolBatchCompleted'))).toEqual([]);
    const last = rows.findLast(({ kind }) => kind === 'call');
    expect(last?.types).toContain('ToolBatchCompleted');
    const event = s.events().find(({ type }) => type === 'ToolBatchCompleted');
    expect(session.event(event?.id ?? '')?.event).toEqual(event);
    expect(rows.filter(rowMatcher('ToolBatch', null))).toEqual([last]);
  });

  it('keeps its row where it tells of a call that no other event tells of', async () => {
    const s = scenario({ preset: 'observe' });
    await s.given(prompts('go'), ...ls('a'), batch('a', 'never-requested'));
    const rows = openSession(folderOf(s)).model.session?.all ?? [];
    expect(rows.filter(({ text }) => text.includes('ToolBatchCompleted'))).toHaveLength(1);
  });
});
