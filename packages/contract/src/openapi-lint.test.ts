// The API reference as a linter of OpenAPI documents sees it.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { openApi } from './openapi.ts';

/** Paths that existing clients know, and that could be read in two ways. */
const knownToClients = ['`/companies/listPlan/{companyId}`'];

test('the document of the API has nothing that a linter complains of', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(openApi('1.0.0')), absoluteRef: 'openapi.json', config });
  const found = problems.filter(({ message }) => !knownToClients.some((path) => message.includes(path)));
  expect(found.map(({ ruleId, severity, message, location }) => `${severity} ${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
});
