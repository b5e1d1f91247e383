import {
  authorizationCredentials,
  bearerToken,
  behindFirstGroup,
  cookiePairs,
  curlPassword,
  jsonWebToken,
  optionPassword,
  privateKeyBody,
  type Span,
  standsAlone,
  urlPassword,
} from './redaction-spans.ts';
import { assignedSecret, assignmentPattern } from './secret-assignments.ts';
import { SECRET_NAME_ANCHORS } from './secret-names.ts';

/** How one kind of secret is recognised. */
export interface RedactionRule {
  /** Stands in the log in the secret's place. Never renamed once released. */
  readonly name: string;
  /**
   * Texts of which one is in every text that holds such a secret. Only letters, digits and signs that JSON writes as
   * they are, so that they are found in a line of JSON, too.
   */
  readonly anchors: readonly string[];
  /** Global, and made on use: compiling all of them would cost a hook more than everything else it does. */
  readonly pattern: () => RegExp;
  /** Where in a match the secret is; null when it is none. */
  readonly secretIn: (match: RegExpExecArray) => Span | null;
  /** Whether the anchors, which are lower case then, count in any case. */
  readonly isAnyCase: boolean;
}

const rule = (
  name: string,
  anchors: readonly string[],
  pattern: () => RegExp,
  secretIn: RedactionRule['secretIn'] = behindFirstGroup,
  isAnyCase = false,
): RedactionRule => ({ name, anchors, pattern, secretIn, isAnyCase });

/** Tokens that are one of the prefixes and at least so many characters of a class. */
const tokens = (
  name: string,
  prefixes: readonly string[],
  characters: string,
  atLeast: number,
  secretIn?: RedactionRule['secretIn'],
): RedactionRule =>
  rule(
    name,
    prefixes,
    () => new RegExp(`(?:${prefixes.join('|').replaceAll('.', '\\.')})${characters}{${atLeast},${LONGEST}}`, 'g'),
    secretIn,
  );

/** No token is longer. A loop without an end overflows the stack of the regular expression engine on huge texts. */
const LONGEST = 2048;

const ALPHANUMERIC = '[A-Za-z0-9]';
const WORD = '[\\w-]';
const HEX = '[0-9a-fA-F]';
const BASE64 = '[\\w+/=-]';

/**
 * The formats are those that issuers document; a minimum of characters is the documented length or less, so that a
 * token that was cut is still found. Rules that know a format come before those that judge by context, so that the name
 * in the log says as much as can be said. All are linear: no quantifier stands inside another, or before something
 * that matches the same.
 */
export const REDACTION_RULES: readonly RedactionRule[] = [
  rule('private-key', ['PRIVATE KEY'], () => /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY[A-Z ]{0,8}-----/g, privateKeyBody),
  rule('jwt', ['eyJ'], () => /eyJ[\w-]{0,2048}(?:\.[\w-]{0,16384}){0,4}/g, jsonWebToken),
  tokens('github-token', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'], '\\w', 22),
  tokens('gitlab-token', ['glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-', 'glft-', 'glsoat-', 'glagent-'], WORD, 20),
  rule('slack-token', ['xox', 'xapp-'], () => /(?:xox[abcdeprs](?:\.xox[bp])?|xapp-\d)-[\w%-]{10,2048}/g),
  rule(
    'webhook-url',
    ['hooks.slack.com/', '/api/webhooks/', '.webhook.office.com/'],
    () => /((?:hooks\.slack\.com\/[a-z]{1,20}|\/api\/webhooks|\.webhook\.office\.com\/webhookb2)\/)[\w/@-]{20,2048}/g,
  ),
  rule('aws-access-key-id', ['AKIA', 'ASIA', 'ABIA', 'ACCA'], () => /A(?:KI|SI|BI|CC)A[A-Z0-9]{16}(?![\w+/])/g),
  rule('google-api-key', ['AIza'], () => /AIza[\w-]{35}/g),
  tokens('google-oauth', ['GOCSPX-', 'ya29.', '1//0'], WORD, 20),
  tokens('stripe-key', ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'], ALPHANUMERIC, 16, standsAlone),
  tokens('webhook-secret', ['whsec_'], BASE64, 20),
  tokens('twilio-key', ['SK'], HEX, 32, standsAlone),
  rule('sendgrid-key', ['SG.'], () => /SG\.[\w-]{16,64}\.[\w-]{16,64}/g),
  tokens('npm-token', ['npm_'], ALPHANUMERIC, 30),
  tokens('pypi-token', ['pypi-'], WORD, 50),
  tokens('docker-token', ['dckr_pat_', 'dckr_oat_'], WORD, 20),
  tokens('anthropic-key', ['sk-ant-'], WORD, 20),
  tokens('openai-key', ['sk-proj-', 'sk-svcacct-', 'sk-admin-'], WORD, 20),
  tokens('hugging-face-token', ['hf_', 'api_org_'], ALPHANUMERIC, 30),
  tokens('openai-key', ['sk-'], ALPHANUMERIC, 32, standsAlone),
  tokens('ai-provider-key', ['sk-or-v1-', 'gsk_', 'xai-', 'pplx-', 'nvapi-', 'r8_'], WORD, 36, standsAlone),
  tokens('digitalocean-token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], HEX, 40),
  tokens('heroku-key', ['HRKU-'], WORD, 30),
  tokens('shopify-token', ['shpat_', 'shpca_', 'shppa_', 'shpss_', 'shpua_'], HEX, 32),
  tokens('square-token', ['sq0atp-', 'sq0csp-', 'sq0idp-'], WORD, 20),
  rule('square-token', ['EAAA'], () => /EAAA[\w-]{60}(?![\w+/=-])/g, standsAlone),
  tokens('mailgun-key', ['key-'], HEX, 32, standsAlone),
  rule('discord-token', ['discord'], () => /[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}/g, behindFirstGroup, true),
  rule('telegram-token', [':AA'], () => /\d{8,10}:AA[\w-]{32,64}/g),
  rule('azure-client-secret', ['Q~'], () => /[\w.~-]{3}\dQ~[\w.~-]{31,34}/g),
  rule(
    'url-signature',
    ['sig=', 'Signature='],
    () => /([?&;](?:sig|(?:X-(?:Amz|Goog)-)?Signature)=)[\w%+/=-]{16,2048}/g,
  ),
  tokens('cloudflare-token', ['cfk_', 'cfut_', 'cfat_'], ALPHANUMERIC, 40),
  rule('cloudflare-token', ['v1.0-'], () => /v1\.0-[0-9a-f]{24}-[0-9a-f]{100,256}/g),
  tokens('linear-key', ['lin_api_', 'lin_oauth_'], ALPHANUMERIC, 32),
  tokens('notion-token', ['ntn_', 'secret_'], ALPHANUMERIC, 40),
  tokens('databricks-token', ['dapi'], HEX, 32),
  tokens('vault-token', ['hvs.', 'hvb.', 'hvr.'], WORD, 20),
  rule('doppler-token', ['dp.'], () => /dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[\w-]{1,40}\.)?[A-Za-z0-9]{30,64}/g),
  tokens('new-relic-key', ['NRAK-', 'NRJS-', 'NRII-'], WORD, 19),
  rule('new-relic-key', ['NRAL'], () => /[0-9a-fA-F]{32,36}NRAL/g),
  tokens('sentry-token', ['sntrys_', 'sntryu_'], BASE64, 40),
  tokens('atlassian-token', ['ATATT3', 'ATCTT3', 'ATBB'], '[\\w=-]', 30),
  tokens('grafana-token', ['glsa_', 'glc_'], BASE64, 32),
  tokens('supabase-key', ['sbp_'], HEX, 40),
  tokens('supabase-key', ['sb_secret_'], WORD, 20),
  rule('terraform-token', ['.atlasv1.'], () => /[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,256}/g),
  rule('url-password', ['://'], () => /:\/\//g, urlPassword),
  rule(
    'authorization',
    ['authorization'],
    () => /authorization(\\{0,16}["'`]?\]?)[ \t]{0,16}[:=,][ \t]{0,16}/gi,
    authorizationCredentials,
    true,
  ),
  rule('bearer-token', ['bearer '], () => /(bearer )[\w.~+/=-]{16,4096}/gi, bearerToken, true),
  rule('cookie', ['cookie'], () => /cookie(\\{0,16}["'`]?\]?)[ \t]{0,16}([:=,])[ \t]{0,16}/gi, cookiePairs, true),
  rule('curl-password', ['curl'], () => /[\s"'](?:-[a-z]{0,8}u|--(?:proxy-)?user)[ \t=]{0,16}/gi, curlPassword),
  rule(
    'option-password',
    ['sshpass', 'mysql', 'mariadb', 'redis-cli', ' login '],
    () =>
      /(?:sshpass[^\n;|&]{0,80}?[ \t]-p[ \t]{0,4}|(?:mysql|mariadb)[^\n;|&]{0,200}?[ \t]-p(?=\S)|redis-cli[^\n;|&]{0,120}?[ \t]-a[ \t]{1,4}| login [^\n;|&]{0,200}?-p[ \t]{1,4})/g,
    optionPassword,
  ),
  rule('named-secret', SECRET_NAME_ANCHORS, assignmentPattern, assignedSecret, true),
];
