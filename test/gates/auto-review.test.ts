import { describe, expect, it } from 'vitest';
import { type Outcome, type Payload, requests, scenario } from '../kit/scenario.ts';

const bash = (command: string, more: Payload = {}): Payload => requests('Bash', { command, ...more });

/** What the gate came to; guard has a verdict about each command. */
const verdictsOf = ({ verdicts }: Outcome) => verdicts.filter(({ gate }) => gate === 'auto-review');

const answerOf = (answer: Record<string, unknown> | null) => answer?.['hookSpecificOutput'];

describe('auto-review', () => {
  it('allows a command that only reads, under strict', async () => {
    const s = scenario({ preset: 'strict' });
    const outcome = await s.when(bash('git status 2>&1 | tail -5'));
    expect(outcome.decision).toBe('allow');
    expect(answerOf(outcome.answer)).toMatchObject({ permissionDecision: 'allow' });
    expect(verdictsOf(outcome).map(({ rule }) => rule)).toEqual(['auto-review/safe']);
  });

  it('says of any other command what it may do, and nothing more once a command that reads is used instead', async () => {
    const s = scenario({ preset: 'strict' });
    const { decision, answer } = await s.when(bash('cd src && sort -o a.txt a.txt && rm -rf build'));
    expect(decision).toBe('advise');
    const { additionalContext } = answerOf(answer) as { additionalContext: string };
    expect(additionalContext).toBe(
      'The command is risky: rm -rf build deletes files; sort -o a.txt a.txt writes its result to a file (-o). ' +
        'Where a command that only reads does the job, use that. [docket auto-review/not-safe]',
    );
    expect((await s.when(bash('cd src && sort a.txt'))).decision).toBe('allow');
  });

  it('only records under observe and says nothing under standard', async () => {
    const observed = await scenario({ preset: 'observe' }).when(bash('touch a'));
    expect(observed).toMatchObject({ decision: 'none', answer: null });
    expect(verdictsOf(observed)).toMatchObject([{ rule: 'auto-review/not-safe', decision: 'advise', mode: 'monitor' }]);
    const standard = scenario({ preset: 'standard' });
    const reading = await standard.when(bash('git status'));
    expect(reading).toMatchObject({ decision: 'none', answer: null });
    expect(verdictsOf(reading)).toEqual([]);
    const silent = await standard.when(bash('touch a'));
    expect(silent).toMatchObject({ decision: 'none', answer: null });
    expect(verdictsOf(silent)).toMatchObject([{ decision: 'pass', limits: [{ name: 'a-gate-asks', holds: false }] }]);
  });

  it('speaks under standard beside the question of another gate', async () => {
    const s = scenario({ preset: 'standard' });
    const { decision, answer, verdicts } = await s.when(bash('git push -f origin "$B"'));
    expect(decision).toBe('ask');
    expect(verdicts.find(({ gate }) => gate === 'auto-review')).toMatchObject({ decision: 'advise' });
    const { permissionDecisionReason } = answerOf(answer) as { permissionDecisionReason: string };
    expect(permissionDecisionReason).toContain('[docket auto-review/not-safe]');
  });

  it('does not speak behind a deny', async () => {
    const s = scenario({ preset: 'strict' });
    const { decision, verdicts, answer } = await s.when(requests('Bash', { command: 'git reset --hard' }));
    expect(decision).toBe('deny');
    expect(verdicts.find(({ gate }) => gate === 'auto-review')).toMatchObject({
      decision: 'pass',
      limits: [{ name: 'no-gate-denies', holds: false, actual: ['guard/reset-hard'] }],
    });
    expect(JSON.stringify(answer)).not.toContain('auto-review');
  });

  it('does not speak beside a question that is only recorded', async () => {
    const policy = { preset: 'standard', gates: { guard: { mode: 'monitor' } } };
    const { decision, verdicts } = await scenario({ policy }).when(bash('git push -f origin "$B"'));
    expect(decision).toBe('none');
    expect(verdicts.find(({ gate }) => gate === 'auto-review')).toMatchObject({ decision: 'pass' });
  });

  it('is told in the policy what to say', async () => {
    const allowing = { preset: 'standard', gates: { 'auto-review': { allow: true } } };
    expect((await scenario({ policy: allowing }).when(bash('ls'))).decision).toBe('allow');
    const telling = { preset: 'standard', gates: { 'auto-review': { advise: 'always' } } };
    expect((await scenario({ policy: telling }).when(bash('touch a'))).decision).toBe('advise');
    const refusing = { preset: 'strict', gates: { 'auto-review': { allow: false } } };
    expect(await scenario({ policy: refusing }).when(bash('ls'))).toMatchObject({ decision: 'none', answer: null });
  });

  it.each([
    ['a deny', 'git push -f origin main', 'deny'],
    ['a question', 'git push -f origin "$B"', 'ask'],
    ['a rewrite', 'git push -f origin feature/x', 'rewrite'],
  ])('never stands against %s', async (_name, command, decision) => {
    const outcome = await scenario({ preset: 'strict' }).when(bash(command));
    expect(outcome.decision).toBe(decision);
    expect(outcome.verdicts.some((verdict) => verdict.decision === 'allow')).toBe(false);
  });

  it('gives no permission to leave the sandbox, and reading in the background is reading', async () => {
    const s = scenario({ preset: 'strict' });
    const outside = await s.when(bash('ls', { dangerouslyDisableSandbox: true }));
    expect(outside).toMatchObject({ decision: 'none', answer: null });
    expect(verdictsOf(outside)).toMatchObject([{ limits: [{ name: 'it-stays-in-the-sandbox', holds: false }] }]);
    expect((await s.when(bash('ls', { dangerouslyDisableSandbox: false, run_in_background: true }))).decision).toBe(
      'allow',
    );
  });

  it.each(['', '   ', '# only a comment'])('has nothing to say about %j', async (command) => {
    expect(verdictsOf(await scenario({ preset: 'strict' }).when(bash(command)))).toEqual([]);
  });

  it('does not allow what cannot be read, is too long, or is no text', async () => {
    const s = scenario({ preset: 'strict' });
    for (const command of ['ls "', `ls ${'a'.repeat(70_000)}`, 'ls\0 rm']) {
      expect((await s.when(bash(command))).decision, command.slice(0, 9)).not.toBe('allow');
    }
    expect((await s.when(requests('Bash', { command: 7 }))).decision).toBe('ask');
    expect((await s.when(requests('Bash', { command: ['ls', '-la'] }))).decision).toBe('allow');
    expect((await s.when(requests('Bash', { command: ['ls', '; rm x'] }))).decision).toBe('allow');
  });
});
