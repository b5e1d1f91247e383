// Runs whole processes, interleaved, so that whatever else the machine does hits every variant alike.
import { spawnSync } from 'node:child_process';

/** The median of numbers. */
export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
};

/**
 * Times each variant `rounds` times in turn, and once before to warm the page cache. Returns the median wall time of
 * each in milliseconds. A variant is `{ name, command, args, env, input(round) }`.
 */
export const timeProcesses = (variants, rounds) => {
  const times = new Map(variants.map(({ name }) => [name, []]));
  for (let round = -1; round < rounds; round += 1) {
    for (const { name, command, args, env, input } of variants) {
      const start = process.hrtime.bigint();
      const { status, stderr } = spawnSync(command, args, { env, input: input(round) });
      const ms = Number(process.hrtime.bigint() - start) / 1e6;
      if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
      if (round >= 0) times.get(name).push(ms);
    }
  }
  return new Map([...times].map(([name, values]) => [name, median(values)]));
};
