// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of programs, not templates
import { readdirSync, readFileSync } from 'node:fs';
import { parser as typescript } from '@lezer/javascript';
import { describe, expect, test } from 'vitest';
import { languageOf } from '../../../../src/hooks/observers/source/languages.ts';
import { scan } from '../../../../src/hooks/observers/source/scan.ts';

/** What a scan takes for comments and for strings, each as it stands in the text. */
const read = (name: string, text: string) => {
  const syntax = languageOf(name, text);
  if (syntax === null) throw new Error(`no language for ${name}`);
  const pieces = scan(text, syntax);
  const of = (kind: string) =>
    pieces.filter((piece) => piece.kind === kind).map(({ start, end }) => text.slice(start, end));
  return { comments: of('comment'), strings: of('string'), pieces };
};

/** A file's name, its text, and the comments in it: all of them, and nothing that only looks like one. */
const COMMENTS: readonly (readonly [string, string, readonly string[]])[] = [
  // TypeScript and JavaScript
  ['a.ts', '#!/usr/bin/env node\nrun();', ['#!/usr/bin/env node']],
  ['a.ts', "const u = 'http://x'; // yes\n/* and */ x", ['// yes', '/* and */']],
  ['a.ts', 'const r = s.replace(/[/"\'`]\\//g, x); // yes', ['// yes']],
  ['a.ts', 'const q = a / b; // yes / no', ['// yes / no']],
  ['a.ts', 'if (x) return /\\/\\*/.test(y);', []],
  ['a.ts', 'f(a) / 2 // yes', ['// yes']],
  ['a.ts', 'const t = `a // no ${b /* yes */ + `${"}"} // no`} // no`; // yes', ['/* yes */', '// yes']],
  ['a.ts', "const s = 'open\n// yes\n", ['// yes']],
  ['a.ts', "const s = 'goes \\\n// no'; // yes", ['// yes']],
  ['a.ts', '/* never closed', ['/* never closed']],
  ['a.tsx', 'const e = <a href="x // no">Don\'t http://y {/* yes */ z}</a>; // yes', ['/* yes */', '// yes']],
  ['a.tsx', "const e = <><B c={() => <d>it's</d>} /></>; // yes", ['// yes']],
  ['a.tsx', "const f = <T,>(x: T) => x; const s = 'a'; // yes", ['// yes']],
  ['a.tsx', "const f = <Tee extends string>(x: Tee) => x; // it's", ["// it's"]],
  ['a.js', 'if (a < b) c(); // yes', ['// yes']],
  // Python
  ['a.py', '# yes\nx = "# no" # yes too', ['# yes', '# yes too']],
  ['a.py', '"""Module."""\nx = """no"""', ['"""Module."""']],
  ['a.py', "def f():\n    r'''Doc\n    # in it\n    '''\n    return 1", ["r'''Doc\n    # in it\n    '''"]],
  ['a.py', 'f(\n    """an argument"""\n)', []],
  ['a.py', 'x = f"{n:#x}" # yes', ['# yes']],
  ['a.py', "x = 'it\\'s # no' # yes", ['# yes']],
  // Ruby
  ['a.rb', '=begin\nyes\n=end\nx = "a #{h["b"]} # no" # yes', ['=begin\nyes\n=end', '# yes']],
  ['a.rb', "t = <<~EOS + 'x' # yes\n  # no ' \"\nEOS\ny # yes", ['# yes', '# yes']],
  ['a.rb', 'a << b # yes\nclass << self # yes', ['# yes', '# yes']],
  ['a.rb', 'w = %w[a #b] # yes', ['# yes']],
  ['a.rb', 's.split /#/ # yes', ['# yes']],
  ['a.rb', 'x = a / b # yes / c', ['# yes / c']],
  // The C family
  ['a.go', 'x := `a // no\n"` // yes\nr := \'"\' // yes', ['// yes', '// yes']],
  ['a.rs', "//! yes\n/* a /* b */ c */ fn f<'a>(x: &'a str) {} // yes", ['//! yes', '/* a /* b */ c */', '// yes']],
  ['a.rs', 'let s = r#"a " // no"#; let c = \'"\'; // yes', ['// yes']],
  ['a.rs', '#![allow(x)]\n// yes', ['// yes']],
  ['a.java', 'var s = """\n  // no "q" \\"""\n  """; // yes', ['// yes']],
  ['a.kt', 'val s = "${m["a"]} // no"; val t = """a\\""" // yes', ['// yes']],
  ['a.swift', 'let s = "\\(d["a"]) // no"; let r = #"a " // no"# // yes', ['// yes']],
  ['a.cpp', 'auto s = R"x(a )" // no)x"; int n = 1\'000\'000; // yes', ['// yes']],
  ['a.cpp', "wchar_t c = L'\"'; // yes", ['// yes']],
  ['a.cs', 'var a = @"c:\\"; var b = $"{d["x"]} {{ // no {e}"; // yes', ['// yes']],
  ['a.cs', 'var c = """ " // no """; // yes', ['// yes']],
  ['a.scala', 'val s = s"${m("a")} // no"; val c = \'"\'; def f[T](x: \'sym) = 1 // yes', ['// yes']],
  ['a.dart', "var s = r'\\'; var t = '${m['a']} // no'; // yes", ['// yes']],
  // PHP
  ['a.php', "<p>don't # no</p>\n<?php # yes ?> it's <?php // yes", ['# yes ', '// yes']],
  ['a.php', "<?php\n#[Attribute]\n$a = <<<EOT\n # no \"\n EOT . 'x'; /* yes */", ['/* yes */']],
  // Shells
  ['a.sh', 'echo $# ${#x} a#b # yes', ['# yes']],
  ['a.sh', "cat <<EOF <<'B' # yes\n# no '\nEOF\n# no\nB\n# yes", ['# yes', '# yes']],
  ['a.sh', 'cat <<-EOF\n\t# no\n\tEOF\n# yes', ['# yes']],
  ['a.sh', 'cat <<EOF\n# yes: nothing ends it', ['# yes: nothing ends it']],
  ['a.sh', 'x="$(grep "it\'s" f # yes\n)" # yes', ['# yes', '# yes']],
  ['a.sh', "echo \\' 'x\\' # yes", ['# yes']],
  ['a.sh', 'echo $((1<<2)) $((a<<b)) # yes', ['# yes']],
  ['a.ps1', '<# yes #> $a = "x # no" # yes', ['<# yes #>', '# yes']],
  // Others
  ['a.lua', '--[==[ yes ]] ]==] x = [[ -- no ]] -- yes', ['--[==[ yes ]] ]==]', '-- yes']],
  ['a.sql', "select 'it''s -- no' /* yes */ -- yes", ['/* yes */', '-- yes']],
  [
    'a.ex',
    '@moduledoc """\nyes\n"""\nx = "#{a["b"]} # no" # yes\ny = ~r/#"/ # yes',
    ['"""\nyes\n"""', '# yes', '# yes'],
  ],
  ['a.hs', "{- a {- b -} c -} x' = '\"' -- yes\ny = a --> b", ['{- a {- b -} c -}', '-- yes']],
  ['a.ml', '(* a (* b *) *) let x = "(* no *)"', ['(* a (* b *) *)']],
  ['a.clj', '(def c \\") ; yes', ['; yes']],
  ['a.erl', 'C = $". % yes', ['% yes']],
  ['a.pl', '=pod\n\nyes\n\n=cut\n\nmy $n = $#list; # yes', ['=pod\n\nyes\n\n=cut', '# yes']],
  [
    'a.vue',
    "<p>don't // no</p><!-- yes --><script>// yes\nconst a = 'b'</script><style>/* yes */ u(http://x)</style>",
    ['<!-- yes -->', '// yes', '/* yes */'],
  ],
  ['a.astro', '---\n// yes\n---\n<p>// no</p>', ['// yes']],
  ['run', '#!/usr/bin/env -S python3 -u\nx = 1 # yes', ['#!/usr/bin/env -S python3 -u', '# yes']],
];

describe('what is a comment', () => {
  test.each(COMMENTS)('%s: %j', (name, text, comments) => {
    expect(read(name, text).comments).toEqual(comments);
  });

  test('lines are counted from 1', () => {
    const { pieces } = read('a.ts', 'a\n\n// b\r\nc /* d\n */ // e');
    expect(pieces.filter(({ kind }) => kind === 'comment').map(({ line }) => line)).toEqual([3, 4, 5]);
  });

  test('what stands in strings and what is text between tags is no code', () => {
    expect(read('a.tsx', 'f("a", `b${c}d`, <p>e{g}</p>, /h/i)').strings).toEqual(['"a"', '`b${', '}d`', 'e', '/h/i']);
  });

  test('a file of an unknown language and a notebook are not read', () => {
    expect([languageOf('a.xyz'), languageOf('a.ipynb'), languageOf('LICENSE', 'MIT')]).toEqual([null, null, null]);
  });
});

describe('the comments of real programs', () => {
  const FILES = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .filter((_, index) => index % 8 === 0);

  test('are those that a parser of the language finds', () => {
    const parser = typescript.configure({ dialect: 'ts' });
    for (const name of FILES) {
      const text = readFileSync(`src/${name}`, 'utf8');
      const parsed: string[] = [];
      parser.parse(text).iterate({
        enter: ({ name: node, from, to }) => {
          if (node === 'LineComment' || node === 'BlockComment') parsed.push(text.slice(from, to));
        },
      });
      expect(read(name, text).comments, name).toEqual(parsed);
    }
  });
});
