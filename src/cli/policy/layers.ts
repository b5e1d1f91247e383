import { join } from 'node:path';
import { userConfigFolder } from '../../events/location.ts';
import type { PolicySource } from '../../gates/policy-files.ts';
import { readPolicyFiles } from '../../hooks/observers/policy.ts';
import type { Io } from '../io.ts';
import { findProject } from '../project.ts';

export type LayerName = 'user' | 'project' | 'local';

/** One of the files that a policy is read from. */
export interface Layer {
  readonly name: LayerName;
  /** Absolute. */
  readonly path: string;
  /** Null where there is no file. */
  readonly source: PolicySource | null;
}

/** The files of the policy here, from the weakest to the strongest, whether or not they are there. */
export const policyLayers = (io: Pick<Io, 'env' | 'cwd'>): readonly Layer[] => {
  const { policyDir } = findProject(io).location;
  const { sources } = readPolicyFiles(policyDir, io.env);
  const paths: readonly (readonly [LayerName, string])[] = [
    ['user', `${userConfigFolder(io.env)}/config.json`],
    ['project', join(policyDir, 'docket.config.json')],
    ['local', join(policyDir, 'docket.config.local.json')],
  ];
  return paths.map(([name, path]) => ({
    name,
    path,
    source: sources.find((source) => source.path === path) ?? null,
  }));
};

/** Those that are there, as policies are resolved from. */
export const sourcesOf = (layers: readonly Layer[]): PolicySource[] => layers.flatMap(({ source }) => source ?? []);
