import { prompts, requests, stops } from '../kit/scenario.ts';
import { APPROVAL, asksFor, planned, WITH_FEATURE, worksAs } from '../kit/workflow.ts';
import type { Case } from './rule-case.ts';

const POLICY = { policy: WITH_FEATURE };
const MODIFY = () => requests('mcp__gateway__execute', { operation: 'MODIFY' });

/** A way out for each rule about workflows. */
export const WORKFLOW_CASES: readonly Case[] = [
  {
    rule: 'workflow/agent-early',
    decision: 'deny',
    options: POLICY,
    past: planned(),
    trigger: () => asksFor('executor'),
    opens: ['done first: approval of feature'],
    remedies: { 'a line of a prompt': () => [prompts('docket approve feature'), asksFor('executor')] },
  },
  {
    rule: 'workflow/agent-early',
    decision: 'deny',
    options: POLICY,
    trigger: () => asksFor('planner'),
    opens: ['done first: analysis of feature'],
    remedies: { 'an analyzer that finishes': () => [...worksAs('analyzer'), asksFor('planner')] },
  },
  {
    rule: 'workflow/operation-early',
    decision: 'deny',
    options: POLICY,
    past: planned(),
    trigger: MODIFY,
    opens: ['done first: approval of feature'],
    remedies: { 'a line of a prompt': () => [APPROVAL, MODIFY()] },
  },
  {
    rule: 'workflow/approval-refused',
    decision: 'advise',
    options: POLICY,
    past: worksAs('analyzer'),
    trigger: () => prompts('docket approve feature'),
    opens: ['done first: planning of feature'],
    remedies: { 'a plan, and the line again': () => [...worksAs('planner'), prompts('docket approve feature')] },
  },
  {
    rule: 'workflow/reminder',
    decision: 'advise',
    options: POLICY,
    past: planned(),
    trigger: () => stops(),
    opens: ['the workflow is complete'],
    remedies: {
      'approve it, and it goes its way': () => [
        APPROVAL,
        ...worksAs('executor'),
        ...worksAs('auditor', 'Audit: PASS'),
        stops({ last_assistant_message: 'It is complete. Shall I merge it?' }),
      ],
    },
  },
];
