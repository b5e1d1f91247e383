import { getNodeValue } from 'jsonc-parser';
import type { PresetName } from '../../gates/presets.ts';
import { draftOf, withProperty } from './json-edit.ts';
import { nodeAt } from './json-nodes.ts';
import { type Outcome, success } from './outcome.ts';
import { checkJsonObject, isBlank } from './settings-check.ts';

/**
 * The text of a policy file with this preset. An existing text keeps everything else as it stands; a new one names
 * the schema where a project that depends on docket has it, the one place that is the same for a whole team.
 */
export const withPreset = (text: string | null, preset: PresetName): Outcome<string> =>
  withKey(text, 'preset', preset, { $schema: SCHEMA });

/** The same, with files for scripts from before docket switched on or off. */
export const withViews = (text: string | null, views: boolean): Outcome<string> => withKey(text, 'views', views, {});

const withKey = (text: string | null, key: string, value: unknown, before: object): Outcome<string> => {
  if (text === null || isBlank(text)) return success(`${JSON.stringify({ ...before, [key]: value }, null, 2)}\n`);
  const problem = checkJsonObject(text, key);
  if (problem !== null) return { ok: false, problem };
  const existing = nodeAt(text, [key]);
  if (existing !== undefined && getNodeValue(existing) === value) return success(text);
  return success(withProperty(draftOf(text), [], key, value).text);
};

const SCHEMA = './node_modules/docket/schema/docket.config.schema.json';
