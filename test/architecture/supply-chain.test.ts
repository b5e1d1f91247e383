import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { noticesOf, packageFolders, readNotices } from '../../scripts/notices.mjs';
import { DIST } from '../kit/hook-process.ts';
import { tempProject } from '../kit/temp-project.ts';

/** Licences that let what is under them be passed on in a bundle under MIT, with their text. */
const ALLOWED = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

const notices = readNotices(readFileSync(join(DIST, 'THIRD-PARTY-NOTICES.txt'), 'utf8'));
const noticed = notices.map(({ name, version }) => `${name}@${version}`);

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly link?: boolean;
}
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
const locked = Object.entries(packages)
  .filter(([path]) => path !== '')
  .map(([path, facts]) => ({ name: path.replace(/^.*node_modules\//, ''), ...facts }));

/** What the sources import of packages, found apart from the build: all entries in one bundle that is thrown away. */
const imported = async (): Promise<string[]> => {
  const { entry } = JSON.parse(readFileSync('knip.json', 'utf8')) as { entry: string[] };
  const { metafile } = await build({
    entryPoints: entry.filter((path) => path.startsWith('src/')),
    bundle: true,
    write: false,
    outdir: 'unused',
    platform: 'node',
    format: 'esm',
    metafile: true,
    jsx: 'automatic',
    mainFields: ['module', 'main'],
    logLevel: 'silent',
    external: ['react-devtools-core', './hook.cjs', './tui.mjs'],
  });
  return packageFolders(Object.keys(metafile.inputs)).map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return `${name}@${version}`;
  });
};

describe('THIRD-PARTY-NOTICES.txt', () => {
  it('is about every package that is bundled, and no other', async () => {
    expect([...noticed].sort()).toEqual([...new Set(await imported())].sort());
  });

  it.each(notices)('passes the licence of $name on, which is one that may be', ({ name, version, licence, text }) => {
    expect(ALLOWED).toContain(licence);
    expect(text).toMatch(/copyright/i);
    expect(text).toMatch(/permission|redistribution/i);
    expect(text).toMatch(/as is/i);
    const license = locked.find((each) => each.name === name && each.version === version)?.license;
    expect(licence).toBe(license);
  });

  it('is about the version that is bundled where a package brings its own', () => {
    const paths = [
      'node_modules/a/node_modules/@b/c/index.js',
      '../x/node_modules/a/b/c.js',
      'nothing:node_modules/d/e.js',
    ];
    expect(packageFolders([...paths, 'src/cli/main.ts'])).toEqual([
      'node_modules/a/node_modules/@b/c',
      '../x/node_modules/a',
      'node_modules/d',
    ]);
  });

  it('cannot be made where nothing says the terms of a package', () => {
    const { path } = tempProject();
    mkdirSync(join(path, 'bare'));
    writeFileSync(join(path, 'bare', 'package.json'), '{"name":"bare","version":"1.0.0","license":"MIT"}');
    expect(() => noticesOf([join(path, 'bare')])).toThrow('nothing says the terms of bare 1.0.0 (MIT)');
  });
});

describe('the sources', () => {
  it('reach for the network themselves in one module, of a gate that a policy has to name', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
    const having = (pattern: RegExp) => files.filter((path) => pattern.test(readFileSync(join('src', path), 'utf8')));
    const reach = having(/from 'node:(?:https?|http2|net|tls|dgram|dns)[/']|\b(?:await|return|void) fetch\(/);
    expect(reach).toEqual([join('hooks', 'llm-review', 'transport.ts')]);
    const users = having(/from '[./\w-]*\btransport\.ts'/).map((path) => dirname(path));
    expect([...new Set(users)]).toEqual([join('hooks', 'llm-review')]);
    expect(having(/\bcheckRegistry\(|\bcheckCheckout\(/)).toEqual([join('workers', 'update-check', 'main.ts')]);
  });
});

describe('the lock file', () => {
  it('pins every package by its digest', () => {
    expect(locked.length).toBeGreaterThan(100);
    expect(locked.filter(({ integrity }) => integrity?.startsWith('sha512-') !== true).map(({ name }) => name)).toEqual(
      [],
    );
  });
});

interface Component {
  readonly name: string;
  readonly version: string;
  readonly scope: string;
  readonly purl: string;
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
}

describe('npm run sbom', () => {
  const made = (): string => execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const text = made();
  const { components, dependencies, ...rest } = JSON.parse(text) as {
    components: readonly Component[];
    dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
  };

  it('writes CycloneDX about this package', () => {
    expect(rest).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: expect.stringMatching(/^1\.\d$/),
      version: 1,
      metadata: { component: { name: 'docket', purl: expect.stringMatching(/^pkg:npm\/docket@\d/) } },
    });
    for (const { purl, hashes } of components) {
      expect(purl).toMatch(/^pkg:npm\/.+@.+/);
      expect(hashes[0]).toEqual({ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) });
    }
    expect(dependencies.map(({ ref }) => ref)).toContain(`docket@${packages['']?.version}`);
  });

  it('tells what is in the bundles from the tools that made them', () => {
    const required = components
      .filter(({ scope }) => scope === 'required')
      .map((each) => `${each.name}@${each.version}`);
    expect(required.sort()).toEqual([...noticed].sort());
    expect(components.filter(({ scope }) => scope === 'excluded').map(({ name }) => name)).toContain('vitest');
  });

  it('has no path of this machine, host of a registry or time in it, and is the same each time', () => {
    expect(text.replace('http://cyclonedx.org/schema/', '')).not.toMatch(
      /https?:\/\/|localhost|"\/|serialNumber|timestamp/,
    );
    expect(text).not.toContain(process.cwd());
    expect(made()).toBe(text);
  });
});
