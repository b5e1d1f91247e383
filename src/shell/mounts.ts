import type { ReadOption } from './options.ts';

/** A folder of this machine that a container can write to. */
export interface Mount {
  /** Relative to where the container is started, possibly beginning with `~`. */
  readonly source: string;
  /** Where the container has it. */
  readonly target: string;
}

/** What `-v SOURCE:TARGET` and `--mount type=bind,…` say (docker-run(1)); volumes by name and what is only read are left out. */
export const mountsIn = (options: readonly ReadOption[]): Mount[] =>
  options.flatMap(({ name, value }) => {
    if (value === null) return [];
    const spelled = spelledOut(value.value ?? value.text);
    if (name === '-v' || name === '--volume') return volume(spelled);
    return name === '--mount' ? bound(spelled) : [];
  });

const spelledOut = (text: string): string =>
  text
    .replace(/["']/g, '')
    .replace(/\$(?:PWD\b|\{PWD\}|\(pwd\))/, '.')
    .replace(/\$(?:HOME\b|\{HOME\})/, '~');

const volume = (spelled: string): Mount[] => {
  const [source = '', target = '', mode = ''] = spelled.split(':');
  return mode.split(',').includes('ro') ? [] : mount(source, target);
};

const bound = (spelled: string): Mount[] => {
  const fields = new Map(
    spelled.split(',').map((field) => {
      const [name = '', value = ''] = field.split('=');
      return [name, value];
    }),
  );
  if (fields.get('type') !== 'bind' || fields.has('readonly') || fields.has('ro')) return [];
  const of = (...names: string[]): string => names.map((name) => fields.get(name)).find((value) => value) ?? '';
  return mount(of('source', 'src'), of('target', 'dst', 'destination'));
};

const mount = (source: string, target: string): Mount[] =>
  /^[./~]/.test(source) && target.startsWith('/') ? [{ source, target: target.replace(/(?<=.)\/+$/, '') }] : [];
