import type { Envelope } from '../../events/envelope.ts';
import { summaryOf, verdictsIn } from '../../replay/summary.ts';

/**
 * The texts of an event that a person would look for: what the host told of it (prompts, commands, outputs, paths), the reasons
 * of gates that did not let it pass, and of what docket found out a few words.
 */
export const saidIn = (event: Envelope): readonly string[] => {
  const { type, data, delivery, provenance } = event;
  if (type === 'GatesRuled') {
    return verdictsIn(data).flatMap(({ rule, reason, decision }) =>
      decision === undefined || decision === 'pass' ? [] : [rule ?? '', reason ?? ''],
    );
  }
  if (delivery === undefined && provenance !== 'import') return [summaryOf(event)];
  return Object.entries(data).flatMap(([name, value]) => (OF_EVERY_EVENT.has(name) ? [] : textsIn(value, 0)));
};

/** What the host says with every event: all of a session would be found by it. */
const OF_EVERY_EVENT = new Set([
  'session_id',
  'transcript_path',
  'cwd',
  'hook_event_name',
  'permission_mode',
  'prompt_id',
]);

const DEEPEST = 12;

const textsIn = (value: unknown, depth: number): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return [];
  return Object.values(value).flatMap((item) => textsIn(item, depth + 1));
};
