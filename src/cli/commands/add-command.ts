import type { Command } from 'commander';

/** Adds a command with its summary and examples. */
export type AddCommand = (name: string, summary: string, examples: readonly string[]) => Command;
