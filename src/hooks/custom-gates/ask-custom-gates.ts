import { errorCode } from '../../events/log-fs.ts';
import { factsFrom } from '../../gates/facts.ts';
import type { Observed } from '../observers/observe.ts';
import type { ObserveInput } from '../observers/observe-input.ts';
import { judgeCustom } from './judge-custom.ts';

/** What was observed, and what the project's own gates said of it. What another delivery recorded of them is not asked again. */
export const askCustomGates = async (input: ObserveInput, observed: Observed): Promise<Observed> => {
  const facts = factsFrom([...input.known, ...observed.events]);
  if (facts.customGates() !== null) return observed;
  const add = (draft: Parameters<ObserveInput['encode']>[0]): Observed => ({
    ...observed,
    events: [...observed.events, input.encode(draft)],
  });
  try {
    const said = await judgeCustom(input, facts);
    return said === null ? observed : add(said);
  } catch (error) {
    const data = { stage: 'ask custom gates', code: errorCode(error), message: String(error) };
    return add({ type: 'HookFailed', call: null, data });
  }
};
