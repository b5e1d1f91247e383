import { appendFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dataSchemas } from '../../../src/events/schemas.ts';
import { deniedSession, lastOf, segmentOf } from '../../cli/sessions.ts';
import { prompts, scenario } from '../../kit/scenario.ts';
import { markdownOf, postmortemOf } from './made.ts';

/** Values that no field promises. */
const WRONG = [undefined, null, 7, 'text', [], [null], {}, { a: { b: [] } }];

describe('a log in which anything may stand', () => {
  it('makes a postmortem, whatever the data of events are', async () => {
    const s = scenario({ preset: 'observe', damages: true });
    await s.given(prompts('go on'));
    const prompt = lastOf(s, 'PromptSubmitted');
    const fields = [
      ...['prompt', 'tool_name', 'tool_input', 'tool_response', 'verdicts', 'policy', 'redacted', 'paths', 'review'],
      ...['acts', 'tree', 'waiver', 'reason', 'until', 'rule', 'labels', 'last_assistant_message', 'error', 'model'],
    ];
    let ids = 0;
    const lines = Object.keys(dataSchemas).flatMap((type) =>
      WRONG.map((value) => {
        ids += 1;
        const data = Object.fromEntries(fields.map((field) => [field, value]));
        const call = ids % 3 === 0 ? null : `call-${ids % 50}`;
        return JSON.stringify({
          ...prompt,
          id: `x${ids}`,
          type,
          call,
          cause: `x${ids - 1}`,
          delivery: `d${ids}`,
          data,
        });
      }),
    );
    appendFileSync(segmentOf(s), `\n${lines.join('\n')}\n`);
    const postmortem = postmortemOf(s);
    const seals = lines.filter((text) => text.includes('"type":"LogSealed"')).length;
    expect(postmortem.session.counts.events).toBeGreaterThan(lines.length - seals);
    expect(markdownOf(postmortem)).toContain('## Timeline');
  });

  it('shows no time that is none, and causes that lead in a circle once', async () => {
    const s = await deniedSession();
    const { event } = { event: lastOf(s, 'ToolRequested') };
    const circle = [
      { ...event, id: 'c1', type: 'ToolRequested', call: 'c', cause: 'c2', at: '``` # no time' },
      { ...event, id: 'c2', type: 'TestRunFinished', call: null, cause: 'c1', at: '2026-01-01T00:00:00.000Z' },
    ];
    appendFileSync(segmentOf(s), `\n${circle.map((line) => JSON.stringify(line)).join('\n')}\n`);
    const text = markdownOf(postmortemOf(s));
    expect(text).not.toContain('# no time');
    expect(text).toContain('- no time ');
  });
});
