// What the stage of the examples holds.

/** A transcript, a policy, an answer: files that examples name, in the project or in the home folder (`~/`). */
export const FILES: Readonly<Record<string, string>> = {
  'event.json': JSON.stringify({ tool_name: 'Write', tool_input: { file_path: 'src/a.ts', content: '' } }),
  'call.json': JSON.stringify({
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'git push', description: 'Push' },
  }),
  'payload.json': JSON.stringify({
    tool_name: 'AskUserQuestion',
    tool_input: {
      questions: [
        {
          question: 'Which color? <gstack-qid:color>',
          header: 'Color',
          options: [
            { label: 'Blue (recommended)', description: '' },
            { label: 'Red', description: '' },
          ],
        },
      ],
    },
  }),
  'proposed.json': JSON.stringify({ preset: 'standard', gates: { 'test-gate': { mode: 'monitor' } } }),
  'script.sh': 'git status\nls -l | wc -l\n',
  'said.txt': 'The tests fail: blocked.\n',
  'answer.json': JSON.stringify({ decision: 'block', reason: 'not on main' }),
  'my-hook.sh': 'echo \'{"decision":"deny"}\'\n',
  'reports/unit.xml':
    '<testsuites><testsuite name="cart" tests="1" failures="0"><testcase name="a"/></testsuite></testsuites>\n',
  'package.json': JSON.stringify({ name: 'shop', scripts: { test: 'node --test', build: 'true' } }),
  '~/.config/fish/completions/none.fish': '',
  '~/code/shop/README.md': '# Shop\n',
  '~/backup/README.md': '',
};

/**
 * Programs that stand on the PATH in the place of those that an example needs and a test must not run: they would take the
 * network, another machine, the administrator's rights, or minutes. What can be known of such a call without that is checked.
 */
export const STAND_INS: Readonly<Record<string, string>> = {
  // The built docket. Where it asks a person, the person says yes. Code 1 is a finding, which ends no script; it is noted.
  docket: `
case "$* " in
  *--yes* | *--dry-run* | *--help* | *managed*) ;;
  "init "* | "uninstall "*) set -- "$@" --yes ;;
esac
"$NODE" "$DOCKET" "$@"
code=$?
printf '%s\\t%s\\n' "$code" "$*" >> "$CALLS"
[ "$code" = 1 ] || exit "$code"
`,
  // Which docket it is does not matter to an example.
  node: `
case "$1" in
  dist/docket.cjs) shift; docket "$@" ;;
  *) "$NODE" "$@" ;;
esac
`,
  // Takes the network or minutes: scripts and files that it is asked for have to be there.
  npm: `
case "$1" in
  ci | uninstall) ;;
  test) echo '# pass 1'; echo '# fail 0' ;;
  run)
    for each; do name=$each; done
    "$NODE" -e 'process.exit(process.argv[1] in require(process.argv[2]).scripts ? 0 : 1)' "$name" "$REPOSITORY/package.json" || exit 1
    [ "$name" != demo ] || docket demo ;;
  pack) touch "$("$NODE" -p '({ name, version } = require(process.argv[1]), name + "-" + version + ".tgz")' "$REPOSITORY/package.json")" ;;
  install)
    for each; do file=$each; done
    [ -f "$file" ] ;;
  root) echo "$HOME/lib/node_modules" ;;
  *) echo "npm $*: unknown here" >&2; exit 1 ;;
esac
`,
  npx: `
case "$1" in
  docket) shift; docket "$@" ;;
  vitest) [ -e "$REPOSITORY/node_modules/.bin/vitest" ] ;;
  *) echo "npx $*: unknown here" >&2; exit 1 ;;
esac
`,
  // The client: a program of 400 MB with an account.
  claude: `
case "$1" in
  --version) echo '2.1.332 (Claude Code)' ;;
  '' | plugin | --plugin-dir) ;;
  *) exit 1 ;;
esac
`,
  // Would write the machine's settings.
  sudo: 'true\n',
  // Another machine.
  ssh: 'cat > /dev/null\n',
  less: 'cat\n',
  // Where it is not installed.
  jq: 'cat > /dev/null\n',
};
