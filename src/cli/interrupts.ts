const SIGNALS: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGHUP', 1],
  ['SIGINT', 2],
  ['SIGTERM', 15],
];

/**
 * Cleans up when the process ends or is interrupted in the middle of something. Returns what to call when that is over. A
 * process that works without a break is not interrupted: let turns pass.
 */
export const onInterrupt = (clean: () => void): (() => void) => {
  const handlers = SIGNALS.map(([signal, number]) => {
    const handle = (): void => {
      clean();
      process.exit(128 + number);
    };
    process.once(signal, handle);
    return () => process.off(signal, handle);
  });
  process.once('exit', clean);
  return () => {
    for (const stop of handlers) stop();
    process.off('exit', clean);
  };
};
