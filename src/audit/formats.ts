import { cloudEventsFormat } from './cloudevents.ts';
import { csvFormat } from './csv.ts';
import type { ExportFormat } from './format.ts';
import { htmlFormat } from './html.ts';
import { jsonFormat } from './json.ts';
import { markdownFormat } from './markdown.ts';
import { ndjsonFormat } from './ndjson/format.ts';
import { otlpFormat } from './otlp/otlp.ts';
import { sarifFormat } from './sarif.ts';

/** Every format of `docket export`, in the order in which help names them. */
export const FORMATS: readonly ExportFormat[] = [
  ndjsonFormat,
  jsonFormat,
  csvFormat,
  markdownFormat,
  htmlFormat,
  cloudEventsFormat,
  otlpFormat,
  sarifFormat,
];
