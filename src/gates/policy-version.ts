import { shortDigest } from '../events/digest.ts';
import { GATES } from './gates.ts';
import { PRESETS } from './presets.ts';
import { DEFAULT_PHASES } from './workflow-defaults.ts';

// The build evaluates this module, so that a hook neither carries nor digests what it is made from.

/** Changes with the gates and presets, so that what a new version brings takes effect where no policy file changed. */
export const POLICY_VERSION = shortDigest(JSON.stringify([GATES.map(({ name }) => name), PRESETS, DEFAULT_PHASES]));
