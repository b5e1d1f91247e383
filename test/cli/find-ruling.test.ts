import { expect, it } from 'vitest';
import { filterFrom } from '../../src/cli/filters.ts';
import { findRuling } from '../../src/cli/find-ruling.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { logFolder } from '../../src/events/segments.ts';
import { deniedSession, lastOf } from './sessions.ts';

const hollow = { type: 'GatesRuled', data: {}, call: 'hollow' };

it('the last forceful ruling is found behind one without its data', async () => {
  const s = await deniedSession();
  const ruling = lastOf(s, 'GatesRuled');
  await s.given(hollow);
  const folder = logFolder(s.root, nodeLogFs);
  expect(findRuling(folder, {}, s.project).event.id).toBe(ruling.id);
  expect(() => findRuling(folder, { call: 'hollow' }, s.project)).toThrow('No gate judged call hollow.');
});

it.each(['GatesRuled', 'AnswerSent'])('%s without its data is of no gate', async (type) => {
  const s = await deniedSession();
  const event = lastOf(s, type);
  const filter = filterFrom({ gate: 'test-gate' }, 0);
  expect(filter.matches(event)).toBe(true);
  expect(filter.matches({ ...event, data: {} })).toBe(false);
});
