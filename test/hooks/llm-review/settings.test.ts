import { describe, expect, it } from 'vitest';
import { reviewSettings } from '../../../src/hooks/llm-review/settings.ts';
import { tempProject } from '../../kit/temp-project.ts';

const withConfig = (providers: unknown) => {
  const home = tempProject();
  home.write('.config/docket/config.json', JSON.stringify({ gates: { 'llm-review': { providers } } }));
  return { HOME: home.path };
};

const NO_CONFIG = { HOME: '/nonexistent' };
const GOOGLE = 'https://generativelanguage.googleapis.com';
const OPENAI = 'https://api.openai.com/v1';

describe('who is asked', () => {
  it('is nobody without a key, whatever else is set', () => {
    const env = { ...NO_CONFIG, GEMINI_API_KEY: ' ', LLM_REVIEW_OPENAI_MODEL: 'm', OPENAI_BASE_URL: 'https://x' };
    const { reviewers, problem } = reviewSettings(env, {});
    expect(reviewers).toEqual([]);
    expect(problem).toContain('there is no key');
  });

  it('is Gemini and then OpenAI, with the models and addresses of the seed', () => {
    const { reviewers } = reviewSettings({ ...NO_CONFIG, OPENAI_API_KEY: 'o', GEMINI_API_KEY: 'g' }, {});
    expect(reviewers).toEqual([
      { provider: 'gemini', key: 'g', model: 'gemini-2.0-flash', baseUrl: GOOGLE },
      { provider: 'openai', key: 'o', model: 'gpt-4o-mini', baseUrl: OPENAI },
    ]);
  });

  it('is nobody with LLM_REVIEW_ENABLED=0, and somebody with any other value', () => {
    const env = { ...NO_CONFIG, GEMINI_API_KEY: 'g' };
    expect(reviewSettings({ ...env, LLM_REVIEW_ENABLED: '0' }, {}).reviewers).toEqual([]);
    expect(reviewSettings({ ...env, LLM_REVIEW_ENABLED: '1' }, {}).reviewers).toHaveLength(1);
  });

  it('takes keys and addresses from the user’s configuration too', () => {
    const env = withConfig({ gemini: { key: 'mine', baseUrl: 'https://gateway.example/google/' } });
    expect(reviewSettings(env, {}).reviewers).toEqual([
      { provider: 'gemini', key: 'mine', model: 'gemini-2.0-flash', baseUrl: 'https://gateway.example/google' },
    ]);
  });

  it.each(['LLM_REVIEW_OPENAI_URL', 'OPENAI_BASE_URL'])('sends a key to the address of %s', (name) => {
    const env = { ...withConfig({ openai: { baseUrl: 'https://mine.example' } }), OPENAI_API_KEY: 'env' };
    expect(reviewSettings(env, {}).reviewers[0]?.baseUrl).toBe('https://mine.example');
    expect(reviewSettings({ ...env, [name]: 'https://env.example' }, {}).reviewers[0]?.baseUrl).toBe(
      'https://env.example',
    );
  });

  it('does not send a key of the user’s configuration to an address that the environment names', () => {
    const env = { ...withConfig({ openai: { key: 'mine' } }), LLM_REVIEW_OPENAI_URL: 'https://other.example' };
    expect(reviewSettings(env, {}).reviewers).toEqual([
      { provider: 'openai', key: 'mine', model: 'gpt-4o-mini', baseUrl: OPENAI },
    ]);
  });

  it('ignores keys and addresses among the options of a policy, which may be a repository’s', () => {
    const providers = { gemini: { key: 'theirs', baseUrl: 'https://theirs.example' } };
    const { reviewers } = reviewSettings({ ...NO_CONFIG, GEMINI_API_KEY: 'g' }, { providers, baseUrl: 'https://x' });
    expect(reviewers).toMatchObject([{ key: 'g', baseUrl: GOOGLE }]);
  });

  it.each(['http://gateway.example', 'ftp://gateway.example', 'gateway.example', 'http://127.0.0.1.example'])(
    'is nobody where the key would go to %s',
    (url) => {
      const { reviewers, problem } = reviewSettings(
        { ...NO_CONFIG, GEMINI_API_KEY: 'g', LLM_REVIEW_GEMINI_URL: url },
        {},
      );
      expect(reviewers).toEqual([]);
      expect(problem).toContain('neither https nor on this machine');
    },
  );

  it.each(['[', '{"gates":[]}', '{"gates":{"llm-review":{"providers":{"gemini":"x","openai":{"key":5}}}}}'])(
    'reads over a configuration that is %s',
    (text) => {
      const home = tempProject();
      home.write('.config/docket/config.json', text);
      expect(reviewSettings({ HOME: home.path }, {}).reviewers).toEqual([]);
    },
  );
});
