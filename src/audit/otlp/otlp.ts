import type { ExportFormat } from '../format.ts';
import { readOutcomes } from '../outcomes.ts';
import { startTraces } from './traces.ts';

/**
 * Traces as OTLP in JSON, one `TracesData` a line, as the collector's file receiver reads them (OpenTelemetry Protocol File
 * Exporter). A turn is one trace: the turn, its subagents and tool calls are spans with the names of the GenAI semantic
 * conventions; what gates ruled is a span below what they judged, each verdict an event of it.
 */
export const otlpFormat: ExportFormat = {
  name: 'otlp',
  extension: 'otlp.jsonl',
  summary: 'OpenTelemetry traces (OTLP in JSON), one trace a turn',
  write: function* (log, origin) {
    const traces = startTraces(readOutcomes(log.context()), log.selection.gate, origin);
    for (const item of log.calls()) yield* traces.add(item);
    yield* traces.end();
  },
};
