/** Milliseconds of processor time that this process spent on something, whatever else the machine does meanwhile. */
export const cpuTime = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

/**
 * How many times as long eight times as much takes: about 8 where time grows in proportion, 64 where it grows with the
 * square. The least of some tries, since the process also collects its garbage.
 */
export const growthOf = (timeOf: (length: number) => number): number => {
  timeOf(20_000);
  let growth = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 20 && growth > 24; tries += 1)
    growth = Math.min(growth, timeOf(160_000) / timeOf(20_000));
  return growth;
};
