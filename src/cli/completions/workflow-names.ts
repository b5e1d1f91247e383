import { workflowsIn } from '../../projections/workflow-definition.ts';
import type { Io } from '../io.ts';
import { policyHere } from '../policy-here.ts';

/** The workflows that the policy declares; what is wrong with it is not said. */
export const workflowNames = (io: Pick<Io, 'env' | 'cwd'>): string[] => {
  const { policy } = policyHere(io);
  return Object.keys(workflowsIn(policy.gates['workflow']?.options) ?? {});
};
