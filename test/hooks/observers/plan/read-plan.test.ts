import { describe, expect, test } from 'vitest';
import { readPlan } from '../../../../src/hooks/observers/plan/read-plan.ts';

const PLAN = `---
title: Shop
status: draft
---

# Shop

## Original Intent

> A shop that sells tea,
> with a cart and a checkout.

\`\`\`
Status: completed
REQ-CODE-001
\`\`\`

## Goals

- REQ-GOAL-001: people buy tea

## Non-Goals

- REQ-NOGO-001: no accounts
- Social login (REQ-AUTH-009)

## Requirements

### Must-Have (P0)

- REQ-CART-001: a cart
- [ ] REQ-CART-002: it survives a reload
  - Priority: P1

### Nice-to-Have

| Id | Title | Priority |
| --- | --- | --- |
| REQ-PAY-001 | vouchers | P2 |
| REQ-PAY-002 | gifts | Won't |

## Success Metrics

- REQ-MET-001: one sale

<!-- ## Phase 9: in a comment
**Status:** planned
REQ-COMMENT-001 -->

## Phase 1: Cart

**Status:** completed
**Issues:** #1

- DEC-CART-001: keep it in the browser. Addresses: REQ-CART-001
- DEC-CART-002 (deprecated): cookies

### Decision Log

| Date | Decision |
| --- | --- |
| 2026-01-01 | DEC-CART-001 |

## Phase 2: Checkout

- Status: **in-progress**

  1. nested
     - Status: accepted

### DEC-PAY-001: cards only

**Status:** planned

### Decision Log

<!-- nothing yet -->
_TBD_
`;

describe('a plan is read as Markdown', () => {
  const plan = readPlan(PLAN);

  test('phases with their status, decisions and requirements, and whether their log says anything', () => {
    expect(plan.phases).toEqual([
      {
        kind: 'phase',
        number: 1,
        title: 'Cart',
        status: 'completed',
        decisions: ['DEC-CART-001', 'DEC-CART-002'],
        requirements: ['REQ-CART-001'],
        logged: true,
      },
      {
        kind: 'phase',
        number: 2,
        title: 'Checkout',
        status: 'in-progress',
        decisions: ['DEC-PAY-001'],
        requirements: [],
        logged: false,
      },
    ]);
  });

  test('requirements with priority and no-go mark, from category, line, table or section', () => {
    expect(
      Object.fromEntries(plan.requirements.map(({ id, priority, noGo }) => [id, noGo ? 'no-go' : priority])),
    ).toEqual({
      'REQ-GOAL-001': null,
      'REQ-NOGO-001': 'no-go',
      'REQ-AUTH-009': 'no-go',
      'REQ-CART-001': 'P0',
      'REQ-CART-002': 'P1',
      'REQ-PAY-001': 'P2',
      'REQ-PAY-002': 'no-go',
      'REQ-MET-001': null,
    });
  });

  test('decisions with their status', () => {
    expect(plan.decisions).toEqual([
      { id: 'DEC-CART-001', status: null, addresses: ['REQ-CART-001'] },
      { id: 'DEC-CART-002', status: 'deprecated' },
      { id: 'DEC-PAY-001', status: 'planned' },
    ]);
  });

  test('the original intent, also where it is quoted, and all sections', () => {
    expect(plan.intent).toContain('with a cart and a checkout.');
    expect(plan.sections).toEqual(['goals', 'non-goals', 'requirements', 'success-metrics']);
    expect(plan.malformed).toEqual([]);
  });
});
