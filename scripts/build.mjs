// Builds dist/: the hook (a loader, its core, and the bundles that only some calls load), docket's test runner, the command.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { relative, resolve } from 'node:path';
import { build, transform } from 'esbuild';
import { inScopes } from './in-scopes.mjs';
import { manPage } from './man-page.mjs';
import { noticesOf, packageFolders } from './notices.mjs';
import { pageAssets } from './page-assets.mjs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Bundles of their own, and the module each is made of: what imports that module loads the bundle when it is needed. */
const CHUNKS = {
  shell: 'shell/understand.ts',
  'plain-tests': 'shell/understand-tests.ts',
  policy: 'gates/policy-files.ts',
  preferences: 'hooks/observers/preferences.ts',
  search: 'hooks/observers/search.ts',
  'registration-reader': 'hooks/observers/registration-change.ts',
  'test-reader': 'hooks/observers/test-result.ts',
  redact: 'events/redact.ts',
  seal: 'hooks/seal-turn.ts',
  views: 'hooks/views/keep-views.ts',
  notify: 'hooks/notify/notify.ts',
  'start-update-check': 'hooks/update-check/start-update-check.ts',
  'start-tests': 'hooks/test-runner/start-tests.ts',
  'llm-review': 'hooks/llm-review/review-command.ts',
  'ask-custom-gates': 'hooks/custom-gates/ask-custom-gates.ts',
  'git-facts': 'hooks/observers/git-facts.ts',
  'git-status': 'hooks/observers/git-status.ts',
  tree: 'hooks/observers/tree/tree.ts',
  workflow: 'hooks/observers/workflow/workflow-events.ts',
  'review-reader': 'hooks/observers/review/review-events.ts',
  lint: 'hooks/observers/lint/lint.ts',
  decisions: 'hooks/observers/decisions/audit.ts',
  undecided: 'hooks/observers/decisions/undecided.ts',
  plan: 'hooks/observers/plan/observe-plan.ts',
  questions: 'hooks/observers/questions/question-events.ts',
  'written-change': 'hooks/observers/written-change.ts',
  content: 'hooks/observers/source/content-fact.ts',
  context: 'hooks/observers/context/context-facts.ts',
  mocks: 'hooks/observers/mocks/mocks.ts',
  closing: 'hooks/observers/closing/read-closing.ts',
  summary: 'hooks/observers/summary/observe-summary.ts',
};

/**
 * Modules that the hook's core names and only few calls use, by the bundle they are in, which is loaded when something of it
 * is called for the first time. In the core each stands as functions that call those it exports.
 */
const DEFERRED = {
  deferred: [
    'gates/careful-verdict.ts',
    'gates/codegraph-nudge-rules.ts',
    'gates/guard/act-rules.ts',
    'gates/llm-review/rules.ts',
    'gates/self-protection/rules.ts',
    'gates/question-preference-rules.ts',
    'gates/stop-guard/rules.ts',
    'gates/waived-verdict.ts',
    'hooks/observers/path-facts.ts',
    'hooks/own-places.ts',
    'hooks/prepare-moves.ts',
    'projections/path-patterns.ts',
    'projections/waivers-steps.ts',
    'hooks/protocols/answered-input.ts',
  ],
  // What plain commands need.
  'plain-shell': ['gates/shell-gates.ts', 'shell/understand-plain.ts'],
  // What few writes are about: most files are short, most documents lie where documents do, few tests mock, few files are the plan.
  writes: [
    'gates/doc-gate-rules.ts',
    'gates/mock-gate-rules.ts',
    'gates/plan-check-rules.ts',
    'gates/plan-validate-rules.ts',
    'hooks/observers/mock-facts.ts',
    'hooks/observers/plan-fact.ts',
    'projections/doc-advice-steps.ts',
    'projections/plan-told-steps.ts',
  ],
  // What is told as a session starts, with a prompt, and before a compaction.
  tellings: [
    'gates/compact-preserve-rules.ts',
    'gates/prompt-submit-rules.ts',
    'gates/session-init-rules.ts',
    'hooks/observers/session-kind.ts',
  ],
  // What only starts and ends of subagents are about, and what those left.
  subagents: [
    'gates/agent-findings-rules.ts',
    'gates/agent-roles.ts',
    'gates/check-guardian-rules.ts',
    'gates/check-implementer-rules.ts',
    'gates/check-planner-rules.ts',
    'gates/subagent-start-rules.ts',
    'hooks/agent-findings.ts',
    'hooks/observers/agent-place.ts',
    'hooks/observers/annotation-fact.ts',
  ],
  // The gates about anything but calls of tools that ask nobody anything. Their rules are where they are in the core.
  gates: ['gates/every-gate.ts'],
  // All states of a log at once: where a snapshot is saved, and where something else is read than calls of plain tools are
  // judged by.
  fold: ['hooks/save-snapshot.ts', 'projections/fold.ts', 'projections/make-snapshot.ts'],
  // Where the project has gates of its own.
  'said-by-custom': ['gates/custom/custom-gates.ts'],
  // Where the policy declares workflows.
  phases: ['gates/workflow-rules.ts'],
  // What is only read of calls that are over.
  outcomes: [
    'gates/code-review-rules.ts',
    'gates/forward-motion-rules.ts',
    'gates/lint-rules.ts',
    'gates/session-summary-rules.ts',
    'gates/question-fallback-rules.ts',
    'gates/surface-rules.ts',
    'gates/test-runner-rules.ts',
    'hooks/notice.ts',
    'hooks/observers/decision-facts.ts',
    'hooks/observers/ending-facts.ts',
    'hooks/observers/lint-facts.ts',
    'hooks/observers/read-changes.ts',
    'hooks/observers/read-proof.ts',
    'hooks/observers/read-tests.ts',
    'hooks/observers/read-waivers.ts',
    'projections/agents-steps.ts',
    'projections/audits-steps.ts',
    'projections/command-writes.ts',
    'projections/evidence-steps.ts',
    'projections/findings-steps.ts',
    'projections/lint-steps.ts',
    'projections/questions-steps.ts',
    'projections/review-nudges-steps.ts',
    'projections/review-steps.ts',
    'projections/runner-steps.ts',
    'projections/tests-steps.ts',
    'projections/trail-steps.ts',
    'projections/todos-steps.ts',
    'projections/untold-tests-steps.ts',
    'projections/workflow-steps.ts',
  ],
};

/** Bundles that leave what they seldom need to other ones, as the core does. */
const LIGHT = ['fold', 'gates', 'plain-shell'];

const bundleOf = (module) => Object.keys(DEFERRED).find((name) => DEFERRED[name].includes(module));

/** Defers all that is in a bundle of its own, but for what is in the one that is being built. */
const deferredFrom = (own) => ({
  name: 'deferred',
  setup(builder) {
    builder.onResolve({ filter: /^docket-deferred:/ }, ({ path }) => ({ path, namespace: 'deferred' }));
    const bundles = new RegExp(`^\\./(?:${Object.keys(DEFERRED).join('|')})\\.cjs$`);
    builder.onResolve({ filter: bundles }, ({ path }) => ({ path, external: true }));
    builder.onResolve({ filter: /\.ts$/ }, ({ path, resolveDir }) => {
      const module = resolve(resolveDir, path);
      const bundle = bundleOf(relative('src', module));
      return bundle === undefined || bundle === own ? undefined : { path: module, namespace: 'deferred' };
    });
    builder.onLoad({ filter: /.*/, namespace: 'deferred' }, ({ path }) => {
      const bundle = /^docket-deferred:(.*)/.exec(path)?.[1];
      if (bundle !== undefined) {
        return { contents: `let loaded; export const load = () => (loaded ??= require('./${bundle}.cjs'));` };
      }
      const text = readFileSync(path, 'utf8');
      const names = [...text.matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
      const functions = [...text.matchAll(/^export const (\w+) = (?:async )?\(/gm)].map(([, name]) => name);
      if (names.length !== functions.length || /^export (?:class|function|let|\{)/m.test(text)) {
        throw new Error(`${path} exports more than arrow functions, and only those can be loaded when they are called`);
      }
      const calls = names.map((name) => `export const ${name} = (...given) => load().${name}(...given);`);
      const loader = `import { load } from 'docket-deferred:${bundleOf(relative('src', path))}';`;
      return { contents: [loader, ...calls].join('\n') };
    });
  },
});

const deferredEntry = (name) => ({
  stdin: {
    contents: DEFERRED[name].map((module) => `export * from './src/${module}';`).join('\n'),
    resolveDir: process.cwd(),
  },
});

/** Modules whose values are worked out here, so that the hook carries those and not what they were made from. */
const evaluated = {
  name: 'evaluated',
  setup(builder) {
    builder.onLoad(
      { filter: /(secret-anchors|policy-version|projection-names|promised-fields|host-event-names)\.ts$/ },
      async ({ path }) => {
        const { outputFiles } = await build({ entryPoints: [path], bundle: true, format: 'cjs', write: false });
        const module = { exports: {} };
        new Function('module', 'exports', outputFiles[0].text)(module, module.exports);
        const lines = Object.entries(module.exports).map(
          ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
        );
        return { contents: lines.join('\n'), loader: 'js' };
      },
    );
  },
};

const chunks = {
  name: 'chunks',
  setup(builder) {
    builder.onResolve({ filter: /\.ts$/ }, ({ kind, path, resolveDir }) => {
      if (kind !== 'dynamic-import' && kind !== 'require-call') return undefined;
      const module = relative('src', resolve(resolveDir, path));
      const name = Object.keys(CHUNKS).find((chunk) => CHUNKS[chunk] === module);
      return name === undefined ? undefined : { path: `./${name}.cjs`, external: true };
    });
  },
};

/** For a module that Node loads by itself: chunks are functions around their code, which only docket's loader can read. */
const loadedChunks = {
  name: 'loaded-chunks',
  setup(builder) {
    chunks.setup({
      onResolve: (about, resolved) =>
        builder.onResolve(about, (asked) => {
          const found = resolved(asked);
          return found === undefined ? undefined : { path: found.path, namespace: 'chunk' };
        }),
    });
    builder.onLoad({ filter: /.*/, namespace: 'chunk' }, ({ path }) => ({
      contents: `module.exports = require('./src/hooks/code-cache.ts').loadBundle(__dirname, '${path.slice(2)}', '');`,
      resolveDir: process.cwd(),
    }));
  },
};

/** Ink loads it only where DEV is set, and it is not installed. */
const withoutDevtools = {
  name: 'without-devtools',
  setup(builder) {
    builder.onResolve({ filter: /^react-devtools-core$/ }, ({ path }) => ({ path, namespace: 'nothing' }));
    builder.onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: 'export default {};' }));
  },
};

const options = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20.19',
  minify: true,
  logLevel: 'warning',
  // The UMD builds of some libraries hide their imports from the bundler.
  mainFields: ['module', 'main'],
  // `import()` of a chunk becomes `require`, which the loader answers from its code cache.
  supported: { 'dynamic-import': false },
  plugins: [chunks, evaluated],
  define: { DOCKET_VERSION: JSON.stringify(version) },
};

/** Folders of what is in the bundles and was not written here. */
const packages = new Set();

const bundle = async (entry, outfile, more = {}) => {
  const input = typeof entry === 'string' ? { entryPoints: [entry] } : entry;
  const built = await build({ ...options, ...input, outfile, metafile: true, ...more });
  for (const folder of packageFolders(Object.keys(built.metafile.inputs))) packages.add(folder);
  return built;
};

/** What docket's loader runs: a function of what a CommonJS module has. Text that is put around it there is copied twice. */
const wrapped = {
  banner: { js: '(function (exports, require, module, __filename, __dirname) {' },
  footer: { js: '})' },
};

/** A bundle that hook calls load. */
const hookBundle = async (entry, name, plugins) => {
  const input = typeof entry === 'string' ? { entryPoints: [entry] } : entry;
  const { outputFiles } = await bundle(input, `${OUT}/${name}.cjs`, { plugins, minify: false, write: false });
  const text = inScopes(outputFiles[0].text);
  const { code } = await transform(text, {
    minify: true,
    target: options.target,
    format: 'cjs',
    banner: wrapped.banner.js,
    footer: wrapped.footer.js,
  });
  writeFileSync(`${OUT}/${name}.cjs`, code);
};

const { style, script } = await pageAssets();
const pageDefine = { PAGE_STYLE: JSON.stringify(style), PAGE_SCRIPT: JSON.stringify(script) };

// Built aside and moved into place, so that a hook of a live session never meets half a build.
const OUT = `dist.${process.pid}`;
mkdirSync(OUT);
await Promise.all([
  hookBundle('src/hooks/main.ts', 'hook-core', [chunks, evaluated, deferredFrom('core')]),
  ...Object.keys(DEFERRED).map((name) =>
    hookBundle(deferredEntry(name), name, LIGHT.includes(name) ? [chunks, evaluated, deferredFrom(name)] : [chunks]),
  ),
  ...Object.entries(CHUNKS).map(([name, module]) =>
    bundle(`src/${module}`, `${OUT}/${name}.cjs`, { plugins: [chunks], ...wrapped }),
  ),
  bundle('src/workers/test-runner/main.ts', `${OUT}/test-runner.cjs`, { plugins: [] }),
  bundle('src/workers/custom-gates/main.ts', `${OUT}/custom-gates.cjs`, { plugins: [], supported: {} }),
  bundle('src/hooks/custom-gates/testing.ts', `${OUT}/testing.mjs`, {
    format: 'esm',
    supported: {},
    plugins: [loadedChunks, evaluated],
    banner: { js: 'const __dirname = import.meta.dirname;' },
  }),
  bundle('src/workers/update-check/main.ts', `${OUT}/update-check.cjs`, { plugins: [] }),
  bundle('src/cli/main.ts', `${OUT}/cli.cjs`, {
    plugins: [],
    define: { ...options.define, ...pageDefine },
    ...wrapped,
  }),
  bundle('src/cli/backtest/worker.ts', `${OUT}/backtest-worker.cjs`, { plugins: [] }),
  bundle('src/cli/import/worker.ts', `${OUT}/import-worker.cjs`, { plugins: [] }),
  bundle('src/tui/think/worker.ts', `${OUT}/tui-thinking.cjs`, { plugins: [] }),
  // Ink's layout engine is loaded by an `await` at the top of a module, which CommonJS has not.
  bundle('src/tui/main.tsx', `${OUT}/tui.mjs`, {
    plugins: [withoutDevtools],
    format: 'esm',
    supported: {},
    jsx: 'automatic',
    define: { ...options.define, 'process.env.NODE_ENV': '"production"' },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  }),
]);
// Types that stand on nothing are declarations as they are.
copyFileSync('src/gates/custom/gate-types.ts', `${OUT}/gate.d.ts`);
writeFileSync(
  `${OUT}/testing.d.ts`,
  readFileSync('src/hooks/custom-gates/testing-types.ts', 'utf8').replace(
    '../../gates/custom/gate-types.ts',
    './gate.js',
  ),
);
const stamp = createHash('sha256');
for (const name of ['hook-core', ...Object.keys(DEFERRED), ...Object.keys(CHUNKS)]) {
  stamp.update(readFileSync(`${OUT}/${name}.cjs`));
}
const define = {
  ...options.define,
  BUILD_STAMP: JSON.stringify(stamp.digest('hex').slice(0, 12)),
  CLI_STAMP: JSON.stringify(
    createHash('sha256')
      .update(readFileSync(`${OUT}/cli.cjs`))
      .digest('hex')
      .slice(0, 12),
  ),
};
await Promise.all([
  bundle('src/hooks/loader.ts', `${OUT}/hook.cjs`, { define }),
  bundle('src/hooks/make-code-cache.ts', `${OUT}/make-code-cache.cjs`, { define }),
  bundle('src/cli/loader.ts', `${OUT}/docket.cjs`, {
    define,
    external: ['./hook.cjs', './tui.mjs'],
    // Code that is run from a cache cannot load modules: this file does it for it.
    supported: {},
    banner: { js: '#!/usr/bin/env node' },
  }),
]);
chmodSync(`${OUT}/docket.cjs`, 0o755);
writeFileSync(`${OUT}/THIRD-PARTY-NOTICES.txt`, noticesOf([...packages]));
execFileSync(process.execPath, [`${OUT}/make-code-cache.cjs`], { stdio: 'inherit' });
const declaration = execFileSync(process.execPath, [`${OUT}/docket.cjs`, 'completions', 'declaration']);
writeFileSync(`${OUT}/docket.1`, manPage(JSON.parse(declaration), version));
const old = `${OUT}.old`;
if (existsSync('dist')) renameSync('dist', old);
renameSync(OUT, 'dist');
rmSync(old, { recursive: true, force: true });
