import { chmodSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { FindingId } from '../../../src/cli/doctor/catalogue.ts';
import type { Disk } from '../../../src/cli/doctor/checks/log-place.ts';
import { findLocation, stateLocation } from '../../../src/events/location.ts';
import { DIST } from '../../kit/hook-process.ts';
import { type DoctorProject, LOCAL, ownHandler, SHARED } from './doctor-project.ts';

/** How a project comes to have a finding: what is done to one in which docket works. */
export interface FindingCase {
  readonly breaks: (project: DoctorProject) => void;
  /** What the evidence or the sentence says, among other things. */
  readonly says: RegExp;
  /** A client that is not the newest one; null: none that is known. */
  readonly client?: string | null;
  readonly disk?: Partial<Disk>;
}

const policy = (text: string) => (project: DoctorProject) => {
  project.write('docket.config.json', text);
};

const strange = (command: string, more: Record<string, unknown> = {}) => ({ type: 'command', command, ...more });

const elsewhereOf = ({ path, home, env }: DoctorProject): string => {
  const all = { ...env, HOME: home };
  return stateLocation(findLocation({ env: all, cwd: path }), all, 'EACCES').root;
};

const script =
  (name: string, text: string, event = 'PreToolUse') =>
  (project: DoctorProject) => {
    const path = project.write(`tools/${name}`, `#!/bin/bash\n${text}\n`, 0o755);
    project.foreign(event, strange(`"${path}"`), 'Bash');
  };

/** Every finding that needs nothing to be run. */
export const CASES: Readonly<Partial<Record<FindingId, FindingCase>>> = {
  'registration/none': { breaks: ({ at }) => rmSync(at(LOCAL)), says: /nothing is recorded/ },
  'registration/unreadable': {
    breaks: ({ write }) => void write(SHARED, '{ "hooks": { '),
    says: /settings\.json.* not valid JSON/,
  },
  'registration/switched-off': {
    breaks: ({ write }) => void write(SHARED, '{ "disableAllHooks": true }'),
    says: /disableAllHooks/,
  },
  'registration/missing-events': {
    breaks: ({ settings }) =>
      settings(({ hooks }) => {
        delete hooks['PostCompact'];
      }),
    says: /PostCompact/,
  },
  'registration/gate-cut-off': {
    breaks: ({ settings }) =>
      settings(({ hooks }) => {
        delete hooks['PreToolUse'];
      }),
    says: /guard is on and is not told of PreToolUse/,
  },
  'registration/unknown-event': {
    breaks: ({ settings }) =>
      settings(({ hooks }) => {
        hooks['PreToolUsed'] = [{ hooks: [ownHandler()] }];
      }),
    says: /PreToolUsed at .*settings\.local\.json:\d+/,
  },
  'registration/exec-form': { breaks: () => undefined, client: '2.1.101', says: /does not read "args"/ },
  'registration/takes-over': {
    breaks: ({ settings }) =>
      settings(({ hooks }) => {
        hooks['WorktreeCreate'] = [{ hooks: [ownHandler()] }];
      }),
    says: /in place of git/,
  },
  'registration/doubled': {
    breaks: ({ settings }) =>
      settings(({ hooks }) => {
        hooks['Stop'] = [{ hooks: [ownHandler(join(DIST, '..', 'dist', './hook.cjs'), 'node')] }];
      }, SHARED),
    says: /Stop at .*settings\.json:\d+ \(project\)/,
  },
  'registration/matcher': {
    breaks: ({ entry }) =>
      entry('SessionStart', (_, group) => {
        group.matcher = 'startup|clear|compact';
      }),
    says: /misses resume, fork/,
  },
  'registration/limited': {
    breaks: ({ entry }) =>
      entry('PreToolUse', (handler) => {
        handler['async'] = true;
      }),
    says: /"async": true at/,
  },
  'registration/host': {
    breaks: ({ entry }) =>
      entry('Stop', (handler) => {
        handler['args'] = [join(DIST, 'hook.cjs')];
      }),
    says: /no --host at/,
  },
  'registration/wrapped': {
    breaks: ({ foreign }) => foreign('Stop', strange('docket hook --host claude-code | tee -a said.txt')),
    says: /Stop|settings\.json:\d+/,
  },
  'registration/timeout-unit': {
    breaks: ({ entry }) =>
      entry('Stop', (handler) => {
        handler['timeout'] = 5000;
      }),
    says: /"timeout": 5000 at/,
  },
  'registration/timeout-mismatch': {
    breaks: ({ entry }) =>
      entry('PreToolUse', (handler) => {
        handler['timeout'] = 3;
      }),
    says: /"timeout": 3, and docket is told 5/,
  },
  'registration/timeout-short': {
    breaks: ({ entry }) =>
      entry('PreToolUse', (handler) => Object.assign(handler, ownHandler(undefined, undefined, 1))),
    says: /PreToolUse: 1 s/,
  },
  'registration/dangling': {
    breaks: ({ entry }) => entry('PreToolUse', (handler) => Object.assign(handler, ownHandler('/gone/dist/hook.cjs'))),
    says: /\/gone\/dist\/hook\.cjs does not exist: PreToolUse at .*settings\.local\.json:\d+/,
  },
  'registration/not-executable': {
    breaks: ({ entry, writeHome }) => {
      const node = writeHome('bin/node', '#!/bin/sh\n', 0o644);
      entry('PreToolUse', (handler) => Object.assign(handler, ownHandler(undefined, node)));
    },
    says: /bin\/node at/,
  },
  'registration/old-node': {
    breaks: ({ entry, writeHome }) => {
      const node = writeHome('bin/node', '#!/bin/sh\necho v18.20.4\n', 0o755);
      entry('PreToolUse', (handler) => Object.assign(handler, ownHandler(undefined, node)));
    },
    says: /is 18\.20\.4/,
  },
  'registration/other-docket': {
    breaks: ({ entry, writeHome }) => {
      writeHome('old/package.json', '{ "name": "docket", "version": "0.0.1" }');
      const hook = writeHome('old/dist/hook.cjs', '');
      entry('PreToolUse', (handler) => Object.assign(handler, ownHandler(hook)));
    },
    says: /old\/dist\/hook\.cjs is 0\.0\.1/,
  },
  'registration/not-portable': {
    breaks: ({ at }) => renameSync(at(LOCAL), at(SHARED)),
    says: /settings\.json:\d+/,
  },
  'registration/npx-cache': {
    breaks: ({ entry, writeHome }) => {
      const hook = writeHome('.npm/_npx/1f/node_modules/docket/dist/hook.cjs', '');
      entry('PreToolUse', (handler) => Object.assign(handler, ownHandler(hook)));
    },
    says: /_npx/,
  },
  'registration/client-unknown': { breaks: () => undefined, client: null, says: /--version/ },
  'environment/extra-ca-certs': {
    breaks: ({ env }) => {
      env['NODE_EXTRA_CA_CERTS'] = '/etc/certs.pem';
    },
    says: /NODE_EXTRA_CA_CERTS=\/etc\/certs\.pem in this environment/,
  },
  'environment/node-options': {
    breaks: ({ settings }) =>
      settings((all) => {
        all['env'] = { NODE_OPTIONS: '--require /x/agent.js' };
      }),
    says: /--require \/x\/agent\.js in "env" of .*settings\.local\.json/,
  },
  'environment/node-files': {
    breaks: ({ env }) => {
      env['NODE_V8_COVERAGE'] = '/tmp/coverage';
    },
    says: /NODE_V8_COVERAGE/,
  },
  'environment/docket-debug': {
    breaks: ({ env }) => {
      env['DOCKET_DEBUG'] = '1';
    },
    says: /DOCKET_DEBUG=1/,
  },
  'log/none': { breaks: ({ at }) => rmSync(at('.docket'), { recursive: true }), says: /no log yet/ },
  'log/link': {
    breaks: ({ at, home }) => {
      rmSync(at('.docket/snapshots'), { recursive: true, force: true });
      symlinkSync(home, at('.docket/snapshots'));
    },
    says: /snapshots is a link/,
  },
  'log/not-writable': {
    breaks: ({ at }) => {
      rmSync(at('.docket/log/000001.ndjson'));
      mkdirSync(at('.docket/log/000001.ndjson'));
    },
    says: /EISDIR/,
  },
  'log/fallback': {
    breaks: (project) => {
      mkdirSync(join(elsewhereOf(project), 'log'), { recursive: true });
      rmSync(project.at('.docket'), { recursive: true });
    },
    says: /cannot be written/,
  },
  'log/elsewhere': {
    breaks: (project) => cpSync(project.at('.docket'), elsewhereOf(project), { recursive: true }),
    says: /another log/,
  },
  'log/docket-dir': {
    breaks: ({ env, home }) => {
      env['DOCKET_DIR'] = home;
    },
    says: /DOCKET_DIR=/,
  },
  'log/policy-folder': {
    breaks: () => undefined,
    disk: { isWritable: (path) => /log|docket/.test(path.slice(-12)) },
    says: /shop/,
  },
  'log/network': {
    breaks: () => undefined,
    disk: { fileSystemOf: () => ({ type: 0x6969, free: Number.MAX_SAFE_INTEGER }) },
    says: /NFS/,
  },
  'log/disk-space': {
    breaks: () => undefined,
    disk: { fileSystemOf: () => ({ type: 0xef53, free: 12 * 1024 * 1024 }) },
    says: /12\.0 MB free/,
  },
  'log/modes': { breaks: ({ at }) => chmodSync(at('.docket/log'), 0o755), says: /\.docket\/log/ },
  'log/gitignore': { breaks: ({ at }) => rmSync(at('.docket/.gitignore')), says: /\.gitignore is not there/ },
  'log/leftover': {
    breaks: ({ write }) => utimesSync(write('.docket/log/x.tmp', 'half', 0o600), 1, 1),
    says: /x\.tmp/,
  },
  'log/missing-segment': {
    breaks: ({ at }) => renameSync(at('.docket/log/000001.ndjson'), at('.docket/log/000002.ndjson')),
    says: /Segment 1 of the log is gone/,
  },
  'log/unreadable': {
    breaks: ({ at, write }) => {
      const text = readFileSync(at('.docket/log/000001.ndjson'), 'utf8');
      write('.docket/log/000001.ndjson', `${text}\n{"half\n`, 0o600);
    },
    says: /not-json at 1:\d+/,
  },
  'log/lost-events': {
    breaks: ({ write }) => void write('.docket/log/lost-ENOSPC', '', 0o600),
    says: /lost-ENOSPC/,
  },
  'log/damaged': {
    breaks: ({ at, write }) => {
      const text = readFileSync(at('.docket/log/000001.ndjson'), 'utf8');
      write('.docket/log/000001.ndjson', text.replace('look around', 'look AROUND'), 0o600);
    },
    says: /flipped at 1:\d+/,
  },
  'log/unsealed': {
    breaks: ({ append }) => append(['TurnEnded', {}], ['TurnEnded', {}], ['TurnEnded', {}]),
    says: /3 turns ended/,
  },
  'log/snapshot': {
    breaks: ({ write, at }) => {
      write('.docket/snapshots/project.json', 'no snapshot', 0o600);
      chmodSync(at('.docket/snapshots'), 0o700);
    },
    says: /snapshots\/project\.json/,
  },
  'log/index': {
    breaks: ({ write, at }) => {
      write('.docket/index/streams.json', 'no index', 0o600);
      chmodSync(at('.docket/index'), 0o700);
    },
    says: /index\/streams\.json/,
  },
  'log/hook-failed': {
    breaks: ({ append }) => append(['HookFailed', { stage: 'observe git', code: 'ENOENT', message: 'no git' }]),
    says: /observe git ENOENT, once/,
  },
  'log/hook-lost': {
    breaks: ({ append }) => {
      const call = { tool_name: 'Bash', tool_input: { command: 'rm -rf build' }, tool_use_id: 'toolu_lost' };
      append(['PromptSubmitted', { prompt: 'x' }], ['ToolRequested', call], ['TurnEnded', {}]);
    },
    says: /hook lost: /,
  },
  'log/denied-but-ran': {
    breaks: ({ send }) => {
      const call = { tool_name: 'Bash', tool_input: { command: 'rm -rf /' }, tool_use_id: 'toolu_ran' };
      const tool_response = { stdout: '', stderr: '', interrupted: false };
      send({ hook_event_name: 'PreToolUse', ...call }, { hook_event_name: 'PostToolUse', ...call, tool_response });
    },
    says: /denied but ran: /,
  },
  'liveness/silent': {
    breaks: ({ path, writeHome }) => {
      const slug = path.replace(/[^A-Za-z0-9]/g, '-');
      utimesSync(writeHome(`.claude/projects/${slug}/s.jsonl`, '{}\n'), 4e9, 4e9);
    },
    says: /a transcript in .*was written 2096-/,
  },
  'liveness/event-silent': {
    breaks: ({ append }) => {
      const agent = { agent_id: 'a', agent_type: 'planner' };
      append(['SubagentStarted', agent], ['SubagentStarted', agent], ['SubagentStarted', agent]);
    },
    says: /3 SubagentStarts.*no SubagentStop/,
  },
  'conflict/rewriter': {
    breaks: script('rewrite.sh', `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{}}}'`),
    says: /PreToolUse at .*: on Bash/,
  },
  'conflict/may-rewrite': {
    breaks: ({ foreign }) => foreign('PreToolUse', { type: 'http', url: 'http://localhost:9/h' }),
    says: /on every tool/,
  },
  'conflict/dead-entry': {
    breaks: ({ foreign }) => foreign('PostToolUse', strange('/gone/format.sh')),
    says: /\/gone\/format\.sh does not exist/,
  },
  'conflict/timeout-unit': {
    breaks: ({ foreign }) => foreign('Stop', strange('true', { timeout: 30_000 })),
    says: /"timeout": 30000/,
  },
  'conflict/exit-1': {
    breaks: script('deny.sh', 'if grep -q force; then\n  echo "blocked: no force" >&2\n  exit 1\nfi'),
    says: /tools\/deny\.sh:4/,
  },
  'conflict/text-for-json': {
    breaks: script('talk.sh', `echo "checking the command"\necho '{"decision":"block","reason":"no"}'`, 'Stop'),
    says: /tools\/talk\.sh:2/,
  },
  'conflict/shell-hooks': {
    breaks: ({ foreign, write }) => {
      write('.claude/hooks/test-gate.sh', '#!/bin/bash\nexit 0\n', 0o755);
      foreign('PreToolUse', strange('"$CLAUDE_PROJECT_DIR"/.claude/hooks/test-gate.sh'), 'Write|Edit');
    },
    says: /PreToolUse at .*: test-gate/,
  },
  'policy/broken': { breaks: policy('{ "preset": '), says: /docket\.config\.json is not JSON/ },
  'policy/mistake': {
    breaks: policy('{ "preset": "standard", "gates": { "gaurd": {} } }'),
    says: /names a gate "gaurd"/,
  },
  'policy/observe': { breaks: policy('{}'), says: /preset observe/ },
  'policy/no-test-command': {
    breaks: policy('{ "preset": "standard", "gates": { "test-runner": { "mode": "enforce" } } }'),
    says: /no script "test"/,
  },
  'policy/no-reviewer': {
    breaks: policy('{ "preset": "standard", "gates": { "llm-review": { "mode": "monitor" } } }'),
    says: /there is no key/,
  },
  'policy/fail-closed': {
    breaks: policy('{ "preset": "standard", "gates": { "guard": { "failClosed": true } } }'),
    says: /PreToolUse at .*settings\.local\.json:\d+/,
  },
  'policy/custom-gate': {
    breaks: policy('{ "preset": "standard", "customGates": { "own": { "file": "docket.gates/own.js" } } }'),
    says: /own: docket\.gates\/own\.js/,
  },
  'policy/waived-for-long': {
    breaks: policy('{ "preset": "standard", "waivers": [{ "rule": "test-gate/tests-fail", "reason": "flaky" }] }'),
    says: /test-gate\/tests-fail without an end: flaky/,
  },
  'doctor/not-looked-at': {
    breaks: ({ path, writeHome }) => {
      writeHome(`.claude/projects/${path.replace(/[^A-Za-z0-9]/g, '-')}`, 'no folder');
    },
    says: /ENOTDIR/,
  },
};
