import { describe, expect, it } from 'vitest';
import { folderWith, placesIn } from '../../../kit/mocks.ts';

const java = (body: string, imports: readonly string[] = []): string =>
  `package com.acme.shop;\n\n${imports.map((each) => `import ${each};\n`).join('')}\n${body.includes('class ') ? body : `class CartTest {\n${body}\n}`}\n`;

const MAILER = ['com.acme.mail.Mailer', 'static org.mockito.Mockito.*'];
const method = (body: string): string => `@Test void a() { ${body} }`;

const JAVA: readonly (readonly [name: string, text: string, expected: readonly string[]])[] = [
  ['mock(X.class)', java(method('var m = mock(Mailer.class);'), MAILER), ['internal Mailer']],
  [
    'Mockito.mock(X.class, …)',
    java(method('Mailer m = Mockito.mock(Mailer.class, RETURNS_DEEP_STUBS);'), MAILER),
    ['internal Mailer'],
  ],
  ['mock() with the variable’s type', java(method('Mailer m = mock();'), MAILER), ['internal Mailer']],
  ['Mockito.<X>mock()', java(method('use(Mockito.<Mailer>mock());'), MAILER), ['internal Mailer']],
  ['spy(new X())', java(method('var m = spy(new Mailer());'), MAILER), ['internal Mailer']],
  ['spy of a variable', java(method('Mailer m = real(); var s = spy(m);'), MAILER), ['internal Mailer']],
  [
    'mockStatic and mockConstruction',
    java(method('try (var s = mockStatic(Mailer.class)) {} mockConstruction(Mailer.class);'), MAILER),
    ['internal Mailer', 'internal Mailer'],
  ],
  ['@Mock', java('@Mock private Mailer mailer;', MAILER), ['internal Mailer']],
  [
    '@Mock with arguments',
    java('@Mock(answer = Answers.RETURNS_SMART_NULLS) Mailer mailer;', MAILER),
    ['internal Mailer'],
  ],
  ['@Spy of a class of the same package', java('@Spy Cart cart = new Cart();'), ['internal Cart']],
  [
    '@MockBean and @MockitoBean',
    java('@MockBean Mailer a; @MockitoBean Mailer b;', MAILER),
    ['internal Mailer', 'internal Mailer'],
  ],
  [
    '@MockBean on the class',
    java('@MockBean({Mailer.class, Clock.class}) class CartTest {}', [...MAILER, 'java.time.Clock']),
    ['internal Mailer', 'boundary Clock'],
  ],
  ['@Mock on a parameter', java('@Test void a(@Mock Mailer mailer) {}', MAILER), ['internal Mailer']],
  [
    'EasyMock',
    java(method('Mailer m = EasyMock.createNiceMock(Mailer.class); control.createMock(Mailer.class);'), MAILER),
    ['internal Mailer', 'internal Mailer'],
  ],
  ['JMockit', java('@Mocked Mailer mailer;', MAILER), ['internal Mailer']],
  ['a nested class', java(method('mock(Mailer.Result.class);'), MAILER), ['internal Mailer.Result']],
  ['a whole name', java(method('mock(com.acme.mail.Mailer.class);')), ['internal com.acme.mail.Mailer']],
  [
    'the standard library',
    java('@Mock Clock clock; @Mock List<Mailer> list;', ['java.time.Clock', 'java.util.List']),
    ['boundary Clock', 'boundary List<Mailer>'],
  ],
  ['the language', java(method('mock(Runnable.class);')), ['boundary Runnable']],
  [
    'a package from outside',
    java('@Mock RestTemplate rest; @MockBean JavaMailSender s;', [
      'org.springframework.web.client.RestTemplate',
      'org.springframework.mail.javamail.JavaMailSender',
    ]),
    ['boundary RestTemplate', 'boundary JavaMailSender'],
  ],
  ['a variable of nobody knows which type', java(method('var s = spy(thing);')), ['unknown thing']],
  ['a class of one of several packages', java(method('mock(Order.class);'), ['com.vendor.api.*']), ['unknown Order']],
  ['a class beside names of a test library', java(method('mock(Order.class);'), ['org.mockito.*']), ['internal Order']],
  ['@InjectMocks is what is tested', java('@InjectMocks Cart cart;'), []],
  ['@Captor, @Autowired', java('@Captor ArgumentCaptor<Mailer> c; @Autowired Cart cart;', MAILER), []],
  [
    'comments and strings',
    java(
      `// mock(Mailer.class)\n/* @Mock Mailer m; */ String s = "mock(Mailer.class)"; String t = """\n mock(Mailer.class)\n""";`,
      MAILER,
    ),
    [],
  ],
  [
    'methods of others',
    java(method('server.mock("x"); verify(m).send(); when(m.x()).thenReturn(1); mock.setup(1);')),
    [],
  ],
];

describe('mocks in Java', () => {
  it('a class that is known from outside is one where the import is missing that would say it', async () => {
    const text = java('@Mock RestTemplate rest; @Mock DataSource db; @Mock Cart cart;');
    expect(await placesIn(text, 'src/test/java/com/acme/shop/CartTest.java', folderWith({}))).toEqual([
      'boundary RestTemplate',
      'boundary DataSource',
      'internal Cart',
    ]);
  });

  it.each(JAVA)('%s', async (_name, text, expected) => {
    expect(await placesIn(text, 'src/test/java/com/acme/shop/CartTest.java', folderWith({}))).toEqual(expected);
  });

  it('a class is the project’s where its file is, in whichever module', async () => {
    const top = folderWith({
      'mail/src/main/java/net/other/mail/Mailer.java': '',
      'app/src/main/java/com/acme/shop/Cart.java': '',
      'app/src/main/kotlin/org/third/Prices.kt': '',
    });
    const text = java('@Mock Mailer a; @Mock Prices b; @Mock Cart c; @Mock Gone d;', [
      'net.other.mail.Mailer',
      'org.third.Prices',
      'org.third.Gone',
    ]);
    expect(await placesIn(text, 'app/src/test/java/com/acme/shop/CartTest.java', top)).toEqual([
      'internal Mailer',
      'internal Prices',
      'internal Cart',
      'boundary Gone',
    ]);
  });

  it('two parts of a package’s name are not enough where the sources are at hand', async () => {
    const top = folderWith({ 'src/main/java/com/google/shop/Cart.java': '' });
    const text =
      'package com.google.shop;\nimport com.google.common.cache.Cache;\nclass T { @Mock Cache c; @Mock Cart d; }\n';
    expect(await placesIn(text, 'src/test/java/com/google/shop/T.java', top)).toEqual([
      'unknown Cache',
      'internal Cart',
    ]);
  });

  it('hosts of code say nothing of whose it is', async () => {
    const text = 'package io.github.anna.shop;\nimport io.github.bert.lib.Lib;\nclass T { @Mock Lib l; }\n';
    expect(await placesIn(text, 'src/test/java/T.java', folderWith({}))).toEqual(['boundary Lib']);
  });
});

const kotlin = (body: string): string =>
  `package com.acme.shop\n\nimport com.acme.mail.Mailer\nimport java.time.Clock\nimport org.springframework.web.client.RestTemplate\n\nclass CartTest {\n${body}\n}\n`;

const KOTLIN: readonly (readonly [body: string, expected: readonly string[]])[] = [
  ['val m = mockk<Mailer>()', ['internal Mailer']],
  ['val m: Mailer = mockk(relaxed = true)', ['internal Mailer']],
  ['val m = mock<Mailer>()', ['internal Mailer']],
  ['val m = mock(Mailer::class.java)', ['internal Mailer']],
  ['val m = Mockito.mock(Mailer::class.java)', ['internal Mailer']],
  ['@MockK lateinit var m: Mailer', ['internal Mailer']],
  ['@MockK(relaxed = true)\n    private lateinit var m: Mailer', ['internal Mailer']],
  ['@MockBean private lateinit var m: Mailer', ['internal Mailer']],
  ['fun a() { mockkObject(Prices) }', ['internal Prices']],
  ['fun a() { mockkStatic(Mailer::class); mockkConstructor(Mailer::class) }', ['internal Mailer', 'internal Mailer']],
  ['val c = spyk(Cart())', ['internal Cart']],
  ['val c = mockk<Clock>(); val r = mockk<RestTemplate>()', ['boundary Clock', 'boundary RestTemplate']],
  ['// val m = mockk<Mailer>()', []],
  ['val s = "mockk<Mailer>()"', []],
  ['val s = """\n  mockk<Mailer>()\n"""', []],
  ['@InjectMockKs lateinit var c: Cart', []],
  ['fun a() { every { m.send() } returns 1; verify { m.send() } }', []],
];

describe('mocks in Kotlin', () => {
  it.each(KOTLIN)('%s', async (body, expected) => {
    expect(await placesIn(kotlin(body), 'src/test/kotlin/com/acme/shop/CartTest.kt', folderWith({}))).toEqual(expected);
  });
});
