import type { Span } from '../look/line.ts';
import type { SessionModel } from '../model/model.ts';

/** Whether it goes on by itself, or is followed, and what one misses. */
export const playSpans = ({ play, follow, all }: SessionModel): readonly Span[] => [
  ...(play.isOn ? [{ text: `  playing${play.speed === 1 ? '' : ` ${play.speed}x`}`, tone: 'accent' as const }] : []),
  ...(follow === null
    ? []
    : follow.isPaused
      ? [{ text: `  paused: +${all.length - follow.from} new, F goes on`, tone: 'warn' as const }]
      : [{ text: '  following', tone: 'good' as const }]),
];
