import { dirname, join, resolve } from 'node:path';
import { boundary, internal, type Placed, unknown } from '../found-mock.ts';
import type { ProjectFiles } from '../project-files.ts';

/** What Ruby, Rails and the gems that tests fake most bring; the first part of a constant's name. */
const FOREIGN = new Set(
  (
    'Time Date DateTime File Dir IO FileTest FileUtils Kernel Process Net OpenURI URI Socket TCPSocket TCPServer UDPSocket ' +
    'UNIXSocket Open3 PTY ENV ARGV STDIN STDOUT STDERR Random SecureRandom Logger Tempfile Pathname Thread Mutex Queue ' +
    'ConditionVariable Fiber Ractor Object BasicObject Class Module Comparable Enumerable String Symbol Integer Float Rational ' +
    'Complex Array Hash Set Struct Data OpenStruct Range Regexp Proc Method Exception StandardError JSON YAML Psych CSV ERB ' +
    'Benchmark Timeout Etc RbConfig Signal GC ObjectSpace Marshal Digest OpenSSL Base64 Zlib Resolv Readline Reline Shellwords ' +
    'SimpleDelegator Singleton Forwardable Observable BigDecimal Bundler Gem RubyVM Warning Rails ActiveRecord ActiveModel ' +
    'ActiveSupport ActiveJob ActiveStorage ActionMailer ActionController ActionDispatch ActionCable ActionView ActionText ' +
    'Arel Redis RedisClient ConnectionPool Sidekiq Resque DelayedJob Delayed GoodJob SolidQueue Shoryuken HTTParty Faraday ' +
    'RestClient Excon Typhoeus HTTP HTTPX HTTPClient Patron Curl Mechanize Nokogiri Stripe Braintree PayPal Aws AWS Fog Twilio ' +
    'SendGrid Postmark Mailgun Mail Sentry Raven Bugsnag Rollbar Honeybadger Airbrake NewRelic Datadog StatsD OpenTelemetry ' +
    'Prometheus Sequel Mongoid Mongo PG Mysql2 SQLite3 Cassandra Elasticsearch OpenSearch Searchkick Algolia Dalli Kafka ' +
    'Rdkafka Karafka Bunny Octokit Gitlab Slack Google Azure OpenAI Anthropic Geocoder Pundit Devise Warden OmniAuth JWT OAuth2 ' +
    'BCrypt Rack Puma Sinatra Grape Hanami GraphQL Zeitwerk Concurrent I18n Money CarrierWave Shrine Paperclip MiniMagick ' +
    'PaperTrail Flipper LaunchDarkly Segment Mixpanel Intercom Zendesk Shopify Chewy Prawn Capybara WebMock VCR FactoryBot Faker'
  ).split(' '),
);

export interface Place {
  readonly files: ProjectFiles;
  readonly file: string;
  /** The constant that the test is about, where it says so. */
  readonly described: string | null;
  /** Files that it loads by a relative path, whole and without an ending. */
  readonly loaded: readonly string[];
}

/** Where a constant lies: by the file that Ruby's conventions put it in. */
export const placeOfConstant = (place: Place, written: string): Placed => {
  const { files, described, loaded } = place;
  const name = written.replace(/^::/, '');
  const parts = name.split('::').filter((part) => part !== '');
  const [first = ''] = parts;
  for (let used = parts.length; used > 0; used -= 1) {
    const path = parts.slice(0, used).map(underscored).join('/');
    const at = loaded.find((each) => each.endsWith(`/${path}`)) ?? fileOf(place, path, used === parts.length);
    if (at !== null && at !== undefined) return internal('a class of the project', files.shown(at));
  }
  if (FOREIGN.has(first)) return boundary('a class of Ruby or a gem', first);
  if (gemsAbove(place).has(underscored(first).replaceAll('_', '')))
    return boundary('a gem that the project depends on', first);
  if (described !== null && described.replace(/^::/, '').split('::', 1)[0] === first) {
    return internal('a class beside the one that the test describes', name);
  }
  return unknown('no file of the project is called like it');
};

/** `HTTPClient` is `http_client`, `OrderTotal` is `order_total`. */
const underscored = (name: string): string =>
  name
    .replace(/([A-Z\d]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase();

export const camelized = (name: string): string =>
  name.replace(/(?:^|_)([a-z\d])/g, (_all, letter: string) => letter.toUpperCase());

const fileOf = (place: Place, path: string, isWhole: boolean): string | null => {
  const { files } = place;
  for (const root of rootsOf(place)) {
    const file = join(root.folder, `${path}.rb`);
    // Inside of a gem's own namespace names are often cut short.
    if ((isWhole || !root.isInner) && files.isFile(file)) return file;
  }
  return null;
};

interface Root {
  readonly folder: string;
  readonly isInner: boolean;
}

const known = new WeakMap<Place, readonly Root[]>();

/** Folders that Ruby and Rails load from, above a test and in the packs and engines beside it. */
const rootsOf = (place: Place): readonly Root[] => {
  const before = known.get(place);
  if (before !== undefined) return before;
  const { files, file } = place;
  const parts = files
    .foldersUp(file)
    .flatMap((folder) => [
      folder,
      ...['packs', 'engines', 'components', 'gems'].flatMap((each) => inside(files, join(folder, each))),
    ]);
  const roots = parts.slice(0, 120).flatMap((folder) => {
    const app = inside(files, join(folder, 'app'));
    const lib = join(folder, 'lib');
    return [
      ...[lib, ...app, ...app.map((each) => join(each, 'concerns')), folder].map((each) => ({
        folder: each,
        isInner: false,
      })),
      ...inside(files, lib).map((each) => ({ folder: each, isInner: true })),
    ];
  });
  known.set(place, roots);
  return roots;
};

const inside = (files: ProjectFiles, folder: string): string[] =>
  files.isFolder(folder)
    ? files
        .names(folder)
        .filter((name) => !name.includes('.'))
        .slice(0, 60)
        .map((name) => join(folder, name))
    : [];

const gemsAbove = ({ files, file }: Place): Set<string> =>
  new Set(
    files
      .foldersUp(file)
      .flatMap((folder) =>
        [
          ...(files.text(join(folder, 'Gemfile')) ?? '').matchAll(/^[ \t]*gem[ \t]+["']([\w-]+)["'](?!.*\bpath:)/gm),
        ].map(([, gem = '']) => gem.replace(/[-_]/g, '')),
      ),
  );

/** `require_relative '../lib/cart'` */
export const loadedBy = (file: string, text: string): string[] =>
  [...text.matchAll(/^[ \t]*require_relative[ \t]{0,20}\(?[ \t]{0,20}["']([^"'\n]{1,300})["']/gm)].map(
    ([, path = '']) => resolve(dirname(file), path.replace(/\.rb$/, '')),
  );
