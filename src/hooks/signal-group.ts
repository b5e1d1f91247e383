/** Sends a signal to a process and all of its group, which it leads; nothing where all of it is gone. */
export const signalGroup = (leader: number | undefined, signal: NodeJS.Signals): void => {
  if (leader === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? leader : -leader, signal);
  } catch {
    // It ended by itself.
  }
};
