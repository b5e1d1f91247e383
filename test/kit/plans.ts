/** As many lines of source code. */
export const linesOf = (count: number): string =>
  Array.from({ length: count }, (_, at) => `export const value${at} = ${at};\n`).join('');

/** A plan that plan-validate has nothing to say about. */
export const WHOLE_PLAN = `# Shop

## Original Intent

People should be able to buy tea from our warehouse without calling anybody.

## Goals

- REQ-GOAL-001: sell tea

## Non-Goals

- REQ-NOGO-001: no accounts

## Requirements

- REQ-CART-001 (P0): a cart

## Success Metrics

- REQ-MET-001: one sale a day

## Phase 1: Cart

**Status:** completed
**Requirements:** REQ-CART-001

- [x] DEC-CART-001: the cart lives in the browser

### Decision Log

- DEC-CART-001: no server is needed for it

## Phase 2: Checkout

**Status:** in-progress

### Decision Log
`;
