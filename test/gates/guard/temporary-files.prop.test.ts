// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text, not templates
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeLogFs } from '../../../src/events/log-fs.ts';
import type { EventData } from '../../../src/events/schemas.ts';
import type { Facts } from '../../../src/gates/facts.ts';
import { temporaryMoves } from '../../../src/gates/guard/temporary-moves.ts';
import { observePaths } from '../../../src/hooks/observers/paths.ts';
import { observeTemporary } from '../../../src/hooks/observers/temporary.ts';
import { placeOf } from '../../../src/hooks/place.ts';
import { startFold, type View } from '../../../src/projections/fold.ts';
import { understand } from '../../../src/shell/understand.ts';
import { applyEdits } from '../../shell/apply-edits.ts';
import { runsOf, shortRun } from '../../shell/runs-of.ts';

const PROJECT = '/somewhere/app';
const FOLDER = `${PROJECT}/tmp`;

const place = placeOf({
  location: { projectDir: PROJECT, git: null } as Parameters<typeof placeOf>[0]['location'],
  cwd: null,
  env: { HOME: '/somewhere' },
  fs: nodeLogFs,
});

const movesOf = (command: string, state: View) => {
  const { testRun: _, ...understood } = understand(command);
  const data = understood as unknown as EventData<'CommandUnderstood'>;
  const facts = {
    command: () => ({ id: 'c', data }),
    git: () => null,
    paths: (about: string) => {
      const act = data.acts?.[Number(about.slice(4)) - 1];
      if (act === undefined || act.paths.length === 0) return null;
      const paths = observePaths(act, place);
      return { id: about, data: { about, paths, temporary: observeTemporary(act, paths, null, place) } };
    },
  } as unknown as Facts;
  return temporaryMoves({ facts, state });
};

const NEW = startFold().view('s', null);

const names = fc.constantFrom('a', 'b/c', 'docket x', 'ü', '.h', 'x*y');
const prefix = fc.constantFrom(
  '/tmp/',
  '/private/tmp/',
  '/tmp//',
  '/tmpfiles/',
  './tmp/',
  '/tmp/claude-1/',
  '/tmp/../',
);
const path = fc
  .tuple(prefix, names, fc.constantFrom('"', "'", '\\'))
  .map(([before, name, quote]) =>
    quote === '\\' ? `${before}${name.replaceAll(/[ *]/g, '\\$&')}` : `${quote}${before}${name}${quote}`,
  );
const command = fc.oneof(
  path.map((at) => `echo "see /tmp/a" > ${at}`),
  path.map((at) => `make 2>> ${at} | tee -a ${at}`),
  path.map((at) => `cat ${at}`),
  path.map((at) => `cp src/a ${at}`),
  path.map((at) => `cat > ${at} <<'EOF'\n/tmp/a ' " $x\nEOF\n`),
  path.map((at) => `curl -o ${at} https://x.example/tmp/a`),
  path.map((at) => `cd ${at}`),
  fc.constant('# > /tmp/a\n'),
  fc.constant(`printf '%s' '/tmp/a'`),
  fc.constant('cat "/tmp/$F"'),
);
const text = fc
  .array(fc.tuple(command, fc.constantFrom('; ', ' && ', '\n', ' || ', ' & ')), { minLength: 1, maxLength: 5 })
  .map((parts) =>
    parts
      .map(([one, joint]) => (one.endsWith('\n') ? one : one + joint))
      .join('')
      .replace(/ (?:&&|\|\|) $/, ''),
  );

describe('a rewritten command', () => {
  it('is the original but for prefixes, each of which stood for the shared folder, and runs the same otherwise', () => {
    let rewritten = 0;
    fc.assert(
      fc.property(text, (source) => {
        const moves = movesOf(source, NEW);
        if (moves === null) return;
        rewritten += 1;
        for (const { start, end, text: by } of moves.edits) {
          expect(source.slice(start, end)).toMatch(/^\/+(?:private\/+)?tmp$/);
          expect(source.slice(end)).toMatch(/^[/"'\s;&|]|^$/);
          expect(by).toBe(FOLDER);
        }
        const after = applyEdits(source, moves.edits);
        const moved = runsOf(after).map((run) =>
          JSON.stringify([shortRun(run), run.redirects.map(targetOf), run.input]),
        );
        const before = runsOf(source).map((run) =>
          JSON.stringify([shortRun(run), run.redirects.map(targetOf), run.input]),
        );
        expect(moved.map(withoutPlaces)).toEqual(before.map(withoutPlaces));
      }),
      { numRuns: 400 },
    );
    expect(rewritten).toBeGreaterThan(50);
  });

  it('has nothing left to write there', () => {
    fc.assert(
      fc.property(text, (source) => {
        const moves = movesOf(source, NEW);
        if (moves === null) return;
        const again = movesOf(applyEdits(source, moves.edits), NEW);
        expect(again?.written ?? []).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

const targetOf = ({ operator, target }: { operator: string; target: { value: string | null } | null }) => [
  operator,
  target?.value ?? null,
];

/** What a run is, wherever its temporary files are, and wherever its words stand. */
const withoutPlaces = (run: string): string =>
  run
    .replaceAll(/(?:\/+private)?\/+tmp(?=[/"\s])/g, '/T')
    .replaceAll(`${PROJECT}/T`, '/T')
    .replaceAll(/"(?:start|end|offset)":\d+/g, '')
    .replaceAll(/"text":"(?:[^"\\]|\\.)*"/g, '');
