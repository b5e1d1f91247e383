import type { OptionSpec } from './options.ts';
import type { RunHost } from './run.ts';

/** A program that runs the program, or the command line, named by its operands. */
export interface Wrapper extends OptionSpec {
  /** `NAME=value` words before the program's name. */
  readonly assignments?: boolean;
  /** Operands of its own before the program's name. */
  readonly own?: number;
  /** The word behind which the program's name stands; without it there is none. */
  readonly after?: string;
  /** Subcommands under which it runs a program; under others it is an ordinary program. */
  readonly under?: Readonly<Record<string, Wrapper>>;
  /** Options that name the folder the program runs in. */
  readonly directory?: readonly string[];
  /** Options under which it runs nothing. */
  readonly idle?: readonly string[];
  /** Options under which what it runs only shows at run time. */
  readonly opaque?: readonly string[];
  /** Options whose value is a command line. */
  readonly script?: readonly string[];
  /** Its operands, joined by blanks, are a command line; or only under these options. */
  readonly joins?: true | readonly string[];
  /** Options under which it does not wait for the program. */
  readonly detaching?: readonly string[];
  /** What it reads becomes further arguments. */
  readonly extends?: boolean;
  /** Options whose value stands for what it reads, and that value without one. */
  readonly replaces?: Readonly<Record<string, string | null>>;
  readonly host?: RunHost;
  /** Runs in the shell's own process. */
  readonly builtin?: boolean;
}

const NPX: OptionSpec = { valued: 'pcw', longValued: ['package', 'call', 'workspace'] };
const CALLS = ['-c', '--call'];

const CONTAINER_RUN: Wrapper = {
  valued: 'acehlmpuvw',
  longValued: [
    ...['add-host', 'attach', 'cap-add', 'cap-drop', 'cpus', 'device', 'dns', 'entrypoint', 'env', 'env-file'],
    ...['expose', 'gpus', 'hostname', 'ip', 'label', 'link', 'log-driver', 'memory', 'mount', 'name', 'network'],
    ...['pid', 'platform', 'publish', 'pull', 'restart', 'runtime', 'security-opt', 'shm-size', 'tmpfs', 'ulimit'],
    ...['user', 'userns', 'volume', 'volumes-from', 'workdir'],
  ],
  own: 1,
  host: 'container',
};
const CONTAINER_EXEC: Wrapper = {
  valued: 'euw',
  longValued: ['detach-keys', 'env', 'env-file', 'index', 'user', 'workdir'],
  own: 1,
  host: 'container',
  detaching: ['-d', '--detach'],
};
const COMPOSE: Wrapper = {
  valued: 'fp',
  longValued: ['env-file', 'file', 'profile', 'project-directory', 'project-name'],
  under: { exec: CONTAINER_EXEC, run: CONTAINER_RUN },
};
const CONTAINERS: Wrapper = {
  valued: 'Hcl',
  longValued: ['config', 'connection', 'context', 'host', 'log-level', 'namespace'],
  under: {
    exec: CONTAINER_EXEC,
    run: CONTAINER_RUN,
    compose: COMPOSE,
    container: { under: { exec: CONTAINER_EXEC, run: CONTAINER_RUN } },
  },
};
const CLUSTER: Wrapper = {
  valued: 'ns',
  longValued: ['as', 'cluster', 'context', 'kubeconfig', 'namespace', 'server', 'token', 'user'],
  under: {
    exec: { after: '--', host: 'container' },
    run: { after: '--', host: 'container' },
    debug: { after: '--', host: 'container' },
  },
};
const DASHED: Wrapper = { after: '--' };
const TIMEOUT: Wrapper = { valued: 'ks', longValued: ['kill-after', 'signal'], own: 1 };

/** Programs that run another one, and how to find its name behind their options (their manual pages). */
export const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  command: { idle: ['-v', '-V'], builtin: true },
  builtin: { builtin: true },
  exec: { valued: 'a' },
  env: {
    valued: 'uCSP',
    longValued: ['unset', 'chdir', 'split-string', 'argv0'],
    assignments: true,
    directory: ['-C', '--chdir'],
    script: ['-S', '--split-string'],
  },
  sudo: {
    valued: 'CDRTUghprtu',
    longValued: ['chdir', 'chroot', 'close-from', 'command-timeout', 'group', 'host', 'other-user', 'prompt', 'user'],
    assignments: true,
    directory: ['-D', '--chdir'],
    idle: ['-K', '-V', '-e', '-l', '-v', '--edit', '--help', '--list', '--validate', '--version'],
    detaching: ['-b', '--background'],
  },
  doas: { valued: 'Cu', idle: ['-L'] },
  pkexec: { longValued: ['user'], idle: ['--version', '--help'] },
  gosu: { own: 1 },
  'su-exec': { own: 1 },
  setpriv: {
    longValued: ['reuid', 'regid', 'groups', 'inh-caps', 'ambient-caps', 'bounding-set', 'securebits', 'pdeathsig'],
  },
  su: {
    valued: 'cgGswT',
    longValued: ['command', 'group', 'supp-group', 'shell', 'session-command', 'whitelist-environment'],
    mixed: true,
    script: ['-c', '--command', '--session-command'],
    own: Number.POSITIVE_INFINITY,
  },
  runuser: {
    valued: 'cgGsuw',
    longValued: ['command', 'group', 'supp-group', 'shell', 'session-command', 'user', 'whitelist-environment'],
    script: ['-c', '--command', '--session-command'],
  },
  nice: { valued: 'n', longValued: ['adjustment'] },
  ionice: { valued: 'cnpPu', longValued: ['class', 'classdata', 'pid', 'pgid', 'uid'] },
  chrt: { valued: 'DPT', longValued: ['sched-deadline', 'sched-period', 'sched-runtime'], own: 1 },
  taskset: { own: 1 },
  nohup: {},
  setsid: { detaching: ['-f', '--fork'] },
  stdbuf: { valued: 'eio', longValued: ['error', 'input', 'output'] },
  unbuffer: {},
  time: { valued: 'fo', longValued: ['format', 'output'] },
  timeout: TIMEOUT,
  gtimeout: TIMEOUT,
  chroot: { longValued: ['groups', 'userspec'], own: 1 },
  unshare: {
    valued: 'GRSw',
    longValued: ['root', 'wd', 'setuid', 'setgid', 'propagation', 'map-user', 'map-group'],
    directory: ['-w', '--wd'],
  },
  nsenter: { valued: 'tSG', longValued: ['target', 'setuid', 'setgid'] },
  fakeroot: { valued: 'lsib' },
  firejail: {},
  strace: { valued: 'abeEIoOpPsSuUX', longValued: ['attach', 'output', 'trace', 'user'] },
  ltrace: { valued: 'aADeFlnopsuwx', longValued: ['output', 'library'] },
  gdb: { after: '--args' },
  valgrind: {},
  flock: {
    valued: 'cEw',
    longValued: ['command', 'conflict-exit-code', 'timeout', 'wait'],
    own: 1,
    joins: ['-c', '--command'],
  },
  script: {
    valued: 'cEmoBIOT',
    longValued: ['command', 'echo', 'logging-format', 'log-in', 'log-io', 'log-out', 'log-timing', 'output-limit'],
    script: ['-c', '--command'],
    own: 1,
  },
  watch: { valued: 'nq', longValued: ['equexit', 'interval'], idle: ['-h', '-v', '--help', '--version'], joins: true },
  hyperfine: {
    valued: 'wmMrpcPDLnius',
    longValued: ['warmup', 'min-runs', 'max-runs', 'runs', 'prepare', 'setup', 'cleanup', 'shell', 'export-json'],
    joins: true,
  },
  'systemd-run': {
    valued: 'CEHMdpuw',
    longValued: [
      'description',
      'host',
      'machine',
      'property',
      'setenv',
      'slice',
      'uid',
      'gid',
      'unit',
      'working-directory',
    ],
    directory: ['--working-directory'],
  },
  'systemd-inhibit': { longValued: ['what', 'who', 'why', 'mode'] },
  'dbus-run-session': DASHED,
  caffeinate: { valued: 'tw' },
  'xvfb-run': { valued: 'efnpsw', longValued: ['server-args', 'server-num', 'error-file', 'auth-file'] },
  busybox: { idle: ['--list', '--list-full', '--install', '--help'] },
  toybox: { idle: ['--long', '--help', '--version'] },
  // `-e`, `-i` and `-l` only take an attached value.
  xargs: {
    valued: 'adEILnPRSsJ',
    longValued: ['arg-file', 'delimiter', 'max-args', 'max-chars', 'max-procs', 'process-slot-var'],
    extends: true,
    replaces: { '-I': null, '-J': null, '-i': '{}', '--replace': '{}' },
  },
  ssh: { valued: 'BbcDEeFIiJLlmOopQRSWw', own: 1, joins: true, host: 'remote' },
  docker: CONTAINERS,
  podman: CONTAINERS,
  nerdctl: CONTAINERS,
  'docker-compose': COMPOSE,
  'podman-compose': COMPOSE,
  kubectl: CLUSTER,
  oc: CLUSTER,
  lxc: { under: { exec: { after: '--', host: 'container' } } },
  vagrant: { under: { ssh: { valued: 'c', longValued: ['command'], script: ['-c', '--command'], host: 'remote' } } },
  direnv: { under: { exec: { own: 1 } } },
  'cross-env': { assignments: true },
  dotenv: DASHED,
  doppler: { under: { run: DASHED } },
  op: { under: { run: DASHED } },
  mise: { under: { exec: DASHED, x: DASHED } },
  'nix-shell': { valued: 'pAI', longValued: ['run', 'command'], mixed: true, script: ['--run', '--command'], own: 99 },
  conda: { under: { run: { valued: 'np', longValued: ['cwd', 'name', 'prefix'], directory: ['--cwd'] } } },
  nyc: { longValued: ['reporter', 'include', 'exclude'], valued: 'rnx' },
  c8: { longValued: ['reporter', 'include', 'exclude'], valued: 'rnx' },
  npx: { ...NPX, script: CALLS },
  pnpx: { valued: 'p', longValued: ['package'] },
  bunx: { valued: 'p', longValued: ['package'] },
  npm: {
    valued: 'wC',
    longValued: ['workspace', 'prefix', 'loglevel'],
    under: { exec: { ...NPX, script: CALLS }, x: { ...NPX, script: CALLS } },
    directory: ['--prefix', '-C'],
  },
  pnpm: {
    valued: 'CF',
    longValued: ['dir', 'filter', 'filter-prod', 'loglevel', 'reporter'],
    under: {
      exec: { longValued: ['package'], joins: ['-c', '--shell-mode'] },
      dlx: { longValued: ['package'], joins: ['-c', '--shell-mode'] },
    },
    directory: ['-C', '--dir'],
  },
  yarn: { longValued: ['cwd'], under: { exec: { valued: 'p' }, dlx: { valued: 'p' } }, directory: ['--cwd'] },
  bun: { longValued: ['cwd'], under: { x: {} }, directory: ['--cwd'] },
  uv: {
    longValued: ['directory', 'project'],
    under: {
      run: {
        valued: 'p',
        longValued: ['with', 'extra', 'group', 'python', 'package', 'env-file', 'directory', 'project'],
        directory: ['--directory'],
        opaque: ['-m', '--module'],
      },
    },
    directory: ['--directory'],
  },
  poetry: { valued: 'CP', longValued: ['directory', 'project'], under: { run: {} }, directory: ['-C', '--directory'] },
  pipenv: { under: { run: {} } },
  pdm: { under: { run: {} } },
  hatch: { under: { run: {} } },
  bundle: { under: { exec: {} } },
};
