import { completes, type Payload, prompts, stops } from '../kit/scenario.ts';
import type { Case } from './rule-case.ts';

const endsWith = (message: string): Payload => stops({ last_assistant_message: message });

const EDIT: Payload = completes('Write', { file_path: 'src/a.ts', content: 'x' }, {}, { tool_use_id: 'ending-edit' });

/** A way out for each rule about how a turn ends. */
export const ENDING_CASES: readonly Case[] = [
  {
    rule: 'forward-motion/bare-completion',
    decision: 'deny',
    trigger: () => endsWith('Done.'),
    opens: ['the message ends with a next step, an offer or a question'],
    remedies: {
      'a next step': () => [prompts('and the tax'), endsWith('Done. Next step: the tax.')],
      'an offer': () => [prompts('and the tax'), endsWith('Done. I can also round it.')],
      'a question': () => [prompts('and the tax'), endsWith('Done. Shall I merge it?')],
    },
  },
  {
    rule: 'session-summary/changed',
    decision: 'advise',
    options: { policy: { preset: 'observe', gates: { 'session-summary': { mode: 'enforce' } } } },
    past: [EDIT],
    trigger: () => stops(),
    opens: ['the answer that sums it up reaches the person'],
    remedies: { 'it was told': () => [stops()] },
  },
];
