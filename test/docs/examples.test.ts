import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolvePolicy } from '../../src/gates/policy-files.ts';
import { type Block, blocksOf, keyOf, PAGES, textOf } from './examples/blocks.ts';
import { BEFORE, CHECKED, ELSEWHERE, NOT_RUN, PRODUCED } from './examples/decided.ts';
import { helpedCommands } from './examples/help-lines.ts';
import { PATIENCE, playLines, playWorking } from './examples/play-lines.ts';
import { isShown, shownIn } from './examples/screen.ts';
import { openStage, type Stage } from './examples/stage.ts';

const BLOCKS = PAGES.flatMap((page) => blocksOf(page));

let stage: Stage;
beforeAll(() => {
  stage = openStage();
}, PATIENCE);
afterAll(() => stage?.remove());

const producerOf = (block: Block): ((stage: Stage) => Promise<string>) | undefined =>
  Object.entries(PRODUCED).find(([begin]) => keyOf(block).startsWith(begin))?.[1];

/**
 * The languages whose blocks are all tried in the same way, code by `examples-code.isolated.test.ts`; any other block has to be
 * decided about by name.
 */
const LANGUAGES = ['sh', 'console', 'json', 'js', 'ts'];

const isNamed = (block: Block): boolean =>
  keyOf(block) in ELSEWHERE || keyOf(block) in CHECKED || producerOf(block) !== undefined;

const of = (language: string): (readonly [string, Block])[] =>
  BLOCKS.filter((block) => block.language === language && !isNamed(block)).map((block) => [keyOf(block), block]);

describe('what becomes of each block', () => {
  it('is known', () => {
    const unknown = BLOCKS.filter((block) => !LANGUAGES.includes(block.language) && !isNamed(block));
    expect(unknown.map((block) => `${block.page}:${block.line}`)).toEqual([]);
  });

  it('is decided about no block that is not there', () => {
    const keys = BLOCKS.map(keyOf);
    const lines = BLOCKS.flatMap(({ text }) => text.split('\n').map((line) => line.replace(/^\$ /, '')));
    lines.push(...helpedCommands().flatMap((command) => command.lines));
    const named = [...Object.keys(ELSEWHERE), ...Object.keys(CHECKED), ...Object.keys(PRODUCED)];
    expect(named.filter((begin) => !keys.some((key) => key.startsWith(begin)))).toEqual([]);
    const begun = [...BEFORE, ...NOT_RUN].map(([begin]) => begin);
    expect(begun.filter((begin) => !lines.some((line) => line.startsWith(begin)))).toEqual([]);
  });

  it.each(Object.entries(ELSEWHERE))('another test looks at it: %s', (key, test) => {
    const page = key.split(':')[0]?.split('/').at(-1) ?? key;
    expect(existsSync(test) && textOf(test)).toContain(page);
  });
});

describe('lines of a shell run', () => {
  it.each(of('sh'))(
    '%s',
    (_key, { text }) => {
      stage.reset();
      playWorking(stage, text);
    },
    PATIENCE,
  );
});

describe('policies hold', () => {
  it.each(of('json'))('%s', (_key, { text }) => {
    const path = 'docket.config.json';
    const { $schema: _, ...policy } = JSON.parse(text) as Record<string, unknown>;
    expect(resolvePolicy([{ path, text: JSON.stringify(policy) }]).problems).toEqual([]);
  });
});

describe('what is said of the code is so', () => {
  const checked = BLOCKS.flatMap((block) => {
    const check = CHECKED[keyOf(block)];
    return check === undefined ? [] : [[keyOf(block), block, check] as const];
  });
  it.each(checked)('%s', (_key, { text }, check) => check(text, stage), PATIENCE);
});

/** What a screen shows today; the block as it is where that is the same but for times, ids and what it leaves out. */
const screenNow = ({ text }: Block): string => {
  stage.reset();
  const folders = { [stage.project]: '/home/dev/shop', [stage.home]: '/home/dev' };
  const place = (output: string): string =>
    Object.entries(folders).reduce((placed, [from, to]) => placed.replaceAll(from, to), output);
  let known = '';
  return shownIn(text)
    .map(({ command, output }) => {
      const { stdout, stderr } = playLines(stage, known === '' ? command : command.replace(/\bkq3f\b/, known));
      // An id that was made up a line before.
      known = /^[a-z0-9]{4}$/.exec(stdout.trim())?.[0] ?? known;
      const now = place(stdout === '' ? stderr : stdout).replaceAll(known === '' ? '\0' : known, 'kq3f');
      return `$ ${command}\n${isShown(output, now) ? output : `${now.trimEnd()}\n`}`;
    })
    .join('');
};

const producedNow = async ({ text }: Block, produce: (stage: Stage) => Promise<string>): Promise<string> => {
  const now = await produce(stage);
  return isShown(text, now) ? text : now;
};

const isScreen = (block: Block): boolean => block.language === 'console' || producerOf(block) !== undefined;

describe('screens are what docket shows (renew with -u)', () => {
  const pages = PAGES.filter((page) => BLOCKS.some((block) => block.page === page && isScreen(block)));
  it.each(pages)(
    '%s',
    async (page) => {
      const lines = textOf(page).split('\n');
      for (const block of BLOCKS.filter((each) => each.page === page && isScreen(each)).toReversed()) {
        const produce = producerOf(block);
        const now = produce === undefined ? screenNow(block) : await producedNow(block, produce);
        const height = block.text.split('\n').length - 1;
        lines.splice(block.line, height, ...now.replace(/\n$/, '').split('\n'));
      }
      await expect(lines.join('\n')).toMatchFileSnapshot(`../../${page}`);
    },
    PATIENCE,
  );
});
