/** `problem`: docket does not do its work; `warning`: it does it less well, or may soon not; `note`: good to know. */
export type Severity = 'problem' | 'warning' | 'note';

/** What a finding of `docket doctor` is, whatever it was found at. */
export interface FindingKind {
  readonly severity: Severity;
  /** For the table in docs/troubleshooting.md. */
  readonly means: string;
  /** Whether `--fix` mends it. */
  readonly fixable?: true;
}

/** Every finding there is, in the order of the checks. Ids are stable: scripts look at them. */
export const KINDS = {
  'registration/none': { severity: 'problem', means: 'no settings file of the client registers docket here' },
  'registration/unreadable': {
    severity: 'problem',
    means: 'a settings file cannot be read, so the client runs none of its hooks',
  },
  'registration/switched-off': {
    severity: 'problem',
    means: 'a setting or a variable switches hooks off, docket among them',
  },
  'registration/missing-events': {
    severity: 'warning',
    means: 'events that this version of the client has are not registered',
  },
  'registration/gate-cut-off': {
    severity: 'problem',
    means: 'a gate is on in the policy, and events that it judges do not reach docket',
  },
  'registration/unknown-event': {
    severity: 'warning',
    means: 'an event is registered that this version of the client does not know',
  },
  'registration/exec-form': {
    severity: 'problem',
    means: 'an entry has its arguments in `args`, which this version of the client does not read',
  },
  'registration/takes-over': {
    severity: 'problem',
    means: 'an event is registered whose hook replaces what the client does, or holds up its screen',
  },
  'registration/doubled': { severity: 'warning', means: 'several entries deliver the same event to docket' },
  'registration/matcher': {
    severity: 'warning',
    means: 'a matcher keeps tools, sources or kinds of an event from docket',
    fixable: true,
  },
  'registration/limited': {
    severity: 'problem',
    means: 'an entry of docket is `async` or has an `if`: its answers come too late, or it does not run',
  },
  'registration/host': {
    severity: 'problem',
    means: 'the entry does not say that Claude Code calls, so no answer fits',
  },
  'registration/wrapped': {
    severity: 'note',
    means: 'a line of your own runs docket: doctor reads it, and does not run it',
  },
  'registration/timeout-unit': {
    severity: 'warning',
    means: 'a time-out that was meant in milliseconds (it is in seconds), or the reverse',
  },
  'registration/timeout-mismatch': {
    severity: 'warning',
    means: 'the client waits for a shorter time than docket is told, and may kill it before it answers',
  },
  'registration/timeout-short': {
    severity: 'warning',
    means: 'the time-out is too short for what the policy asks of the event',
  },
  'registration/dangling': {
    severity: 'problem',
    means: 'the program or the script of the entry does not exist: every event is lost',
  },
  'registration/not-executable': { severity: 'problem', means: 'the program of the entry may not be executed' },
  'registration/old-node': { severity: 'problem', means: 'the Node of the entry is older than docket needs' },
  'registration/other-docket': {
    severity: 'warning',
    means: 'the registered docket is of another version than this one',
  },
  'registration/not-portable': {
    severity: 'warning',
    means: 'a committed settings file holds absolute paths of this machine',
  },
  'registration/npx-cache': { severity: 'warning', means: 'the registered docket lies in a cache that npm may empty' },
  'registration/client-unknown': {
    severity: 'note',
    means: 'the version of the client is not known, so events are compared with what an old one has',
  },
  'canary/failed': {
    severity: 'problem',
    means: 'the registered command line does not run: it cannot be started, ends with an error, or not in time',
  },
  'canary/noise': {
    severity: 'warning',
    means: 'the registered command line prints on stderr, or something beside its answer',
  },
  'canary/refused': { severity: 'problem', means: 'the client would not take the answer for what it is' },
  'canary/no-deny': {
    severity: 'problem',
    means: 'a command that the policy denies (`rm -rf /`, as text: nothing is run) was not denied',
  },
  'canary/not-recorded': { severity: 'problem', means: 'the event, or the ruling on it, did not reach the log' },
  'canary/not-run': { severity: 'note', means: 'the entry lies in a project that the client was not told to trust' },
  'latency/slow': { severity: 'warning', means: 'a call takes far longer than starting Node, or much of its time-out' },
  'latency/no-code-cache': {
    severity: 'warning',
    means: 'there is no compiled copy of the hook for this build and this Node: each call compiles it again',
    fixable: true,
  },
  'latency/damaged-code-cache': {
    severity: 'warning',
    means: 'the compiled copy of the hook is damaged, and not used',
    fixable: true,
  },
  'latency/refused-code-cache': {
    severity: 'warning',
    means: 'Node refuses the compiled copy of the hook, as it does under other flags',
  },
  'environment/extra-ca-certs': {
    severity: 'warning',
    means: '`NODE_EXTRA_CA_CERTS` is set: Node reads certificates at each start',
  },
  'environment/node-options': {
    severity: 'warning',
    means: '`NODE_OPTIONS` makes each Node load something or wait for a debugger',
  },
  'environment/node-files': {
    severity: 'warning',
    means: 'a variable makes each Node write files, or print: `NODE_COMPILE_CACHE`, `NODE_V8_COVERAGE`, `NODE_DEBUG`',
  },
  'environment/docket-debug': {
    severity: 'warning',
    means: '`DOCKET_DEBUG` is on: each call prints its stages on stderr',
  },
  'log/none': { severity: 'note', means: 'there is no log yet' },
  'log/link': { severity: 'problem', means: 'a link or a special file stands where docket would write' },
  'log/not-writable': { severity: 'problem', means: 'the log cannot be written' },
  'log/fallback': {
    severity: 'warning',
    means: 'the project cannot be written, so its log is in your state folder',
  },
  'log/elsewhere': {
    severity: 'note',
    means: 'a part of the log is in your state folder, from when the project could not be written',
  },
  'log/docket-dir': { severity: 'note', means: '`DOCKET_DIR` says where the log is' },
  'log/policy-folder': { severity: 'note', means: 'the folder of the policy cannot be written' },
  'log/network': {
    severity: 'warning',
    means: 'the log is on a network file system, which does not order the writes of several processes',
  },
  'log/disk-space': { severity: 'warning', means: 'the disk of the log is nearly full' },
  'log/modes': { severity: 'warning', means: 'others than you may read or change the log', fixable: true },
  'log/gitignore': {
    severity: 'warning',
    means: 'git would offer the log to be committed: its folder has no `.gitignore` with `*`',
    fixable: true,
  },
  'log/leftover': { severity: 'warning', means: 'a killed process left a temporary file', fixable: true },
  'log/missing-segment': { severity: 'problem', means: 'a part of the log is gone' },
  'log/unreadable': { severity: 'warning', means: 'lines of the log cannot be read' },
  'log/lost-events': { severity: 'problem', means: 'events could not be written, and no call since could say so' },
  'log/damaged': { severity: 'problem', means: 'the newest part of the log is not what was sealed' },
  'log/unsealed': { severity: 'warning', means: 'turns end and the log is not sealed' },
  'log/snapshot': {
    severity: 'warning',
    means: 'the snapshot is damaged, or says something else than the log',
    fixable: true,
  },
  'log/index': { severity: 'warning', means: 'the index of sessions is damaged or of another log', fixable: true },
  'log/hook-failed': { severity: 'warning', means: 'docket failed lately, or was sent what it could not read' },
  'log/hook-lost': { severity: 'warning', means: 'hooks were killed on the way, or their answers were lost' },
  'log/denied-but-ran': { severity: 'problem', means: 'a call that was denied ran all the same' },
  'liveness/silent': {
    severity: 'problem',
    means: 'the client worked in this project after the last event in the log: nothing of that reached docket',
  },
  'liveness/event-silent': {
    severity: 'warning',
    means: 'an event is registered and never came, although sessions show that it happened',
  },
  'conflict/rewriter': {
    severity: 'warning',
    means: 'another hook rewrites the same calls; the client runs all at once, and the last to finish wins',
  },
  'conflict/may-rewrite': {
    severity: 'note',
    means: 'another hook answers for the same calls, and nobody can see from outside whether it rewrites them',
  },
  'conflict/dead-entry': {
    severity: 'warning',
    means: 'another hook cannot run: its program, event or matcher is wrong',
  },
  'conflict/timeout-unit': { severity: 'warning', means: 'the time-out of another hook looks like milliseconds' },
  'conflict/exit-1': {
    severity: 'warning',
    means: 'another hook means to block with exit code 1, which blocks nothing',
  },
  'conflict/text-for-json': {
    severity: 'warning',
    means: 'another hook prints text beside its JSON, which then is no answer',
  },
  'conflict/shell-hooks': {
    severity: 'warning',
    means: 'shell hooks that docket has gates for run beside it, so that two guards decide',
  },
  'policy/broken': { severity: 'problem', means: 'a policy file cannot be used at all' },
  'policy/mistake': {
    severity: 'warning',
    means: 'a policy file names something that does not exist, or cannot be so',
  },
  'policy/observe': { severity: 'note', means: 'nothing is enforced: what gates would say is only logged' },
  'policy/no-test-command': { severity: 'warning', means: 'test-runner is on, and nothing says how tests are run' },
  'policy/no-reviewer': { severity: 'warning', means: 'llm-review is on, and nobody can be asked' },
  'policy/fail-closed': {
    severity: 'warning',
    means: 'a gate is `failClosed`, and the client goes on where docket does not answer at all',
  },
  'policy/custom-gate': {
    severity: 'warning',
    means: 'a gate of the project does not run: nobody trusted its file as it is',
  },
  'policy/waived-for-long': { severity: 'warning', means: 'a rule is waived without an end, or for more than 30 days' },
  'doctor/not-looked-at': { severity: 'warning', means: 'a check could not look at what it is about' },
} as const satisfies Record<string, FindingKind>;

export type FindingId = keyof typeof KINDS;
