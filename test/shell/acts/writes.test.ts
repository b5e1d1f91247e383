import { describe, expect, it } from 'vitest';
import { understand } from '../../../src/shell/understand.ts';

/** What is written, as `PATH`, with `+` where it takes nothing away, `~` for changed and `-` for taken away in front. */
const written = (command: string): string[] =>
  understand(command).acts.flatMap(({ kind, paths, details }) => {
    if (kind !== 'write') return [];
    const mark = details['removes'] ? '-' : details['changes'] ? '~' : details['appends'] ? '+' : '';
    return paths.map((path) => `${mark}${path.written ?? '?'}`);
  });

describe('a run writes', () => {
  it.each<[string, string[]]>([
    ['cat a > b', ['b']],
    ['cat a >> b', ['+b']],
    ['cat a >| b', ['b']],
    ['cat a &> b', ['b']],
    ['cat a &>> b', ['+b']],
    ['cat a >& b', ['b']],
    ['cat <> b', ['b']],
    ['cat a 2> err > out', ['err', 'out']],
    ['> b', ['b']],
    ['{ echo a; echo b; } > c', ['c']],
    ['for f in *; do echo "$f"; done >> list', ['+list']],
    ['(cd x; ls) > y', ['y']],
    ['echo x > "$F"', ['?']],
    ['sudo tee -a /etc/hosts', ['+/etc/hosts']],
    ['echo x | tee a b > c', ['c', 'a', 'b']],
    ['cp a b', ['b']],
    ['cp -t dir a b', ['dir']],
    ['cp --target-directory=dir a b', ['dir']],
    ['mv a b', ['b', '-a']],
    ['mv -t dir a b', ['dir', '-a', '-b']],
    ['ln -sf a b', ['b']],
    ['install -m 755 a /usr/local/bin/b', ['/usr/local/bin/b']],
    ['install -d a b', ['a', 'b']],
    ['touch -d yesterday a', ['+a']],
    ['mkdir -p -m 700 a/b', ['+a/b']],
    ['rm -rf a', ['-a']],
    ['rmdir a', ['-a']],
    ['find .docket -name x -delete', ['-.docket']],
    ['find . -fprint out', ['out']],
    ['dd if=a of=b', ['b']],
    ['dd of="$F"', ['?']],
    ['truncate -s 0 a', ['a']],
    ['chmod -x a', ['~a']],
    ['chmod 755 a b', ['~a', '~b']],
    ['chmod --reference=r a', ['~a']],
    ['chown me:us a', ['~a']],
    ["sed -i 's/a/b/' f", ['~f']],
    ["sed -i.bak 's/a/b/' f", ['~f']],
    ["sed -ni '/a/p' f", ['~f']],
    ["sed -i '' 's/a/b/' f", ['~f']],
    ["sed --in-place=.o -e 's/a/b/' f g", ['~f', '~g']],
    ["perl -pi -e 's/a/b/' f", ['~f']],
    ["perl -i.bak -ne 'print' f", ['~f']],
    ['sort -o out in', ['out']],
    ['sort --output=out in', ['out']],
    ['sort -nroout in', ['out']],
    ['uniq in out', ['out']],
    ['split -b 1m big part-', ['part-']],
    ['curl -o out https://x.example', ['out']],
    ['curl -sSLo out https://x.example', ['out']],
    ['curl --output out https://x.example', ['out']],
    ['curl -O https://x.example/a.tgz', ['.']],
    ['wget -O out https://x.example', ['out']],
    ['wget -P dir https://x.example/a', ['dir']],
    ['wget https://x.example/a', ['.']],
    ['tar -czf out.tgz src', ['out.tgz']],
    ['tar czf out.tgz src', ['out.tgz']],
    ['tar -xzf in.tgz -C dir', ['dir']],
    ['tar xf in.tgz', ['.']],
    ['unzip -q in.zip -d dir', ['dir']],
    ['zip -r out.zip src', ['out.zip']],
    ['gzip a', ['~a']],
    ['rsync -a --delete src/ dst/', ['dst/']],
    ['scp host:a b', ['b']],
    ['patch -p1 f < d', ['~f']],
    ['patch -p1 -i d', ['~.']],
    ['ed f', ['~f']],
    ['ex -sc "wq" f', ['~f']],
    ['gcc -O2 -fopenmp -o out a.c', ['out']],
    ['go build -o out ./cmd', ['out']],
    ['tsc --outDir dist', ['dist']],
    ['openssl req -new -out a.csr', ['a.csr']],
    ['mktemp -p dir', ['dir']],
    ['mktemp -d dir/x.XXXX', ['dir/x.XXXX']],
    ['git clone https://x.example/r.git dir', ['dir']],
    ['git diff --output=out HEAD', ['out']],
    ['git log --output out', ['out']],
    ['git archive -o out.tar HEAD', ['out.tar']],
    ['git checkout HEAD~1 -- docket.config.json', ['~docket.config.json']],
    ['git restore -s HEAD~1 a', ['~a']],
    ['git mv a b', ['~a', '~b']],
    ['git rm -f a', ['-a']],
    ['ls | xargs rm', ['-?']],
    ['env A=b timeout 5 nice cp a b', ['b']],
    ["bash -c 'echo x > b'", ['b']],
    ['echo "$(date > b)"', ['b']],
    ['yq -i .a=1 f', ['~f']],
    ['npx prettier --write src', ['~src']],
  ])('%s', (command, paths) => {
    expect(written(command).sort()).toEqual([...paths].sort());
  });

  it('in the folder that git is told to work in', () => {
    const { acts } = understand('cd a && git -C b clone https://x.example/r.git c');
    const act = acts.find(({ kind }) => kind === 'write');
    expect(act).toMatchObject({ kind: 'write', directory: 'a/b', paths: [{ written: 'c' }] });
  });

  it('at the place where the text names it', () => {
    const command = 'sort -n --output="my out" in && dd if=/dev/zero of=b';
    const places = understand(command).acts.flatMap(({ kind, paths }) =>
      (kind === 'write' ? paths : []).map(({ span }) => (span === null ? null : command.slice(span.start, span.end))),
    );
    expect(places).toEqual(['"my out"', 'b']);
  });
});

it('a run writes more than is listed, which is unknown then', () => {
  const paths = written(`touch ${Array.from({ length: 300 }, (_, at) => `f${at}`).join(' ')}`);
  expect(paths).toHaveLength(64);
  expect(paths.at(-1)).toBe('+?');
});

describe('a run writes nothing with', () => {
  it.each([
    'cat a 2>&1',
    'cat a > /dev/null',
    'cat a 2>/dev/null >&2',
    'cat a >&-',
    'cat < a',
    'cat <<EOF\n> b\nEOF',
    'echo "cp a b > c"',
    "sed 's/a/b/' f",
    "sed -n '/a/p' f",
    'sort in',
    'uniq in',
    'curl https://x.example',
    'curl -o - https://x.example',
    'curl -o /dev/null https://x.example',
    'wget -qO- https://x.example',
    'tar -tzf in.tgz',
    'tar xzOf in.tgz a',
    'unzip -l in.zip',
    'gzip -c a',
    'rsync -an src/ dst/',
    'rsync -a src/ host:dst/',
    'scp a host:b',
    'patch --dry-run -p1 -i d',
    'perl -ne "print" f',
    'git diff HEAD',
    'git log -n 3',
    'git checkout main',
    'git rm --cached a',
    'find . -name x',
    'ssh host "echo x > b"',
    'tee',
    'prettier --check src',
    'git commit -F - <<EOF\ntee a\nEOF',
    '[ 1 -gt 0 ]',
  ])('%s', (command) => {
    expect(written(command)).toEqual([]);
  });
});
