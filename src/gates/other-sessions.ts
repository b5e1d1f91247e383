import type { OpenSession } from '../projections/sessions.ts';
import { atWords, counted, type GateContext, shortened } from './gate.ts';
import type { StandLine } from './where-things-stand.ts';

/** A session that died is never seen to end; one that works gives a sign with each turn. */
const LIVE_MS = 2 * 60 * 60 * 1000;
const MOST_SHOWN = 3;

/** Sessions of others that may be live: seen within two hours, and not seen to end. */
export const liveSessions = ({ trigger, state: { sessions } }: GateContext): readonly OpenSession[] =>
  sessions.open.filter(
    ({ stream, at }) => stream !== trigger.stream && Date.parse(trigger.at) - Date.parse(at) < LIVE_MS,
  );

/** Where other sessions of the project may be at work: in this worktree, or in others. */
export const otherSessions = (context: GateContext): StandLine[] => {
  const live = liveSessions(context);
  const here = live.filter(({ worktree }) => worktree !== null && worktree === context.trigger.worktree);
  const elsewhere = live.filter(({ worktree }) => worktree !== null && worktree !== context.trigger.worktree);
  const isFull = context.options['detail'] !== 'short';
  const last = here.at(-1);
  return [
    ...(last === undefined
      ? []
      : [
          {
            about: 'sessions',
            text: `Another session may be at work in this worktree${here.length > 1 ? ` (${counted(here.length, 'session')})` : ''}, last seen ${atWords(last.at)}: files may change under you. A worktree of your own keeps you apart: git worktree add ../NAME -b NAME.`,
            because: here.map(({ event }) => event),
          },
        ]),
    ...(elsewhere.length === 0 || !isFull
      ? []
      : [
          {
            about: 'sessions',
            text: `Other sessions may be at work in ${elsewhere
              .slice(-MOST_SHOWN)
              .map(({ worktree }) => `\`${shortened(worktree ?? '', 200)}\``)
              .join(', ')}: leave their files alone.`,
            because: elsewhere.map(({ event }) => event),
          },
        ]),
  ];
};
