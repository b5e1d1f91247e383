import type { FoundIn, TestText } from './found-mock.ts';

/** Finds the mocks in a text of the language that its name's ending tells; null for others. Each loads its parser when called. */
export const finderFor = (file: string): Finder | null => {
  const ending = file.slice(file.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(FINDERS, ending) ? (FINDERS[ending] ?? null) : null;
};

export type Finder = (test: TestText) => Promise<FoundIn>;

const script: Finder = async (test) => (await import('./javascript/find.ts')).findInScript(test);
const python: Finder = async (test) => (await import('./python/find.ts')).findInPython(test);
const kotlin: Finder = async (test) => (await import('./jvm/kotlin.ts')).findInKotlin(test);
const ruby: Finder = async (test) => (await import('./ruby/find.ts')).findInRuby(test);

const FINDERS: Readonly<Record<string, Finder>> = {
  ts: script,
  tsx: script,
  mts: script,
  cts: script,
  js: script,
  jsx: script,
  mjs: script,
  cjs: script,
  py: python,
  go: async (test) => (await import('./go/find.ts')).findInGo(test),
  java: async (test) => (await import('./jvm/java.ts')).findInJava(test),
  kt: kotlin,
  kts: kotlin,
  rb: ruby,
  rake: ruby,
};
