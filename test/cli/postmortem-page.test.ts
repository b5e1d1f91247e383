import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeInChromium } from '../kit/chromium.ts';
import { runDocket } from '../kit/hook-process.ts';
import { prompts, requests, scenario } from '../kit/scenario.ts';
import { deniedSession } from './sessions.ts';

const read = (project: string, name: string): string => readFileSync(join(project, name), 'utf8');

describe('a postmortem as a page', () => {
  it('is written by docket postmortem, the same each time, to a file or to standard output', async () => {
    const s = await deniedSession();
    const { status, stderr } = runDocket(['postmortem', '-o', 'a.html'], s.project);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const page = read(s.project, 'a.html');
    expect(page).toContain('test-gate/tests-fail');
    expect(runDocket(['postmortem', '--format', 'html'], s.project).stdout).toBe(page);
  });

  it('is written by docket export for the one session that was chosen', async () => {
    const s = await deniedSession();
    expect(runDocket(['export', '--session', 's1', '-o', 'b.html'], s.project).status).toBe(0);
    runDocket(['postmortem', '-o', 'a.html'], s.project);
    expect(read(s.project, 'b.html')).toBe(read(s.project, 'a.html'));
  });

  it('is about one session: of several or none it says what to do', async () => {
    const s = scenario();
    for (const session_id of ['aaa', 'bbb']) {
      await s.given({ ...prompts('go on'), session_id }, { ...requests('Bash', { command: 'ls' }), session_id });
    }
    const several = runDocket(['export', '--all', '-o', 'c.html'], s.project);
    expect(several.status).toBe(2);
    expect(several.stderr).toContain('such as aaa and bbb. Choose one with --session ID');
    const none = runDocket(['export', '--session', 'nobody', '-o', 'c.html'], s.project);
    expect(none.status).toBe(2);
    expect(none.stderr).toContain('No session was chosen');
    expect(existsSync(join(s.project, 'c.html'))).toBe(false);
  });

  it('holds nothing that is not to be shared', async () => {
    const s = await deniedSession({}, 'add a discount for zebra-customers');
    const whole = runDocket(['export', '--all', '--format', 'html', '-o', '-'], s.project).stdout;
    expect(whole).toContain('zebra-customers');
    expect(whole).toContain('src/b.ts');
    const { stdout, status, stderr } = runDocket(
      ['export', '--all', '--redact', 'all', '--format', 'html', '-o', '-'],
      s.project,
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('test-gate/tests-fail');
    expect(stdout).toContain('Taken out for sharing');
    expect(whole).not.toContain('Taken out for sharing');
    expect(stdout).not.toMatch(/zebra|src\/b\.ts/);
    expect(stdout).not.toContain(s.project);
  });
});

describeInChromium('a written page', ({ openHtml }) => {
  it('opens, and leads from what was denied to what made it so', async () => {
    const s = await deniedSession();
    const { page, complaints } = await openHtml(runDocket(['postmortem', '--format', 'html'], s.project).stdout);
    const denied = page.locator('article.firing.deny').first();
    expect(await denied.locator('h3').textContent()).toBe('✗ deny test-gate/tests-fail');
    await denied.getByRole('link', { name: /fail/ }).first().click();
    expect(await page.evaluate("document.activeElement.closest('li')?.textContent")).toContain('test run finished');
    expect(complaints).toEqual([]);
  });
});
