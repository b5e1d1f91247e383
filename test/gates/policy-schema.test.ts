import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { policyFileSchema } from '../../src/gates/policy-file-schema.ts';

it('ships the JSON schema that docket itself reads policy files with (renew with: npx vitest run test/gates/policy-schema -u)', async () => {
  const schema = { title: 'docket policy', ...z.toJSONSchema(policyFileSchema) };
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot('../../schema/docket.config.schema.json');
});
