import { join } from 'node:path';
import { boundary, internal, type Placed, unknown } from '../found-mock.ts';
import type { ProjectFiles } from '../project-files.ts';

/** A module of Go that the project holds: the path that its packages are imported under, and its folder. */
interface GoModule {
  readonly path: string;
  readonly folder: string;
}

/** The modules above a file, those of a workspace and those that `replace` puts into a folder. */
const modulesAbove = (files: ProjectFiles, file: string): GoModule[] =>
  files.foldersUp(file).flatMap((folder) => {
    const text = files.text(join(folder, 'go.mod'));
    const work = files.text(join(folder, 'go.work'));
    const own = text === null ? [] : moduleIn(text, folder);
    const replaced = [
      ...(text ?? '').matchAll(/^[ \t]*(?:replace[ \t]+)?([\w./~-]+)(?:\s+v\S+)?\s+=>\s+(\.{1,2}\/\S+)/gm),
    ].map(([, path = '', to = '']) => ({ path, folder: join(folder, to) }));
    const used = [...(work ?? '').matchAll(/^[ \t]*(?:use[ \t]+)?(\.{1,2}\/\S+)/gm)].flatMap(([, inner = '']) =>
      moduleIn(files.text(join(folder, inner, 'go.mod')) ?? '', join(folder, inner)),
    );
    return [...own, ...replaced, ...used];
  });

const moduleIn = (text: string, folder: string): GoModule[] => {
  const path = /^module\s+"?([^\s"]+)/m.exec(text)?.[1];
  return path === undefined ? [] : [{ path, folder }];
};

export interface GoPackage extends Placed {
  /** Its folder, where it is one of the project. */
  readonly folder: string | null;
}

/** Where the package lies that an import path names. */
export const placeOfImport = (files: ProjectFiles, file: string, path: string): GoPackage => {
  const modules = modulesAbove(files, file);
  const own = modules.find((module) => path === module.path || path.startsWith(`${module.path}/`));
  if (own !== undefined) {
    return { ...internal('a package of the module', path), folder: join(own.folder, path.slice(own.path.length)) };
  }
  if (!(path.split('/', 1)[0] ?? '').includes('.')) return { ...boundary('the standard library', path), folder: null };
  // Only code below the same folder may import such a package.
  if (/(?:^|\/)internal(?:\/|$)/.test(path))
    return { ...internal('a package that only the project may import', path), folder: null };
  if (modules.length > 0) return { ...boundary('a module from outside', path), folder: null };
  return { ...unknown('there is no go.mod that says whose package it is'), folder: null };
};

const MOST_FILES = 60;

/** The texts of a package's files. */
export const textsIn = (files: ProjectFiles, folder: string): string[] =>
  files
    .names(folder)
    .filter((name) => name.endsWith('.go'))
    .slice(0, MOST_FILES)
    .flatMap((name) => files.text(join(folder, name)) ?? []);
