import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planDigest, readPlan } from '../../../../src/hooks/observers/plan/read-plan.ts';
import { annotationsIn } from '../../../../src/hooks/observers/source/annotations.ts';
import { languageOf } from '../../../../src/hooks/observers/source/languages.ts';
import { scan } from '../../../../src/hooks/observers/source/scan.ts';
import { patient } from '../../../kit/patience.ts';

const statusOf = (text: string) => readPlan(text).phases.map(({ number, status }) => [number, status]);

describe('the status of a phase', () => {
  const rows: readonly (readonly [string, string | null])[] = [
    ['**Status:** planned', 'planned'],
    ['**Status**: planned', 'planned'],
    ['Status: Planned', 'planned'],
    ['**Status：** planned', 'planned'],
    ['*Status:* planned', 'planned'],
    ['__Status:__ planned', 'planned'],
    ['- Status: planned', 'planned'],
    ['* **Status:** planned', 'planned'],
    ['> **Status:** planned', 'planned'],
    ['| Status | planned |', 'planned'],
    ['**Status:** `in-progress`', 'in-progress'],
    ['**Status:** In Progress', 'in-progress'],
    ['**Status:** in_progress', 'in-progress'],
    ['**Status:** ✅ completed (2026-01-31)', 'completed'],
    ['**Status:** completed | **Owner:** dev', 'completed'],
    ['**Owner:** dev\n**Status:** completed', 'completed'],
    ['### Status: completed', 'completed'],
    ['### Status\n\ncompleted', 'completed'],
    ['**Status:**', null],
    ['The status is planned', null],
    ['<!-- **Status:** planned -->', null],
    ['```\n**Status:** planned\n```', null],
    ['    **Status:** planned', null],
    ['1. task\n   - Status: planned', null],
    ['### DEC-CART-001: x\n\n**Status:** accepted', null],
  ];
  test.each(rows)('%j', (line, status) => {
    expect(statusOf(`## Phase 1: Cart\n\n${line}\n`)).toEqual([[1, status]]);
    expect(statusOf(`## Phase 1: Cart\n\n${line}\n`.replaceAll('\n', '\r\n'))).toEqual([[1, status]]);
  });
});

describe('the heading of a phase', () => {
  const rows: readonly (readonly [string, (number | null)[]])[] = [
    ['## Phase 1: Cart', [1]],
    ['## Phase 1', [1]],
    ['### Phase 12 - Cart', [12]],
    ['## Phase 2 – Cart', [2]],
    ['## **Phase 1:** Cart', [1]],
    ['## 🚀 Phase 1: Cart', [1]],
    ['## 3. Phase 3: Cart', [3]],
    ['## Phase Two: Cart', [2]],
    ['## Phase A: Cart', [null]],
    ['Phase 1: Cart\n-------------', [1]],
    ['## Phase: Cart', [null]],
    ['### Initiative: Cart', [null]],
    ['## Initiative 2: Cart', [2]],
    ['## Phases', []],
    ['## Phase overview', []],
    ['## Phase I learned from', []],
    ['## Phase II', [null]],
    ['## Active Initiatives', []],
    ['## Initiative', []],
    ['Phase 1: Cart', []],
    ['- ## Phase 1: Cart', []],
    ['> ## Phase 1: Cart', []],
    ['    ## Phase 1: Cart', []],
    ['~~~\n## Phase 1: Cart\n~~~', []],
    ['<!--\n## Phase 1: Cart\n-->', []],
    ['## Decision Log\n\n### Phase 1', []],
    ['## Requirements\n\n### Phase 1: Cart', []],
  ];
  test.each(rows)('%j', (text, numbers) => {
    expect(readPlan(`# Plan\n\n${text}\n`).phases.map(({ number }) => number)).toEqual(numbers);
  });

  test('parts of a phase are none, phases of an initiative are', () => {
    const text = '## Phase 1: a\n### Phase 1.1: b\n## Initiative: c\n### Phase 1: d\n#### Phase 1.1: e\n';
    expect(readPlan(text).phases.map(({ kind, title }) => [kind, title])).toEqual([
      ['phase', 'a'],
      ['initiative', 'c'],
      ['phase', 'd'],
    ]);
  });
});

describe('ids', () => {
  const malformed: readonly string[] = [
    'DEC-1',
    'DEC-001',
    'DEC-CART-1',
    'DEC-CART-0001',
    'DEC_CART_001',
    'DEC-cart-001',
    'dec-cart-001',
    'REQ-001',
    'REQ-CART-01',
    'req-cart-001',
  ];
  test.each(malformed)('%s is meant as one and is none', (id) => {
    expect(readPlan(`- ${id}: x\n`).malformed).toEqual([id]);
    expect(readPlan(`| ${id} | x |\n`).malformed).toEqual([id]);
  });

  const either = ['DEC-CART-001', 'DEC-A1-1000', 'DEC-AUTH-2FA-001', 'DEC-1', 'DEC-CART-0001', 'DEC-CART-001-003'];
  test.each(either)('%s is an id in the plan and in an annotation, or in neither', (id) => {
    const text = `// @decision ${id}`;
    const [annotation] = annotationsIn(text, scan(text, languageOf('a.ts', text) ?? expect.fail()));
    expect(annotation?.faults.includes('malformed-id')).toBe(readPlan(`- ${id}: x\n`).malformed.length > 0);
  });

  const harmless: readonly string[] = [
    'DEC-CART-001 and DEC-USER-AUTH-012, DEC-A1-1000',
    'REQ-P0-001, REQ-GOAL-001',
    'ids are DEC-COMPONENT-NNN, DEC-XXX-NNN, REQ-{CATEGORY}-NNN, REQ-AUTH-*',
    'the REQ-ID and the DEC-IDs',
    'due on 31-DEC-2026, or DEC-2026, Dec-31-2026',
    'the VAX, the DEC-Alpha and a REQ-REP socket',
    'src/REQ-1.md'.replace('REQ-1', 'req-one'),
  ];
  test.each(harmless)('nothing is wrong with: %s', (text) => {
    expect(readPlan(`- ${text}\n`).malformed).toEqual([]);
  });
});

describe('the status of a decision', () => {
  const rows: readonly (readonly [string, string | null])[] = [
    ['- DEC-CART-001: x', null],
    ['- DEC-CART-001 (accepted): x', 'accepted'],
    ['- **DEC-CART-001** [Deprecated] x', 'deprecated'],
    ['- DEC-CART-001: x. Status: superseded', 'superseded'],
    ['- DEC-CART-001: x, superseded by DEC-CART-002', 'superseded'],
    ['- DEC-CART-001: x (planned for phase 2)', 'planned'],
    ['- DEC-CART-001: x [deferred to May]', 'deferred'],
    ['- DEC-CART-001: x, planned obsolescence', null],
    ['- DEC-CART-001: x\n  - Status: rejected', 'rejected'],
    ['### DEC-CART-001: x\n\n**Status:** accepted', 'accepted'],
    ['| DEC-CART-001 | x | planned |', 'planned'],
    ['## Deprecated\n\n- DEC-CART-001: x', 'deprecated'],
    ['- ~~DEC-CART-001: x~~', 'deprecated'],
    ['- DEC-CART-002 (accepted): y\n- DEC-CART-001: x', null],
    ['- DEC-CART-001: x\n- DEC-CART-002: y\n  - Supersedes: DEC-CART-001', 'superseded'],
  ];
  test.each(rows)('%j', (text, status) => {
    expect(readPlan(`# Plan\n\n${text}\n`).decisions.find(({ id }) => id === 'DEC-CART-001')).toEqual({
      id: 'DEC-CART-001',
      status,
    });
  });
});

describe('the requirements that a decision addresses', () => {
  const rows: readonly (readonly [string, string[] | undefined])[] = [
    ['- DEC-CART-001: x. Addresses: REQ-P0-001, REQ-P0-002', ['REQ-P0-001', 'REQ-P0-002']],
    ['- DEC-CART-001: x\n  - **Addresses:** REQ-P0-001', ['REQ-P0-001']],
    ['| ID | Addresses | Note |\n|---|---|---|\n| DEC-CART-001 | REQ-P0-001 | REQ-P0-002 |', ['REQ-P0-001']],
    ['| ID | Note |\n|---|---|\n| DEC-CART-001 | REQ-P0-001 |', undefined],
    ['| ID | Addresses |\n|---|---|\n\nThen\n\n| DEC-CART-001 | REQ-P0-001 |', undefined],
  ];
  test.each(rows)('%j', (text, addresses) => {
    expect(readPlan(`${text}\n`).decisions.find(({ id }) => id === 'DEC-CART-001')?.addresses).toEqual(addresses);
  });
});

describe('the digest', () => {
  test.each([
    ['- [ ] a', '- [x] a', true],
    ['1. [ ] a', '1. [X] a', true],
    ['> - [ ] a', '> - [x] a', true],
    ['- [ ] a', '- [-] a', true],
    ['- [ ] a\n', '- [ ] a  \r\n', true],
    ['- [ ] a', '- [ ] b', false],
    ['**Status:** planned', '**Status:** completed', false],
    ['a [ ] b', 'a [x] b', false],
  ])('%j and %j', (before, after, same) => {
    expect(planDigest(before) === planDigest(after)).toBe(same);
  });
});

const piece = fc.oneof(
  fc.constantFrom(
    ...[
      '# ',
      '## Phase 1: ',
      '### Initiative: ',
      '**Status:** ',
      'planned',
      '- ',
      '  - ',
      '- [ ] ',
      '> ',
      '```\n',
      '<!-- ',
      ' -->',
      '| ',
      '\n',
      '\r\n',
    ],
    ...[
      'DEC-CART-001',
      'REQ-P0-001',
      'dec-1',
      '**Goals:** ',
      '### Decision Log\n',
      'TBD',
      '---\n',
      '\t',
      '[',
      '](',
      '`',
      '~~',
      '\uFEFF',
      '\0',
      '\ud800',
    ],
  ),
  fc.string({ maxLength: 8 }),
);

test('any text is read without a failure, and ticking its boxes is no change', () => {
  const said = (text: string) =>
    readPlan(text).phases.map(({ status, logged, decisions }) => ({ status, logged, decisions }));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('');
      const ticked = text.replace(/^- \[ \] /gm, '- [x] ');
      expect(planDigest(ticked)).toBe(planDigest(text));
      expect(said(ticked)).toEqual(said(text));
    }),
    { numRuns: 200 },
  );
});

test('what nobody writes by hand is read in part, and in time', { timeout: patient(120_000) }, () => {
  const hostile = [
    '[',
    '`a``',
    '<!--a ',
    '> ',
    '- - - - a\n',
    '1. 1. 1. a\n',
    '> > > > a\n',
    '## Phase 1: a\n',
    '**Decision Log:** x\n',
  ];
  for (const unit of hostile) {
    const plan = readPlan(unit.repeat(Math.ceil((200 * 1024) / unit.length)));
    expect(plan.isCut, unit).toBe(true);
    expect(plan.phases.length + plan.decisions.length + plan.requirements.length + plan.malformed.length).toBeLessThan(
      700,
    );
  }
});
