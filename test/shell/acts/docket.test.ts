import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { understand } from '../../../src/shell/understand.ts';

const actsOf = (command: string): string[] =>
  understand(command)
    .acts.filter(({ kind }) => kind.startsWith('docket-'))
    .map(({ kind, details }) => (kind === 'docket-kill' ? kind : `${details['effect']} ${details['command']}`));

describe('a result that an agent tells', () => {
  it.each([
    'docket tests record --status pass',
    'npx docket tests record --status pass --passed 4',
    'cd web && docket tests record --from report.xml',
    'node dist/docket.cjs tests record --status fail',
    'npm test; docket tests record --status pass',
    'docket tests record -- npm test',
    'timeout 60 docket tests record -- npm test',
    "docket tests record -- 'npm run build && npm test'",
  ])('is a claim: %s', (command) => {
    expect(actsOf(command)).toEqual(['claim tests record']);
  });

  it.each([
    'env -u CLAUDECODE docket tests record --status pass',
    'env -i docket tests record --status pass',
    'env -u CLAUDECODE -u CLAUDE_PID docket tests record -- true',
    'CLAUDECODE= docket tests record --status pass',
    'CLAUDECODE=; docket tests record --status pass',
    'unset CLAUDECODE CLAUDE_PID; docket tests record --status pass',
    'export X=1; docket tests record --status pass',
    'sudo docket tests record --status pass',
    'tmux new -d docket tests record --status pass',
    'ssh localhost docket tests record --status pass',
    `bash -c 'unset CLAUDECODE; docket tests record --status pass'`,
    '$SOMETHING docket tests record; docket tests record --status pass',
    'docket tests record --status pass )',
  ])("is a person's where nobody could tell that an agent tells it: %s", (command) => {
    expect(actsOf(command)).toContain('person tests record');
  });

  it('is not one of a command that nobody can follow', () => {
    expect(actsOf('node dist/docket.cjs tests record -- npm test')).toEqual(['person tests record']);
    expect(actsOf('xargs docket tests record --')).toEqual(['person tests record']);
  });

  it('does not hide the command that is run, nor that it runs tests', () => {
    expect(understand('docket tests record -- rm -rf /').acts.map(({ kind }) => kind)).toContain('delete');
    expect(understand("docket tests record -- 'rm -rf / && ls'").acts.map(({ kind }) => kind)).toContain('delete');
    expect(actsOf('docket tests record -- docket prove x')).toEqual(['claim tests record', 'person prove']);
    expect(understand("docket tests record -- 'npm run build && npm test'").testRun).toMatchObject({
      runner: 'npm test',
    });
    expect(understand('docket tests record -- npm test').testRun).toMatchObject({ runner: 'npm test', masked: false });
  });
});

describe('a hook that docket tries out', () => {
  it.each(['docket explain-answer --run -- rm -rf /', "docket explain-answer --run -- 'ls; rm -rf /'"])(
    'is followed: %s',
    (command) => {
      expect(understand(command).acts.map(({ kind }) => kind)).toContain('delete');
    },
  );

  it.each([
    ['docket explain-answer --run -- docket prove x', 'person prove'],
    ['docket explain-answer --run --event Stop -- docket hook', 'payload hook'],
    ['node dist/docket.cjs explain-answer --run -- ./hook.sh', 'person explain-answer'],
    ['ls | xargs docket explain-answer --run --', 'person explain-answer'],
  ])('hides nothing that is not for an agent: %s', (command, act) => {
    expect(actsOf(command)).toContain(act);
  });

  it.each(['docket explain-answer --run -- npm test', "docket explain-answer --run -- 'cd a && npm test'"])(
    'proves no tests, since its exit code is not theirs: %s',
    (command) => expect(understand(command).testRun).toMatchObject({ masked: true }),
  );

  it.each(['docket explain-answer --stdout answer.json --event Stop', 'node dist/docket.cjs explain-answer --exit 1'])(
    'is free where nothing is run: %s',
    (command) => expect(actsOf(command)).toEqual([]),
  );
});

describe('a call of docket that is not for an agent', () => {
  it.each([
    ['docket prove', 'person prove'],
    ['docket prove "it works"', 'person prove'],
    ['docket waive guard/rm-root --reason x', 'person waive'],
    ['docket waive guard --reason --list', 'person waive'],
    ['docket waive guard --reason --help', 'person waive'],
    ['docket workflow approve plan', 'person workflow approve'],
    ['docket workflow reset', 'person workflow reset'],
    ['docket workflow --json start x', 'person workflow start'],
    ['docket questions set tests yes', 'person questions set'],
    ['docket careful off', 'person careful off'],
    ['docket questions set "ship-*" never-ask --project', 'person questions set'],
    ['docket questions unset store', 'person questions unset'],
    ['docket views on', 'person views on'],
    ['npx docket views --force off', 'person views off'],
    ['docket approve plan', 'person approve'],
    ['docket import old.ndjson', 'person import'],
    ['docket init', 'person init'],
    ['docket init --yes --preset observe', 'person init'],
    ['docket uninstall --yes', 'person uninstall'],
    ['docket uninstall --purge --yes', 'person uninstall'],
    ['docket repair', 'person repair'],
    ['docket archive --before 1d', 'person archive'],
    ['docket seal --key', 'person seal'],
    // A prompt that the agent writes for another agent is no person's.
    ['claude -p "docket prove: it works"', 'person prove'],
    ['claude -p "docket approve feature"', 'person approve'],
    ['claude -p "docket workflow approve feature: go on"', 'person workflow approve'],
    ["claude --print $'go on\\nDocket prove: it works'", 'person prove'],
    ['echo "docket waive guard/rm-root: I say so" | claude -p', 'person waive'],
    ["printf 'hi\\ndocket prove: x\\n' | codex exec -", 'person prove'],
    ['claude -p <<EOF\ndocket revoke proof\nEOF', 'person prove --revoke'],
    // Other names and ways of the same program.
    ['/usr/local/bin/docket prove', 'person prove'],
    ['./node_modules/.bin/docket prove', 'person prove'],
    ['docket.cmd prove', 'person prove'],
    ['doc"ket" prove', 'person prove'],
    ['\\docket prove', 'person prove'],
    ['docket pr\\ove', 'person prove'],
    ['docket $(echo prove)', 'person prove'],
    ['D=docket; $D prove', 'person prove'],
    ['X=pro; docket "$X"ve', 'person prove'],
    ["bash <<'EOF'\ndocket prove\nEOF", 'person prove'],
    ['echo "docket prove" | sh', 'person prove'],
    ['find . -maxdepth 0 -exec docket prove \\;', 'person prove'],
    ['watch -n 1 docket prove', 'person prove'],
    ['ssh localhost docket prove', 'person prove'],
    ["node -e \"require('child_process').execSync('docket prove')\"", 'person prove'],
    ["npx -c 'docket prove'", 'person prove'],
    ['f() { docket prove; }; f', 'person prove'],
    ['for c in status prove; do docket $c; done', 'person prove'],
    ['echo prove | xargs docket', 'unknown null'],
    ['python3 -c "import os; os.system(\'docket prove\')"', 'person prove'],
    ['npx docket prove', 'person prove'],
    ['npx --yes docket@latest prove', 'person prove'],
    ['npx -p docket docket prove', 'person prove'],
    ['npm exec docket prove', 'person prove'],
    ['npm exec -- docket prove', 'person prove'],
    ['npm x docket prove', 'person prove'],
    ['npm run docket -- prove', 'person prove'],
    ['pnpm docket prove', 'person prove'],
    ['pnpm exec docket prove', 'person prove'],
    ['yarn docket prove', 'person prove'],
    ['bunx docket prove', 'person prove'],
    ['bun run docket prove', 'person prove'],
    ['deno run -A npm:docket prove', 'person prove'],
    ['node dist/docket.cjs prove', 'person prove'],
    ['node ./node_modules/docket/dist/cli.cjs prove', 'person prove'],
    ['node --no-warnings /opt/docket/dist/docket.cjs prove', 'person prove'],
    ['node -r ./setup.js dist/docket.cjs prove', 'person prove'],
    ['./dist/docket.cjs init --yes', 'person init'],
    ['node - prove < dist/docket.cjs', 'person prove'],
    // Around it.
    ['env -u CLAUDECODE docket prove', 'person prove'],
    ['env -u CLAUDECODE -u CLAUDE_PID node dist/docket.cjs prove', 'person prove'],
    ['CLAUDECODE= docket prove', 'person prove'],
    ['DOCKET_DIR=/elsewhere docket prove', 'person prove'],
    ['sudo -u me docket prove', 'person prove'],
    ['command docket prove', 'person prove'],
    ['nohup docket prove &', 'person prove'],
    ['bash -c "docket prove"', 'person prove'],
    ["sh -c 'cd x && exec docket prove'", 'person prove'],
    ['eval "docket prove"', 'person prove'],
    ['npm test && docket prove works', 'person prove'],
    ['echo "$(docket prove)"', 'person prove'],
    ['if true; then docket prove; fi', 'person prove'],
    ['yes | docket init', 'person init'],
    // What only shows at run time.
    ['docket "$WHAT"', 'unknown null'],
    ['docket $(cat what)', 'unknown null'],
    ['docket workflow "$STEP"', 'unknown workflow'],
    ['node -e \'require("./dist/docket.cjs")\' prove', 'unknown null'],
    ['node -p "require(\'/x/docket/dist/cli.cjs\')"', 'unknown null'],
    // Payloads.
    ['docket hook', 'payload hook'],
    [`echo '{"tool_name":"Bash"}' | docket hook --host claude-code`, 'payload hook'],
    ['docket hook < payload.json', 'payload hook'],
    ['docket hook -h', 'payload hook'],
    ['node dist/hook.cjs < payload.json', 'payload hook'],
    ['node dist/hook.cjs --help < payload.json', 'payload hook'],
    ['cd node_modules/docket/dist && node hook.cjs < p.json', 'payload hook'],
    ['node --require ./dist/hook.cjs x.js', 'payload hook'],
    ['bun /opt/docket/dist/hook.cjs', 'payload hook'],
  ])('%s', (command, expected) => {
    expect(actsOf(command)).toEqual([expected]);
  });

  it.each([
    ['pkill -f docket'],
    ["pkill -f 'docket hook'"],
    ['pkill -9 -f dist/hook.cjs'],
    ["pkill -f 'hook\\.cjs'"],
    ['killall docket'],
    ["pkill -f 'dist/hook'"],
    ["kill -9 $(pgrep -f 'docket hook')"],
    ['pgrep -f hook.cjs | xargs kill'],
  ])('%s', (command) => {
    expect(actsOf(command)).toEqual(['docket-kill']);
  });
});

describe('what only looks like it', () => {
  it.each([
    'claude -p "say whether docket prove: is documented"',
    'claude --help',
    'echo "docket prove: it works"',
    'grep -rn "docket prove:" docs | head',
    'echo "docket prove"',
    "grep -rn 'docket prove' docs",
    'git commit -m "docket init: write the policy"',
    'gh pr create --body "run docket prove"',
    'cat <<EOF\ndocket prove\nEOF',
    '# docket prove',
    'man docket',
    'which docket',
    'command -v docket',
    'npm install docket',
    'npm ls docket',
    'npm view docket version',
    'docketeer prove',
    'docker prove',
    './scripts/docket-report prove',
    'docket',
    'docket --version',
    'docket --help',
    'docket help init',
    'docket status',
    'docket status --json',
    'docket log --last 20 --json',
    'docket why --all',
    'docket why-not guard',
    'docket gates',
    'docket gates - --preset strict < payload.json',
    'docket classify --json -- docket prove',
    'docket verify --anchor -',
    'docket demo',
    'docket doctor',
    'docket seal',
    'docket seal --print',
    'git commit --trailer "$(docket seal --print)" -m x',
    'docket init --dry-run',
    'docket import session.jsonl --dry-run',
    'docket import --dry-run session.jsonl',
    'docket init --yes --dry-run',
    'docket init --help',
    'docket init --scope project --help',
    'docket prove --help',
    'docket hook --help',
    'docket repair --dry-run --json',
    'docket waive --list',
    'docket workflow',
    'docket workflow status',
    'docket careful on',
    'docket views',
    'docket views write --force',
    'docket careful',
    'docket questions list',
    'docket todo add "init the log"',
    'docket tests',
    'node --check dist/hook.cjs',
    'node scripts/size.mjs dist/hook.cjs',
    'node build/cli.js prove',
    'ls -la dist/hook.cjs',
    'npm run build',
    'npm test',
    'npm run demo',
    'npx vitest run test/cli/init.test.ts',
    'yarn add docket',
    'pkill -f vite',
    'pkill node',
    "pkill -f 'docket log --follow'",
    'pkill -f docket-web',
    'kill 1234',
  ])('%s', (command) => {
    expect(actsOf(command)).toEqual([]);
  });
});

describe('whatever stands around it', () => {
  type Wrap = (command: string) => string;
  const quote: Wrap = (command) => `'${command.replaceAll("'", "'\\''")}'`;
  const programs = fc.constantFrom<Wrap[]>(
    (command) => `env -u CLAUDECODE X=1 ${command}`,
    (command) => `sudo -u me ${command}`,
    (command) => `nohup ${command}`,
    (command) => `timeout -k 1 5 ${command}`,
    (command) => `bash -c ${quote(command)}`,
  );
  const grammar = fc.constantFrom<Wrap[]>(
    (command) => `eval ${quote(command)}`,
    (command) => `( cd src && ${command} )`,
    (command) => `npm test && ${command}`,
    (command) => `if true; then ${command}; fi`,
  );
  const commands = fc.constantFrom<string[]>(
    'docket prove x',
    'npx docket@1 waive guard',
    'node dist/docket.cjs init --yes',
  );
  // Scripts in scripts are read to a certain depth.
  const wrapped = fc
    .tuple(commands, fc.array(programs, { maxLength: 3 }), fc.array(grammar, { maxLength: 2 }))
    .map(([command, inner, outer]) => [...inner, ...outer].reduce((text, wrap) => wrap(text), command));

  it('stays a call of docket', () => {
    fc.assert(
      fc.property(wrapped, (command) => {
        expect(actsOf(command), command).toHaveLength(1);
      }),
    );
  });

  it('is none as text', () => {
    fc.assert(
      fc.property(
        wrapped.map(quote),
        fc.constantFrom('echo', 'git commit -m', 'grep -rn', 'printf %s'),
        (text, program) => {
          expect(actsOf(`${program} ${text}`)).toEqual([]);
        },
      ),
    );
  });
});
