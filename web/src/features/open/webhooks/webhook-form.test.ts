import { expect, test } from 'vitest';
import { webhookBody, webhookRules, webhookValues } from './webhook-form.ts';

test('a webhook needs a name, a web address and something to be told of', () => {
  const rules = webhookRules();
  const problems = ({ name, url, events }: ReturnType<typeof webhookValues>) => [rules.name(name), rules.url(url), rules.events(events)];
  expect(problems(webhookValues(null)).every((each) => each !== null)).toBe(true);
  const good = {
    name: ' ERP ',
    url: ' https://erp.example/eventos ',
    events: ['ticket.closed' as const, 'ticket.created' as const],
    active: true,
  };
  expect(problems(good)).toEqual([null, null, null]);
  for (const url of ['erp.example', 'ftp://erp.example', 'javascript:alert(1)']) expect(rules.url(url)).not.toBeNull();
  expect(webhookBody(good)).toEqual({
    name: 'ERP',
    url: 'https://erp.example/eventos',
    events: ['ticket.created', 'ticket.closed'],
    active: true,
  });
});
