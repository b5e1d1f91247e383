import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { runDocket } from '../kit/hook-process.ts';
import { prompts, requests, scenario } from '../kit/scenario.ts';
import { tempProject } from '../kit/temp-project.ts';
import { asks, importInto, said, writeTranscript } from '../kit/transcripts.ts';
import { GOLDENS } from '../replay/goldens.ts';
import { deniedSession, segmentOf, widest } from './sessions.ts';

const GOLDEN = join(GOLDENS, 'force-pushes-are-rewritten-denied-or-asked-about.ndjson');

/** A golden in a folder of its own, with its rulings changed. */
const changed = (change: (ruling: Envelope) => unknown, golden = GOLDEN) => {
  const project = tempProject();
  const lines = readFileSync(golden, 'utf8').trim().split('\n');
  const text = lines.map((line) => {
    const event = JSON.parse(line) as Envelope;
    return event.type === 'GatesRuled' ? JSON.stringify(change(structuredClone(event)) ?? event) : line;
  });
  project.write('golden.ndjson', `${text.join('\n')}\n`);
  return project.path;
};

interface Ruling {
  decision: string;
  verdicts: {
    rule: string;
    decision: string;
    reason: string;
    conditions: { name: string; holds: boolean; actual: unknown }[];
  }[];
}

/** Changes one rule's recorded verdict. */
const inVerdict =
  (rule: string, change: (verdict: Ruling['verdicts'][number], data: Ruling) => void) =>
  (event: Envelope): Envelope => {
    const data = event.data as unknown as Ruling;
    const verdict = data.verdicts.find((each) => each.rule === rule);
    if (verdict !== undefined) change(verdict, data);
    return event;
  };

const asAllowed = inVerdict('guard/force-push-protected', (verdict, data) => {
  verdict.decision = 'pass';
  data.decision = 'none';
  const condition = verdict.conditions[0];
  if (condition !== undefined) Object.assign(condition, { holds: true, actual: 'nothing' });
});

const check = (cwd: string, ...args: string[]) => runDocket(['check', ...args], cwd);

const json = (cwd: string, ...args: string[]) => {
  const { stdout, status } = check(cwd, '--json', ...args);
  return { status, ...(JSON.parse(stdout) as Record<string, unknown> & { sessions: Record<string, unknown>[] }) };
};

describe('docket check', () => {
  it('passes goldens that are decided as they were, one by one or by the folder', () => {
    const one = check(tempProject().path, GOLDEN);
    expect(one).toMatchObject({ status: 0, stderr: '' });
    expect(one.stdout).toMatch(/^✓ {4}4 {2}force-pushes-are-rewritten/);
    const all = check(tempProject().path, GOLDENS);
    expect(all).toMatchObject({ status: 0, stderr: '' });
    expect(all.stdout).toMatch(/\d+ rulings: \d+ as recorded, 0 differ\n$/);
    expect(widest(all.stdout)).toBeLessThanOrEqual(80);
  });

  it('names the first decision that is another one, and the condition that changed with both values', () => {
    const path = changed(asAllowed);
    const { stdout, status } = check(path, 'golden.ndjson');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^✗ 3 of 4 {2}golden: 1 differ$/m);
    expect(stdout).toMatch(/^ {4}guard\/force-push-protected: pass → deny$/m);
    expect(stdout).toMatch(/^ {6}ToolRequested \w+ at 1:\d+$/m);
    expect(stdout.replace(/\s+/g, ' ')).toMatch(/: held \(nothing\) → did not hold \(/);
    expect(widest(stdout)).toBeLessThanOrEqual(80);
    expect(json(path, 'golden.ndjson')).toMatchObject({
      status: 1,
      ok: false,
      rulings: 4,
      same: 3,
      differ: 1,
      sessions: [
        {
          session: 's1',
          file: join(path, 'golden.ndjson'),
          divergences: [
            {
              kind: 'decision',
              type: 'ToolRequested',
              gate: 'guard',
              rule: 'guard/force-push-protected',
              was: 'pass',
              now: 'deny',
              conditions: [{ was: { holds: true, actual: 'nothing' }, now: { holds: false } }],
            },
          ],
        },
      ],
    });
  });

  it('tells a rule that said nothing then, and one that says nothing today', () => {
    const without = changed((event) => {
      (event.data as unknown as Ruling).verdicts.splice(0);
      return event;
    });
    const { sessions } = json(without, 'golden.ndjson', '--all');
    const [{ divergences = [] } = {}] = sessions as { divergences?: { was: unknown; now: unknown }[] }[];
    expect(divergences).toHaveLength(4);
    expect(divergences[0]).toMatchObject({ was: null, now: 'rewrite' });
    const renamed = changed(
      inVerdict('guard/force-push-protected', (verdict) => {
        verdict.rule = 'guard/gone';
      }),
    );
    expect(json(renamed, 'golden.ndjson').sessions[0]).toMatchObject({
      divergences: [{ kind: 'decision', rule: 'guard/force-push-protected', was: 'deny', now: 'deny' }],
    });
  });

  it('shows the first divergence of a session, and with --all every one', () => {
    const path = changed((event) => {
      (event.data as unknown as Ruling).verdicts.splice(0);
      return event;
    });
    expect(check(path, 'golden.ndjson').stdout).toContain('and 3 more (--all)');
    expect(check(path, 'golden.ndjson', '--all').stdout.match(/ToolRequested/g)).toHaveLength(4);
  });

  it('tells words from decisions, and with --decisions looks at those alone', () => {
    const path = changed(
      inVerdict('guard/force-push-protected', (verdict) => {
        verdict.reason = 'It was said otherwise once.';
      }),
    );
    const { stdout, status } = check(path, 'golden.ndjson');
    expect(status).toBe(1);
    expect(stdout).toMatch(/guard\/force-push-protected: says something else/);
    expect(stdout).toMatch(/reason was: It was said otherwise once\./);
    expect(stdout).toContain('(1 only in words)');
    expect(check(path, 'golden.ndjson', '--decisions').status).toBe(0);
  });

  it('compares no words where redaction took some, and says so', () => {
    const path = changed((event) => {
      const { verdicts } = event.data as unknown as Ruling;
      for (const verdict of verdicts) verdict.reason = '[redacted:named-secret]';
      return { ...event, redacted: ['named-secret'] };
    });
    const { stdout, status } = check(path, 'golden.ndjson');
    expect(status).toBe(0);
    expect(stdout).toContain('redaction took words');
    expect(
      json(
        changed((event) => ({ ...asAllowed(event), redacted: ['named-secret'] })),
        'golden.ndjson',
      ),
    ).toMatchObject({
      status: 1,
      redacted: 4,
    });
  });

  it('does not hold against a ruling that docket failed while it was made, or that is not whole', () => {
    const failed = changed(asAllowed);
    const file = join(failed, 'golden.ndjson');
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    const denied = lines.findIndex(
      (line) => line.includes('"guard/force-push-protected"') && line.includes('GatesRuled'),
    );
    const ruling = JSON.parse(lines[denied] ?? '') as Envelope;
    const { delivery: _, ...failure } = {
      ...ruling,
      id: 'failed',
      type: 'HookFailed',
      data: { stage: 'rule', code: 'gate guard', message: 'it threw' },
    };
    lines.splice(denied, 0, JSON.stringify(failure));
    writeFileSync(file, `${lines.join('\n')}\n`);
    expect(json(failed, 'golden.ndjson')).toMatchObject({ status: 0, same: 3, differ: 0, failed: 1 });
    const cut = changed((event) => ({ ...event, data: { ...event.data, verdicts: { $blob: 'x' } } }));
    expect(json(cut, 'golden.ndjson')).toMatchObject({ status: 0, same: 0, incomplete: 4 });
  });

  it("judges the project's whole log, or some of its sessions", async () => {
    const s = await deniedSession();
    await s.given(
      { ...prompts('x'), session_id: 'other' },
      { ...requests('Bash', { command: 'ls' }), session_id: 'other' },
    );
    expect(check(s.project)).toMatchObject({ status: 0, stdout: expect.stringContaining('2 sessions') });
    const segment = segmentOf(s);
    const logged = readFileSync(segment, 'utf8');
    // What a scenario leaves has to replay.
    onTestFinished(() => writeFileSync(segment, logged));
    writeFileSync(segment, logged.replaceAll('"decision":"deny"', '"decision":"ask"'));
    expect(check(s.project).stdout).toMatch(/^✗ .* s1: \d+ differ$/m);
    expect(check(s.project, 's1').status).toBe(1);
    expect(check(s.project, 'other').status).toBe(0);
    expect(json(s.project, 'other').sessions.map(({ session }) => session)).toEqual(['other']);
  });

  it('reads what `docket log --json` printed as well', async () => {
    const s = await deniedSession();
    s.write('log.ndjson', runDocket(['log', '--json'], s.project).stdout);
    expect(check(s.project, 'log.ndjson')).toMatchObject({ status: 0, stderr: '' });
  });

  it('says of imported sessions alone that no gate ruled there, which is nothing bad', async () => {
    const s = scenario();
    const lines = [said('hello', { sessionId: 'taken-over' }), asks('c1', 'Bash', { command: 'git push --force' })];
    importInto(s.project, writeTranscript(s.project, 'old.jsonl', lines));
    for (const args of [[], ['taken']]) {
      const { stdout, stderr, status } = check(s.project, ...args);
      expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
      expect(stdout).toContain('All of it was imported');
      expect(widest(stdout)).toBeLessThanOrEqual(80);
    }
    const { stdout, status } = check(s.project, '--json');
    expect({ status, ...JSON.parse(stdout) }).toMatchObject({ status: 0, ok: true, rulings: 0, sessions: [] });
    await s.given(prompts('hello'));
    expect(check(s.project, 'taken').status).toBe(0);
  });

  it.each([
    [['missing.ndjson'], 1, 'There is no file missing.ndjson.'],
    [['no-session'], 1, 'No file and no session is "no-session"'],
    [['empty'], 1, 'holds no .ndjson files'],
    [['payloads.ndjson'], 2, 'holds no events of docket'],
    [['later.ndjson'], 2, 'of a version that this docket does not read'],
    [['unruled.ndjson'], 1, 'there is nothing to check'],
    [['--frobnicate'], 2, 'unknown option'],
  ])('%j does not pass, and is told why', async (args, code, said) => {
    const s = scenario();
    await s.given(prompts('hello'));
    s.write('empty/README.md', 'nothing');
    s.write('payloads.ndjson', '{"session_id":"a"}\n');
    s.write('later.ndjson', '{"golden":2,"session":"a"}\n');
    s.write('unruled.ndjson', runDocket(['log', '--json', '--type', 'PromptSubmitted'], s.project).stdout);
    const { stdout, stderr, status } = check(s.project, ...args);
    expect({ stdout, status }).toEqual({ stdout: '', status: code });
    expect(stderr).toContain(said);
  });
});
