/** A piece of a word as the shell sees it before it expands anything. */
export type WordPiece =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  /** Characters of a pattern. */
  | { readonly kind: 'glob'; readonly text: string }
  | {
      readonly kind: 'variable';
      readonly name: string;
      readonly quoted: boolean;
      /** Of an array: a number, `@` or `*`. */
      readonly index?: string;
      readonly operation?: VariableOperation;
    }
  /** What the commands of a scope print. */
  | { readonly kind: 'output'; readonly scope: number; readonly quoted: boolean }
  /** A file from which the program can read what the commands of a scope print: `<(…)`. */
  | { readonly kind: 'file'; readonly scope: number }
  /** Words in braces: the word is several, each with one of these instead. */
  | { readonly kind: 'alternatives'; readonly words: readonly (readonly WordPiece[])[] }
  /** What nobody works out: arithmetic, `>(…)`, rare operations. */
  | { readonly kind: 'unknown'; readonly quoted: boolean };

/** What `${…}` does with a value. */
export type VariableOperation =
  /** `:-`, `-`, `:=`, `=`, `:?`, `?`, `:+`, `+` */
  | { readonly kind: 'default'; readonly operator: string; readonly operand: readonly WordPiece[] }
  | { readonly kind: 'slice'; readonly offset: number; readonly length: number | null }
  /** `#`, `##`, `%`, `%%` with plain text. */
  | { readonly kind: 'remove'; readonly operator: string; readonly text: string }
  /** `/`, `//`, `/#`, `/%` with plain text. */
  | { readonly kind: 'replace'; readonly operator: string; readonly pattern: string; readonly replacement: string }
  /** `^`, `^^`, `,`, `,,` */
  | { readonly kind: 'case'; readonly operator: string };
