import type { QuickMessageView } from '@balcao/contract/quick-messages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, heard, until } from '../../../../test/client.ts';
import { givenCompany, givenUser } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';

let world: World;
let admin: Client;
let ana: Client;
let bia: Client;
beforeAll(async () => {
  world = await createWorld();
  admin = await givenCompany(world.url);
  ana = await givenUser(world.url, admin);
  bia = await givenUser(world.url, admin, { name: 'Bia' });
});
afterAll(() => world.close());

const shortcodesOf = async (client: Client) => (await client.call('GET /quick-messages/list')).map(({ shortcode }) => shortcode);
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

test('one’s own are one’s own, shared ones are everybody’s', async () => {
  const own = await ana.call('POST /quick-messages', { body: { shortcode: '/oi', message: 'Olá, {{firstName}}!' } });
  const shared = await ana.call('POST /quick-messages', { body: { shortcode: 'pix', message: 'Nossa chave', geral: true } });
  expect(own).toMatchObject({ shortcode: 'oi', geral: false, status: true, isMedia: false, mediaPath: null, userId: ana.user.id });
  expect(await shortcodesOf(ana)).toEqual(['oi', 'pix']);
  expect(await shortcodesOf(bia)).toEqual(['pix']);
  expect((await bia.call('GET /quick-messages', { query: { searchParam: 'PI' } })).records.map(({ id }) => id)).toEqual([shared.id]);
  const params = { quickMessageId: own.id };
  await expect(bia.call('GET /quick-messages/:quickMessageId', { params })).rejects.toMatchObject({
    status: 404,
    error: 'ERR_NO_QUICKMESSAGE_FOUND',
  });
  await expect(admin.call('DELETE /quick-messages/:quickMessageId', { params })).rejects.toMatchObject({ status: 404 });
});

test('a shared one is changed by its author, supervisors and admins', async () => {
  const { id } = await ana.call('POST /quick-messages', { body: { shortcode: 'horario', message: '8 às 18', geral: true } });
  const params = { quickMessageId: id };
  await expect(bia.call('PUT /quick-messages/:quickMessageId', { params, body: { message: 'x' } })).rejects.toMatchObject({
    status: 403,
    error: 'ERR_NO_PERMISSION',
  });
  expect(await admin.call('PUT /quick-messages/:quickMessageId', { params, body: { message: '9 às 18' } })).toMatchObject({
    message: '9 às 18',
    userId: ana.user.id,
  });
  await ana.call('PUT /quick-messages/:quickMessageId', { params, body: { status: false } });
  expect(await shortcodesOf(ana)).not.toContain('horario');
  await ana.call('DELETE /quick-messages/:quickMessageId', { params });
});

test('a shortcode is used once by each author', async () => {
  await ana.call('POST /quick-messages', { body: { shortcode: 'frete' } });
  await expect(ana.call('POST /quick-messages', { body: { shortcode: 'FRETE' } })).rejects.toMatchObject({
    status: 400,
    error: 'ERR_SHORTCODE_ALREADY_EXISTS',
  });
  await bia.call('POST /quick-messages', { body: { shortcode: 'frete' } });
  await expect(ana.call('POST /quick-messages', { body: { shortcode: ' / ' } })).rejects.toMatchObject({ error: 'ERR_VALIDATION' });
});

test('whoever may use one hears of it, and of it being taken away', async () => {
  const sockets = [await ana.socket(), await bia.socket()] as const;
  const channel = `company-${admin.user.companyId}-quickemessage`;
  const { id } = await ana.call('POST /quick-messages', { body: { shortcode: 'segredo' } });
  const toBia = heard<{ action: string; record: QuickMessageView }>(sockets[1], channel);
  const joined = heard<{ action: string }>(sockets[1], `company${admin.user.companyId}-quickemessage`);
  await ana.call('PUT /quick-messages/:quickMessageId', { params: { quickMessageId: id }, body: { geral: true } });
  // The first that reaches her: she never heard of it while it was not shared.
  expect(await toBia).toMatchObject({ action: 'update', record: { id } });
  expect(await joined).toMatchObject({ action: 'update' });
  const gone = heard<{ action: string; id: number }>(sockets[1], channel);
  const kept = heard<{ action: string }>(sockets[0], channel, ({ action }) => action === 'update');
  await ana.call('PUT /quick-messages/:quickMessageId', { params: { quickMessageId: id }, body: { geral: false } });
  expect(await gone).toEqual({ action: 'delete', id });
  expect(await kept).toMatchObject({ action: 'update', record: { id, geral: false } });
  for (const socket of sockets) socket.close();
});

test('a file goes with it until it is taken away', async () => {
  const { id } = await ana.call('POST /quick-messages', { body: { shortcode: 'foto' } });
  const params = { quickMessageId: id };
  const form = new FormData();
  form.append('typeArch', 'quickMessage');
  form.append('file', new Blob([png], { type: 'image/png' }), 'vitrine nova.png');
  const { record, mensagem } = await ana.call('POST /quick-messages/:quickMessageId/media-upload', { params, body: form });
  expect(mensagem).toBe('Arquivo Anexado');
  expect(record).toMatchObject({ isMedia: true, mediaName: 'vitrine nova.png', mediaMime: 'image/png' });
  const open = () => fetch(`${world.url}${new URL(record.mediaPath ?? '').pathname}${new URL(record.mediaPath ?? '').search}`);
  expect(Buffer.from(await (await open()).arrayBuffer())).toEqual(png);
  const after = await ana.call('DELETE /quick-messages/:quickMessageId/media-upload', { params });
  expect(after.record).toMatchObject({ isMedia: false, mediaPath: null, mediaName: null });
  await until(async () => (await open()).status === 404);
  const empty = new FormData();
  empty.append('typeArch', 'quickMessage');
  await expect(ana.call('POST /quick-messages/:quickMessageId/media-upload', { params, body: empty })).rejects.toMatchObject({
    body: { error: 'ERR_VALIDATION', issues: [{ path: 'body.file', code: 'required' }] },
  });
});
