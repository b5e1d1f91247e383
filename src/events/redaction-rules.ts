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
  standsApart,
  urlPassword,
  writtenOut,
} from './redaction-spans.ts';
import { assignedSecret, assignmentPattern } from './secret-assignments.ts';
import { SECRET_NAME_ANCHORS } from './secret-names.ts';
import { blockPattern, blockSecret, kubernetesSecrets, mayHoldBlock } from './yaml-secrets.ts';

/** How one kind of secret is recognised. */
export interface RedactionRule {
  /** Stands in the log in the secret's place. Never renamed once released. */
  readonly name: string;
  /**
   * Texts of which one is in every text that holds such a secret. Only letters, digits and signs that JSON writes as
   * they are, so that they are found in a line of JSON, too.
   */
  readonly anchors: readonly string[];
  /** Global, and made on use: most hooks need none of them, and compiling all takes more than a millisecond. */
  readonly pattern: () => RegExp;
  /** Where in a match the secret is; null when it is none. */
  readonly secretIn: (match: RegExpExecArray) => Span | null;
  /** Tells that a text with an anchor holds none all the same, where that is faster than the pattern. */
  readonly mayBeIn?: (text: string) => boolean;
  /** Finds them without a pattern, where one match at a time cannot tell. */
  readonly spansIn?: (text: string) => readonly Span[];
  /** Whether the anchors, which are lower case then, count in any case. */
  readonly isAnyCase: boolean;
  /** Whether an anchor counts only where no word goes on: `sk-` begins a key, and ends `task-`. */
  readonly isAlone: boolean;
}

const rule = (
  name: string,
  anchors: readonly string[],
  pattern: () => RegExp,
  secretIn: RedactionRule['secretIn'] = behindFirstGroup,
): RedactionRule => ({ name, anchors, pattern, secretIn, isAnyCase: false, isAlone: false });

const alone = (name: string, anchors: readonly string[], pattern: () => RegExp): RedactionRule => ({
  ...rule(name, anchors, pattern, standsAlone),
  isAlone: true,
});

const anyCase = (
  name: string,
  anchors: readonly string[],
  pattern: () => RegExp,
  secretIn: RedactionRule['secretIn'] = behindFirstGroup,
): RedactionRule => ({ name, anchors, pattern, secretIn, isAnyCase: true, isAlone: false });

/**
 * The formats are those that issuers document; the least number of characters is the documented one or somewhat less, so
 * that a token that was cut is still found. Rules that know a format come before those that judge by context, so that
 * the name in the log says as much as can be said.
 *
 * Searching for anchors is all that most lines cost, and its price is how often a text has an anchor's first character:
 * hence `k_live_` for `sk_live_`, and one anchor for several rules where one will do. Patterns are linear: no repetition
 * is followed by what it could match itself, and each has a limit, since one without overflows the stack of the regular
 * expression engine on a huge text.
 */
export const REDACTION_RULES: readonly RedactionRule[] = [
  rule('private-key', ['PRIVATE KEY'], () => /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY[A-Z ]{0,8}-----/g, privateKeyBody),
  rule('jwt', ['eyJ'], () => /eyJ[\w-]{0,2048}(?:\.[\w-]{0,16384}){0,4}/g, jsonWebToken),
  rule('github-token', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], () => /gh[oprsu]_\w{22,2048}/g),
  rule('github-token', ['b_pat_'], () => /github_pat_\w{22,2048}/g),
  rule(
    'gitlab-token',
    ['glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-', 'glft-', 'glsoat-', 'glagent-', 'GR1348941'],
    () => /(?:gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent)-|GR1348941)[\w.-]{20,2048}/g,
  ),
  rule('slack-token', ['xox', 'xapp-'], () => /(?:xox[abcdeprs](?:\.xox[bp])?|xapp-\d)-[\w%-]{10,2048}/g),
  rule(
    'webhook-url',
    ['hooks.slack.com/', '/api/webhooks/', 'webhook.office.com/'],
    () => /((?:hooks\.slack\.com\/[a-z]{1,20}|\/api\/webhooks|webhook\.office\.com\/webhookb2)\/)[\w/@-]{20,2048}/g,
  ),
  rule('aws-access-key-id', ['AKIA', 'ASIA', 'ABIA', 'ACCA'], () => /A(?:KI|SI|BI|CC)A[A-Z0-9]{16}(?![\w+[])/g),
  rule('aws-bedrock-key', ['ABSK'], () => /ABSK[A-Za-z0-9+/]{100,2048}={0,2}/g),
  rule('google-api-key', ['AIza'], () => /AIza[\w-]{35}/g),
  rule('google-oauth', ['GOCSPX-', 'ya29.', '1//0'], () => /(?:GOCSPX-|ya29\.|1\/\/0)[\w-]{20,2048}/g),
  rule('stripe-key', ['k_live_', 'k_test_'], () => /[rs]k_(?:live|test)_[A-Za-z0-9]{16,2048}/g, standsAlone),
  rule('webhook-secret', ['whsec_'], () => /whsec_[\w+/=-]{20,2048}/g),
  alone('twilio-key', ['SK'], () => /SK[0-9a-f]{32}/g),
  rule('sendgrid-key', ['SG.'], () => /SG\.[\w-]{16,64}\.[\w-]{16,64}/g),
  rule('npm-token', ['pm_'], () => /npm_[A-Za-z0-9]{30,2048}/g),
  rule('pypi-token', ['ypi-'], () => /pypi-[\w-]{50,2048}/g),
  rule('docker-token', ['kr_pat_', 'kr_oat_'], () => /dckr_[op]at_[\w-]{20,2048}/g),
  rule('anthropic-key', ['sk-ant-'], () => /sk-ant-[\w-]{20,2048}/g),
  alone('openai-key', ['sk-'], () => /sk-(?:(?:proj|svcacct|admin)-[\w-]{20,2048}|[A-Za-z0-9]{32,2048})/g),
  rule(
    'ai-provider-key',
    ['sk-or-v1-', 'gsk_', 'xai-', 'pplx-', 'vapi-'],
    () => /(?:sk-or-v1-|gsk_|xai-|pplx-|nvapi-)[\w-]{36,2048}/g,
    standsAlone,
  ),
  rule('hugging-face-token', ['hf_', '_org_'], () => /(?:hf|api_org)_[A-Za-z0-9]{30,2048}/g),
  rule('digitalocean-token', ['_v1_'], () => /do[opr]_v1_[0-9a-f]{40,2048}/g),
  rule('heroku-key', ['HRKU-'], () => /HRKU-[\w-]{30,2048}/g),
  rule(
    'shopify-token',
    ['hpat_', 'hpca_', 'hppa_', 'hpss_', 'hpua_'],
    () => /shp(?:at|ca|pa|ss|ua)_[0-9a-fA-F]{32,2048}/g,
  ),
  rule('square-token', ['sq0'], () => /sq0(?:atp|csp|idp)-[\w-]{20,2048}/g),
  rule('square-token', ['EAAA'], () => /EAAA[\w-]{60}(?![\w+/=-])/g, standsApart),
  rule('mailgun-key', ['key-'], () => /key-[0-9a-f]{32}/g, standsAlone),
  anyCase('discord-token', ['iscord'], () => /[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}/g),
  rule('telegram-token', [':AA'], () => /\d{8,10}:AA[\w-]{32,64}/g),
  rule('azure-client-secret', ['Q~'], () => /[\w.~-]{3}\dQ~[\w.~-]{31,34}/g),
  rule(
    'url-signature',
    ['?sig=', '&sig=', ';sig=', 'Signature='],
    () => /([?&;](?:sig|(?:X-(?:Amz|Goog)-)?Signature)=)[\w%+/=-]{16,2048}/g,
  ),
  rule('cloudflare-token', ['fk_', 'fut_', 'fat_'], () => /cf(?:k|ut|at)_[A-Za-z0-9]{40,2048}/g),
  rule('cloudflare-token', ['v1.0-'], () => /v1\.0-[0-9a-f]{24}-[0-9a-f]{100,256}/g),
  rule('linear-key', ['_api_', '_oauth_'], () => /lin_(?:api|oauth)_[A-Za-z0-9]{32,2048}/g),
  rule('notion-token', ['ntn_'], () => /ntn_[A-Za-z0-9]{40,2048}/g),
  anyCase('notion-token', ['secret'], () => /secret_[A-Za-z0-9]{40,2048}/g),
  rule('databricks-token', ['dapi'], () => /dapi[0-9a-f]{32}/g),
  rule('vault-token', ['hvs.', 'hvb.', 'hvr.'], () => /hv[brs]\.[\w-]{20,2048}/g),
  rule('doppler-token', ['dp.'], () => /dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[\w-]{1,40}\.)?[A-Za-z0-9]{30,64}/g),
  rule('new-relic-key', ['NRAK-', 'NRJS-', 'NRII-'], () => /NR(?:AK|JS|II)-[\w-]{19,64}/g),
  rule('new-relic-key', ['NRAL'], () => /[0-9a-fA-F]{32,36}NRAL/g),
  rule('sentry-token', ['ys_', 'yu_'], () => /sntry[su]_[\w+/=-]{40,2048}/g),
  rule('atlassian-token', ['ATATT3', 'ATCTT3', 'ATBB'], () => /AT(?:ATT3|CTT3|BB)[\w=-]{30,2048}/g),
  rule('grafana-token', ['glsa_', 'glc_'], () => /gl(?:sa|c)_[\w+/=-]{32,2048}/g),
  rule('supabase-key', ['bp_'], () => /sbp_[0-9a-f]{40,2048}/g),
  anyCase('supabase-key', ['secret'], () => /sb_secret_[\w-]{20,2048}/g),
  rule('terraform-token', ['.atlasv1.'], () => /\w{14}\.atlasv1\.[\w=-]{40,2048}/g),
  rule('postman-key', ['PMAK-'], () => /PMAK-[0-9a-f]{24}-[0-9a-f]{34}/g),
  rule('tailscale-key', ['key-'], () => /tskey-[a-z]{2,16}-[\w-]{20,2048}/g),
  rule('onepassword-token', ['eyJ'], () => /ops_eyJ[\w+/=-]{100,16384}/g),
  rule('circleci-token', ['CCIPAT_'], () => /CCIPAT_\w{20,2048}/g),
  rule('dynatrace-token', ['0c01.'], () => /dt0c01\.[A-Z0-9]{24}\.[A-Z0-9]{64}/g),
  rule('brevo-key', ['xkeysib-'], () => /xkeysib-[0-9a-f]{64}-\w{16}/g),
  rule('figma-token', ['figd_'], () => /figd_[\w-]{40,2048}/g),
  rule('rubygems-key', ['ygems_'], () => /rubygems_[0-9a-f]{48}/g),
  anyCase('age-key', ['secret'], () => /AGE-SECRET-KEY-1[0-9A-Z]{58}/gi),
  rule('url-password', ['://'], () => /:\/\//g, urlPassword),
  anyCase(
    'authorization',
    ['horization'],
    () => /authorization(\\{0,16}(?:["'`]\]?)?)[ \t]{0,16}[:=,][ \t]{0,16}/gi,
    authorizationCredentials,
  ),
  anyCase('bearer-token', ['bearer '], () => /(bearer )[\w.~+/=-]{16,4096}/gi, bearerToken),
  anyCase('cookie', ['kie'], () => /cookie(\\{0,16}(?:["'`]\]?)?)[ \t]{0,16}([:=,])[ \t]{0,16}/gi, cookiePairs),
  rule('curl-password', ['curl'], () => /[\s"'](?:-[a-z]{0,8}u|--(?:proxy-)?user)[ \t=]{0,16}/gi, curlPassword),
  rule(
    'option-password',
    ['hpass', 'ysql', '-cli', 'ker login', 'dman login'],
    () =>
      /(?:sshpass[^\n;|&]{0,80}?[ \t]-p[ \t]{0,4}|mysql[^\n;|&]{0,200}?[ \t]-p(?=\S)|redis-cli[^\n;|&]{0,120}?[ \t]-a[ \t]{1,4}|(?:docker|podman) login[^\n;|&]{0,200}?[ \t]-p[ \t]{1,4})/g,
    optionPassword,
  ),
  anyCase(
    'netrc-password',
    ['passw'],
    () =>
      /((?<=^|[^\w-]|\\[nrt])(?:machine[^\w\n]{1,8}[\w.-]{1,255}|default)(?:\s|\\[nrt]){1,16}login(?:\s|\\[nrt]){1,16}[^\s\\]{1,255}(?:\s|\\[nrt]){1,16}password[ \t]{1,16})[^\s\\"'`]{1,2048}/gi,
    writtenOut,
  ),
  rule(
    'pgpass-password',
    ['5432:'],
    () => /((?<![\w.-])[\w.*-]{1,255}:5432:[\w.*-]{1,255}:[\w.*-]{1,255}:)[^\s\\"'`]{1,2048}/g,
    writtenOut,
  ),
  rule('registry-auth', ['_auth'], () => /((?:^|[:\s"'`n])_auth[ \t]{0,8}=[ \t]{0,8}["']?)[\w+/=-]{8,2048}/g),
  rule('registry-auth', ['uths'], () => /((?<![\w-])auth\\{0,16}"\s{0,8}:\s{0,8}\\{0,16}")[\w+/=-]{8,2048}/g),
  { ...anyCase('kubernetes-secret', ['secret'], () => /$^/g), spansIn: kubernetesSecrets },
  { ...anyCase('named-secret', SECRET_NAME_ANCHORS, blockPattern, blockSecret), mayBeIn: mayHoldBlock },
  anyCase('named-secret', SECRET_NAME_ANCHORS, assignmentPattern, assignedSecret),
];
