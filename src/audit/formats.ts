import type { ExportFormat } from './format.ts';
import { jsonFormat } from './json.ts';
import { ndjsonFormat } from './ndjson/format.ts';

/** Every format of `docket export`, in the order in which help names them. */
export const FORMATS: readonly ExportFormat[] = [ndjsonFormat, jsonFormat];
