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
  /** The anchors are lower case and count in any case. */
  readonly isAnyCase?: true;
  /** Made on use, since compiling all of them would cost a hook more than running it. What group 1 matched stays. */
  readonly pattern: () => RegExp;
  /** Where in a match the secret is, or null when it is none; without it, all behind group 1. */
  readonly secretIn: (match: RegExpExecArray) => Span | null;
}

const rule = (
  name: string,
  anchors: readonly string[],
  pattern: () => RegExp,
  secretIn: RedactionRule['secretIn'] = behindFirstGroup,
): RedactionRule => ({ name, anchors, pattern, secretIn });

const anyCase = (...parts: Parameters<typeof rule>): RedactionRule => ({ ...rule(...parts), isAnyCase: true });

/**
 * The formats are those their issuers document (most of them for secret scanning); lengths are the documented ones or
 * somewhat less, so that a token that was cut is still found. Rules that know the format come before those that judge by
 * context, so that the name in the log says as much as possible. Patterns are linear: one quantifier at a place, and
 * none that is followed by something it could match itself.
 */
export const REDACTION_RULES: readonly RedactionRule[] = [
  rule('private-key', ['PRIVATE KEY'], () => /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY[A-Z ]{0,8}-----/g, privateKeyBody),
  rule('jwt', ['eyJ'], () => /eyJ[\w-]*(?:\.[\w-]*){0,4}/g, jsonWebToken),
  rule(
    'github-token',
    ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    () => /gh[oprsu]_[A-Za-z0-9]{20,}|github_pat_\w{22,}/g,
  ),
  rule(
    'gitlab-token',
    ['glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-', 'glft-', 'glsoat-', 'glagent-'],
    () => /gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent)-[\w.-]{20,}/g,
  ),
  rule('slack-token', ['xox', 'xapp-'], () => /xox[abcdeprs](?:\.xox[bp])?-[\w%-]{10,}|xapp-\d-[\w-]{10,}/g),
  rule(
    'webhook-url',
    ['hooks.slack.com/', '/api/webhooks/', 'webhook.office.com/'],
    () =>
      /(hooks\.slack\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/webhooks\/|webhook\.office\.com\/webhookb2\/)[\w/@-]{20,}/g,
  ),
  rule('aws-access-key-id', ['AKIA', 'ASIA', 'ABIA', 'ACCA'], () => /A(?:KI|SI|BI|CC)A[A-Z0-9]{16}/g),
  rule('google-api-key', ['AIza'], () => /AIza[\w-]{35}/g),
  rule('google-oauth', ['GOCSPX-', 'ya29.', '1//0'], () => /GOCSPX-[\w-]{20,}|ya29\.[\w-]{20,}|1\/\/0[\w-]{30,}/g),
  rule(
    'stripe-key',
    ['k_live_', 'k_test_', 'whsec_'],
    () => /[rs]k_(?<=(?:^|[^A-Za-z0-9]|\\[nrt])[rs]k_)(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{20,}/g,
  ),
  rule('twilio-key', ['SK'], () => /SK(?<=(?:^|[^A-Za-z0-9]|\\[nrt])SK)[0-9a-f]{32}/g),
  rule('sendgrid-key', ['SG.'], () => /SG\.[\w-]{16,}\.[\w-]{16,}/g),
  rule('npm-token', ['npm_'], () => /npm_[A-Za-z0-9]{30,}/g),
  rule('pypi-token', ['pypi-'], () => /pypi-[\w-]{50,}/g),
  rule('docker-token', ['dckr_'], () => /dckr_(?:pat|oat)_[\w-]{20,}/g),
  rule('anthropic-key', ['sk-ant-'], () => /sk-ant-[\w-]{20,}/g),
  rule(
    'openai-key',
    ['sk-'],
    () => /sk-(?<=(?:^|[^A-Za-z0-9]|\\[nrt])sk-)(?:(?:proj|svcacct|admin|None|or-v1)-[\w-]{20,}|[A-Za-z0-9]{32,})/g,
  ),
  rule('hugging-face-token', ['hf_', 'api_org_'], () => /(?:hf|api_org)_[A-Za-z0-9]{30,}/g),
  rule(
    'ai-provider-key',
    ['gsk_', 'xai-', 'pplx-', 'nvapi-', 'r8_'],
    () => /gsk_[A-Za-z0-9]{40,}|xai-[A-Za-z0-9]{60,}|pplx-[A-Za-z0-9]{40,}|nvapi-[\w-]{50,}|r8_[A-Za-z0-9]{37,}/g,
  ),
  rule('digitalocean-token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], () => /do[opr]_v1_[0-9a-f]{40,}/g),
  rule('heroku-key', ['HRKU-'], () => /HRKU-[\w-]{30,}/g),
  rule(
    'shopify-token',
    ['shpat_', 'shpca_', 'shppa_', 'shpss_', 'shpua_'],
    () => /shp(?:at|ca|pa|ss|ua)_[0-9a-fA-F]{32,}/g,
  ),
  rule(
    'square-token',
    ['sq0', 'EAAA'],
    () => /sq0(?:atp|csp|idp)-[\w-]{20,}|EAAA(?<=(?:^|[^\w+/=-]|\\[nrt])EAAA)[\w-]{60}(?![\w+/=-])/g,
  ),
  rule('mailgun-key', ['key-'], () => /key-(?<=(?:^|[^\w-]|\\[nrt])key-)[0-9a-f]{32}/g),
  anyCase('discord-token', ['discord'], () => /[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}/g),
  rule('telegram-token', [':AA'], () => /\d{8,10}:AA[\w-]{32,}/g),
  rule('azure-client-secret', ['Q~'], () => /[\w.~-]{3}\dQ~[\w.~-]{31,34}/g),
  rule('url-signature', ['sig=', 'Signature='], () => /([?&;](?:sig|(?:X-(?:Amz|Goog)-)?Signature)=)[\w%+/=-]{16,}/g),
  rule(
    'cloudflare-token',
    ['cfk_', 'cfut_', 'cfat_', 'v1.0-'],
    () => /cf(?:k|ut|at)_[A-Za-z0-9]{40,}|v1\.0-[0-9a-f]{24}-[0-9a-f]{100,}/g,
  ),
  rule('linear-key', ['lin_api_', 'lin_oauth_'], () => /lin_(?:api|oauth)_[A-Za-z0-9]{32,}/g),
  rule('notion-token', ['ntn_', 'secret_'], () => /ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43}/g),
  rule('databricks-token', ['dapi'], () => /dapi[0-9a-f]{32}(?:-\d)?/g),
  rule('vault-token', ['hvs.', 'hvb.', 'hvr.'], () => /hv[brs]\.[\w-]{20,}/g),
  rule('doppler-token', ['dp.'], () => /dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[\w-]{1,40}\.)?[A-Za-z0-9]{20,}/g),
  rule(
    'new-relic-key',
    ['NRAK-', 'NRJS-', 'NRII-', 'NRAL'],
    () => /NRAK-[A-Z0-9]{27}|NRJS-[0-9a-f]{19}|NRII-[\w-]{32}|[0-9a-fA-F]{32,36}NRAL/g,
  ),
  rule('sentry-token', ['sntrys_', 'sntryu_'], () => /sntry[su]_[\w+/=-]{40,}/g),
  rule('atlassian-token', ['ATATT3', 'ATCTT3', 'ATBB'], () => /AT(?:ATT3|CTT3)[\w=-]{30,}|ATBB[A-Za-z0-9]{32,}/g),
  rule('grafana-token', ['glsa_', 'glc_'], () => /glsa_\w{32,}|glc_[\w+/=]{32,}/g),
  rule('postman-key', ['PMAK-'], () => /PMAK-[0-9a-f]{24}-[0-9a-f]{34}/g),
  rule('supabase-key', ['sbp_', 'sb_secret_'], () => /sbp_[0-9a-f]{40,}|sb_secret_[\w-]{20,}/g),
  rule('terraform-token', ['.atlasv1.'], () => /[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,}/g),
  rule('age-key', ['AGE-SECRET-KEY-1'], () => /AGE-SECRET-KEY-1[A-Z0-9]{40,}/g),
  rule('url-password', ['://'], () => /:\/\//g, urlPassword),
  anyCase(
    'authorization',
    ['authorization'],
    () => /authorization(\\{0,16}["'`]?\]?)[ \t]{0,16}[:=,][ \t]{0,16}/gi,
    authorizationCredentials,
  ),
  anyCase('bearer-token', ['bearer '], () => /(bearer )[\w.~+/=-]{16,}/gi, bearerToken),
  anyCase('cookie', ['cookie'], () => /cookie(\\{0,16}["'`]?\]?)[ \t]{0,16}([:=,])[ \t]{0,16}/gi, cookiePairs),
  rule('curl-password', ['curl'], () => /(?:-[A-Za-z]{0,8}[Uu]|--(?:proxy-)?user)[ \t=]{0,16}/g, curlPassword),
  rule(
    'option-password',
    ['sshpass', 'mysql', 'mariadb', 'redis-cli', ' login ', ' pass:'],
    () =>
      /(?:sshpass[^\n;|&]{0,80}?[ \t]-p[ \t]{0,4}|(?:mysql|mariadb)[^\n;|&]{0,200}?[ \t]-p(?=\S)|redis-cli[^\n;|&]{0,120}?[ \t]-a[ \t]{1,4}| login [^\n;|&]{0,200}?-p[ \t]{1,4}|-pass(?:in|out)? pass:)/g,
    optionPassword,
  ),
  rule(
    'netrc',
    ['machine '],
    () => /(machine\s{1,20}\S{1,200}\s{1,20}login\s{1,20}\S{1,200}\s{1,20}password\s{1,20})\S+/g,
  ),
  anyCase('named-secret', SECRET_NAME_ANCHORS, assignmentPattern, assignedSecret),
];
