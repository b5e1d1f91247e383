// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text, not templates
import { describe, expect, it } from 'vitest';
import { actsOf, ruledPrograms } from '../../src/shell/acts/acts.ts';
import { interpretCommand, type Understood } from '../../src/shell/interpret.ts';
import { patient } from '../kit/patience.ts';

const HOSTILE: readonly [string, string][] = [
  ['words', `rm ${'a '.repeat(30_000)}`],
  ['commands', 'a;'.repeat(32_000)],
  ['a pipeline', `${'sh|'.repeat(20_000)}sh`],
  ['what a pipeline prints', `echo x|${'cat|'.repeat(120)}sh`],
  ['a value that doubles', `A=aaaaaaaa;${'A=$A$A;'.repeat(60)}rm $A`],
  ['an array that doubles', `A=(a b);${'A=("${A[@]}" "${A[@]}");'.repeat(40)}rm "\${A[@]}"`],
  ['arguments that double', `set -- ${'a '.repeat(1_000)};${'set -- "$@" "$@";'.repeat(60)}`],
  ['a value that is replaced', `A=${'a'.repeat(20_000)}; x \${A//a/${'c'.repeat(20_000)}}`],
  ['braces', `rm ${'{1..60} '.repeat(7_000)}`],
  ['nested braces', `rm ${'{'.repeat(20_000)}${',}'.repeat(10_000)}`],
  ['loops', `${'for x in 1 2 3 4 5 6 7 8 9; do '.repeat(60)}rm $x${'; done'.repeat(60)}`],
  ['calls', `${Array.from({ length: 2_000 }, (_, i) => `f${i}() { f${i + 1}; f${i + 1}; };`).join('')}f0`],
  ['definitions', `${Array.from({ length: 3_000 }, (_, i) => `f${i}() { x; };`).join('')}${'f1;'.repeat(5_000)}`],
  ['aliases', `${Array.from({ length: 2_000 }, (_, i) => `alias a${i}='a${i + 1}';`).join('')}a0`],
  ['find in find', `${'find . -exec '.repeat(4_000)}rm`],
  ['wrappers', `${'env '.repeat(16_000)}rm`],
  ['evals', `${'eval '.repeat(12_000)}rm`],
  ['variables', `${Array.from({ length: 6_000 }, (_, i) => `v${i}=1;`).join('')}${'if a; then b=1; fi;'.repeat(300)}`],
  ['calls in inline code', `python -c '${'os.system('.repeat(6_000)}'`],
  ['a text that is run again and again', `A='${'eval;'.repeat(6_000)}';${'eval "$A";'.repeat(2_500)}`],
  ['code that is run again and again', `A='${'os.system(1);'.repeat(2_000)}';${'python -c "$A";'.repeat(2_000)}`],
  ['refspecs that are pushed again and again', `A='${'x:y '.repeat(7_000)}';${'git push -f o $A;'.repeat(1_800)}`],
  ['brackets in inline code', `python -c '${'((((['.repeat(8_000)}'`],
];

const understandCounting = (text: string): { readonly understood: Understood; readonly runs: number } => {
  let runs = 0;
  const understood = interpretCommand(text, {
    ruledPrograms,
    actsOf: (run) => {
      runs += 1;
      return actsOf(run);
    },
  }) as Understood;
  return { understood, runs };
};

describe('hostile text', () => {
  it.each(HOSTILE)('comes to a bounded end: %s', { timeout: patient(60_000) }, (_name, text) => {
    const { understood, runs } = understandCounting(text.slice(0, 65_536));
    expect(runs).toBeLessThan(10_000);
    expect(JSON.stringify(understood).length).toBeLessThan(200_000);
    if (!understood.understood) expect(understood.problems).not.toEqual([]);
  });
});
