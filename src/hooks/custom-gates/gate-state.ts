import type { Policy } from '../../events/schemas.ts';
import { gateFile, type TrustedGate, type TrustedGates, trustedIn } from './trusted-gates.ts';

/** Whether a gate of the project runs: it is trusted as it stands, or why it does not. */
export type GateStanding = 'trusted' | 'changed' | 'not-trusted' | 'missing';

export interface GateState {
  readonly gate: string;
  readonly file: string;
  readonly standing: GateStanding;
  /** SHA-256 of the file now; null where it cannot be read. */
  readonly hash: string | null;
  /** As it was trusted. */
  readonly trusted: TrustedGate | null;
}

/** Whether the gates that a policy names run here. */
export const gateStates = ({ customGates = {} }: Policy, project: string, trusted: TrustedGates): GateState[] =>
  Object.entries(customGates).map(([gate, file]) => {
    const own = trustedIn(trusted, project)[file] ?? null;
    const there = gateFile(project, file);
    const standing =
      there === null ? 'missing' : own === null ? 'not-trusted' : own.hash === there.hash ? 'trusted' : 'changed';
    return { gate, file, standing, hash: there?.hash ?? null, trusted: own };
  });
