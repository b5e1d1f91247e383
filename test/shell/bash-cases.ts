// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text, not templates

/** One text, and what bash would run in it. */
export interface BashCase {
  readonly id: string;
  readonly source: string;
  /** Names of the commands, in any order; null where only `ok` is asked. */
  readonly commands?: readonly string[];
  /** Files that redirects name. */
  readonly files?: readonly string[];
  /** Whether it is a complete script. */
  readonly ok: boolean;
}

export const BASH_CASES: readonly BashCase[] = [
  { id: 'simple', source: 'git commit -m "fix: x"', commands: ['git'], ok: true },
  { id: 'list/pipe', source: 'a && b || c; d | e & f', commands: ['a', 'b', 'c', 'd', 'e', 'f'], ok: true },
  { id: 'heredoc-expands', source: 'cat <<EOF\nhello $(whoami)\nEOF\nls', commands: ['cat', 'whoami', 'ls'], ok: true },
  { id: 'heredoc-quoted', source: "cat <<'EOF'\n$(rm -rf /)\nEOF", commands: ['cat'], ok: true },
  { id: 'heredoc-dash', source: 'cat <<-EOF\n\tx\n\tEOF\nls', commands: ['cat', 'ls'], ok: true },
  { id: 'heredoc-pipe', source: 'cat <<EOF | sh\nrm -rf /\nEOF', commands: ['cat', 'sh'], ok: true },
  { id: 'heredoc-two', source: 'cat <<A <<B\na\nA\nb\nB\nls', commands: ['cat', 'ls'], ok: true },
  { id: 'herestring', source: 'grep foo <<< "$(cat x)"', commands: ['grep', 'cat'], ok: true },
  { id: 'cmdsub', source: 'echo $(rm -rf /tmp/x)', commands: ['echo', 'rm'], ok: true },
  { id: 'cmdsub-nested-dq', source: 'echo "a $(echo "b $(id)")"', commands: ['echo', 'echo', 'id'], ok: true },
  { id: 'backtick', source: 'echo `id`', commands: ['echo', 'id'], ok: true },
  { id: 'backtick-nested', source: 'echo `echo \\`id\\``', commands: ['echo', 'echo', 'id'], ok: true },
  { id: 'procsub', source: 'diff <(sort a) >(tee b)', commands: ['diff', 'sort', 'tee'], ok: true },
  { id: 'case', source: 'case $x in a|b) rm a;; *) ls;; esac', commands: ['rm', 'ls'], ok: true },
  { id: 'for', source: 'for f in *.ts; do rm "$f"; done', commands: ['rm'], ok: true },
  { id: 'for-c', source: 'for ((i=0;i<3;i++)); do echo $i; done', commands: ['echo'], ok: true },
  {
    id: 'while-procsub',
    source: 'while read -r l; do echo "$l"; done < <(git log)',
    commands: ['read', 'echo', 'git'],
    ok: true,
  },
  {
    id: 'if-brace',
    source: 'if git diff --quiet; then { echo a; echo b; }; else false; fi',
    commands: ['git', 'echo', 'echo', 'false'],
    ok: true,
  },
  { id: 'array', source: 'a=(1 2 $(id)); echo "${a[@]}"', commands: ['id', 'echo'], ok: true },
  { id: 'array-append', source: 'declare -A m; m[k]=v; a+=(x)', commands: ['declare'], ok: true },
  { id: 'dbl-bracket', source: '[[ -f x && $y =~ ^a.*b$ ]] && rm x', commands: ['rm'], ok: true },
  { id: 'dbl-bracket-sub', source: '[[ $(id -u) == 0 ]] && rm x', commands: ['id', 'rm'], ok: true },
  { id: 'quotes', source: "echo 'it'\"'\"'s' \"a\\\"b\" $'x\\n'", commands: ['echo'], ok: true },
  { id: 'quoted-name', source: 'r\'\'m -rf x; "git" push; \\ls', commands: ['rm', 'git', 'ls'], ok: true },
  { id: 'line-cont', source: 'git push \\\n  --force origin main', commands: ['git'], ok: true },
  { id: 'line-cont-word', source: 'r\\\nm x', commands: ['rm'], ok: true },
  { id: 'forkbomb', source: ':(){ :|:& };:', commands: [':', ':', ':'], ok: true },
  { id: 'function-kw', source: 'function f { rm x; }; f', commands: ['rm', 'f'], ok: true },
  { id: 'redir-dev', source: 'echo x > /dev/sda', commands: ['echo'], files: ['/dev/sda'], ok: true },
  { id: 'redir-many', source: '2>&1 >out.log cmd &>>all', commands: ['cmd'], files: ['out.log', 'all'], ok: true },
  { id: 'redir-compound', source: '{ echo a; } > /dev/sda', commands: ['echo'], files: ['/dev/sda'], ok: true },
  { id: 'assign', source: 'FOO=bar BAZ="$(id)" env', commands: ['id', 'env'], ok: true },
  { id: 'assign-only', source: 'X=1', commands: [], ok: true },
  { id: 'comment', source: 'ls # rm -rf /', commands: ['ls'], ok: true },
  { id: 'comment-hash-in-word', source: 'echo a#b', commands: ['echo'], ok: true },
  { id: 'unicode', source: 'echo "héllo 🌍" && mkdir 日本', commands: ['echo', 'mkdir'], ok: true },
  { id: 'param-default', source: 'echo ${X:-$(rm x)}', commands: ['echo', 'rm'], ok: true },
  { id: 'param-nested-dq', source: 'echo "${X:-"$(rm x)"}"', commands: ['echo', 'rm'], ok: true },
  { id: 'arith-sub', source: 'echo $((1+$(id)))', commands: ['echo', 'id'], ok: true },
  { id: 'subshell', source: '(cd /tmp && rm -rf x)', commands: ['cd', 'rm'], ok: true },
  { id: 'bang-time', source: '! time make |& tee log', commands: ['make', 'tee'], ok: true },
  { id: 'select', source: 'select x in a b; do rm $x; done', commands: ['rm'], ok: true },
  { id: 'until', source: 'until ping -c1 h; do sleep 1; done', commands: ['ping', 'sleep'], ok: true },
  { id: 'coproc', source: 'coproc cat x', commands: ['cat'], ok: true },
  { id: 'crlf', source: 'ls\r\nrm x\r\n', ok: true },
  { id: 'empty', source: '', commands: [], ok: true },
  { id: 'deep', source: `${'echo $('.repeat(60)}id${')'.repeat(60)}`, ok: true },
  { id: 'err-dq', source: 'echo "abc', ok: false },
  { id: 'err-sq', source: "echo 'abc", ok: false },
  { id: 'err-sub', source: 'echo $(ls', ok: false },
  { id: 'err-backtick', source: 'echo `ls', ok: false },
  { id: 'err-do', source: 'for f in a; do echo', ok: false },
  { id: 'err-fi', source: 'fi', ok: false },
  { id: 'err-dsemi', source: 'a;;b', ok: false },
  { id: 'err-brace', source: 'ls; }', ok: false },
  { id: 'err-paren', source: 'ls )', ok: false },
  { id: 'err-nested', source: 'echo $(if true)', ok: false },
];
