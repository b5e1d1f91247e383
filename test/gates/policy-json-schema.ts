import * as z from 'zod/mini';
import { KEY_REFERENCE } from '../../src/cli/policy/key-reference.ts';
import { OPTION_REFERENCE, optionReference } from '../../src/cli/policy/option-reference.ts';
import { GATES } from '../../src/gates/gates.ts';
import { policyFileSchema } from '../../src/gates/policy-file-schema.ts';
import { gateKeys, gateRules } from '../../src/gates/policy-names.ts';

/** A schema as the file has it. */
export interface JsonSchema {
  description?: string;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  [key: string]: unknown;
}

const TEXTS: ReadonlyMap<string, string> = new Map(
  KEY_REFERENCE.map(({ key, text, byDefault }) => [key, withDefault(text, byDefault)]),
);

function withDefault(text: string, byDefault: string | undefined): string {
  return byDefault === undefined ? text : `${text} Default: ${byDefault}.`;
}

/**
 * The JSON Schema of policy files: what docket itself reads them with, with a description for each key, and for each gate
 * the rules and options that it has.
 */
export const policyJsonSchema = (): JsonSchema => {
  const { $schema, ...schema } = z.toJSONSchema(policyFileSchema) as JsonSchema;
  const described = { $schema, title: 'docket policy', ...(withTexts(schema, '') as object) } as JsonSchema;
  const gates = described.properties?.['gates'] as JsonSchema;
  const gate = gates.additionalProperties as JsonSchema;
  gates.properties = Object.fromEntries(GATES.map(({ name }) => [name, gateSchemaOf(name, gate)]));
  gates.additionalProperties = false;
  delete gates['propertyNames'];
  return described;
};

const withTexts = (schema: JsonSchema, at: string): JsonSchema => {
  const inside = (key: string): string => (at === '' ? key : `${at}.${key}`);
  const { properties, additionalProperties, items, anyOf, ...rest } = schema;
  const text = TEXTS.get(at);
  return {
    ...(text === undefined ? {} : { description: text }),
    ...rest,
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([key, value]) => [key, withTexts(value, inside(key))]),
          ),
        }),
    ...(additionalProperties === undefined
      ? {}
      : {
          additionalProperties:
            typeof additionalProperties === 'object'
              ? withTexts(additionalProperties, inside('*'))
              : additionalProperties,
        }),
    ...(items === undefined ? {} : { items: withTexts(items, `${at}[]`) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map((one) => withTexts(one, at)) }),
  };
};

const gateSchemaOf = (name: string, gate: JsonSchema): JsonSchema => {
  const known = GATES.find((one) => one.name === name);
  const properties = Object.fromEntries(
    gateKeys(name, true).map((key) => {
      const { text, byDefault } = optionReference(name, key) ?? { text: '', byDefault: '' };
      const schema = withInner(gate.properties?.[key] ?? {}, OPTION_REFERENCE[key]?.keys ?? {}, '');
      return [
        key,
        { description: withDefault(text, byDefault), ...(key === 'rules' ? rulesOf(name, schema) : schema) },
      ];
    }),
  );
  return { description: known?.summary ?? '', type: 'object', properties, additionalProperties: false };
};

const withInner = (schema: JsonSchema, texts: Readonly<Record<string, string>>, at: string): JsonSchema => {
  const { properties, items, ...rest } = schema;
  const inner = Object.entries(properties ?? {}).map(([key, value]) => {
    const text = texts[`${at}${key}`];
    return [key, { ...(text === undefined ? {} : { description: text }), ...withInner(value, texts, `${at}${key}.`) }];
  });
  return {
    ...rest,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(inner) as Record<string, JsonSchema> }),
    ...(items === undefined ? {} : { items: withInner(items, texts, at) }),
  };
};

const rulesOf = (name: string, { additionalProperties, ...schema }: JsonSchema): JsonSchema => {
  const { propertyNames: _names, ...rest } = schema;
  const ids = gateRules(name);
  const mode = typeof additionalProperties === 'object' ? additionalProperties : {};
  const of = (rule: string): JsonSchema => ({ description: `The mode of ${name}/${rule} alone.`, ...mode });
  return { ...rest, properties: Object.fromEntries(ids.map((rule) => [rule, of(rule)])), additionalProperties: false };
};
