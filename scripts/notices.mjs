// The licences of what is in the bundles, as they ask to be passed on.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folders of the packages that inputs of a bundle lie in. A package may lie in another one's folder. */
export const packageFolders = (inputs) => [
  ...new Set(inputs.flatMap((path) => /^(?:[\w-]+:)?(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [])),
];

/** `name version (licence)` in the first line of each part, then the texts. `folders`: those of the packages. */
export const noticesOf = (folders) => {
  const packages = folders.map(readPackage).sort((a, b) => (a.title < b.title ? -1 : 1));
  return packages.map((each) => `${each.title}\n\n${textOf(each, packages)}\n`).join(RULE);
};

/** The packages that notices are about: `{ name, version, licence }` and what is passed on. */
export const readNotices = (notices) =>
  notices.split(RULE).map((part) => {
    const [, name, version, licence, text] = /^(\S+) (\S+) \((.+)\)\n\n([\s\S]*)$/.exec(part) ?? [];
    return { name, version, licence, text };
  });

const RULE = `\n${'-'.repeat(80)}\n\n`;

const readPackage = (folder) => {
  const facts = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder)
    .filter((name) => /^(?:licen[cs]e|copying|notice)\b/i.test(name))
    .sort();
  const author = typeof facts.author === 'object' ? facts.author.name : facts.author;
  return {
    title: `${facts.name} ${facts.version} (${facts.license})`,
    licence: facts.license,
    author,
    texts: files.map((name) => readFileSync(join(folder, name), 'utf8').trim()),
  };
};

/** Some packages name their licence and do not bring its text: its terms are those of another one that does. */
const textOf = ({ title, licence, author, texts }, packages) => {
  if (texts.length > 0) return texts.join('\n\n');
  const terms = packages.flatMap((other) => (other.licence === licence ? other.texts : [])).flatMap(termsIn)[0];
  if (terms === undefined || author === undefined) throw new Error(`nothing says the terms of ${title}`);
  return `Copyright (c) ${author}\n\n${terms}`;
};

const termsIn = (text) => /^(?:Permission is hereby|Redistribution and use)[\s\S]*$/m.exec(text)?.[0] ?? [];
