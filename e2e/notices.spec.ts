import { until } from '../server/test/client.ts';
import { givenOpenTicket, password } from './desk.ts';
import { expect, test } from './journey.ts';
import { examine, look } from './looks.ts';
import { fileOf } from './media.ts';

test('a person chooses what rings, for all their windows; the app can be installed', async ({ balcao, desk, open }) => {
  const page = await open(desk.ana, '/contacts', { ...look(), fresh: true });
  await page.getByRole('button', { name: 'Sua conta' }).click();
  await page.getByRole('menuitem', { name: 'Avisos' }).click();
  const dialog = page.getByRole('dialog', { name: 'Avisos' });
  const mentions = dialog.getByRole('switch', { name: 'Menção em nota ou no chat interno' });
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
  // The browser takes the worker.
  const scope = await page.evaluate(`navigator.serviceWorker.register('/sw.js').then(({ scope }) => scope)`);
  expect(scope).toBe(`${balcao.url}/`);
});

test('a push is shown while the app is closed, opens its conversation, and is answered from the notice', async ({ balcao, desk, open }) => {
  const customer = desk.customer('Helena Sampaio');
  const ticket = await givenOpenTicket(desk, desk.ana, customer);
  const page = await open(desk.ana, '/contacts', { fresh: true });
  const context = page.context();
  await expect(page.getByRole('heading', { name: 'Contatos' })).toBeVisible();
  const [worker] = await Promise.all([
    context.waitForEvent('serviceworker'),
    page.evaluate(`navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => null)`),
  ]);
  // This browser shows no notices at all; what it is told to show is noted in their place.
  await worker.evaluate(
    'self.shown = []; self.registration.showNotification = async (title, { body, data }) => void self.shown.push({ title, body, data })',
  );
  const cdp = await context.newCDPSession(page);
  const registrations: { registrationId: string; scopeURL: string }[] = [];
  cdp.on('ServiceWorker.workerRegistrationUpdated', (news) => registrations.push(...news.registrations));
  await cdp.send('ServiceWorker.enable');
  const registrationId = await until(() => registrations.find(({ scopeURL }) => scopeURL === `${balcao.url}/`)?.registrationId);
  const push = (notice: object) =>
    cdp.send('ServiceWorker.deliverPushMessage', {
      origin: balcao.url,
      registrationId,
      data: JSON.stringify({ language: 'pt', ...notice }),
    });
  type Shown = { title: string; body: string; data: { path: string } };
  const shown = async () => (await worker.evaluate('self.shown')) as Shown[];
  const mine = {
    kind: 'mine',
    name: customer.name,
    text: 'Chegou?',
    ticketId: ticket.id,
    path: `/tickets/${ticket.uuid}`,
    tag: `ticket${ticket.id}`,
  };

  // Who looks at the app is shown nothing; a later push, with the app gone, is.
  await push(mine);
  await page.goto('about:blank');
  await push({ kind: 'mention', name: customer.name, by: 'Bia Fontes', text: 'Confere? @Ana', path: mine.path, tag: 'mention' });
  await until(async () => (await shown()).length > 0);
  expect(await shown()).toEqual([
    { title: 'Bia Fontes mencionou você em Helena Sampaio', body: 'Confere? @Ana', data: expect.objectContaining({ path: mine.path }) },
  ]);
  await push(mine);
  await until(async () => (await shown()).length === 2);

  // What the person writes into the notice goes out once, in their name.
  await worker.evaluate(`reply(${JSON.stringify({ notice: { language: 'pt', ...mine }, path: mine.path })}, 'Chega hoje!')`);
  await until(() => balcao.graph.sent().some(({ to }) => to === customer.phone));
  expect(balcao.graph.sent().filter(({ to, body }) => to === customer.phone && JSON.stringify(body).includes('Chega hoje!'))).toHaveLength(
    1,
  );
  expect((await shown()).map(({ title }) => title)).toContain('Resposta enviada: Helena Sampaio');

  // A click brings the window to the conversation. Only a real one may bring it to the front.
  await page.goto(`${balcao.url}/contacts`);
  await expect(page.getByRole('heading', { name: 'Contatos' })).toBeVisible();
  await worker.evaluate(`open('${mine.path}').catch(() => null)`);
  await expect(page.getByRole('log', { name: 'Mensagens' }).getByText('Chega hoje!')).toBeVisible();
});

test('a photo and a text that another app shares go to the composer of a conversation, also when nobody was signed in', async ({
  balcao,
  desk,
  open,
}) => {
  const customer = desk.customer('Otávio Brandão');
  await givenOpenTicket(desk, desk.ana, customer);
  const page = await open(desk.ana, '/contacts', {
    ...look(),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    fresh: true,
  });
  await expect(page.getByRole('button', { name: 'Abrir menu' })).toBeVisible();
  await page.evaluate(`navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => null)`);
  const photo = (await fileOf('sofa')).toString('base64');
  /** As the system does it for an installed app. */
  const share = (text: string) =>
    page.evaluate(`(() => {
      const form = Object.assign(document.createElement('form'), { method: 'POST', action: '/share', enctype: 'multipart/form-data' });
      const files = Object.assign(document.createElement('input'), { type: 'file', name: 'files' });
      const bytes = Uint8Array.from(atob('${photo}'), (each) => each.charCodeAt(0));
      const held = new DataTransfer();
      held.items.add(new File([bytes], 'sofa.jpg', { type: 'image/jpeg' }));
      files.files = held.files;
      const text = Object.assign(document.createElement('input'), { name: 'text', value: ${JSON.stringify(text)} });
      form.append(files, text);
      document.body.append(form);
      form.submit();
    })()`);
  await Promise.all([page.waitForURL('**/share'), share('Serve este?')]);
  await expect(page.getByRole('region', { name: 'O que foi compartilhado' }).getByText('sofa.jpg')).toBeVisible();
  await expect(page.getByRole('button', { name: /Otávio Brandão/ })).toBeVisible();
  await examine(page, 'share-page', { on: ['phone', 'wide'] });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: /Otávio Brandão/ }).tap();
  await expect(page.getByRole('textbox', { name: 'Mensagem', exact: true })).toHaveValue('Serve este?');
  await page.getByRole('button', { name: 'Enviar', exact: true }).tap();
  await until(() => balcao.graph.sent().some(({ to }) => to === customer.phone), 20_000);
  const sent = balcao.graph.sent().filter(({ to }) => to === customer.phone);
  expect(sent.map(({ body }) => body.type)).toEqual(['image']);
  expect(JSON.stringify(sent[0]?.body)).toContain('Serve este?');
  // It went where it should, and is not there again.
  await page.goto(`${balcao.url}/share`);
  await expect(page.getByText('Nada foi compartilhado')).toBeVisible();

  // Shared while nobody is signed in, it waits for whoever does.
  await page.evaluate('localStorage.clear()');
  await page.context().clearCookies();
  await page.goto(`${balcao.url}/login`);
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  await Promise.all([page.waitForURL('**/login'), share('Depois de entrar')]);
  await page.getByLabel('E-mail').fill(desk.ana.user.email);
  await page.getByRole('textbox', { name: 'Senha' }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).tap();
  await expect(page.getByRole('region', { name: 'O que foi compartilhado' }).getByText('Depois de entrar')).toBeVisible();
  await page.getByRole('button', { name: 'Descartar' }).tap();
  await expect(page).toHaveURL(/\/tickets/);
});
