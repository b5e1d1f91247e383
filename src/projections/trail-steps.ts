import type { Envelope } from '../events/envelope.ts';
import { auditLine } from './legacy/audit-line.ts';

/** The line of an event that is no ruling; null for what is not worth one. */
export const trailLineOf = (event: Envelope): string | null => auditLine(event);
