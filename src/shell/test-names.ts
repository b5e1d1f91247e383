/**
 * Whether a script, target or task of this name runs tests: `test`, `test:unit`, `unit-tests`. What also builds, checks
 * types or prepares something under such a name (`test:types`, `build-tests`, `test-server`) does not.
 */
export const isTestName = (name: string): boolean => {
  if (ALONE.includes(name)) return true;
  const words = name.split(/[-_:./]/);
  if (words.some((word) => OTHER.includes(word))) return false;
  if (name.startsWith('test:') && name.length > 5) return true;
  return (
    words.some((word) => TESTS.includes(word)) && words.every((word) => TESTS.includes(word) || KINDS.includes(word))
  );
};

const TESTS = ['test', 'tests', 'spec', 'specs'];

/** Names that mean tests without the word. */
const ALONE = 'test tests e2e unit unittest unittests pytest vitest jest mocha'.split(' ');

/** Words beside it that say which tests, or how. */
const KINDS = (
  'unit integration e2e system functional acceptance regression smoke all ci run fast slow quick full coverage cov race ' +
  'short parallel local browser node python py js ts go rust api web app core backend frontend client watch verbose once'
).split(' ');

/** Words by which a name means something else than running tests. */
const OTHER = (
  'types type typecheck tsc lint format fmt build compile setup prepare clean install deps docs doc dev start generate ' +
  'check update upgrade debug ui list server data db env image fixtures deploy publish release'
).split(' ');
