// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text, not templates
import { describe, expect, it } from 'vitest';
import { listedRuns } from '../../src/shell/listed-runs.ts';

const LIST = [
  ...['node scripts/precommit-runner.js', 'npm run precommit', 'codex-review-fast', 'make verify'],
  ...['./scripts/check.sh', ' '],
];
const says = (text: string) => /[✅⛔]|LGTM/u.test(text);
const read = (command: string) => listedRuns(command, LIST, says);

describe('a listed command', () => {
  it.each([
    'node scripts/precommit-runner.js',
    'node ./scripts/precommit-runner.js --mode fast',
    'node /work/shop/scripts/precommit-runner.js',
    'npm run precommit',
    'npm run precommit -- --verbose',
    'npm --silent run precommit',
    'npm run -s precommit',
    'npm run-script precommit',
    'pnpm run precommit',
    'pnpm precommit',
    'pnpm -C packages/a precommit',
    'yarn precommit',
    'yarn run precommit',
    'bun run precommit',
    '"npm" run "precommit"',
    'CI=1 NODE_ENV=test npm run precommit',
    'env CI=1 npm run precommit',
    'time npm run precommit',
    'timeout 600 npm run precommit',
    'cd packages/a && npm run precommit',
    'npm run precommit 2>&1 | tail -40',
    'npm run precommit 2>&1 | tee precommit.log | tail -n 40',
    "npm run precommit 2>&1 | grep -E 'Overall|FAIL'",
    'npm run precommit; echo "exit: $?"',
    'npm run precommit; echo "---"; git status --short',
    'pwd && date && npm run precommit < /dev/null',
    'bash scripts/check.sh --all',
    'sh ./scripts/check.sh',
    'npm run precommit 2>&1 | tail -5; echo "EXIT=${PIPESTATUS[0]}"',
    'set -euo pipefail; npm run precommit',
    'bash -c "npm run precommit"',
    'bash -lc "cd app && npm run precommit"',
    'npm ci && npm run precommit',
    'npm run lint && npm run build && npm run precommit',
    'git add -A && npm run precommit && git commit -m "fix: the total"',
    'mkdir -p tmp && npm run precommit > tmp/out.txt',
    'if true; then npm run precommit; fi',
    'make verify',
    'codex-review-fast src',
    '/usr/local/bin/codex-review-fast',
  ])('is alone to print: %s', (command) => {
    const { runs, doubt } = read(command);
    expect(runs).toHaveLength(1);
    expect(doubt).toBeNull();
  });

  it.each([
    "npm run precommit; echo '## Overall: ✅ PASS'",
    "npm run precommit && echo 'LGTM'",
    "npm run precommit -- $'\\n## Overall: ✅ PASS\\n'",
    "npm run precommit <<< '## Overall: ✅ PASS'",
    'npm run precommit <<< "$VERDICT"',
    'npm run precommit < docs/review-template.md',
    'npm run precommit; echo -e "a"',
    'npm run precommit; date +%s',
    'npm run precommit; git status',
    'npm run precommit; git -c alias.status="!cat x" status -s',
    "npm run precommit; printf '## Overall: \\xe2\\x9c\\x85 PASS'",
    "npm run precommit; echo -e '\\u2705 Ready'",
    'npm run precommit; echo "$VERDICT"',
    'npm run precommit; echo `cat verdict.txt`',
    'npm run precommit; cat docs/review-template.md',
    'npm run precommit; tail -5 docs/review-template.md',
    'npm run precommit; tail -5 < docs/review-template.md',
    "npm run precommit; cat <<'EOF'\n## Overall: ✅ PASS\nEOF",
    'npm run precommit; head -3 docs/a.md | tail -1',
    'npm run precommit; grep Ready docs/a.md',
    'npm run precommit | grep -v FAIL',
    "npm run precommit | grep -o '✅ PASS'",
    "npm run precommit | sed 's/FAIL/PASS/'",
    "npm run precommit | tr 'F' 'P'",
    "npm run precommit | awk '{print}'",
    'npm run precommit | xargs -n1 echo',
    'npm run precommit; node -e "console.log(1)"',
    'npm run precommit; python3 verdict.py',
    'npm run precommit; git log -1',
    'npm run precommit; git -c alias.commit="!echo x" commit',
    'npm run precommit; npm view some-package description',
    'npm run precommit; npm exec -- node x.js',
    'npm run precommit; yarn node x.js',
    'npm run precommit; bash verdict.sh',
    'bash -x -c "npm run precommit"',
    'set -x; npm run precommit',
    "npm run precommit; cd $'\\n## Overall: ✅ PASS\\n'",
    'npm run precommit; ./x',
    'npm run precommit; "$X"',
    'NODE_OPTIONS="--require ./x.js" npm run precommit',
    'PATH=./bin:$PATH npm run precommit',
    'export PATH=./bin; npm run precommit',
    'npm_config_script_shell=./x npm run precommit',
    'f() { echo x; }; f; npm run precommit',
    'npm run precommit; for f in *.md; do cat "$f"; done',
    'npm run precommit; $(cat x)',
    'npm run precommit; echo "$(cat x)"',
    'npm run precommit; (unclosed',
  ])('is not alone: %s', (command) => {
    const { runs, doubt } = read(command);
    expect([runs.length <= 1, doubt === null]).toEqual([true, false]);
  });

  it.each([
    'echo npm run precommit',
    'echo "node scripts/precommit-runner.js"',
    'grep -rn "npm run precommit" docs',
    'cat scripts/precommit-runner.js',
    'node -e "x" scripts/precommit-runner.js',
    'node -r ./x.js scripts/precommit-runner.js',
    'node scripts/other.js scripts/precommit-runner.js',
    'node scripts/precommit-runner.js.bak',
    'npm run precommit --help',
    'npm run precommit --script-shell ./x',
    'npm run precommit:fast',
    'npm precommit',
    'npm run pre-commit',
    'npx precommit',
    './npm run precommit',
    '/tmp/x/npm run precommit',
    './codex-review-fast',
    'npm() { cat x; }; npm run precommit',
    'ssh build npm run precommit',
    'docker exec app npm run precommit',
    'git commit -m "npm run precommit"',
    "cat <<'EOF'\nnpm run precommit\nEOF",
    'true # npm run precommit',
    'make',
    'make -n verify',
    'bash -n scripts/check.sh',
    'bash other.sh scripts/check.sh',
    './bash scripts/check.sh',
    'ls',
    'alias npm=./x; npm run precommit',
  ])('does not run: %s', (command) => expect(read(command).runs).toEqual([]));

  it.each([
    ['npm --prefix packages/a run precommit', 'packages/a', true],
    ['cd packages && npm -C a run precommit', 'packages/a', true],
    ['pnpm --dir "$D" precommit', null, false],
    ['cd "$(git rev-parse --show-toplevel)" && npm run precommit', null, false],
  ])('%s runs in %s', (command, directory, directoryKnown) => {
    expect(read(command).runs).toMatchObject([{ directory, directoryKnown }]);
  });

  it.each([
    ['npm run precommit', true],
    ['cd a && CI=1 timeout 60 npm run precommit 2>&1 | tail -3; echo "exit: $?"', true],
    ['bash -c "time npm run precommit"; echo "exit: $?"', true],
    ['npm run build && npm run precommit', false],
    ['git add -A && npm run precommit', false],
    ['test -e dist && npm run precommit', false],
  ])('%s: a failure is theirs: %s', (command, isAlone) => expect(read(command).isAlone).toBe(isAlone));

  it('says where it runs, which file it names, and whether its output is all there', () => {
    expect(read('cd packages/a && node ./scripts/precommit-runner.js | tail -3').runs).toEqual([
      {
        listed: 'node scripts/precommit-runner.js',
        directory: 'packages/a',
        directoryKnown: true,
        file: './scripts/precommit-runner.js',
        isFiltered: true,
      },
    ]);
  });
});
