import type { ExportFormat } from './format.ts';
import { wellFormedJson } from './well-formed-json.ts';

/** One JSON array of all envelopes, one a line. */
export const jsonFormat: ExportFormat = {
  name: 'json',
  extension: 'json',
  summary: 'one array of all events',
  write: function* (log) {
    let before = '[\n';
    for (const { event } of log.lines()) {
      yield `${before}${wellFormedJson(event)}`;
      before = ',\n';
    }
    yield before === '[\n' ? '[]\n' : '\n]\n';
  },
};
