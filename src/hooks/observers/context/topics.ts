import { unquoted } from './prose.ts';

/** What words of a prompt can be about. */
export type Topic = 'plan' | 'commit' | 'later' | 'large';

/** Words and phrases, whole ones, in any case. */
export type Words = Readonly<Record<Topic, readonly string[]>>;

/** Where the policy names none (seed 001, prompt-submit.sh). */
export const WORDS: Words = {
  plan: 'plan,plans,planned,planning,implement,implements,implementing,implementation,phase,phases,milestone,roadmap'.split(
    ',',
  ),
  commit: 'commit,commits,committed,committing,merge,merges,merged,merging,pull request,open a pr,create a pr'.split(
    ',',
  ),
  later:
    'later,eventually,someday,some day,at some point,down the road,down the line,in the future,for another time,another day,not now,next sprint,when there is time,when we have time,when you have time,for the time being,postpone,defer it,defer this,put off,put it off,put that off,come back to this,come back to that,come back to it,remind me to,remind me later,note to self,on the backlog,to the backlog,backlog this,backlog that,backlog it,park this,park that,park it,in a follow-up,in a followup,not in this pr'.split(
      ',',
    ),
  large:
    'entire codebase,whole codebase,entire code base,whole code base,entire project,whole project,entire repository,whole repository,entire app,whole app,all files,every file,all modules,every module,all packages,every package,from scratch,end to end,everywhere'.split(
      ',',
    ),
};

/** Phrases in which such a word says something else. */
const OTHERWISE =
  'or later,no later,not later,later than,later version,later versions,later release,later releases,later stage,later stages,later step,later steps,later in the,see you later,talk to you later,sooner or later,second later,seconds later,minute later,minutes later,hour later,hours later,day later,days later,week later,weeks later,line later,lines later,step later,steps later,moment later,moments later,use it later,used later,needed later,read later,called later,eventually consistent,eventually fail,eventually fails,eventually crashes,eventually resolves,eventually returns,eventually times out,merge conflict,merge conflicts,merge sort,end to end test,end to end tests,end to end testing'.split(
    ',',
  );

/** Where a phrase stands in a line, as whole words; -1 where it does not. Both in lower case, with single spaces. */
export const phraseAt = (line: string, phrase: string): number => {
  for (let at = line.indexOf(phrase); at >= 0; at = line.indexOf(phrase, at + 1)) {
    if (!isPartOfWord(line, at - 1, -1) && !isPartOfWord(line, at + phrase.length, 1)) return at;
  }
  return -1;
};

/** Whether what stands beside a phrase makes another word of it: `commit-msg`, `src/plan.ts`, `#plan`. */
const isPartOfWord = (line: string, at: number, step: 1 | -1): boolean => {
  const beside = line[at] ?? ' ';
  // A call: `commit()`.
  if (step === 1 && beside === '(') return true;
  if (UNSPACED.test(line[at - step] ?? ' ')) return false;
  if (LETTER.test(beside)) return !UNSPACED.test(beside);
  const isJoined = LETTER.test(line[at + step] ?? ' ');
  if ('#@$'.includes(beside)) return step === -1;
  if ('/\\'.includes(beside)) return isJoined && isPath(line, at);
  // A full stop ends a sentence, and stands inside of names.
  return '-.:'.includes(beside) && isJoined;
};

/** Whether the word around a slash is a path, and not two words: `commit/push`. */
const isPath = (line: string, at: number): boolean => {
  const word = line.slice(line.lastIndexOf(' ', at) + 1, line.indexOf(' ', at) < 0 ? undefined : line.indexOf(' ', at));
  return /[/\\].*[/\\]|\.\w/.test(word);
};

const LETTER = /[\p{L}\p{N}\p{M}_]/u;
/** Scripts that put no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** A line as phrases are looked up in it. */
export const lowered = (line: string): string => unquoted(line).toLowerCase().replace(/[’]/g, "'").replace(/\s+/g, ' ');

/** The topics that lines are about, and the clause that puts something off. */
export const topicsOf = (lines: readonly string[], words: Words): { topics: Topic[]; later: string | null } => {
  const plain = lines.map((line) => withoutOtherwise(lowered(line)));
  const named = (topic: Topic, line: string): string | undefined =>
    words[topic].find((phrase) => phrase.trim() !== '' && phraseAt(line, normal(phrase)) >= 0);
  const later = lines.flatMap(sentencesOf).find((sentence) => {
    const line = withoutOtherwise(lowered(sentence));
    return named('later', line) !== undefined && !ASKS_WHY.test(line);
  });
  return {
    topics: (Object.keys(WORDS) as Topic[]).filter((topic) =>
      topic === 'later' ? later !== undefined : plain.some((line) => named(topic, line) !== undefined),
    ),
    later: later === undefined ? null : clauseOf(later),
  };
};

const sentencesOf = (line: string): string[] => line.split(/(?<=[.!?;])\s+/);

/** Who asks when something happens puts nothing off; who asks whether it can be done later does. */
const ASKS_WHY = /^\s*(?:and |but |so )?(?:why|what|when|where|which|who|how|does|did)\b.*\?\s*$/;

const normal = (phrase: string): string => phrase.trim().toLowerCase().replace(/\s+/g, ' ');

const withoutOtherwise = (line: string): string => {
  let text = line;
  for (const phrase of OTHERWISE) {
    for (let at = phraseAt(text, phrase); at >= 0; at = phraseAt(text, phrase)) {
      text = `${text.slice(0, at)}“…”${text.slice(at + phrase.length)}`;
    }
  }
  return text;
};

/** UTF-16 units. */
const LONGEST_CLAUSE = 160;

/** A sentence without the mark of a list. */
const clauseOf = (sentence: string): string => {
  const text = sentence.trim().replace(/^(?:[-*+•]|\d+[.)])\s+/, '');
  return text.length <= LONGEST_CLAUSE ? text : `${text.slice(0, LONGEST_CLAUSE - 1).replace(/[\ud800-\udbff]$/, '')}…`;
};
