import { describe, expect, it } from 'vitest';
import { CODE_STORIES } from './code-stories.ts';
import { GIT_STORIES } from './git-stories.ts';
import { play, type Said } from './play.ts';
import { WORK_STORIES } from './work-stories.ts';

// Sessions as they happen to anybody, in repositories as there are many: a newcomer who chose standard is stopped by nothing
// but what they would have wished to be stopped by.

const STORIES = [...CODE_STORIES, ...GIT_STORIES, ...WORK_STORIES];

const shown = ({ step, decision, rules }: Said): { step: string; says: string } => ({
  step,
  says: `${decision} ${rules.join(', ')}`,
});

describe('under standard', () => {
  it.each(STORIES.map((story) => [story.title, story] as const))('%s', (_title, story) => {
    const agreed = story.standard.map(({ step, says }) => ({ step, says }));
    expect(play(story, 'standard').map(shown)).toEqual(agreed);
  });
});

describe('under strict', () => {
  const sections: string[] = [];

  it.each(STORIES.map((story) => [story.title, story] as const))(
    '%s is played, by rules with names',
    (title, story) => {
      const said = play(story, 'strict');
      for (const { rules } of said) expect(rules).not.toEqual([]);
      const stops = said.filter(({ rules }) => !rules.every((rule) => rule.startsWith('auto-review/'))).map(shown);
      sections.push(['', `## ${title}`, '', ...stops.map(({ step, says }) => `- ${says}: \`${step}\``)].join('\n'));
    },
  );

  it('all of them are stopped where strict.md says (renew with -u, and look at each line)', async () => {
    const head = [
      '# What strict stops, changes or warns of in ordinary sessions',
      '',
      'Advice of auto-review is left out, and docket runs no tests by itself.',
    ];
    await expect(`${[...head, ...sections].join('\n')}\n`).toMatchFileSnapshot('strict.md');
  });
});
