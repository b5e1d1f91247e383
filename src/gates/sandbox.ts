import { type Envelope, isBlobReference } from '../events/envelope.ts';
import type { Condition } from '../events/schemas.ts';
import { condition } from './gate.ts';

/** A limit on permissions: even reading is more than that outside the sandbox, and what the log holds may be cut. */
export const staysInSandbox = ({ id, data }: Envelope): Condition =>
  condition('it-stays-in-the-sandbox', isInside(data['tool_input']), {
    actual: 'dangerouslyDisableSandbox',
    because: [id],
  });

const isInside = (input: unknown): boolean => {
  if (typeof input !== 'object' || input === null || isBlobReference(input)) return false;
  const { dangerouslyDisableSandbox: leaves } = input as { dangerouslyDisableSandbox?: unknown };
  return leaves === undefined || leaves === false;
};
