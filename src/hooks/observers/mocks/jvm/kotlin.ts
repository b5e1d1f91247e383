import { type FoundIn, type FoundMock, type Placed, type TestText, unknown } from '../found-mock.ts';
import { masked } from '../masked.ts';
import { type Names, placeOfType } from './types.ts';

const MOST_MOCKS = 500;

/** The mocks in a test of Kotlin: MockK, Mockito and its Kotlin names, Spring. Read by its words, without a parser. */
export const findInKotlin = (test: TestText): FoundIn => {
  const { code, comments, codeFrom } = masked(test.text, 'kotlin');
  const names = namesIn(code, test);
  const mocks: FoundMock[] = [];
  const add = (by: string, type: string, from: number, to: number): void => {
    if (mocks.length < MOST_MOCKS) mocks.push({ by, target: type, from, to, place: () => placeOf(names, type) });
  };
  for (const { pattern, by } of PATTERNS) {
    for (const match of code.matchAll(pattern)) {
      const [whole, word = '', type = ''] = match;
      if (by === undefined) add(word, type, match.index, match.index + whole.length);
      else add(by, word, match.index, match.index + whole.length);
    }
  }
  return { mocks: mocks.sort((one, other) => one.from - other.from), comments, codeFrom };
};

const TYPE = String.raw`([A-Za-z_][\w.]{0,200})`;

/** `@MockK lateinit var cart: Cart` has words between that differ. */
const ANNOTATED =
  /(@(?:Mock|Spy|MockK|RelaxedMockK|SpyK|MockBean|SpyBean|MockkBean|SpykBean|MockitoBean|MockitoSpyBean|InjectMock)\b)(?:\([^)\n]{0,200}\))?(?:\s{1,200}(?:private|protected|internal|public|lateinit|@[\w.:]{1,60})){0,6}\s{1,200}va[lr]\s{1,20}\w{1,100}\s{0,5}:\s{0,5}([A-Za-z_][\w.]{0,200})/g;

const PATTERNS: readonly { readonly pattern: RegExp; readonly by?: string }[] = [
  // `mockk<Cart>()`, `spyk<Cart>()`, `mock<Cart>()`
  { pattern: new RegExp(String.raw`\b(mockk|spyk|mock|spy|niceMock|mockkClass)\s{0,5}<\s{0,5}${TYPE}`, 'g') },
  // `val cart: Cart = mockk()`
  {
    pattern: new RegExp(
      String.raw`:\s{0,5}${TYPE}(?:<[^=\n]{0,100}>)?\s{0,5}=\s{0,5}(?:mockk|spyk|mock)\s{0,5}\(`,
      'g',
    ),
    by: 'mockk',
  },
  // `mock(Cart::class.java)`, `mockkClass(Cart::class)`, `mockkConstructor(Cart::class)`, `mockkStatic(Cart::class)`
  {
    pattern: new RegExp(
      String.raw`\b(mock|spy|mockStatic|mockkClass|mockkConstructor|mockkStatic|mockkObject|createMock)\s{0,5}\(\s{0,20}${TYPE}::class`,
      'g',
    ),
  },
  // `mockkObject(Prices)`, `spyk(Cart())`
  { pattern: new RegExp(String.raw`\b(mockkObject)\s{0,5}\(\s{0,20}${TYPE}\s{0,5}[,)]`, 'g') },
  { pattern: /\b(spyk|spy)\s{0,5}\(\s{0,20}([A-Z]\w{0,200})\s{0,5}\(/g },
  { pattern: ANNOTATED },
];

const namesIn = (code: string, { files, file }: TestText): Names => {
  const imports = new Map<string, string>();
  const wildcards: string[] = [];
  for (const [, path = '', all, alias] of code.matchAll(
    /^import[ \t]{1,20}([\w.]{1,300}?)(\.\*)?(?:[ \t]{1,20}as[ \t]{1,20}(\w+))?[ \t;]{0,20}$/gm,
  )) {
    if (all !== undefined) wildcards.push(path);
    else imports.set(alias ?? path.slice(path.lastIndexOf('.') + 1), path);
  }
  const ownPackage = /^package[ \t]{1,20}([\w.]+)/m.exec(code)?.[1] ?? null;
  return { files, file, ownPackage, imports, wildcards };
};

const placeOf = (names: Names, type: string): Placed =>
  type === '' ? unknown('nothing in the test says what it is') : placeOfType(names, type);
