import { edits, fails, prints, runs, type Story, says, stops, writes } from './story.ts';

const VITEST_GREEN =
  ' ✓ src/cart.test.ts (2 tests) 4ms\n\n Test Files  1 passed (1)\n      Tests  2 passed (2)\n   Duration  310ms\n';
const VITEST_RED =
  ' ❯ src/cart.test.ts (2 tests | 1 failed) 6ms\n   × total counts quantities\n\n Test Files  1 failed (1)\n      Tests  1 failed | 1 passed (2)\n   Duration  320ms\n';

const WEB_APP = {
  'package.json': '{ "name": "shop", "scripts": { "dev": "vite", "build": "vite build", "test": "vitest run" } }\n',
  'src/cart.ts': 'export const total = (prices: number[]): number => prices.reduce((sum, price) => sum + price, 0);\n',
  'src/cart.test.ts': "import { total } from './cart.ts';\ntest('total', () => expect(total([1, 2])).toBe(3));\n",
  'src/App.tsx': 'export const App = () => <main>Shop</main>;\n',
  'README.md': '# Shop\n',
};

/** A feature of a few files, tested before it is committed. */
const webFeature: Story = {
  title: 'a small feature in a web app',
  has: WEB_APP,
  branch: 'feature/checkout',
  steps: [
    says('Add a checkout button that shows the total'),
    runs('git status --short && ls src && cat src/App.tsx'),
    runs('grep -rn "total" src | head -20'),
    writes('src/Checkout.tsx', 'export const Checkout = ({ sum }: { sum: number }) => <button>Pay {sum}</button>;\n'),
    edits('src/App.tsx', '<main>Shop</main>', '<main>Shop <Checkout sum={3} /></main>'),
    writes('src/checkout.css', 'button { color: green; }\n'),
    prints('npx tsc --noEmit', ''),
    prints('npm test', VITEST_GREEN),
    prints('npm run build 2>&1 | tail -5', 'dist/index.html  0.4 kB\n', { 'dist/index.html': '<html></html>\n' }),
    runs('git add -A && git diff --cached --stat'),
    runs('git commit -q -m "Show the total at checkout"'),
    edits('src/checkout.css', 'green', 'darkgreen'),
    prints('npm test && git commit -q -am "A darker green"', VITEST_GREEN),
    prints('npm test', VITEST_GREEN),
    runs('git commit -q -am "A darker green"'),
    stops('The button is there and shows the total.'),
    says('Push it'),
    runs('git push -q -u origin HEAD'),
    prints('gh pr create --title "Checkout" --body "Shows the total"', 'https://example.test/pull/1\n'),
    stops('Pushed, and the pull request is open.'),
  ],
  standard: [
    {
      step: 'npm test && git commit -q -am "A darker green"',
      says: 'deny guard/commit-untested',
      agreed:
        'the tests of this very command have not run yet when it is judged; the agent runs them in a call of their own, and nobody is asked',
    },
  ],
};

/** The test first, red; then the fix, green. */
const bugFix: Story = {
  title: 'a bug is fixed, with a failing test first',
  has: WEB_APP,
  branch: 'fix/quantity',
  steps: [
    says('The total ignores quantities. Write a test that shows it, then fix it.'),
    edits(
      'src/cart.test.ts',
      "test('total'",
      "test('total counts quantities', () => expect(total([2, 2])).toBe(5));\ntest('total'",
    ),
    fails('npx vitest run src/cart.test.ts', VITEST_RED),
    edits('src/cart.ts', 'sum + price', 'sum + price * 1'),
    fails('npx vitest run src/cart.test.ts', VITEST_RED),
    edits('src/cart.ts', 'price * 1', 'price'),
    prints('npm test', VITEST_GREEN),
    runs('git commit -q -am "Count quantities"'),
    stops('The test passes now.'),
  ],
  standard: [
    {
      step: 'edit src/cart.ts',
      says: 'advise test-gate/tests-fail',
      agreed: 'the agent is told once a run that the tests are red, and goes on: no write is held up',
    },
    {
      step: 'edit src/cart.ts',
      says: 'advise test-gate/tests-fail',
      agreed: 'the agent is told once a run that the tests are red, and goes on: no write is held up',
    },
  ],
};

/** Files move, names change everywhere. */
const refactoring: Story = {
  title: 'a refactoring that moves and renames files',
  has: WEB_APP,
  branch: 'refactor/basket',
  steps: [
    says('Call it basket instead of cart, everywhere'),
    runs(
      'mkdir -p src/basket && git mv src/cart.ts src/basket/basket.ts && git mv src/cart.test.ts src/basket/basket.test.ts',
    ),
    runs("grep -rl cart src | xargs sed -i 's/cart/basket/g'"),
    runs('find src -name "*.orig" -delete'),
    edits('src/basket/basket.ts', 'export const total', '/** The sum of all prices. */\nexport const total'),
    prints('npx prettier --write src', 'src/basket/basket.ts 20ms\n'),
    prints('npm test', VITEST_GREEN),
    runs('git status --short'),
    runs('git add -A'),
    runs('git commit -q -m "Call it basket"'),
    stops('Renamed.'),
  ],
  standard: [],
};

/** A manifest, a lock file, and what the new version asks for. */
const upgrade: Story = {
  title: 'a dependency is brought up to date',
  has: { ...WEB_APP, 'package-lock.json': '{ "lockfileVersion": 3 }\n' },
  branch: 'chore/upgrade',
  steps: [
    says('Upgrade vite to the newest version'),
    prints('npm outdated || true', 'vite  5.0.0  5.4.0  6.0.0\n'),
    prints('npm install vite@latest', 'added 3 packages\n', {
      'package.json': WEB_APP['package.json'].replace('"name"', '"devDependencies": { "vite": "^6.0.0" }, "name"'),
      'package-lock.json': '{ "lockfileVersion": 3, "packages": {} }\n',
    }),
    fails('npm run build', 'error: config must be a module'),
    writes('vite.config.ts', 'export default {};\n'),
    prints('rm -rf node_modules package-lock.json && npm install', 'added 210 packages\n', {
      'package-lock.json': '{ "lockfileVersion": 3, "packages": { "a": {} } }\n',
    }),
    prints('npm run build', 'built in 1.2s\n'),
    prints('npm test 2>&1 | tail -20', VITEST_GREEN),
    prints('npm test', VITEST_GREEN),
    runs('git commit -q -am "Upgrade vite" && git log --oneline -1'),
    stops('Upgraded, and the build passes.'),
  ],
  standard: [
    {
      step: 'git commit -q -am "Upgrade vite" && git log --oneline -1',
      says: 'deny guard/commit-untested',
      agreed:
        'the new vite.config.ts would stay out of the commit, so what is committed was never tested, and would not build',
    },
  ],
};

/** Each package has tests of its own, by a runner of its own. */
const monorepo: Story = {
  title: 'a change in two packages of a monorepo, each with tests of its own',
  has: {
    'package.json':
      '{ "name": "mono", "private": true, "workspaces": ["packages/*"], "scripts": { "test": "npm test --workspaces" } }\n',
    'packages/web/package.json': '{ "name": "@m/web", "scripts": { "test": "vitest run" } }\n',
    'packages/web/src/view.ts': 'export const view = 1;\n',
    'services/api/pyproject.toml': '[project]\nname = "api"\n',
    'services/api/api/main.py': 'def total():\n    return 1\n',
    'services/api/tests/test_main.py': 'def test_total():\n    assert total() == 1\n',
    'tools/sync/go.mod': 'module sync\n',
    'tools/sync/main.go': 'package main\n\nfunc main() {}\n',
  },
  branch: 'feature/currency',
  steps: [
    says('Send the currency with the total, and show it'),
    edits('services/api/api/main.py', 'return 1', 'return {"sum": 1, "currency": "EUR"}'),
    prints(
      'cd services/api && uv run pytest -q',
      '.                                                  [100%]\n1 passed in 0.01s\n',
    ),
    edits('packages/web/src/view.ts', 'view = 1', "view = '1 EUR'"),
    prints('npm test --workspace @m/web', VITEST_GREEN),
    runs('git add -A && git commit -q -m "Send and show the currency"'),
    stops('Both sides know the currency.'),
  ],
  standard: [],
};

export const CODE_STORIES: readonly Story[] = [webFeature, bugFix, refactoring, upgrade, monorepo];
