// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such texts are what is tested
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mayHoldSecret } from '../../src/events/may-hold-secret.ts';
import { redactText } from '../../src/events/redact.ts';
import { randomFrom } from './redaction-table.ts';

const random = randomFrom(20);
const bytes = (length: number): Buffer => Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
const hex = (length: number): string => bytes(length / 2).toString('hex');
const base64 = (length: number): string => bytes(length).toString('base64');
const uuid = (): string => [8, 4, 4, 4, 12].map((length) => hex(length)).join('-');
const version = (): string => [9, 20, 30].map((most) => Math.floor(random() * most)).join('.');
const many = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

const NAMES = [
  'lodash',
  '@babel/core',
  'token-types',
  'keytar',
  'passport-local',
  'js-tokens',
  'secret-stack',
  'cookie',
];
const name = (at: number): string => NAMES[at % NAMES.length] as string;

/** Files as tools write them. */
const GENERATED: Readonly<Record<string, string>> = {
  'package-lock.json': many(
    300,
    (at) =>
      `    "node_modules/${name(at)}": {\n      "version": "${version()}",\n      "resolved": "https://registry.npmjs.org/${name(at)}/-/${name(at)}-${version()}.tgz",\n      "integrity": "sha512-${base64(64)}",\n      "license": "MIT"\n    },`,
  ),
  'yarn.lock': many(
    300,
    (at) =>
      `${name(at)}@^${version()}:\n  version "${version()}"\n  resolved "https://registry.yarnpkg.com/${name(at)}/-/${name(at)}-${version()}.tgz#${hex(40)}"\n  integrity sha512-${base64(64)}\n`,
  ),
  'pnpm-lock.yaml': many(
    300,
    (at) =>
      `  /${name(at)}@${version()}:\n    resolution: {integrity: sha512-${base64(64)}}\n    engines: {node: '>=18'}\n`,
  ),
  'Cargo.lock': many(
    300,
    (at) =>
      `[[package]]\nname = "${name(at)}"\nversion = "${version()}"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\nchecksum = "${hex(64)}"\n`,
  ),
  'poetry.lock': many(
    300,
    (at) => `    {file = "${name(at)}-${version()}-py3-none-any.whl", hash = "sha256:${hex(64)}"},`,
  ),
  'go.sum': many(
    300,
    (at) =>
      `github.com/${name(at)} v${version()} h1:${base64(32)}\ngolang.org/x/crypto v${version()}/go.mod h1:${base64(32)}`,
  ),
  'git log': many(
    300,
    () => `commit ${hex(40)}\nMerge: ${hex(7 + 1)} ${hex(8)}\nAuthor: Jane Doe <jane@example.com>\n`,
  ),
  identifiers: many(300, () => `${uuid()} ${uuid().toUpperCase()} ${hex(32)} ${hex(64)} ${base64(16)} ${base64(20)}`),
  'an image in a page': `<img src="data:image/png;base64,${base64(60_000)}" alt="a token">`,
  'an image in lines': base64(30_000).replace(/.{76}/g, '$&\n'),
  'a style sheet': many(
    200,
    (at) => `.token-${at} { color: #${hex(6)}; background: url(%23${hex(6)}); --secret-size: ${at}px }`,
  ),
  'minified code': many(
    60,
    (at) =>
      `!function(e,t){var n=e.token,r=t.password;function o(e){return e&&e.key?n[e.key]:r}i.secret=o,a=${at}||s(n.apiKey=function(e){return e.password===t.password})}(this,window);`,
  ),
  'a public certificate': `-----BEGIN CERTIFICATE-----\n${base64(1200).replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----`,
  'ssh public keys': many(20, (at) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${base64(32)} dev${at}@example.com`),
};

/** Code that speaks of secrets and holds none. */
const CODE: Readonly<Record<string, string>> = {
  'package.json': `
"@inquirer/password": "^5.2.5",
"json-web-token": "~3.2.0",
"@acme/secret": ">=2.0.0-rc.1",
"@acme/token": "workspace:*",
`,
  TypeScript: `
interface Login { readonly user: string; readonly password: string; token?: string | null }
const password = getPassword();
const token: string = await this.tokens.create({ user, password, secret: this.secret });
export const apiKey = process.env.API_KEY ?? config.apiKey;
if (!token || token.length < MIN_TOKEN_LENGTH) throw new Error('missing token');
const { access_token: accessToken, refresh_token } = await response.json();
headers.set('Authorization', \`Bearer \${token}\`);
expect(form.password).toBe('********');
const url = \`postgres://\${user}:\${encodeURIComponent(password)}@\${host}/\${name}\`;
const route = /^\\/api\\/v1\\/(?:users|tokens):(.*)@(.+)$/;
const tokens = source.match(/https?:\\/\\/[^/:]+:[^@]+@/g);
`,
  Python: `
def login(user: str, password: str, token: Optional[str] = None) -> Session:
    secret = os.environ["APP_SECRET"]
    api_key = settings.API_KEY
    if not check_password(password, user.password_hash):
        raise AuthError("wrong password")
    return Session(token=token or make_token(), secret_key=secret, password=password)
parser.add_argument("--password", help="password of the database", required=True)
`,
  Go: `
type Config struct {
	Password string \`json:"password" env:"DB_PASSWORD"\`
	APIKey   string \`json:"api_key,omitempty"\`
}
token, err := os.ReadFile("/run/secrets/token")
req.Header.Set("Authorization", "Bearer "+token)
dsn := fmt.Sprintf("postgres://%s:%s@%s/%s", c.User, c.Password, c.Host, c.Name)
`,
  Rust: `
pub struct Credentials { pub user: String, pub password: SecretString, pub token: Option<String> }
let token = std::env::var("TOKEN").expect("TOKEN must be set");
let password = rpassword::prompt_password("Password: ")?;
while let Some(token) = tokens.next() { match token.kind { TokenKind::Secret => secret(token), _ => {} } }
`,
  Java: `
private String password; private final Token token; private static final String PASSWORD = "password";
public void setPassword(String password) { this.password = password; }
String secret = System.getenv("CLIENT_SECRET"); Key key = store.getKey(alias, password.toCharArray());
@Value("\${spring.datasource.password}") private String dbPassword;
`,
  Ruby: `
password = ENV.fetch("DB_PASSWORD")
user.authenticate(params[:password]) && session[:token] = SecureRandom.hex(20)
config.api_key = Rails.application.credentials.dig(:stripe, :api_key)
`,
  Shell: `
read -rs -p "Password: " PASSWORD; export PASSWORD
TOKEN=$(gh auth token) curl -H "Authorization: Bearer $TOKEN" -u "$USER:$PASSWORD" "https://api.example.com/?token=$TOKEN"
docker run -e DB_PASSWORD -e API_KEY="\${API_KEY}" --secret id=npm,src=.npmrc image
kubectl get secret database -o jsonpath='{.data.password}' | base64 -d
find . -path ./secrets -prune -o -name '*.key' -print
`,
  YAML: `
password: \${DB_PASSWORD}
token: "{{ vault_token }}"
secretName: database
env:
  - name: DB_PASSWORD
    valueFrom: { secretKeyRef: { name: database, key: password } }
  - name: API_KEY
    value: \${{ secrets.API_KEY }}
kind: SecretProviderClass
data: { }
description: |
  The password is in the vault.
`,
  prose: `
Enter your password, then press return. The token is printed once; a secret belongs into the vault, the password: see above.
Passwords must have twelve characters. API keys: see https://example.com/docs/api-keys?tab=token%20types#the-secret
A cookie: a small file. Basic authentication sends name:password in base64, for example with curl -u name:password.
`,
};

/** Files of this repository that hold something like a secret on purpose. */
const ON_PURPOSE =
  /^(?:test\/events\/(?:redact|secret-)|test\/hooks\/redaction|test\/(?:gates|hooks)\/llm-review\/|test\/gates\/forward-motion\.test\.ts$|test\/kit\/reviewers\.ts$|test\/replay\/fidelity\.prop\.test\.ts$|test\/tui\/detail\/command-lines\.test\.ts$|test\/shell\/acts\/database\.test\.ts$|test\/features\/seed-000\.test\.ts$|test\/hooks\/observers\/proof-report\.test\.ts$|test\/workers\/test-runner\/runs\.test\.ts$|src\/hooks\/warm-up\.ts$|docs\/redaction\.md$)/;

describe('redaction', () => {
  it.each(Object.entries(GENERATED))('leaves alone what a tool wrote: %s', (_, text) => {
    expect(redactText(text)).toEqual({ text, hits: [] });
  });

  it.each(Object.entries(CODE))('leaves alone text that only speaks of secrets: %s', (_, text) => {
    for (const line of text.split('\n')) expect(redactText(line)).toEqual({ text: line, hits: [] });
    expect(redactText(text)).toEqual({ text, hits: [] });
    expect(redactText(JSON.stringify({ text })).hits).toEqual([]);
  });

  it('leaves alone every other file of this repository', () => {
    const root = join(import.meta.dirname, '..', '..');
    const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
    expect(files.length).toBeGreaterThan(150);
    const hit = files
      .filter((file) => !ON_PURPOSE.test(file))
      .filter((file) => redactText(readFileSync(join(root, file), 'utf8')).hits.length > 0);
    expect(hit).toEqual([]);
  });

  it('does not even look closer at most lines', () => {
    const lines = ['git log', 'Cargo.lock', 'poetry.lock'].flatMap((kind) => (GENERATED[kind] as string).split('\n'));
    const looked = lines.filter((line) => !/token|key|pass|secret|cookie|:\/\//.test(line) && mayHoldSecret(line));
    expect(looked.length / lines.length).toBeLessThan(0.01);
  });
});
