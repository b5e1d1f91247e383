import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DENIES, type GatedProject, trust, withExamples, withGate } from '../kit/custom-gates.ts';
import { runDocket, runHook } from '../kit/hook-process.ts';
import { widest } from './sessions.ts';

const run = ({ path, env }: GatedProject, ...args: string[]) => runDocket(args, path, { env });

const json = (project: GatedProject, ...args: string[]) => JSON.parse(run(project, ...args, '--json').stdout);

const said = (project: GatedProject, ...args: string[]): string => run(project, ...args).stdout.replace(/\n */g, ' ');

let calls = 0;
/** A call that writes a file, as the host tells of it. */
const writes = ({ path, env }: GatedProject, name: string, content: string): void => {
  calls += 1;
  const session = { session_id: 's1', transcript_path: '/nowhere', cwd: path, permission_mode: 'default' };
  const input = { file_path: join(path, name), content };
  const call = { hook_event_name: 'PreToolUse', tool_name: 'Write', tool_input: input, tool_use_id: `t${calls}` };
  runHook(JSON.stringify({ ...session, ...call }), path, { env, args: ['--host', 'claude-code', '--timeout', '20'] });
};

describe('docket policy explain', () => {
  it('knows the gates of the project, their rules and their keys', () => {
    const project = withExamples();
    trust(project);
    expect(json(project, 'policy', 'explain', 'ticket-id')).toMatchObject({
      kind: 'gate',
      key: 'customGates.ticket-id.mode',
      means: expect.stringContaining('Messages of commits name the ticket'),
      presets: { observe: 'monitor', standard: 'enforce', strict: 'enforce' },
      now: 'monitor',
      origins: [{ layer: 'project' }],
      rules: [{ rule: 'ticket-id/no-ticket', mode: 'monitor', does: 'ask a person' }],
      files: [{ layer: 'project' }],
    });
    const rule = json(project, 'policy', 'explain', 'migration-rollback/no-rollback');
    expect(rule).toMatchObject({
      kind: 'rule',
      key: 'customGates.migration-rollback.rules.no-rollback',
      means: expect.stringContaining('it would deny'),
      also: expect.stringContaining('docket waive migration-rollback/no-rollback'),
    });
    expect(json(project, 'policy', 'explain', 'customGates.migration-rollback.rules.no-rollback')).toEqual(rule);
    expect(json(project, 'policy', 'explain', 'customGates.migration-rollback.options')).toMatchObject({
      now: { folder: 'db/migrations/' },
    });
    expect(widest(run(project, 'policy', 'explain', 'migration-rollback/no-rollback').stdout)).toBeLessThanOrEqual(80);
  });

  it.each([
    ['ticket-id/no-tickt', 'Did you mean ticket-id/no-ticket?'],
    ['ticket-id.optoins', 'Did you mean ticket-id.options?'],
    ['tickt-id', 'Did you mean ticket-id?'],
  ])('helps with %s', (what, says) => {
    const project = withExamples();
    trust(project);
    expect(run(project, 'policy', 'explain', what)).toMatchObject({ status: 2, stderr: expect.stringContaining(says) });
  });

  it('says of one that nobody trusted, or that changed, that it does not run and what to do', () => {
    const project = withGate(DENIES);
    expect(said(project, 'policy', 'explain', 'own')).toContain(
      'Not trusted yet: it does not run. docket policy trust',
    );
    expect(said(project, 'policy', 'explain', 'own/no')).toContain('shows once a person trusted it');
    trust(project);
    project.write('docket.gates/own.js', `${DENIES}//`);
    expect(said(project, 'policy', 'explain', 'own/no')).toContain('Changed since it was trusted');
  });
});

describe('docket why-not', () => {
  it('says of one that does not run that this is why it said nothing, and how it would run', () => {
    const project = withGate(DENIES);
    writes(project, 'a.txt', 'x');
    for (const name of ['own', 'own/no']) {
      expect(json(project, 'why-not', name)).toMatchObject({
        reason: 'not-trusted',
        detail: expect.stringMatching(/docket\.gates\/own\.js: not trusted yet.*docket policy trust$/),
      });
    }
    trust(project);
    writes(project, 'b.txt', 'x');
    expect(json(project, 'why-not', 'own/no')).toMatchObject({ reason: 'fired' });
    project.write('docket.gates/own.js', `${DENIES}//`);
    writes(project, 'c.txt', 'x');
    expect(json(project, 'why-not', 'own').detail).toContain('changed since it was trusted');
  });

  it('says that the policy has it off, where that is so', () => {
    const project = withGate(DENIES, { mode: 'off' });
    writes(project, 'a.txt', 'x');
    expect(json(project, 'why-not', 'own')).toMatchObject({ reason: 'off' });
  });
});

describe('docket policy diff', () => {
  it('says of gates of the project what they would do, rule by rule and by what is set', () => {
    const project = withExamples();
    trust(project);
    const gates = { 'ticket-id': { file: 'docket.gates/ticket-id.js', options: { pattern: 'x' } } };
    project.write('proposed.json', JSON.stringify({ preset: 'standard', customGates: gates }));
    const { changes } = json(project, 'policy', 'diff', 'proposed.json') as {
      changes: { key: string; means: string }[];
    };
    expect(changes.map(({ key, means }) => `${key}: ${means}`)).toEqual([
      'customGates.generated-files: generated-files would not be judged any more, where it would deny now.',
      'customGates.migration-rollback: migration-rollback would not be judged any more, where it would deny now.',
      'customGates.ticket-id: ticket-id would now ask a person, and not only log that it would.',
      'customGates.ticket-id.options: What its rules get as call.options.',
    ]);
  });

  it('says of one that nobody trusted that its rules are not known', () => {
    expect(said(withGate(DENIES), 'policy', 'diff', 'standard')).toContain('Its rules show once a person trusted it');
  });
});

describe('what reads a log', () => {
  it('names what a gate of the project is for in SARIF, unless that is not to be shared', () => {
    const project = withGate(DENIES.replace('No.', 'Nothing is written at Example Ltd.'));
    trust(project);
    writes(project, 'a.txt', 'x');
    const rules = (...args: string[]) => {
      const { stdout } = run(project, 'export', '--all', '--format', 'sarif', '-o', '-', ...args);
      return JSON.parse(stdout).runs[0].tool.driver.rules;
    };
    expect(rules()).toEqual([{ id: 'own/no', shortDescription: { text: 'Nothing is written at Example Ltd.' } }]);
    expect(JSON.stringify(rules('--redact', 'all'))).not.toContain('Example');
  });

  it('counts rules of the project among those that never fire, and says where they are not known', () => {
    const project = withExamples();
    trust(project);
    writes(project, 'db/migrations/1.sql', 'CREATE TABLE a (b int);\n');
    const policy = ['backtest', '--policy', 'docket.config.json'];
    const report = json(project, ...policy) as { neverFire: string[]; rulesNotKnown: string[] };
    expect(report.neverFire).toContain('ticket-id/no-ticket');
    expect(report.neverFire).not.toContain('migration-rollback/no-rollback');
    expect(report.rulesNotKnown).toEqual([]);
    expect(json(project, ...policy, '--gate', 'ticket-id').neverFire).toEqual(['ticket-id/no-ticket']);
    trust(project, '--revoke');
    expect(json(project, ...policy).rulesNotKnown).toEqual(['generated-files', 'migration-rollback', 'ticket-id']);
    expect(said(project, ...policy)).toContain('not known of generated-files, migration-rollback, ticket-id');
  });
});

describe('docket status', () => {
  it('says which gates of the project do not run, why, and what to do', () => {
    const project = withGate(DENIES);
    writes(project, 'a.txt', 'x');
    const own = '! gate own, docket.gates/own.js: ';
    expect(said(project, 'status')).toContain(
      `${own}not trusted yet: it does not run; read it, and docket policy trust`,
    );
    trust(project);
    expect(said(project, 'status')).not.toContain('! gate');
    project.write('docket.gates/own.js', `${DENIES}//`);
    expect(said(project, 'status')).toContain(`${own}changed since it was trusted`);
    rmSync(join(project.path, 'docket.gates/own.js'));
    expect(run(project, 'status', '--json')).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('no such file'),
    });
  });

  it('goes by the policy files as they are now', () => {
    const project = withGate(DENIES);
    trust(project);
    writes(project, 'a.txt', 'x');
    expect(said(project, 'status')).not.toContain('! policy');
    project.write('docket.config.json', '{"preset": "strict"}');
    expect(said(project, 'status')).toContain(
      '! policy: changed since the last hook call: from the next one on preset strict',
    );
    project.write('docket.config.json', '{"preset": "strict", "gates": {"gaurd": {}}}');
    expect(said(project, 'status')).toContain('gaurd');
    project.write('docket.config.json', '{"preset": ');
    expect(said(project, 'status')).toMatch(/! policy: .*docket\.config\.json.*preset standard holds as it was before/);
  });
});
