import { expect, test } from 'vitest';
import { apiKeyBody, apiKeyRules, apiKeyValues } from './api-key-form.ts';

test('a key needs a name and something that it may do', () => {
  const rules = apiKeyRules();
  const problems = ({ name, scopes }: ReturnType<typeof apiKeyValues>) => [rules.name(name), rules.scopes(scopes)];
  expect(problems(apiKeyValues(null)).every((each) => each !== null)).toBe(true);
  expect(problems({ name: 'ERP', scopes: ['tags:read'] })).toEqual([null, null]);
  expect(apiKeyBody({ name: ' ERP ', scopes: ['tags:read', 'contacts:read'] })).toEqual({
    name: 'ERP',
    scopes: ['contacts:read', 'tags:read'],
  });
});
