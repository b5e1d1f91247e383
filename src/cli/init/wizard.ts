import type { PresetName } from '../../gates/presets.ts';
import type { Scope } from '../../hooks/install/hook-command.ts';
import type { AskingIo } from '../approval.ts';

/** Asks a person and gives the line they typed. */
type Ask = NonNullable<AskingIo['ask']>;

/** One thing that can be chosen, by its name or its number. */
interface Choice<Name extends string> {
  readonly name: Name;
  readonly means: string;
}

/** What each preset means to somebody who works with it, in a line. */
export const PRESET_CHOICES: readonly Choice<PresetName>[] = [
  { name: 'observe', means: 'only records, with what it would have done' },
  { name: 'standard', means: 'denies what cannot be undone, asks about losses, wants tests' },
  { name: 'strict', means: "also asks for reviews, a person's proof, the plan, linters" },
];

export const SCOPE_CHOICES: readonly Choice<Exclude<Scope, 'managed'>>[] = [
  { name: 'local', means: 'you, in this project' },
  { name: 'project', means: 'everybody who works on it: a file to commit' },
  { name: 'user', means: 'you, in all your projects' },
];

/** Asks which settings file; null where no answer was one of the choices. */
export const askScope = (ask: Ask): Promise<Exclude<Scope, 'managed'> | null> =>
  choose(ask, 'Who is docket for?', SCOPE_CHOICES, 'local');

/** Asks which preset; null where no answer was one of the choices. */
export const askPreset = (ask: Ask): Promise<PresetName | null> =>
  choose(ask, 'What should it do?', PRESET_CHOICES, 'standard');

/** Asks whether shell hooks of an older setup are to be taken out. */
export const askRetire = async (ask: Ask, count: number): Promise<boolean> => {
  const [hooks, them] = count === 1 ? ['a shell hook', 'it'] : [`${count} shell hooks`, 'them'];
  const found = `There are ${hooks} in that file that docket does the work of.`.replace('are a', 'is a');
  const question = `${found}\nTake ${them} out? The scripts stay; "docket uninstall" puts ${them} back. [y/N] `;
  return /^\s*y(es)?\s*$/i.test(await ask(question));
};

const MOST_TRIES = 3;

const choose = async <Name extends string>(
  ask: Ask,
  question: string,
  choices: readonly Choice<Name>[],
  usual: Name,
): Promise<Name | null> => {
  const widest = Math.max(...choices.map(({ name }) => name.length));
  const rows = choices.map(({ name, means }, at) => `  ${at + 1} ${name.padEnd(widest)}  ${means}`);
  const text = `${question}\n${rows.join('\n')}\n[${usual}] `;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const answer = (await ask(text)).trim().toLowerCase();
    const chosen = choices.find(({ name }, at) => answer === name || answer === String(at + 1));
    if (answer === '') return usual;
    if (chosen !== undefined) return chosen.name;
  }
  return null;
};
