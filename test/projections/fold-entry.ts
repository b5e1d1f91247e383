import { readFileSync } from 'node:fs';
import type { Envelope } from '../../src/events/envelope.ts';
import { startFold } from '../../src/projections/fold.ts';

// A process that folds the events in a file and prints the state, and what its environment makes of a time and a text.
const fold = startFold();
for (const event of JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as Envelope[]) fold.apply(event);
const surroundings = `${new Date(0).getTimezoneOffset()} ${(1234.5).toLocaleString()}`;
process.stdout.write(JSON.stringify({ surroundings, state: fold.state() }));
