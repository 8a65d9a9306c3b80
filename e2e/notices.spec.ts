import { expect, test } from './journey.ts';
import { examine, look } from './looks.ts';

test('a person chooses what rings, for all their windows; the app can be installed', async ({ balcao, desk, open }) => {
  const page = await open(desk.ana, '/contacts', look());
  await page.getByRole('button', { name: 'Sua conta' }).click();
  await page.getByRole('menuitem', { name: 'Avisos' }).click();
  const dialog = page.getByRole('dialog', { name: 'Avisos' });
  const mentions = dialog.getByRole('switch', { name: 'Menção no chat interno' });
  await expect(mentions).toBeChecked();
  await mentions.uncheck();
  await expect.poll(async () => (await desk.ana.call('GET /v1/notices')).silent).toEqual(['mention']);
  await expect(dialog.getByRole('heading', { name: 'Com o Balcão fechado' })).toBeVisible();
  await examine(page, 'notices-dialog');
  // Chosen elsewhere, it is switched here.
  await desk.ana.call('PUT /v1/notices', { body: { silent: ['chat'] } });
  await expect(mentions).toBeChecked();
  await expect(dialog.getByRole('switch', { name: 'Mensagem no chat interno' })).not.toBeChecked();

  const manifest = await fetch(`${balcao.url}/manifest.webmanifest`);
  expect(manifest.headers.get('content-type')).toContain('application/manifest+json');
  const { icons } = (await manifest.json()) as { icons: { src: string }[] };
  for (const { src } of icons) expect((await fetch(`${balcao.url}${src}`)).headers.get('content-type')).toMatch(/^image\//);
  const worker = await fetch(`${balcao.url}/sw.js`);
  expect([worker.headers.get('content-type'), worker.headers.get('cache-control')]).toEqual([
    expect.stringContaining('javascript'),
    'no-cache',
  ]);
  // The browser takes the worker, which answers no request.
  const scope = await page.evaluate(`navigator.serviceWorker.register('/sw.js').then(({ scope }) => scope)`);
  expect(scope).toBe(`${balcao.url}/`);
});
