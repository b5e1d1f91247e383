import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, placesIn } from '../../../kit/mocks.ts';

const json = (value: unknown): string => JSON.stringify(value);

/** What `vi.mock` of each name is, in a test at some path of a project with these files. */
const mocked = async (files: Readonly<Record<string, string>>, path: string, names: readonly string[]) => {
  const top = folderWith(files);
  return placesIn(names.map((name) => `vi.mock('${name}');`).join('\n'), path, top);
};

describe('what a module name leads to in JavaScript', () => {
  it('dependencies and installed packages lie outside', async () => {
    const files = {
      'package.json': json({
        name: 'app',
        dependencies: { axios: '1' },
        devDependencies: { '@aws-sdk/client-s3': '3' },
      }),
      'node_modules/left-pad/package.json': '{}',
    };
    expect(
      await mocked(files, 'src/a.test.ts', ['axios', 'axios/lib/x', '@aws-sdk/client-s3', 'left-pad', 'db']),
    ).toEqual([
      'boundary axios',
      'boundary axios/lib/x',
      'boundary @aws-sdk/client-s3',
      'boundary left-pad',
      'unknown db',
    ]);
  });

  it.each([
    ['a list', { 'package.json': json({ workspaces: ['packages/*'] }) }],
    ['an object', { 'package.json': json({ workspaces: { packages: ['./packages/*/'] } }) }],
    ['a deep pattern', { 'package.json': json({ workspaces: ['**'] }) }],
    ['a name', { 'package.json': json({ workspaces: ['packages/db', '!packages/x'] }) }],
    [
      'pnpm',
      {
        'package.json': '{}',
        'pnpm-workspace.yaml': "# all\npackages:\n  # libs\n  - 'packages/*'\n  - apps/*\nother: 1\n",
      },
    ],
    ['pnpm in one line', { 'package.json': '{}', 'pnpm-workspace.yaml': 'packages: ["packages/*"]\n' }],
    ['lerna', { 'package.json': '{}', 'lerna.json': json({ packages: ['packages/*'] }) }],
    [
      'a version',
      { 'package.json': '{}', 'packages/app/package.json': json({ dependencies: { '@acme/db': 'workspace:*' } }) },
    ],
    [
      'a linked folder',
      { 'package.json': '{}', 'packages/app/package.json': json({ dependencies: { '@acme/db': 'file:../db' } }) },
    ],
  ])('a package of the workspace is the project’s: %s', async (_name, more) => {
    const files = {
      'packages/db/package.json': json({ name: '@acme/db' }),
      'packages/app/package.json': json({ name: 'app' }),
      ...more,
    };
    expect(await mocked(files, 'packages/app/src/a.test.ts', ['@acme/db', '@acme/db/client', '@acme/other'])).toEqual([
      'internal @acme/db',
      'internal @acme/db/client',
      'unknown @acme/other',
    ]);
  });

  it('a linked package in node_modules is the project’s, an installed one is not', async () => {
    const top = folderWith({
      'packages/db/index.js': '',
      'node_modules/@acme/real/index.js': '',
      'package.json': '{}',
    });
    mkdirSync(join(top, 'node_modules/@acme'), { recursive: true });
    symlinkSync(join(top, 'packages/db'), join(top, 'node_modules/@acme/db'));
    expect(await placesIn("vi.mock('@acme/db'); vi.mock('@acme/real')", 'a.test.ts', top)).toEqual([
      'internal @acme/db',
      'boundary @acme/real',
    ]);
  });

  it('a package that names itself is the project’s, a file dependency from outside is not', async () => {
    const files = { 'package.json': json({ name: '@acme/app', dependencies: { out: 'file:../../elsewhere' } }) };
    expect(await mocked(files, 'a.test.ts', ['@acme/app', '@acme/app/db', 'out'])).toEqual([
      'internal @acme/app',
      'internal @acme/app/db',
      'boundary out',
    ]);
  });

  it('paths of tsconfig.json, with comments and what it extends', async () => {
    const files = {
      'tsconfig.base.json':
        '{ // base\n "compilerOptions": { "paths": { "@shared/*": ["./libs/shared/*"], "zod": ["./node_modules/zod"], }, }, }',
      'app/tsconfig.json': json({
        extends: '../tsconfig.base.json',
        compilerOptions: { baseUrl: './src', paths: { 'app/*': ['*'], db: ['lib/db.ts'] } },
      }),
      'app/src/utils/date.ts': '',
      'package.json': json({ dependencies: { axios: '1' } }),
    };
    expect(
      await mocked(files, 'app/test/a.test.ts', [
        '@shared/x',
        'app/cart',
        'db',
        'utils/date',
        'utils/gone',
        'zod',
        'axios',
      ]),
    ).toEqual([
      'internal @shared/x',
      'internal app/cart',
      'internal db',
      'internal utils/date',
      'unknown utils/gone',
      'boundary zod',
      'boundary axios',
    ]);
  });

  it('a `*` of tsconfig.json says where to look, and what is not there stays a package', async () => {
    const files = {
      'tsconfig.json': json({ compilerOptions: { paths: { '*': ['./src/*', './types/*'] } } }),
      'package.json': json({ dependencies: { axios: '1' } }),
      'src/cart.ts': '',
    };
    expect(await mocked(files, 'a.test.ts', ['cart', 'axios'])).toEqual(['internal cart', 'boundary axios']);
  });

  it.each([
    [
      'vite.config.ts',
      "export default { resolve: { alias: { lib: path.resolve(__dirname, './src/lib'), react: 'preact/compat' } } }",
    ],
    [
      'vitest.config.mts',
      "const alias = { lib: new URL('./src/lib', import.meta.url).pathname, react: 'preact/compat' };\nexport default defineConfig({ resolve: { alias: alias } })",
    ],
    [
      'vite.config.js',
      "export default { resolve: { alias: [{ find: 'lib', replacement: '/src/lib' }, { find: /^react$/, replacement: 'preact/compat' }] } }",
    ],
    [
      'jest.config.js',
      "module.exports = { moduleNameMapper: { '^lib/(.*)$': '<rootDir>/src/lib/$1', '^react$': 'preact/compat' } }",
    ],
    [
      'webpack.config.js',
      "module.exports = { resolve: { alias: { lib: path.join(__dirname, 'src/lib'), react: 'preact/compat' } } }",
    ],
  ])('aliases of %s', async (name, text) => {
    const files = { [name]: text, 'package.json': json({ dependencies: { preact: '10' } }) };
    expect(await mocked(files, 'src/a.test.ts', ['lib/db', 'react', 'library'])).toEqual([
      'internal lib/db',
      'boundary react',
      'unknown library',
    ]);
  });

  it('jest in package.json, and `imports` of the package', async () => {
    const files = {
      'package.json': json({
        jest: { moduleNameMapper: { '^~core/(.*)$': '<rootDir>/core/$1', '\\.css$': 'identity-obj-proxy' } },
        imports: {
          '#db': { node: './src/db.js', default: './src/db.web.js' },
          '#lib/*': './lib/*.js',
          '#dep': 'axios',
        },
        dependencies: { axios: '1' },
      }),
    };
    expect(await mocked(files, 'test/a.test.js', ['~core/x', '#db', '#lib/a/b', '#dep', '#gone'])).toEqual([
      'internal ~core/x',
      'internal #db',
      'internal #lib/a/b',
      'boundary #dep',
      'unknown #gone',
    ]);
  });

  it('a path that begins in a folder above is the project’s where a module is there', async () => {
    const files = { 'src/cart.ts': '', 'src/lib/index.js': '', 'package.json': '{}' };
    expect(await mocked(files, 'test/a.test.ts', ['src/cart', 'src/lib', 'src/gone', 'cart'])).toEqual([
      'internal src/cart',
      'internal src/lib',
      'unknown src/gone',
      'unknown cart',
    ]);
  });

  it('manifests that are meant to hurt cost no time', async () => {
    const many = 400_000;
    const files = {
      'package.json': json({ workspaces: [`a${'/'.repeat(many)}b`] }),
      'pnpm-workspace.yaml': `packages:\n  - a${' '.repeat(many)}b\n`,
      'go.mod': '\n'.repeat(many),
      Gemfile: '\n'.repeat(many),
      'setup.py': 'requires=['.repeat(many / 10),
      'requirements.txt': ' '.repeat(many),
    };
    const top = folderWith(files);
    const before = process.cpuUsage();
    await placesIn("vi.mock('a'); vi.mock('b/c')", 'a.test.ts', top);
    await placesIn("@patch('a.b')\ndef test_a(x): pass", 'test_a.py', top);
    await placesIn('package a\nimport "x.y/mocks"\nfunc A() { mocks.NewMockA(c) }', 'a_test.go', top);
    await placesIn(
      `describe${' '.repeat(60_000)}\nallow(Cart).to receive(:x)\n# @mock-exempt${' '.repeat(60_000)}x`,
      'a_spec.rb',
      top,
    );
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(4_000);
  });

  it('what a module of the project only gives on lies outside', async () => {
    const files = {
      'package.json': json({ dependencies: { axios: '1', '@prisma/client': '5' } }),
      'src/http.ts':
        "import axios from 'axios';\nexport const http = axios.create({ baseURL: 'x' });\nexport const load = async () => http.get('/');\nexport default http;\n",
      'src/db.ts':
        "import { PrismaClient } from '@prisma/client';\nexport const db = new PrismaClient();\nexport class Repo {}\n",
      'src/index.ts': "export { http } from './http';\nexport * as data from './db';\nexport { post } from 'axios';\n",
      'src/router.ts': "import { Router } from 'express';\nexport const router = Router({ handle: () => 1 });\n",
    };
    const top = folderWith(files);
    const places = (text: string) => placesIn(text, 'src/a.test.ts', top);
    expect(await places("import { http } from './http'; vi.spyOn(http, 'get')")).toEqual(['boundary http.get']);
    expect(await places("import http from './http'; vi.spyOn(http, 'get')")).toEqual(['boundary http.get']);
    expect(await places("import { http } from '.'; vi.spyOn(http, 'get')")).toEqual(['boundary http.get']);
    expect(await places("import { db } from './db'; vi.spyOn(db.user, 'findMany')")).toEqual([
      'boundary db.user.findMany',
    ]);
    expect(await places("import { Repo } from './db'; vi.spyOn(Repo.prototype, 'x')")).toEqual([
      'internal Repo.prototype.x',
    ]);
    expect(await places("import * as http from './http'; vi.spyOn(http, 'load')")).toEqual(['internal http.load']);
    expect(await places("import { router } from './router'; vi.spyOn(router, 'handle')")).toEqual([
      'internal router.handle',
    ]);
    // The module itself is the project's, whatever it wraps.
    expect(await places("vi.mock('./http'); vi.mock('./db')")).toEqual(['internal ./http', 'internal ./db']);
  });

  it('names inside of a module that rewire replaces', async () => {
    const top = folderWith({
      'src/cart.js':
        "const fs = require('fs');\nconst db = require('./db');\nlet rate = 1;\nexports.total = () => rate;\n",
    });
    const text =
      "const cart = require('rewire')('../src/cart'); const c = rewire('../src/cart'); c.__set__('fs', {}); c.__set__({ db: {}, rate: 2 }); c.__set__('gone', 1);";
    expect(await placesIn(text, 'test/a.test.js', top)).toEqual([
      'boundary fs',
      'internal db',
      'internal rate',
      'unknown gone',
    ]);
  });

  it('proxyquire’s names are read from the module that is tested', async () => {
    const top = folderWith({ 'package.json': json({ dependencies: { axios: '1' } }), 'src/cart.js': '' });
    const text =
      "const proxyquire = require('proxyquire'); proxyquire('../src/cart', { './db': {}, axios: {}, 'node:fs': {} })";
    expect(await placesIn(text, 'test/a.test.js', top)).toEqual([
      'internal ./db',
      'boundary axios',
      'boundary node:fs',
    ]);
  });

  it('configuration that is broken, or goes in circles, decides nothing', async () => {
    const files = {
      'package.json': '{ "name": ',
      'tsconfig.json': json({ extends: './tsconfig.json', compilerOptions: { paths: 7 } }),
      'vite.config.ts': 'export default { resolve: { alias: { ',
      'pnpm-workspace.yaml': 'packages:',
    };
    expect(await mocked(files, 'a.test.ts', ['x', './y'])).toEqual(['unknown x', 'internal ./y']);
  });
});

describe('what a dotted name leads to in Python', () => {
  const PROJECT = {
    'src/shop/__init__.py': 'from .cart import Cart\n',
    'src/shop/cart.py':
      'import requests\nimport datetime as dt\nfrom .money import rounded\nfrom shop.clients import session\n\nLIMIT = 3\nclient = requests.Session()\n\nclass Cart:\n    def total(self): return 1\n\ndef load(): return open("x")\n',
    'src/shop/money.py': 'def rounded(x): return x\n',
    'src/shop/clients.py': 'import requests\nsession = requests.Session()\n',
    'tests/test_cart.py': '',
    'requirements.txt': 'acme-sdk==1.0\n# not-this\n',
    'docker/app.yml': '',
    'redis/redis.conf': '',
  };

  it.each([
    ['shop.cart.load', 'internal'],
    ['shop.cart.Cart', 'internal'],
    ['shop.cart.Cart.total', 'internal'],
    ['shop.Cart', 'internal'],
    ['shop.cart.rounded', 'internal'],
    ['shop.money', 'internal'],
    ['shop.new_module.thing', 'internal'],
    ['shop.cart.requests', 'boundary'],
    ['shop.cart.requests.get', 'boundary'],
    ['shop.cart.client.get', 'boundary'],
    ['shop.cart.session', 'boundary'],
    ['shop.cart.dt', 'boundary'],
    ['shop.cart.dt.date.today', 'boundary'],
    ['shop.cart.open', 'boundary'],
    ['shop.cart.print', 'boundary'],
    ['acme_sdk.Client', 'boundary'],
    ['redis.Redis', 'boundary'],
    ['docker.from_env', 'boundary'],
    ['shop.cart.LIMIT', 'unknown'],
    ['shop.cart.Cart.http.get', 'unknown'],
    ['src.shop.cart.load', 'internal'],
  ])('%s: %s', async (target, place) => {
    expect(
      await placesIn(`@patch('${target}')\ndef test_a(x): pass`, 'tests/test_cart.py', folderWith(PROJECT)),
    ).toEqual([`${place} ${target}`]);
  });

  it('objects of the project that hold what lies outside', async () => {
    const top = folderWith(PROJECT);
    const text =
      "from shop import cart\nfrom unittest.mock import patch\npatch.object(cart, 'requests')\npatch.object(cart.requests, 'get')\npatch.object(cart, 'load')\n";
    expect(await placesIn(text, 'tests/test_cart.py', top)).toEqual([
      'boundary cart.requests',
      'boundary cart.requests.get',
      'internal cart.load',
    ]);
  });

  it.each([
    ['pyproject.toml', '[project]\nname = "shop"\ndependencies = [\n  "acme-sdk>=1",\n]\n'],
    ['pyproject.toml', '[tool.poetry.dependencies]\nacme-sdk = "^1"\n'],
    ['Pipfile', '[packages]\nacme-sdk = "*"\n'],
    ['setup.py', "setup(name='shop', install_requires=['acme-sdk>=1', 'b'])\n"],
    ['setup.cfg', '[options]\ninstall_requires =\n    acme-sdk\n    b\n'],
    ['environment.yml', 'dependencies:\n  - acme-sdk=1\n'],
    ['.venv/lib/python3.12/site-packages/acme_sdk/__init__.py', ''],
  ])('a package that %s names lies outside', async (path, text) => {
    const top = folderWith({ [path]: text });
    expect(await placesIn("@patch('acme_sdk.Client')\ndef test_a(x): pass", 'tests/test_a.py', top)).toEqual([
      'boundary acme_sdk.Client',
    ]);
  });

  it('a project’s own name in its manifest makes it no package from outside', async () => {
    const top = folderWith({ 'pyproject.toml': '[project]\nname = "shop"\ndependencies = ["b"]\n' });
    expect(await placesIn("@patch('shop.cart.load')\ndef test_a(x): pass", 'tests/test_a.py', top)).toEqual([
      'internal shop.cart.load',
    ]);
  });

  it('modules that take names of each other in a circle are not followed for ever', async () => {
    const top = folderWith({ 'a.py': 'from b import x\n', 'b.py': 'from a import x\n' });
    expect(await placesIn("@patch('a.x')\ndef test_a(x): pass", 'test_a.py', top)).toEqual(['unknown a.x']);
  });
});
