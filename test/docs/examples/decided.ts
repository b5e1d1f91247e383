import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { keptAnnotations } from '../../../src/hooks/observers/decisions/kept-annotation.ts';
import { demoLog } from '../../tui/kit/demo-log.ts';
import { show } from '../../tui/kit/show.tsx';
import { textOf } from './blocks.ts';
import type { Stage } from './stage.ts';

const WITH_WORKFLOW = `echo '{"workflows":{"feature":{}}}' > docket.config.local.json`;

/** What is done in the project before the example whose first line, or whose line of a help, begins so. */
export const BEFORE: readonly (readonly [example: string, script: string])[] = [
  ['docket import --restore', '[ -f log.ndjson ] || docket export --all -o log.ndjson; rm -rf .docket'],
  ['docket questions unset', 'docket questions set ship-test-failure-triage never-ask'],
  ['docket todo done', 'docket todo claim kq3f; docket todo claim "#42"'],
  ['docket todo release', 'docket todo claim kq3f'],
  ['docket workflow show', WITH_WORKFLOW],
  // Of a run that goes on already none begins, and none is approved that does not wait for it.
  ['docket workflow start', `${WITH_WORKFLOW}; docket workflow reset feature`],
  [
    'docket workflow approve',
    `${WITH_WORKFLOW}; docket workflow reset feature; docket workflow start feature --phase approval`,
  ],
  ['docket workflow reset', `${WITH_WORKFLOW}; docket workflow start feature`],
  ['docket postmortem session.jsonl', 'rm -f postmortem.md'],
  ['npm install --save-dev', 'npm pack'],
  ['npm install --global', 'npm pack'],
  ['git commit --trailer', 'echo "// a discount" >> src/cart.js; git add src'],
  ['docket classify -- "echo', 'rm -r ~/.config'],
  [
    'docket check fixtures/transcripts',
    // A golden that was recorded with a rule of yesterday: nobody's word is in it.
    `cd fixtures/transcripts; mkdir kept; mv a-commit* force-pushes* kept; rm *.ndjson; mv kept/* .; rmdir kept
     sed -i '/"type":"ProofRecorded"/d' a-commit*`,
  ],
  [
    'docket policy show guard',
    `echo '{\n  "preset": "strict",\n  "gates": {\n    "guard": {\n      "paths": ["data"]\n    }\n  }\n}' > docket.config.json
     echo '{\n  "gates": { "guard": { "rules": { "clean": "off" } } }\n}' > docket.config.local.json`,
  ],
  [
    'docket policy validate',
    `echo '{\n  "preset": "strict",\n  "gates": {\n              "gaurd": {}\n  }\n}' > docket.config.json`,
  ],
  [
    'docket doctor',
    // Of one event the entry points to where docket is no more.
    `line=$(grep -n '"Stop"' .claude/settings.local.json | cut -d: -f1)
     sed -i "$line,$((line + 8))s|$(dirname "$DOCKET")/hook.cjs|/opt/old/dist/hook.cjs|" .claude/settings.local.json; rm -rf ~/.config`,
  ],
];

/** Lines of examples that are not run, and why not. */
export const NOT_RUN: readonly (readonly [line: string, why: string])[] = [
  ['docket log --follow', 'it ends when somebody ends it; test/cli/log.test.ts does'],
  ['.ci/run', 'it is what runs this test'],
  ['DOCKET_MODEL_SECONDS=1800', 'it takes half an hour'],
];

/** Blocks that another test holds against the code. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  'docs/architecture.md: flowchart TD': 'test/docs/architecture.test.ts',
  'docs/architecture.md: flowchart LR': 'test/docs/architecture.test.ts',
  'docs/architecture.md: flowchart RL': 'test/docs/architecture.test.ts',
  'docs/custom-gates.md: /** Files that say they were generated are changed by what generates them. */':
    'test/docs/custom-gates.test.ts',
  'docs/custom-gates.md: /** A migration that cannot be taken back is one that somebody has to repair at night. */':
    'test/docs/custom-gates.test.ts',
  'docs/custom-gates.md: /** Whoever reads the history finds the ticket. */': 'test/docs/custom-gates.test.ts',
  "docs/hooks.md: test/cart.test.ts would mock the project's own code (1 mock), so it would test the mock instead:":
    'test/gates/mock-gate.test.ts',
  'docs/log-format.md: ': 'test/docs/log-format.test.ts',
  'docs/log-format.md: {"chain":"44cfe75648f015b060ca39128dfcb90f6a6c1a7f6deae173c7463ef0deb2a13e","seal":"1:778"}':
    'test/docs/log-format.test.ts',
  'docs/postmortems.md: # Postmortem of a session in `shop`': 'test/docs/postmortems.test.ts',
  'docs/postmortems.md: <details>': 'test/docs/postmortems.test.ts',
};

/** The screen that `docket replay --demo` begins with, on a terminal as wide; of its rows the first ones and the last. */
const frame = (columns: number, rows: number) => async (): Promise<string> => {
  const terminal = show(await demoLog(), { columns, rows: 40 });
  await terminal.text();
  await terminal.keys('enter');
  await terminal.text();
  await terminal.keys(')', ')', ')');
  await terminal.text();
  const lines = (await terminal.text()).trimEnd().split('\n');
  return [...lines.slice(0, rows - 1), lines.at(-1), ''].join('\n');
};

/** What the agent of the demo is told when its commit is denied: the hook answers a call that it gets again as before. */
const deniedCommit = async (stage: Stage): Promise<string> => {
  stage.reset();
  const lines = textOf('fixtures/demo/an-edit-undoes-what-tests-said.ndjson').split('\n');
  const payload = lines.find((line) => line.includes('toolu_06commit'))?.replaceAll('$PROJECT', stage.project);
  writeFileSync(join(stage.project, 'again.json'), payload ?? '');
  const { stdout } = stage.play('docket hook --host claude-code < again.json');
  const answer = JSON.parse(stdout) as { hookSpecificOutput: { permissionDecisionReason: string } };
  return `${answer.hookSpecificOutput.permissionDecisionReason}\n`;
};

/** Blocks that something makes which is no command, by how they begin. */
export const PRODUCED: Readonly<Record<string, (stage: Stage) => Promise<string>>> = {
  'docs/replay.md: docket › shop ›': frame(140, 21),
  'README.md: docket › shop ›': frame(104, 19),
  'docs/evidence.md: The tests passed at ': deniedCommit,
};

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Blocks that say something of the code, and how that is looked up. */
export const CHECKED: Readonly<Record<string, (text: string, stage: Stage) => void>> = {
  'docs/hooks.md: /**': (text) => {
    expect(keptAnnotations(text, 'src/cart.ts')).toMatchObject([{ id: 'DEC-CART-001' }]);
  },
  'docs/hooks.md: git                 | 2   | +--version +-v +--help +-h +--exec-path :none |': (text) => {
    const folder = 'src/shell/review';
    const tables = readdirSync(folder).filter((name) => name.includes('table'));
    const rows = tables.flatMap((name) => textOf(`${folder}/${name}`).split('\n').map(flat));
    for (const row of text.trimEnd().split('\n')) expect(rows).toContain(flat(row));
  },
  'docs/hooks.md: { "careful": false, "projects": { "/home/me/shop": { "careful": true } } }': (text, stage) => {
    stage.reset();
    const file = text.replace('/home/me/shop', stage.project).trim();
    const { stdout } = stage.play(`echo '${file}' > ~/.config/docket/preferences.json; docket careful`);
    expect(stdout).toContain('on');
  },
  'docs/log-format.md: .docket/': (text, stage) => {
    stage.reset();
    stage.play('docket why; docket tests record -- true; docket views on; docket import session.jsonl');
    const named = text.split('\n').map((line) => line.trim().split(/[/\s]/)[0]);
    const there = readdirSync(join(stage.project, '.docket')).filter((name) => name !== '.gitignore');
    expect(there.length).toBeGreaterThan(4);
    expect(there.filter((name) => !named.includes(name))).toEqual([]);
  },
  'docs/backtesting.md: { "preset", "sessions", "imported", "judged", "unruled",': (text, stage) => {
    stage.reset();
    const { stdout } = stage.play('docket backtest --preset standard --json');
    const report = JSON.parse(stdout) as Record<string, unknown>;
    for (const key of Object.keys(report)) expect(flat(text)).toContain(`"${key}"`);
  },
};
