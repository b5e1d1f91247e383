import { readFileSync, writeSync } from 'node:fs';
import { definitionOf } from '../../gates/custom/definition.ts';
import type { GateCall } from '../../gates/custom/gate-types.ts';
import { runGate } from '../../gates/custom/run-gate.ts';

/** What this process is asked, as JSON on its standard input. */
interface Asked {
  /** Begins the lines that are answers: gates may print what they like. */
  readonly mark: string;
  readonly gates: readonly { readonly gate: string; readonly code: string; readonly call: GateCall | null }[];
}

const STDOUT = 1;

/** The text of the file is what runs: it was looked at, and nothing beside it was. */
const loaded = async (code: string): Promise<unknown> => {
  const url = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
  return ((await import(url)) as { gate?: unknown }).gate;
};

const answerTo = async ({ code, call }: Asked['gates'][number]): Promise<unknown> => {
  try {
    const exported = await loaded(code);
    return call === null ? { definition: definitionOf(exported) } : { rules: await runGate(exported, call) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
};

const main = async (): Promise<void> => {
  const { mark, gates } = JSON.parse(readFileSync(0, 'utf8')) as Asked;
  for (const asked of gates) {
    const line = `${mark}${JSON.stringify({ gate: asked.gate, ...((await answerTo(asked)) as object) })}\n`;
    writeSync(STDOUT, `\n${line}`);
  }
  process.exit(0);
};

void main();
