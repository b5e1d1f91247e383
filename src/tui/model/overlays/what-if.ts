import type { Step } from '../command.ts';
import type { Model } from '../model.ts';
import { WHAT_IF_COMMANDS } from '../what-if-commands.ts';

/** Does what a key is for while one tries what if; others do nothing. */
export const pressWhatIf = (model: Model, key: string): Step =>
  WHAT_IF_COMMANDS.find(({ keys }) => keys.includes(key))?.run(model, null) ?? { model, effects: [] };
