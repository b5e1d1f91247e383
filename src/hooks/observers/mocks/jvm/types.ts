import { dirname, join } from 'node:path';
import { boundary, internal, type Placed, unknown } from '../found-mock.ts';
import type { ProjectFiles } from '../project-files.ts';

/** What a file of Java or Kotlin says of the types that it names. */
export interface Names {
  readonly files: ProjectFiles;
  readonly file: string;
  /** Null for the package without a name, or where none is said. */
  readonly ownPackage: string | null;
  /** Whole names of imported types by their own. */
  readonly imports: ReadonlyMap<string, string>;
  /** Packages and types that everything is imported of. */
  readonly wildcards: readonly string[];
}

const RUNTIME = /^(?:java|javax|jakarta|jdk|sun|com\.sun|kotlin|kotlinx|android|androidx|scala|groovy|dalvik)\./;

const LANG = new Set(
  (
    'Object String Runnable Thread Process ProcessBuilder Runtime System Math Iterable Comparable AutoCloseable CharSequence ' +
    'Class ClassLoader Number Integer Long Double Float Short Byte Boolean Character StringBuilder StringBuffer Appendable ' +
    'Readable ThreadLocal Record Enum Throwable Exception RuntimeException Error Void Package Module StackWalker ' +
    'List Map Set Collection MutableList MutableMap MutableSet Sequence Pair Function0 Function1 Function2 Unit'
  ).split(' '),
);

/** Classes that tests mock most and that no project calls its own so, where the import is missing that would say it. */
const OUTSIDE = new Set(
  (
    'Clock Instant Random SecureRandom HttpClient HttpRequest HttpResponse HttpServletRequest HttpServletResponse RestTemplate ' +
    'RestClient WebClient RestOperations OkHttpClient Retrofit DataSource Connection PreparedStatement ResultSet JdbcTemplate ' +
    'NamedParameterJdbcTemplate EntityManager EntityManagerFactory SessionFactory MongoTemplate RedisTemplate StringRedisTemplate ' +
    'KafkaTemplate KafkaProducer KafkaConsumer RabbitTemplate JmsTemplate JavaMailSender S3Client AmazonS3 SqsClient SnsClient ' +
    'DynamoDbClient ApplicationEventPublisher ApplicationContext Environment Logger ExecutorService ScheduledExecutorService ' +
    'Executor CompletableFuture InputStream OutputStream Path File Socket ObjectMapper MeterRegistry Context SharedPreferences'
  ).split(' '),
);

/** Where a type lies that a test names: by its import, or else its package. */
export const placeOfType = (names: Names, written: string): Placed => {
  const type = written.replace(/<.*$/s, '').replace(/[?\s[\]]/g, '');
  const parts = type.split('.');
  const [first = ''] = parts;
  if (!/^[\p{L}_$][\w$]*$/u.test(first)) return unknown('it is no name of a type');
  if (parts.length > 1 && /^\p{Ll}/u.test(first)) return placeOfQualified(names, type);
  const imported = names.imports.get(first);
  if (imported !== undefined) return placeOfQualified(names, imported);
  const { files, ownPackage, wildcards } = names;
  const isThere = (inPackage: string | null): boolean =>
    fileOf(names, inPackage === null ? first : `${inPackage}.${first}`) !== null;
  if (isThere(ownPackage))
    return internal(
      'a class of the same package',
      files.shown(fileOf(names, ownPackage === null ? first : `${ownPackage}.${first}`) ?? first),
    );
  const wildcard = wildcards.find((each) => isThere(each));
  if (wildcard !== undefined) return internal('a class of the project', `${wildcard}.${first}`);
  if (LANG.has(first)) return boundary('a class of the language', first);
  if (OUTSIDE.has(first)) return boundary('a class that is known from outside', first);
  return wildcards.every((each) => TESTING.test(each))
    ? internal('a class of the same package', first)
    : unknown('it may be of several packages');
};

/** Packages whose types nobody mocks. */
const TESTING =
  /^(?:io\.(?:mockk|kotest)|org\.(?:mockito|junit|testng|easymock|powermock|jmock|assertj|hamcrest)|com\.nhaarman|junit|mockit|kotlin\.test)(?:\.|$)/;

/** Parts of a package's name that those of one project have in common. */
const SHARED = 2;

const placeOfQualified = (names: Names, name: string): Placed => {
  if (fileOf(names, name) !== null) return internal('a class of the project', name);
  if (RUNTIME.test(name)) return boundary('the standard library', name);
  const { ownPackage } = names;
  if (ownPackage === null) return unknown('the test says no package, and the project has no such file');
  const own = ownPackage.split('.');
  const other = name.split('.');
  const common = own.findIndex((part, index) => part !== other[index]);
  const shared = common < 0 ? own.length : common;
  // `io.github.someone` says less than `com.acme`, and with the sources at hand a class that is not there is not of them.
  const needed = Math.min(
    own.length,
    /^(?:io|com|org)\.(?:github|gitlab)$/.test(own.slice(0, 2).join('.')) ? SHARED + 1 : SHARED,
  );
  if (shared < needed) return boundary('a class from outside', name);
  if (shared < SHARED + 1 && own.length > SHARED && sourceRoots(names).some(({ isMain }) => isMain)) {
    return unknown('a class whose package begins like the test’s, and which is not among the sources');
  }
  return internal('a class whose package begins like the test’s', name);
};

/** The file of a class, or of the one that it is nested in. */
const fileOf = (names: Names, name: string): string | null => {
  const parts = name.split('.');
  const top = parts.findIndex((part) => /^\p{Lu}/u.test(part));
  const path = (top < 0 ? parts : parts.slice(0, top + 1)).join('/');
  for (const { folder } of sourceRoots(names)) {
    for (const ending of ENDINGS) {
      const file = join(folder, path + ending);
      if (names.files.isFile(file)) return file;
    }
  }
  return null;
};

const ENDINGS = ['.java', '.kt', '.groovy', '.scala'];

interface Root {
  readonly folder: string;
  readonly isMain: boolean;
}

const MAIN_ROOTS = [
  'src/main/java',
  'src/main/kotlin',
  'src/commonMain/kotlin',
  'app/src/main/java',
  'app/src/main/kotlin',
];
const OTHER_ROOTS = [
  'src',
  'java',
  'src/test/java',
  'src/test/kotlin',
  'src/testFixtures/java',
  'src/androidTest/java',
];
const MOST_MODULES = 150;

const known = new WeakMap<Names, readonly Root[]>();

/** Where sources lie: beside the test, in the folders above it, and in the other modules of the build. */
const sourceRoots = (names: Names): readonly Root[] => {
  const before = known.get(names);
  if (before !== undefined) return before;
  const { files, file, ownPackage } = names;
  const above = files.foldersUp(file);
  const depth = ownPackage === null ? 0 : ownPackage.split('.').length;
  const own = Array.from({ length: depth }).reduce((folder: string) => dirname(folder), dirname(file));
  const modules = [...above, ...above.slice(-4).flatMap((folder) => modulesIn(files, folder))].slice(0, MOST_MODULES);
  const found = [
    { folder: own, isMain: false },
    ...modules.flatMap((folder) => MAIN_ROOTS.map((root) => ({ folder: join(folder, root), isMain: true }))),
    ...above.flatMap((folder) => OTHER_ROOTS.map((root) => ({ folder: join(folder, root), isMain: false }))),
  ].filter(({ folder }) => files.isFolder(folder));
  known.set(names, found);
  return found;
};

const modulesIn = (files: ProjectFiles, folder: string): string[] => {
  const inner = below(files, folder);
  return [...inner, ...inner.slice(0, 30).flatMap((each) => below(files, each))];
};

const below = (files: ProjectFiles, folder: string): string[] =>
  files
    .names(folder)
    .filter((name) => !name.includes('.') && !SKIPPED.has(name))
    .slice(0, 60)
    .map((name) => join(folder, name))
    .filter((path) => files.isFolder(path));

const SKIPPED = new Set(['node_modules', 'build', 'target', 'out', 'src', 'gradle', 'docs']);
