import type { Condition, EventData } from '../events/schemas.ts';
import { longFrom } from './doc-gate-options.ts';
import type { Fact } from './facts.ts';
import { condition, type GateContext, type Judgement, listOption, type Rule, type Way } from './gate.ts';

type Content = Fact<EventData<'ContentObserved'>>;

/** A source file says at its top what it is for. */
const noHeader: Rule = {
  id: 'doc-gate/no-header',
  decision: 'deny',
  judge: (context) => {
    const content = longContent(context);
    if (content === null) return null;
    const { lines, header } = content.data;
    return judgement(context, content, 'has no header', [
      condition('begins-with-what-it-is-for', header !== null, {
        actual: { lines, header },
        because: [content.id],
        remedy: `Begin it with a comment that says what the file is for, before the first statement; only a shebang, an encoding and a licence may stand above. ${again(context)}`,
      }),
    ]);
  },
  ways: (context) => withContent(context, 'begin it with a comment that says what it is for', { header: 'assumed' }),
};

/** A source file says what was decided in it. */
const noDecision: Rule = {
  id: 'doc-gate/no-decision',
  decision: 'deny',
  judge: (context) => {
    const content = longContent(context);
    if (content === null) return null;
    const { lines, decisions = [] } = content.data;
    const nameless = decisions.find(({ id }) => id === null);
    const isStated = decisions.some(({ id }) => id !== null);
    const lacks =
      nameless === undefined || isStated
        ? 'states no decision'
        : `has a @decision without an id in line ${nameless.line}`;
    return judgement(context, content, lacks, [
      condition('states-a-decision', isStated, {
        actual: { lines, decisions: decisions.map(({ id, line }) => ({ id, line })) },
        because: [content.id],
        remedy: `State in a comment what was decided: a line "@decision DEC-COMPONENT-001", and lines "@title …", "@status accepted", "@rationale …" below it. ${again(context)}`,
      }),
    ]);
  },
  ways: (context) =>
    withContent(context, 'state in a comment what was decided', {
      decisions: [{ id: 'DEC-COMPONENT-001', line: 1, faults: [] }],
    }),
};

/** Documents have a folder; only a few stand at the top of a project. */
const newRootMarkdown: Rule = {
  id: 'doc-gate/new-root-markdown',
  decision: 'advise',
  judge: (context) => {
    const file = context.facts.file();
    // The plan is a document of the top, or where the policy puts it.
    if (file?.data.newAtTop !== true || file.data.plan === true) return null;
    const name = file.data.path.slice(Math.max(file.data.path.lastIndexOf('/'), file.data.path.lastIndexOf('\\')) + 1);
    const [stem, ending] = partsOf(name);
    if (!MARKDOWN.includes(ending) || isUsualAtTop(stem)) return null;
    const isNamed = listOption(context, 'rootDocuments', []).some(
      (document) => document.toLowerCase() === name.toLowerCase(),
    );
    return {
      conditions: [
        condition('is-a-document-of-the-top', isNamed, {
          actual: name.slice(0, 200),
          because: [file.id],
          remedy: 'Put it under docs/, or add what it says to a document that is there.',
        }),
      ],
      reason: `${name.slice(0, 200)} would be a new document at the top of the project, where few are looked for.`,
    };
  },
  ways: ({ facts }) => {
    const file = facts.file();
    if (file === null) return [];
    const { newAtTop: _, ...elsewhere } = file.data;
    return [{ todo: 'put it under docs/', events: [{ type: 'FileObserved', data: elsewhere }] }];
  },
};

const RULES: readonly Rule[] = [noHeader, noDecision, newRootMarkdown];

/** The gate's rules: called where they are needed, since the hook loads them only then. */
export const docGateRules = (): readonly Rule[] => RULES;

/** What the call leaves, where the file is source of a known language that people write, and long enough. */
const longContent = ({ facts, options }: GateContext): Content | null => {
  const content = facts.content();
  if (content === null || facts.file()?.data.kind !== 'source') return null;
  const { lines, header, generated } = content.data;
  const isJudged = lines !== null && lines >= longFrom(options) && header !== undefined && generated !== true;
  return isJudged ? content : null;
};

/** A Write makes the whole file and is stopped; an edit is of a file that was there, and its author is told once. */
const judgement = (
  { trigger, state }: GateContext,
  { data: { path, lines } }: Content,
  lacks: string,
  conditions: readonly Condition[],
): Judgement => {
  const reason = `${path.slice(-200)} ${lacks}, and it would have ${lines} lines.`;
  if (trigger.data['tool_name'] === 'Write') return { conditions, reason };
  const told = state.docAdvice.told.find((each) => each.path === path);
  const limit = condition('not-told-of-this-file', told === undefined, {
    actual: told === undefined ? 0 : 1,
    because: told === undefined ? [] : [told.event],
  });
  return { conditions, limits: [limit], reason, atMost: 'advise' };
};

const again = ({ trigger }: GateContext): string =>
  trigger.data['tool_name'] === 'Write' ? 'Then write the file again.' : 'No edit is stopped for that.';

const withContent = (
  { facts }: GateContext,
  todo: string,
  changed: Partial<EventData<'ContentObserved'>>,
): readonly Way[] => {
  const content = facts.content();
  return content === null
    ? []
    : [{ todo, events: [{ type: 'ContentObserved', data: { ...content.data, ...changed } }] }];
};

const partsOf = (name: string): [string, string] => {
  const dot = name.lastIndexOf('.');
  return [name.slice(0, dot).toLowerCase(), name.slice(dot + 1).toLowerCase()];
};

/** `README`, `README.de`, `readme-zh-CN`, `LICENSE-MIT`. */
const isUsualAtTop = (stem: string): boolean => {
  const [, word = '', behind = ''] = /^([a-z_]+)(?:[.-](.*))?$/.exec(stem) ?? [];
  const isTranslated = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/.test(behind);
  return USUAL.includes(stem) || (USUAL.includes(word) && (isTranslated || word === 'license' || word === 'licence'));
};

const MARKDOWN = ['md', 'mdx', 'markdown'];

/** What usually stands at the top of a project, and what agents, their hosts and docket read there. */
const USUAL = [
  ...[
    'readme',
    'changelog',
    'changes',
    'history',
    'license',
    'licence',
    'copying',
    'notice',
    'authors',
    'contributors',
  ],
  ...['contributing', 'code_of_conduct', 'code-of-conduct', 'security', 'support', 'governance', 'maintainers'],
  ...['claude', 'agents', 'gemini', 'skill', 'master_plan', 'research'],
];
