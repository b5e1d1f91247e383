import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { EventData } from '../../../src/events/schemas.ts';
import { gitProject } from '../../kit/git-project.ts';
import { ran, ranCommand } from '../../kit/reviews.ts';
import { completes, type Payload, requests, type Scenario, scenario } from '../../kit/scenario.ts';

/** `PLANES: PATHS` of each observed change. */
const changesIn = (s: Scenario): string[] =>
  s.events().flatMap(({ type, data }) => {
    if (type !== 'ChangesObserved') return [];
    const { planes, paths } = data as EventData<'ChangesObserved'>;
    return [`${planes.join('+')}: ${paths.join(' ')}`.trim()];
  });

const changes = async (events: readonly Payload[], prepare: (s: Scenario) => void = () => undefined) => {
  const s = scenario();
  prepare(s);
  await s.given(...events);
  return changesIn(s);
};

describe('a command', () => {
  it.each<[string, string[]]>([
    ['sed -i s/a/b/ src/a.ts', ['code: src/a.ts']],
    ['echo "# Title" > README.md', ['docs: README.md']],
    ['cat > src/a.py <<EOF\nprint(1)\nEOF', ['code: src/a.py']],
    ['cp a.md b.ts', ['code: b.ts']],
    ['mv src/a.ts docs/a.md', ['code+docs: src/a.ts docs/a.md']],
    ['rm src/a.ts', ['code: src/a.ts']],
    ['cd src && sed -i s/a/b/ a.ts', ['code: src/a.ts']],
    ['(cd docs; echo x > a.md)', ['docs: docs/a.md']],
    ['echo x > "$F"', ['code+docs:']],
    ['rm -rf docs', ['docs:']],
    ['rm -rf src', ['code+docs:']],
    ['prettier --write .', ['code+docs:']],
    ['prettier --write "src/*.ts"', ['code:']],
    ['git stash', ['code+docs:']],
    ['npm run format', ['code+docs:']],
    ['echo x > "src/ä b.ts"', ['code: src/ä b.ts']],
    ['sed -i s/a/b/ src/a.ts && npm test', ['code: src/a.ts']],
    ['for f in src/a.ts src/b.ts; do sed -i s/a/b/ "$f"; done', ['code: src/a.ts src/b.ts']],
    ['echo x | tee src/a.ts', ['code: src/a.ts']],
    ['bash -c "echo x > src/a.ts"', ['code: src/a.ts']],
    // Nothing that evidence is about.
    ['echo x > out.log', []],
    ['npm run build > dist/out.js', []],
    ['rm -rf dist node_modules', []],
    ['cat > /tmp/pr.md <<EOF\n- src/a.ts: 41/41\nEOF', []],
    ['echo x > ~/notes.md', ['docs: notes.md']],
    ['F=$(mktemp) && git diff > "$F"', []],
    ['git diff > "$(mktemp)"', []],
    ['echo x > "$TMPDIR/a.ts"', []],
    ['F=$(mktemp src/a.XXXX) && echo x > "$F"', ['code+docs:']],
    ['echo x > "$F" && echo y > "$TMPDIR/a.ts"', ['code+docs:']],
    ['npm run build 2>&1 | tee build-output.txt', []],
    [`python3 -c "open('src/a.py', 'w').write('x')"`, ['code: src/a.py']],
    [`python3 -c "open('/tmp/a.py', 'w').write('x')"`, []],
    [`python3 -c "print(open('src/a.py').read())"`, []],
    ['touch src/new.ts', ['code: src/new.ts']],
    ['echo x > ../elsewhere.ts', []],
    ['echo x 2> /dev/null >&2', []],
    ['mkdir -p src/new', []],
    ['cat src/a.ts', []],
    ['git commit -m "sed -i s/a/b/ src/a.ts"', []],
    ['git add -A', []],
  ])('%s', async (command, observed) => {
    expect(await changes(ranCommand(command))).toEqual(observed);
    expect(await changes([completes('Bash', { command }, '')]), 'that nobody requested').toEqual(observed);
  });

  it('that failed may have written all the same', async () => {
    const [request, { tool_response: _, ...result }] = ranCommand('sed -i s/a/b/ src/a.ts; false');
    const failure = { ...result, hook_event_name: 'PostToolUseFailure', error: 'Exit code 1' };
    expect(await changes([request, failure])).toEqual(['code: src/a.ts']);
  });

  it('that was only requested wrote nothing', async () => {
    expect(await changes([requests('Bash', { command: 'sed -i s/a/b/ src/a.ts' })])).toEqual([]);
  });

  it('is judged from where it ran, although it left the shell in another folder', async () => {
    const s = scenario();
    mkdirSync(`${s.project}/src`);
    const [request, result] = ranCommand('cd src && sed -i s/a/b/ a.ts');
    await s.given(request, { ...result, cwd: `${s.project}/src` });
    expect(changesIn(s)).toEqual(['code: src/a.ts']);
  });

  it('that touches a file leaves what is in it', async () => {
    const write = (s: Scenario) => void s.write('src/a.ts', 'export {};\n');
    expect(await changes(ranCommand('touch src/a.ts'), write)).toEqual([]);
    expect(await changes(ranCommand('touch src/a.ts && echo x >> src/a.ts'), write)).toEqual(['code: src/a.ts']);
  });

  it('writes into a folder that is there, whatever it is called', async () => {
    const make = (s: Scenario) => mkdirSync(`${s.project}/v1.2`);
    expect(await changes(ranCommand('rm -rf v1.2'), make)).toEqual(['code+docs:']);
  });

  it('in a linked worktree changes that one', async () => {
    const p = gitProject({ preset: 'observe' });
    p.git('app', 'worktree', 'add', '-q', '../other', '-b', 'other');
    for (const payload of ranCommand('cd ../other && sed -i s/a/b/ src/a.ts')) await p.sends(payload);
    for (const payload of ranCommand('git -C ../other stash pop')) await p.sends(payload);
    const events = p.scenario.events().filter(({ type }) => type === 'ChangesObserved');
    expect(events.map(({ worktree }) => worktree)).toEqual([`${p.outer}/other`, `${p.outer}/other`]);
  });

  it('of ten thousand files stays one short line', async () => {
    const s = scenario();
    const names = Array.from({ length: 4_000 }, (_, at) => `src/f${at}.ts`).join(' ');
    await s.given(...ranCommand(`prettier --write ${names}`));
    const [observed] = s.events().filter(({ type }) => type === 'ChangesObserved');
    expect(JSON.stringify(observed).length).toBeLessThan(2_000);
    expect(observed?.data['planes']).toEqual(['code', 'docs']);
  });
});

describe('a tool of another server', () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    ['mcp__serena__replace_content', { relative_path: 'src/a.py' }, ['code: src/a.py']],
    ['mcp__serena__insert_after_symbol', { name_path: 'x', relative_path: 'src/a.py' }, ['code: src/a.py']],
    ['mcp__fs__write_file', { path: 'docs/a.md', content: 'x' }, ['docs: docs/a.md']],
    ['mcp__fs__moveFile', { source: 'src/a.ts', destination: 'src/b.ts' }, ['code: src/a.ts src/b.ts']],
    ['mcp__ide__edit', { filePath: 'src/a.ts' }, ['code: src/a.ts']],
    ['mcp__ide__apply_edits', { uri: 'file:///elsewhere/a.ts' }, []],
    ['mcp__nb__edit_cell', { notebook_path: 'nb/a.ipynb' }, ['code: nb/a.ipynb']],
    ['mcp__fs__write_files', { files: [{ path: 'src/a.ts' }, { path: 'b.md' }] }, ['code+docs: src/a.ts b.md']],
    ['mcp__fs__create_file', { path: 3 }, []],
    ['mcp__fs__read_file', { path: 'src/a.ts' }, []],
    ['mcp__github__create_issue', { title: 'src/a.ts' }, []],
    ['Write', { file_path: 'src/a.ts' }, []],
  ])('%s %j', async (tool, input, observed) => expect(await changes(ran(tool, input, {}))).toEqual(observed));

  it('that failed changed nothing', async () => {
    const [request, result] = ran('mcp__fs__write_file', { path: 'src/a.ts' }, {});
    expect(await changes([request, { ...result, hook_event_name: 'PostToolUseFailure', error: 'no' }])).toEqual([]);
  });
});
