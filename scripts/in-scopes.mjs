/** As many names as V8 keeps of a scope in a list, less a few it may add. More become a hash table. */
const MOST_NAMES = 70;

/** Where a module begins in what esbuild writes. */
const MODULE = /^(?=\/\/ (?:deferred:|\S+\.[cm]?[jt]s$))/m;

const DECLARED = /^(?:var|class|(?:async )?function\*?) ([\w$]+)/gm;

const EXPORTS = /^var (\w+) = \{\};\n__export\(\1, \{\n([^}]*)\}\);\nmodule\.exports = __toCommonJS\(\1\);\n/m;

/**
 * Takes a bundle (esbuild's CommonJS, not minified) and gives the same modules, in the same order, as functions within
 * functions of few names each: what stands later sees what stood before. In one scope the hook's core has seven hundred
 * names, and V8 works out their hash table anew in each process that has the scope from a code cache.
 *
 * What it exports are plain properties, and what it loads of other bundles is taken as they give it: esbuild's copies with
 * getters cost a call more than the rest of loading a bundle.
 */
export const inScopes = (bundle) => {
  const [helpers, ...modules] = bundle
    .replace(/__toESM\((require\("\.\/[\w-]+\.cjs"\)), 1\)/g, '$1')
    .replace(/^\/\/ Annotate the CommonJS[\s\S]*/m, '')
    .replace(EXPORTS, '')
    .split(MODULE)
    // The line that names a module names this machine's folders, too.
    .map((text) => text.replace(/^\/\/.*\n/, ''));
  const exported = EXPORTS.exec(bundle)?.[2] ?? '';
  const given = exported.replace(/^ *(\w+): \(\) => (\w+),?$/gm, 'exports.$1 = $2;');
  const isHelped = modules.some((text) => /\b__(?:toESM|commonJS|require)\(/.test(text));
  const scopes = scopesOf(isHelped ? [helpers, ...modules] : modules);
  return `"use strict";\n${withEarlyNames(scopes).join('\n(() => {\n')}\n${given}${'})();\n'.repeat(scopes.length - 1)}`;
};

const namesIn = (text) => [...text.matchAll(DECLARED)].map(([, name]) => name);

const scopesOf = (modules) => {
  const scopes = [[]];
  for (const text of modules) {
    const last = scopes.at(-1);
    if (last.length > 0 && namesIn([...last, text].join('\n')).length > MOST_NAMES) scopes.push([text]);
    else last.push(text);
  }
  return scopes.map((texts) => texts.join('\n'));
};

/** A name that is used before its own scope, as modules that import each other do, is declared where it is used first. */
const withEarlyNames = (scopes) => {
  const texts = [...scopes];
  for (const [at, scope] of scopes.entries()) {
    for (const name of namesIn(scope)) {
      const literal = name.replaceAll('$', '\\$');
      const word = new RegExp(`(?<![\\w$])${literal}(?![\\w$])`);
      const user = scopes.slice(0, at).findIndex((text) => word.test(text));
      if (user < 0) continue;
      const assigned = texts[at].replace(new RegExp(`^var (?=${literal} =)`, 'm'), '');
      if (assigned === texts[at]) throw new Error(`${name} is used before the scope it is declared in`);
      texts[at] = assigned;
      texts[user] = `var ${name};\n${texts[user]}`;
    }
  }
  return texts;
};
