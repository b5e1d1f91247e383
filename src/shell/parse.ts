import { forEachChild, parse } from 'unbash';
import { piecesIn } from './read-pieces.ts';
import { readScript } from './read-script.ts';
import type { ParsedCommand } from './simple-command.ts';

/** Longest text that is parsed, in UTF-16 units. */
export const LONGEST_COMMAND = 65_536;

/**
 * Reads a command line as bash would and lists the simple commands in it, those in substitutions, here-documents and
 * compound commands included. Never throws: what cannot be read is named in `problems`, beside what could.
 */
export const parseCommand = (source: string): ParsedCommand =>
  source.length > LONGEST_COMMAND
    ? {
        commands: [],
        scopes: [{ kind: 'shell', parent: null }],
        problems: [`longer than ${LONGEST_COMMAND} characters`],
      }
    : readScript(() => parse(source), { visitChildren: forEachChild, piecesIn });
