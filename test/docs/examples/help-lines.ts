import type { DeclaredCommand } from '../../../src/cli/completions/declaration.ts';
import { runDocket } from '../../kit/hook-process.ts';

/** A command with its words, `policy show`, and the lines of its examples. */
export interface Helped {
  readonly name: string;
  readonly declared: DeclaredCommand;
  readonly lines: readonly string[];
}

const under = (declared: DeclaredCommand, path: readonly string[]): Helped[] =>
  declared.commands.flatMap((each) => {
    const words = [...path, each.name];
    const lines = [...each.notes.matchAll(/^ {2}\$ (.*)$/gm)].map(([, line = '']) => line);
    return [{ name: words.join(' '), declared: each, lines }, ...under(each, words)];
  });

/** All commands, as the help, the page of the manual and the completions have them. */
export const helpedCommands = (): Helped[] =>
  under(JSON.parse(runDocket(['completions', 'declaration'], process.cwd()).stdout) as DeclaredCommand, []);
