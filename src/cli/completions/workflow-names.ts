import { resolvePolicy } from '../../gates/policy-files.ts';
import { readPolicyFiles } from '../../hooks/observers/policy.ts';
import { workflowsIn } from '../../projections/workflow-definition.ts';
import type { Io } from '../io.ts';
import { findProject } from '../project.ts';

/** The workflows that the policy declares; what is wrong with it is not said. */
export const workflowNames = (io: Pick<Io, 'env' | 'cwd'>): string[] => {
  const { policy } = resolvePolicy(readPolicyFiles(findProject(io).location.policyDir, io.env).sources);
  return Object.keys(workflowsIn(policy.gates['workflow']?.options) ?? {});
};
