import { boundary, type FoundMock, internal, type Placed, unknown } from '../found-mock.ts';
import type { ProjectFiles } from '../project-files.ts';
import { moduleAt } from './packages.ts';
import { resolveSpecifier } from './resolve.ts';

/** The mock that a file in `__mocks__` is: of the module beside that folder which is called like it, or of a package. */
export const manualMock = (files: ProjectFiles, file: string): FoundMock | null => {
  const [, above = '', inside = ''] = /^(.*)\/__mocks__\/(.+)\.[cm]?[jt]sx?$/.exec(file) ?? [];
  if (inside === '') return null;
  const place = (): Placed => {
    const module = moduleAt(files, `${above}/${inside}`);
    if (module !== null) return internal('a module of the project', files.shown(module));
    const { place: where, why } = resolveSpecifier(files, file, inside);
    if (where === 'boundary') return boundary(why, inside);
    return unknown('no module beside it is called so');
  };
  return { by: '__mocks__', target: inside, from: 0, to: 0, place };
};
