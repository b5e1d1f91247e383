import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FileKind, fileKind } from '../../src/projections/source-files.ts';

const KINDS: Readonly<Record<FileKind, readonly string[]>> = {
  source: [
    'a.ts',
    'src/cart.ts',
    'SRC/CART.TS',
    'src/Cart.Tsx',
    'src\\windows\\cart.ts',
    './src/cart.ts',
    'bin/run.sh',
    'scripts/deploy.bash',
    'notebooks/prices.ipynb',
    'types/globals.d.ts',
    'db/migrations/001_orders.sql',
    // A test in the middle of a word is none.
    'src/latest.ts',
    'src/contest.py',
    'attest.go',
    'src/Latest.java',
    'src/Contest.kt',
    'src/protester.rb',
    'src/inspect.ts',
    'src/testimonials.tsx',
    'src/TestimonialCard.tsx',
    // About tests, but code of the product.
    'src/gates/test-gate.ts',
    'src/test-runner.js',
    'src/mock-server.ts',
    'src/order_mock.ts',
    'src/config.ts',
    'src/rc.ts',
    'src/spec.ts',
    // Folders that are an output elsewhere.
    'src/build/plan.ts',
    'internal/target/resolve.go',
    'pkg/coverage/report.go',
    'src/out/printer.rs',
    // Packages that tests or vendors would be elsewhere.
    'src/main/java/shop/spec/OrderSpecification.java',
    'src/main/java/shop/SpeedTest.java',
    'src/EXIT.java',
    'src/Testing.java',
    'src/latestbuild.ts',
    'src/abTest/variants.ts',
    'src/webpack/plugin.ts',
    'src/conf.ts',
  ],
  test: [
    'src/cart.test.ts',
    'src/CART.TEST.TS',
    'src/cart.spec.tsx',
    'src/cart-test.js',
    'cart_test.go',
    'src/cart_spec.rb',
    'spec/models/cart.rb',
    'specs/cart.ts',
    'test_cart.py',
    'pkg/test_cart.py',
    'conftest.py',
    'shop/tests.py',
    'src/tests.rs',
    'test.js',
    'test-cart.js',
    'cart_unittest.cc',
    'src/MyTest.java',
    'src/MyTests.kt',
    'src/MyTestCase.php',
    'src/OrderIT.java',
    'src/TestOrder.java',
    'src/OrderSpec.kt',
    'src/CartTest.cpp',
    'Shop.Tests/Cart.cs',
    'ShopUITests/Cart.swift',
    'src/androidTest/kotlin/Cart.kt',
    'src/jvmTest/kotlin/Cart.kt',
    'shared/src/commonTest/kotlin/Cart.kt',
    'src/test/java/shop/Cart.java',
    'src/main/window.test.ts',
    'src/__tests__/cart.ts',
    'src/__mocks__/fs.ts',
    'src/cart.mock.ts',
    'src/cart.cy.ts',
    'src/types.test-d.ts',
    'src/test-utils/x.ts',
    'src/test-utils.tsx',
    'src/setupTests.js',
    'vitest.setup.ts',
    'integration-tests/cart.ts',
    'test/kit/helper.ts',
    // What tests read decides what they say.
    'test/fixtures/order.json',
    'testdata/golden.txt',
    'src/__snapshots__/cart.test.ts.snap',
  ],
  doc: [
    'README.md',
    'README.MD',
    'docs/guide.mdx',
    'docs/guide.rst',
    'README',
    'LICENSE',
    'license.txt',
    'CHANGELOG',
    'test/README.md',
  ],
  config: [
    'package.json',
    'tsconfig.json',
    'Cargo.toml',
    'Cargo.lock',
    'go.mod',
    'pom.xml',
    '.github/workflows/ci.yml',
    'vite.config.ts',
    'jest.config.e2e.ts',
    'karma.conf.js',
    'webpack.prod.js',
    'knexfile.js',
    'mix.exs',
    'Package.swift',
    'test/vitest.config.ts',
    '.eslintrc.cjs',
    '.eslintrc',
    '.npmrc',
    '.gitignore',
    '.dockerignore',
    '.env',
    '.env.local',
    'Dockerfile',
    'Dockerfile.dev',
    'Makefile',
    'setup.py',
    'build.gradle.kts',
    'requirements.txt',
    'requirements-dev.txt',
    'CMakeLists.txt',
    'spec/openapi.yaml',
    'Shop.csproj',
  ],
  generated: [
    'dist/cart.js',
    'packages/cart/build/index.js',
    'target/debug/build.rs',
    'coverage/lcov-report/sorter.js',
    'src/generated/client.ts',
    'src/api.generated.ts',
    'src/api.gen.ts',
    'public/app.min.js',
    'app.js.map',
    'api/cart.pb.go',
    'api/cart_pb2.py',
    'lib/cart.g.dart',
    '.next/server/page.js',
    '__pycache__/cart.py',
  ],
  vendored: [
    '.tox/py311/lib/cart.py',
    'Carthage/Checkouts/Cart.swift',
    'node_modules/left-pad/index.js',
    'packages/cart/node_modules/left-pad/test/x.js',
    'vendor/github.com/x/y.go',
    'third_party/zlib/inflate.c',
    '.venv/lib/python3.12/site-packages/six.py',
    'NODE_MODULES/x/index.js',
  ],
  other: [
    '',
    '/',
    'a',
    'src/',
    'data.csv',
    'words.txt',
    'build-output.txt',
    'logo.png',
    'src/style.css',
    'index.html',
    'ts',
    '.husky/pre-commit',
  ],
};

describe('the kind of a file', () => {
  for (const [kind, paths] of Object.entries(KINDS)) {
    it.each(paths)(`${kind}: %s`, (path) => expect(fileKind(path)).toBe(kind));
  }

  it('is source for every ending that the seed names', () => {
    const seed = 'ts|tsx|js|jsx|py|rs|go|java|kt|swift|c|cpp|h|hpp|cs|rb|php|sh|bash|zsh'.split('|');
    expect(seed.filter((extension) => fileKind(`src/cart.${extension}`) !== 'source')).toEqual([]);
  });

  it('is that of the file, whichever slashes its path is written with', () => {
    const paths = fc.array(fc.constantFrom('src', 'test', 'build', 'Cart.java', 'x.test.ts', 'vendor', ''));
    fc.assert(
      fc.property(paths, (parts) => {
        expect(fileKind(parts.join('\\'))).toBe(fileKind(parts.join('/')));
      }),
    );
  });

  it('is one of the known ones for any text', () => {
    fc.assert(fc.property(fc.string(), (path) => Object.hasOwn(KINDS, fileKind(path))));
  });

  it('is told of a path that no file system takes', () => {
    const long = `${'test-'.repeat(200_000)}.ts`;
    expect(fileKind(`${'a/'.repeat(100_000)}${long}`)).toBe('source');
  });
});
