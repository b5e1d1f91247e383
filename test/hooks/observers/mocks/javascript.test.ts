import { describe, expect, it } from 'vitest';
import { placesIn } from '../../../kit/mocks.ts';

const INTERNAL: readonly (readonly [code: string, target: string])[] = [
  ["jest.mock('./db')", './db'],
  ['jest.mock("../src/db")', '../src/db'],
  ["jest.mock('./lib/axios-wrapper')", './lib/axios-wrapper'],
  ["jest.mock('./fs')", './fs'],
  ["jest.mock('.')", '.'],
  ["jest.mock(\n  './db',\n  () => ({ load: jest.fn() }),\n)", './db'],
  ["jest.mock('./db', () => ({}), { virtual: true })", './db'],
  ["jest.doMock('./db', () => ({}))", './db'],
  ["jest.setMock('./db', {})", './db'],
  ["jest.unstable_mockModule('./db.js', () => ({}))", './db.js'],
  ["await jest.unstable_mockModule('./db.js', async () => ({ ...(await import('./db.js')) }))", './db.js'],
  ["const db = jest.createMockFromModule('./db')", './db'],
  ["const db = jest.requireMock('./db')", './db'],
  ["jest.mock<typeof import('./db')>('./db', () => ({}))", './db'],
  ["jest.mock<Db>('./db')", './db'],
  ['jest.mock(`./db`)', './db'],
  ["const DB = './db'; jest.mock(DB)", './db'],
  ["jest.mock(require.resolve('./db'))", './db'],
  ["jest.mock(path.join(__dirname, '../src/db'))", '../src/db'],
  ["jest['mock']('./db')", './db'],
  ["import { jest } from '@jest/globals'; jest.mock('./db')", './db'],
  ["import { jest as j } from '@jest/globals'; j.mock('./db')", './db'],
  ["vi.mock('./db')", './db'],
  ["globalThis.vi.mock('./db')", './db'],
  ["const { mock } = vi; mock('./db')", './db'],
  ["const { doMock: replace } = jest; replace('./db')", './db'],
  ["const replace = vi.doMock; replace('./db')", './db'],
  ["import { vi } from 'vitest'; const { mock } = vi; mock('./db')", './db'],
  ["import { vi } from 'vitest'; import * as db from './db'; const { spyOn } = vi; spyOn(db, 'load')", 'db.load'],
  ["vi.mock('./db', { spy: true })", './db'],
  ["vi.mock(import('./db'), async (original) => ({ ...(await original()) }))", './db'],
  ["vi.doMock('./db')", './db'],
  ["import { vi as v } from 'vitest'; v.mock('./db')", './db'],
  ["describe('x', () => { beforeEach(() => { vi.doMock('./db') }) })", './db'],
  ["await vi.importMock('./db')", './db'],
  ["import { mock } from 'node:test'; mock.module('./db.js', { namedExports: {} })", './db.js'],
  ["import test from 'node:test'; test('x', (t) => { t.mock.module('./db.js') })", './db.js'],
  ["import { mock } from 'bun:test'; mock.module('./db', () => ({}))", './db'],
  ["import * as td from 'testdouble'; td.replace('../db')", '../db'],
  ["const td = require('testdouble'); const db = td.replace('../db')", '../db'],
  ["await td.replaceEsm('./db.js')", './db.js'],
  ["import mockery from 'mockery'; mockery.registerMock('./db', {})", './db'],
  ["import mock from 'mock-require'; mock('./db', {})", './db'],
  ["import db from './db'; vi.spyOn(db, 'load')", 'db.load'],
  ["import * as db from './db'; jest.spyOn(db, 'load').mockResolvedValue([])", 'db.load'],
  ["const db = require('./db'); jest.spyOn(db, 'load')", 'db.load'],
  ["const { Db } = require('./db'); jest.spyOn(Db.prototype, 'load')", 'Db.prototype.load'],
  ["import { Db } from './db'; jest.spyOn(Db.prototype as any, 'load')", 'Db.prototype.load'],
  ["import { Db } from './db'; const db = new Db(); vi.spyOn(db, 'load')", 'db.load'],
  [
    "import { Db } from './db'; let db: Db; beforeEach(() => { db = new Db() }); it('', () => { vi.spyOn(db, 'load') })",
    'db.load',
  ],
  ["import { makeDb } from './db'; const db = await makeDb(); vi.spyOn(db, 'load')", 'db.load'],
  ["const db = await import('./db'); vi.spyOn(db, 'load')", 'db.load'],
  ["const db = jest.requireActual('./db'); jest.spyOn(db, 'load')", 'db.load'],
  ["import db from './db'; vi.spyOn(vi.mocked(db), 'load')", 'vi.mocked(db).load'],
  ["import db from './db'; jest.replaceProperty(db, 'size', 1)", 'db.size'],
  ["import { Db } from './db'; const db = TestBed.inject(Db); spyOn(db, 'load')", 'db.load'],
  ["import db from './db'; import { spyOn } from 'bun:test'; spyOn(db, 'load')", 'db.load'],
  ["import sinon from 'sinon'; import db from './db'; sinon.stub(db, 'load').returns(1)", 'db.load'],
  [
    "import sinon from 'sinon'; import db from './db'; const box = sinon.createSandbox(); box.stub(db, 'load')",
    'db.load',
  ],
  [
    "import sinon from 'sinon'; import db from './db'; let box; beforeEach(() => { box = sinon.createSandbox() }); it('', () => box.spy(db, 'load'))",
    'db.load',
  ],
  ["import sinon from 'sinon'; import * as db from './db'; sinon.replace(db, 'load', sinon.fake())", 'db.load'],
  ["import db from './db'; db.load = sinon.fake()", 'db.load'],
  ["import { Db } from './db'; td.instance(Db)", 'Db'],
  ["import sinon from 'sinon'; import { Db } from './db'; sinon.createStubInstance(Db)", 'Db'],
  ["import sinon from 'sinon'; import db from './db'; const m = sinon.mock(db)", 'db'],
  ["import td from 'testdouble'; import db from './db'; td.replace(db, 'load')", 'db.load'],
  ["import { mock } from 'node:test'; import db from './db.js'; mock.method(db, 'load', () => 1)", 'db.load'],
  ["import proxyquire from 'proxyquire'; proxyquire('../src/cart', { './db': {} })", './db'],
  ["const proxy = require('proxyquire').noCallThru(); proxy('../src/cart', { './db': {} })", './db'],
  ["import esmock from 'esmock'; await esmock('../src/cart.js', { '../src/db.js': {} })", '../src/db.js'],
  ["import t from 'tap'; t.test('', (t) => { t.mockRequire('../src/cart', { '../src/db': {} }) })", '../src/db'],
  ["import { mock } from 'jest-mock-extended'; import type { Db } from './db'; const db = mock<Db>()", 'Db'],
  ["import { mock, instance } from 'ts-mockito'; import { Db } from './db'; const db = mock(Db)", 'Db'],
  ["import { createMock } from '@golevelup/ts-jest'; import { Db } from './db'; createMock<Db>()", 'Db'],
  ["import db from './db'; db.load = jest.fn()", 'db.load'],
  ["import db from './db'; db.load = vi.fn().mockReturnValue(1)", 'db.load'],
  ["import { Db } from './db'; Db.prototype.load = jest.fn(() => 1)", 'Db.prototype.load'],
  ["jest.enableAutomock(); import db from './db'", 'all imports'],
  ["jest.mock('@/db')", '@/db'],
  ["jest.mock('~/db')", '~/db'],
];

describe('mocks of the project’s own modules in JavaScript', () => {
  it.each(INTERNAL)('%s', async (code, target) => {
    expect(await placesIn(code, 'test/cart.test.ts')).toEqual([`internal ${target}`]);
  });
});

const BOUNDARIES: readonly (readonly [code: string, target: string])[] = [
  ["jest.mock('fs')", 'fs'],
  ["jest.mock('fs/promises')", 'fs/promises'],
  ["vi.mock('node:child_process')", 'node:child_process'],
  ["vi.mock('bun:sqlite')", 'bun:sqlite'],
  ["vi.mock('https://esm.sh/lodash')", 'https://esm.sh/lodash'],
  ["jest.mock('../node_modules/axios')", '../node_modules/axios'],
  ["jest.mock('./cart.module.css')", './cart.module.css'],
  ["jest.spyOn(Date, 'now')", 'Date.now'],
  ["jest.spyOn(console, 'error').mockImplementation()", 'console.error'],
  ["jest.spyOn(global, 'fetch')", 'global.fetch'],
  ["vi.spyOn(globalThis.process, 'exit')", 'globalThis.process.exit'],
  ["vi.spyOn(window.localStorage, 'getItem')", 'window.localStorage.getItem'],
  ["vi.spyOn(Storage.prototype, 'setItem')", 'Storage.prototype.setItem'],
  ["vi.spyOn(HTMLCanvasElement.prototype, 'getContext')", 'HTMLCanvasElement.prototype.getContext'],
  ["import fs from 'node:fs'; vi.spyOn(fs, 'readFileSync')", 'fs.readFileSync'],
  ["const fs = require('fs'); sinon.stub(fs, 'readFileSync')", 'fs.readFileSync'],
  ["import { promises as fs } from 'fs'; jest.spyOn(fs, 'readFile')", 'fs.readFile'],
  ["import { mock } from 'node:test'; import fs from 'node:fs'; mock.method(fs, 'readFile')", 'fs.readFile'],
  ['global.fetch = jest.fn()', 'global.fetch'],
  ['window.matchMedia = vi.fn().mockReturnValue({})', 'window.matchMedia'],
  ["const { log } = console; vi.spyOn(console, 'log')", 'console.log'],
];

describe('mocks of what lies outside in JavaScript', () => {
  it.each(BOUNDARIES)('%s', async (code, target) => {
    expect(await placesIn(code, 'test/cart.test.ts')).toEqual([`boundary ${target}`]);
  });
});

const UNKNOWN: readonly string[] = [
  "jest.mock('lodash')",
  "jest.mock('#db')",
  'jest.mock(nameOf(x))',
  "jest.mock(folder + '/db')",
  "const db = { load() {} }; vi.spyOn(db, 'load')",
  "function f(db) { vi.spyOn(db, 'load') }",
  "class T { x() { vi.spyOn(this.db, 'load') } }",
  "import { Cart } from './cart'; const cart = new Cart(); vi.spyOn(cart.http, 'get')",
  "vi.spyOn(result.current, 'load')",
];

describe('mocks of nobody knows what in JavaScript', () => {
  it.each(UNKNOWN)('%s', async (code) => {
    expect(await placesIn(code, 'test/cart.test.ts')).toEqual([expect.stringMatching(/^unknown /)]);
  });
});

const NONE: readonly string[] = [
  "// jest.mock('./db')",
  "/* jest.mock('./db') */",
  "/** @example jest.mock('./db') */",
  'const bad = "jest.mock(\'./db\')"',
  "const bad = `jest.mock('./db')`",
  "const pattern = /jest.mock('.\\/db')/",
  'it(\'says jest.mock("./db")\', () => {})',
  "import db from './db'; expect(db.load).toHaveBeenCalled()",
  'const load = jest.fn(); const send = vi.fn(() => 1)',
  'const stub = sinon.stub(); sinon.spy(() => 1); sinon.fake()',
  'vi.mocked(load).mockReturnValue(1)',
  "jest.unmock('./db'); vi.unmock('./db'); jest.dontMock('./db')",
  "jest.requireActual('./db'); await vi.importActual('./db')",
  'vi.useFakeTimers(); vi.stubGlobal("x", 1); vi.stubEnv("A", "b")',
  'jest.clearAllMocks(); vi.restoreAllMocks(); jest.resetModules()',
  "import jest from './my-jest'; jest.mock('./db')",
  "import { mock } from './fixtures'; mock('./db')",
  "const vi = { mock() {} }; vi.mock('./db')",
  "import { mock } from 'bun:test'; const load = mock(() => 1)",
  "nock('http://x').get('/').reply(200)",
  "import { rest } from 'msw'; rest.get('/api', handler)",
  "mockingbird.mock('./db')",
  "cart.replace('./a', './b')",
  "'./a'.replace('./b', './c')",
  "import mockFs from 'mock-fs'; mockFs({ 'a.txt': '' })",
  "import MockAdapter from 'axios-mock-adapter'; new MockAdapter(axios)",
  "const mock = new MockDate('2020-01-01')",
  'jest.setTimeout(1000)',
  "proxyquire('../src/cart', stubs)",
  'const cart = { total: vi.fn() }',
];

describe('what only looks like a mock in JavaScript', () => {
  it.each(NONE)('%s', async (code) => {
    expect(await placesIn(code, 'test/cart.test.ts')).toEqual([]);
  });

  it('JSX and types are read by the ending of the name', async () => {
    const element =
      "const x = <Cart onChange={() => jest.mock('./db')} title=\"jest.mock('./no')\">jest.mock('./no')</Cart>;";
    for (const name of ['cart.test.tsx', 'cart.test.jsx', 'cart.test.js', 'cart.spec.mjs']) {
      expect(await placesIn(element, name), name).toEqual(['internal ./db']);
    }
    expect(await placesIn("const x = <Cart>y; vi.mock('./db')", 'cart.test.ts')).toEqual(['internal ./db']);
  });

  it('of several mocks each is told apart', async () => {
    const text = "vi.mock('./a');\nvi.mock('node:fs');\njest.mock('./b').mock('node:os').mock('left-pad');\n";
    expect((await placesIn(text, 'a.test.ts')).sort()).toEqual([
      'boundary node:fs',
      'boundary node:os',
      'internal ./a',
      'internal ./b',
      'unknown left-pad',
    ]);
  });
});
