/** What an error of `JSON.parse` says, without the piece of the text that it quotes: that may be a part of a secret. */
export const jsonProblem = (error: unknown): string =>
  (error as Error).message.replace(/,? ?(?:\.\.\.)?"[\s\S]*"(?:\.\.\.)? is not valid JSON$/, '');
