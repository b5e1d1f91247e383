// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text, not templates
import { describe, expect, it } from 'vitest';
import type { ForcePush } from '../../src/shell/interpret.ts';
import { understand } from '../../src/shell/understand.ts';
import { applyEdits } from './apply-edits.ts';

const pushes = (command: string): readonly ForcePush[] => understand(command).forcePushes;

const onlyPush = (command: string): ForcePush => {
  const found = pushes(command);
  expect(found).toHaveLength(1);
  return found[0] as ForcePush;
};

const rewritten = (command: string): string =>
  applyEdits(
    command,
    pushes(command).flatMap(({ edits }) => edits),
  );

describe('a force push', () => {
  // Rows of the shared cases, by their ids.
  it('rw-push-force-feature: becomes a push with a lease', () => {
    expect(rewritten('git push --force origin feature/x')).toBe('git push --force-with-lease origin feature/x');
  });

  it.each([
    ['fp-force-with-lease-feature', 'git push --force-with-lease origin feature/x'],
    ['fp-gh-body-force-push', 'gh issue create --title "guard" --body "the hook refuses git push --force to main"'],
    ['fp-push-branch-with-f', 'git push -u origin python-f-strings'],
  ])('%s: is not seen where there is none', (_id, command) => {
    expect(pushes(command)).toEqual([]);
  });

  it.each([
    'git push',
    'git push origin f',
    'git push --force-with-lease=main:abc origin main',
    'git push --force-if-includes origin main',
    'git push -o -f origin main',
    'git push -of origin main',
    'git push --push-option -f origin main',
    'git push --repo -f',
    'git push origin -- -f',
    'git push -f --no-force origin main',
    'git push --help -f',
    'git --version push -f',
    'git fetch -f',
    'git log -- push -f',
    'git commit -m "x" -- --force',
    'gitpush -f',
    'command -v git push -f',
    'xargs git push origin',
    'xargs echo git push -f',
  ])('is not seen in %s', (command) => {
    expect(understand(command)).toMatchObject({ understood: true, forcePushes: [] });
  });

  it.each([
    ['git push -f', 'git push --force-with-lease'],
    ['git push origin main --force && echo done', 'git push origin main --force-with-lease && echo done'],
    ['git push -fu origin x', 'git push --force-with-lease -u origin x'],
    ['git push -ufv origin x', 'git push --force-with-lease -uv origin x'],
    ['git push -fo ci.skip origin x', 'git push --force-with-lease -o ci.skip origin x'],
    ['git push -foci.skip origin x', 'git push --force-with-lease -oci.skip origin x'],
    ['git push "--force" origin x', 'git push --force-with-lease origin x'],
    [`git push '-f'u origin x`, 'git push --force-with-lease -u origin x'],
    ['git push --for\\ce origin x', 'git push --force-with-lease origin x'],
    ['git push \\\n  -f\\\n  origin x', 'git push \\\n  --force-with-lease\\\n  origin x'],
    ['git push --force -f', 'git push --force-with-lease --force-with-lease'],
    ['echo 🌍 && git  push   -f # -f', 'echo 🌍 && git  push   --force-with-lease # -f'],
    ['git -C a push -f; git -C b push -f', 'git -C a push --force-with-lease; git -C b push --force-with-lease'],
    ['echo "$(git push -f)"', 'echo "$(git push --force-with-lease)"'],
    ['x=`git push -f`', 'x=`git push --force-with-lease`'],
    [`bash -c 'git push -f origin x'`, `bash -c 'git push --force-with-lease origin x'`],
    ['bash -c "cd a && git push -f"', 'bash -c "cd a && git push --force-with-lease"'],
    [`bash -c "sh -c 'git push -fu'"`, `bash -c "sh -c 'git push --force-with-lease -u'"`],
    ['eval git push -f', 'eval git push --force-with-lease'],
    ['git push origin +x', 'git push --force-with-lease origin x'],
    ['git push -- origin +x +y:z', 'git push --force-with-lease -- origin x y:z'],
    ['git push -f origin +x y', 'git push --force-with-lease origin x y'],
    ['git push --force-with-lease origin +x', 'git push --force-with-lease origin x'],
    ['B=x; git push -f origin $B', 'B=x; git push --force-with-lease origin $B'],
    [`eval 'git push -f'`, `eval 'git push --force-with-lease'`],
  ])('%s is rewritten at its flag alone', (command, expected) => {
    expect(rewritten(command)).toBe(expected);
  });

  it.each([
    ['bash -c "git push -f \\"origin\\""', 'the script is spelled otherwise than it is run'],
    [`bash -c 'git push '-f`, 'the script is glued from two pieces'],
    [`eval 'git push' '-f'`, 'eval joins the pieces'],
    ['echo `echo \\`git push -f\\``', 'it stands in decoded backquotes'],
    ['git push -fo"a b" origin x', 'what is left of the cluster would need quotes'],
    [`git push origin '+x'`, 'the + stands in quotes'],
    ['git push origin +x y', 'a lease would force y too'],
    ['git push --tags origin +x', 'a lease would force the tags too'],
    ['git push --mirror -f origin', 'a mirror forces without the flag'],
    ['xargs git push -f origin x', 'xargs adds arguments'],
    ['F=-f; git push $F origin x', 'the flag comes from a variable'],
    ['git${IFS}push${IFS}-f${IFS}origin', 'one word of the text is several'],
    ['git push -{f,u} origin x', 'braces make the flags'],
  ])('%s is found, but not rewritten: %s', (command) => {
    expect(onlyPush(command).edits).toEqual([]);
  });

  it('is not rewritten in a text that could not be read', () => {
    const understood = understand('git push -f origin main\necho "');
    expect(understood.understood).toBe(false);
    expect(understood.forcePushes).toMatchObject([{ branches: ['main'], edits: [] }]);
  });

  it.each<[string, Partial<ForcePush>]>([
    ['git push -f', { remote: null, branches: null, certain: true }],
    ['git push -f origin', { remote: 'origin', branches: null, certain: true }],
    ['git push -f origin HEAD', { branches: null, certain: true }],
    ['git push -f origin @', { branches: null, certain: true }],
    ['git push -f origin main', { remote: 'origin', branches: ['main'], certain: true }],
    ['git push -f origin feature/x', { branches: ['feature/x'] }],
    ['git push -f origin HEAD:main', { branches: ['main'] }],
    ['git push -f origin +x:y', { branches: ['y'] }],
    [`git push -f origin '+main'`, { branches: ['main'] }],
    ['git push -f origin refs/heads/x HEAD:refs/heads/y', { branches: ['x', 'y'] }],
    ['git push -f origin :main', { branches: ['main'] }],
    ['git push -f origin tag v1', { branches: ['refs/tags/v1'] }],
    ['git push -f origin refs/tags/v1', { branches: ['refs/tags/v1'] }],
    ['git push -f --tags', { branches: ['refs/tags/*'], certain: true }],
    ['git push -f --tags origin main', { branches: ['refs/tags/*', 'main'] }],
    ['git push -f --repo=up', { remote: 'up', branches: null, certain: true }],
    [`git $'push' --force origin main`, { branches: ['main'] }],
    ['git push origin x +y', { remote: 'origin', branches: ['y'], certain: true }],
    ['git push --no-force origin +main', { branches: ['main'], certain: true }],
    ['git push origin +HEAD', { branches: null, certain: true }],
    ['git push origin "+$B"', { branches: null, certain: false }],
    ['git push origin +:', { branches: null, certain: false }],
    ['git push --mirror', { remote: null, branches: null, certain: false }],
    ['xargs -I {} git push -f origin {}', { branches: null, certain: false }],
    ['git push -f origin heads/main', { branches: ['main'], certain: true }],
    ['git push -f origin --mirror', { branches: null, certain: false }],
    ['git push -f --mirr origin', { branches: null, certain: false }],
    ['git push --force --all origin', { branches: null, certain: false }],
    ['git push -f origin --delete main', { branches: null, certain: false }],
    ['git push -fd origin main', { branches: null, certain: false }],
    ['git push -f origin :', { branches: null, certain: false }],
    [`git push -f origin 'refs/heads/*:refs/heads/*'`, { branches: null, certain: false }],
    ['git push -f origin HEAD main', { branches: null, certain: false }],
    ['git push -f origin "$B"', { branches: null, certain: false }],
    ['git push -f $R main', { remote: null, branches: null, certain: false }],
    ['git push -f origin feature/*', { branches: null, certain: false }],
    ['git --git-dir=/x/.git push -f', { branches: null, certain: false }],
    ['git --git-dir=/x/.git push -f origin main', { branches: ['main'], certain: true }],
    ['git --git-dir="$X" push -f', { branches: null, certain: false }],
    ['git push -f --repo="$R"', { remote: null, branches: null, certain: true }],
    ['GIT_DIR=/x/.git git push -f', { branches: null, certain: false }],
    ['env GIT_DIR=/x/.git git push -f', { branches: null, certain: false }],
  ])('%s names its destinations, or does not pretend to', (command, expected) => {
    expect(onlyPush(command)).toMatchObject(expected);
  });

  it.each([
    ['git -c a.b=c --no-pager -C ../wt push -f', '../wt'],
    ['git -C a -C b push -f', 'a/b'],
    ['git -C a -C /b push -f', '/b'],
    ['cd a && git push -f', 'a'],
    ['cd a; cd b/ && git -C c push -f', 'a/b/c'],
    ['cd -P -- a && git push -f', 'a'],
    ['pushd a && git push -f', 'a'],
    ['cd a && cd b && cd - && git push -f', 'a'],
    ['cd a; cd ../b; cd -; cd -; git push -f', 'a/../b'],
    ['pushd a; pushd b; popd; git push -f', 'a'],
    ['pushd a/b; popd; git push -f', null],
    ['cd a || exit 1; git push -f', 'a'],
    ['cd ~/app && git push -f', '~/app'],
    [`cd '~/app' && git push -f`, './~/app'],
    ['cd && git push -f', '~'],
    ['(cd a); git push -f', null],
    ['cd a | cat; git push -f', null],
    ['(cd a && git push -f)', 'a'],
    ['if cd a; then git push -f; fi', 'a'],
    ['bash -c "cd a"; git push -f', null],
    [`cd a && bash -c 'cd b && git push -f'`, 'a/b'],
    [`eval 'cd a'; git push -f`, 'a'],
    ['env -C a git push -f', 'a'],
    ['sudo --chdir=a git push -f', 'a'],
    ['env cd a && git push -f', null],
    ['git push -f; cd a', null],
  ])('%s works in its folder', (command, directory) => {
    expect(understand(command).problems).toEqual([]);
    expect(onlyPush(command)).toMatchObject({ directory, certain: true });
  });

  it.each([
    'cd "$X" && git push -f',
    'git -C "$X" push -f',
    'cd "$X" && cd b && git push -f',
    'cd - && git push -f',
    'cd a && popd && git push -f',
    'pushd a; pushd; git push -f',
    'pushd a; pushd +1; popd; git push -f',
    'cd a || cd b; git push -f',
    'test -d a && true || cd a; git push -f',
    'for d in a b; do cd x; done; git push -f',
    'cd a; f() { git push -f; }',
    'cd ~other/app && git push -f',
  ])('%s works in a folder that nobody knows before it runs', (command) => {
    expect(onlyPush(command)).toMatchObject({ directory: null, branches: null, certain: false });
    expect(understand(command)).toMatchObject({
      understood: true,
      problems: ['the folder of a force push only shows at run time'],
    });
  });
});
