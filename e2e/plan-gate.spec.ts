// Pages that a plan switches: who may not open them is told so and sent to the start.
import type { Page } from '@playwright/test';
import type { Client } from '../server/test/client.ts';
import type { Balcao } from './balcao.ts';
import { expect, test } from './journey.ts';

const told = 'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.';

/** A plan of the company's own, without campaigns. */
async function loseCampaigns(balcao: Balcao, { user }: Client): Promise<void> {
  await balcao.sql(
    `with own as (insert into plans (name, users, connections, queues, use_campaigns) values ($1, 10, 10, 10, false) returning id)
    update companies set plan_id = own.id from own where companies.id = $2`,
    [`Sem campanhas ${user.companyId}`, user.companyId],
  );
}

async function expectSentAway(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href);
  await expect(page.getByRole('alert').filter({ hasText: told })).toBeVisible();
  // The start of an admin is the dashboard.
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Atendimentos' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Campanhas' })).toHaveCount(0);
}

test('a company whose plan lacks campaigns is sent away from each of their pages', async ({ balcao, desk, open }) => {
  await loseCampaigns(balcao, desk.admin);
  const page = await open(desk.admin);
  await expect.poll(() => page.evaluate(`localStorage.getItem('cshow')`)).toBe('true');
  for (const path of ['/campaigns', '/campaign/1/report', '/campaigns-config', '/contact-lists', '/contact-lists/1/contacts'])
    await expectSentAway(page, path);
});

test('with the plan, but campaigns switched off in the company, it is the same', async ({ balcao, desk, open }) => {
  const { companyId } = desk.admin.user;
  await balcao.sql(`update settings set value = 'false' where company_id = $1 and key = 'campaignsEnabled'`, [companyId]);
  const page = await open(desk.admin);
  await expectSentAway(page, '/campaigns');
  expect(await page.evaluate(`localStorage.getItem('cshow')`)).toBeNull();
});

test('with both, nobody is sent away', async ({ desk, open }) => {
  const page = await open(desk.admin, '/campaigns');
  await expect(page.getByRole('main')).not.toBeEmpty();
  await expect(page).toHaveURL(/\/campaigns$/);
  await expect(page.getByText(told)).toHaveCount(0);
});
