import { readSmallFile } from '../../events/git-layout.ts';
import { type Environment, userConfigFolder } from '../../events/location.ts';
import type { ProviderName, Reviewer } from './reviewer.ts';

export interface ReviewSettings {
  /** Those there is a key for, in the order they are asked. */
  readonly reviewers: readonly Reviewer[];
  /** Why nobody may be asked; null when somebody may. */
  readonly problem: string | null;
}

interface ProviderSettings {
  readonly provider: ProviderName;
  readonly keyVariable: string;
  readonly modelVariable: string;
  /** The first that is set counts. */
  readonly urlVariables: readonly string[];
  readonly model: string;
  readonly url: string;
}

/** Models and order of seed 001. */
const PROVIDERS: readonly ProviderSettings[] = [
  {
    provider: 'gemini',
    keyVariable: 'GEMINI_API_KEY',
    modelVariable: 'LLM_REVIEW_GEMINI_MODEL',
    urlVariables: ['LLM_REVIEW_GEMINI_URL', 'GOOGLE_GEMINI_BASE_URL'],
    model: 'gemini-2.0-flash',
    url: 'https://generativelanguage.googleapis.com',
  },
  {
    provider: 'openai',
    keyVariable: 'OPENAI_API_KEY',
    modelVariable: 'LLM_REVIEW_OPENAI_MODEL',
    urlVariables: ['LLM_REVIEW_OPENAI_URL', 'OPENAI_BASE_URL'],
    model: 'gpt-4o-mini',
    url: 'https://api.openai.com/v1',
  },
];

/**
 * Who is asked, with which key, where. Keys and addresses come from the environment or the user's own configuration
 * alone: a project's file is content of a repository, and one that names the address would be sent the key. An address
 * from the environment is used only with a key from there.
 */
export const reviewSettings = (env: Environment, options: Readonly<Record<string, unknown>>): ReviewSettings => {
  if (env['LLM_REVIEW_ENABLED']?.trim() === '0') return nobody('LLM_REVIEW_ENABLED=0 switches it off');
  const personal = personalSettings(env);
  const found = PROVIDERS.map((settings) => reviewerOf(settings, env, personal, options));
  const reviewers = found.filter((reviewer) => reviewer !== null);
  if (reviewers.length === 0) return nobody('there is no key: neither GEMINI_API_KEY nor OPENAI_API_KEY is set');
  const insecure = reviewers.find(({ baseUrl }) => !isSecure(baseUrl));
  if (insecure === undefined) return { reviewers, problem: null };
  return nobody(
    `the address for ${insecure.provider} is neither https nor on this machine, so a key would be readable`,
  );
};

const nobody = (problem: string): ReviewSettings => ({ reviewers: [], problem });

const reviewerOf = (
  { provider, keyVariable, modelVariable, urlVariables, model, url }: ProviderSettings,
  env: Environment,
  personal: unknown,
  options: Readonly<Record<string, unknown>>,
): Reviewer | null => {
  const own = fieldOf(personal, provider);
  const envKey = textOf(env[keyVariable]);
  const key = envKey ?? textOf(fieldOf(own, 'key'));
  if (key === null) return null;
  const envUrl = envKey === null ? null : urlVariables.map((name) => textOf(env[name])).find((text) => text !== null);
  return {
    provider,
    key,
    model: textOf(env[modelVariable]) ?? textOf(fieldOf(options['models'], provider)) ?? model,
    baseUrl: (envUrl ?? textOf(fieldOf(own, 'baseUrl')) ?? url).replace(/\/+$/, ''),
  };
};

/** `gates.llm-review.providers` in the user's configuration. It never becomes part of the policy, which is logged. */
const personalSettings = (env: Environment): unknown => {
  try {
    const text = readSmallFile(`${userConfigFolder(env)}/config.json`);
    const file: unknown = JSON.parse((text ?? '{}').replace(/^\uFEFF/, ''));
    return fieldOf(fieldOf(fieldOf(file, 'gates'), 'llm-review'), 'providers');
  } catch {
    return undefined;
  }
};

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

const isSecure = (baseUrl: string): boolean => {
  if (!URL.canParse(baseUrl)) return false;
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'https:' || (protocol === 'http:' && LOCAL.has(hostname));
};

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);
