// Several admins at the menus of one queue: what each does reaches the others.

import type { OptionStep, QueueMenu } from '@balcao/contract/queue-options';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, heard, until } from '../../../../test/client.ts';
import { givenQueue } from '../../../../test/given.ts';
import { givenCompany, givenUser } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';

let world: World;
let admin: Client;
let other: Client;
let queueId: number;
beforeAll(async () => {
  world = await createWorld();
  admin = await givenCompany(world.url);
  other = await givenUser(world.url, admin, { profile: 'admin' });
  queueId = await givenQueue(admin, 'Suporte');
});
afterAll(() => world.close());

const channel = () => `company-${admin.user.companyId}-queue-option`;
const titles = ({ options }: QueueMenu) => options.map(({ option, title }) => `${option} ${title}`);

test('an admin hears of the menu another one changes, as it is now', async () => {
  const socket = await other.socket();
  const next = (wanted: (menu: QueueMenu) => boolean = () => true) => heard<QueueMenu>(socket, channel(), wanted);
  const add = (title: string, parentId: number | null = null) =>
    admin.call('POST /queue-options', { body: { queueId, parentId, title, message: `Sobre ${title}` } });

  const [first, delivery] = await Promise.all([next(), add('Entrega')]);
  expect(first).toEqual({ action: 'update', queueId, parentId: null, options: [delivery], at: delivery.updatedAt });
  const [second, exchange] = await Promise.all([next(), add('Troca')]);
  expect(titles(second)).toEqual(['1 Entrega', '2 Troca']);
  const [below, term] = await Promise.all([next(({ parentId }) => parentId !== null), add('Prazo', delivery.id)]);
  expect(below).toMatchObject({ parentId: delivery.id, options: [{ id: term.id, title: 'Prazo' }] });

  const change = (body: { title?: string; option?: number }) =>
    admin.call('PUT /queue-options/:queueOptionId', { params: { queueOptionId: exchange.id }, body });
  const [renamed] = await Promise.all([next(), change({ title: 'Trocas' })]);
  expect(titles(renamed)).toEqual(['1 Entrega', '2 Trocas']);
  const [moved, answered] = await Promise.all([next(), change({ option: 1 })]);
  expect(titles(moved)).toEqual(['1 Trocas', '2 Entrega']);
  expect(moved.at).toBe(answered.updatedAt);

  const params = { queueOptionId: delivery.id };
  const [gone] = await Promise.all([next(), admin.call('DELETE /queue-options/:queueOptionId', { params })]);
  expect(titles(gone)).toEqual(['1 Trocas']);
  const asked = await other.call('GET /queue-options', { query: { queueId, parentId: -1 } });
  expect(gone.options).toEqual(asked);
  socket.close();
});

test('news of a menu is never dated before the options in it, or one that is gone from it, though the clock was ahead once', async () => {
  const id = await givenQueue(admin, 'Adiantada', { color: '#0f0f0f' });
  const kept = await admin.call('POST /queue-options', { body: { queueId: id, title: 'Fica' } });
  const [gone, alsoGone] = [
    await admin.call('POST /queue-options', { body: { queueId: id, title: 'Sai' } }),
    await admin.call('POST /queue-options', { body: { queueId: id, title: 'Também sai' } }),
  ];
  const ahead = new Date(world.clock.now().getTime() + 86_400_000);
  const date = (optionId: number, at: Date) =>
    platformTransaction(world.app.base, ({ db }) =>
      db.updateTable('queue_options').set({ updated_at: at }).where('id', '=', optionId).execute(),
    );
  await date(kept.id, ahead);
  await date(gone.id, new Date(ahead.getTime() + 1000));
  await date(alsoGone.id, new Date(ahead.getTime() + 2000));
  const socket = await other.socket();
  const menus: QueueMenu[] = [];
  socket.on(channel(), (menu: QueueMenu) => void menus.push(menu));
  const steps: OptionStep[] = [{ do: 'delete', id: alsoGone.id }];
  await admin.call('PUT /v1/queues/:queueId/options', { params: { queueId: id }, body: { steps } });
  await admin.call('DELETE /queue-options/:queueOptionId', { params: { queueOptionId: gone.id } });
  const changed = await admin.call('PUT /queue-options/:queueOptionId', {
    params: { queueOptionId: kept.id },
    body: { title: 'Fica mesmo' },
  });
  await until(() => menus.length === 3);
  expect(menus.map(({ at }) => new Date(at).getTime() - ahead.getTime())).toEqual([2000, 1000, 1]);
  expect(menus.at(-1)?.at).toBe(changed.updatedAt);
  socket.close();
});

test('a file of an option is news of its menu', async () => {
  const { id } = await admin.call('POST /queue-options', { body: { queueId, title: 'Catálogo' } });
  const socket = await other.socket();
  const of = ({ options }: QueueMenu) => options.find((option) => option.id === id);
  const got = heard<QueueMenu>(socket, channel(), (menu) => of(menu)?.mediaName === 'mesas.pdf');
  const body = new FormData();
  body.append('file', new Blob(['%PDF-1.4 mesas']), 'mesas.pdf');
  const params = { queueOptionId: id };
  await admin.call('POST /queue-options/:queueOptionId/media-upload', { params, body });
  expect(of(await got)?.mediaPath).toContain('mesas.pdf');
  const lost = heard<QueueMenu>(socket, channel(), (menu) => of(menu)?.mediaName === null);
  await admin.call('DELETE /queue-options/:queueOptionId/media-upload', { params });
  expect(of(await lost)?.mediaPath).toBeNull();
  socket.close();
});

test('agents and other companies hear nothing of menus', async () => {
  const agent = await givenUser(world.url, admin, { queueIds: [queueId] });
  const stranger = await givenCompany(world.url);
  const [agents, strangers, admins] = await Promise.all([agent.socket(), stranger.socket(), other.socket()]);
  const overheard: string[] = [];
  for (const socket of [agents, strangers]) socket.onAny((name: string) => overheard.push(name));
  // The queue is told after the menu, to everybody of the company.
  const queueTold = heard(agents, `company-${admin.user.companyId}-queue`);
  const menuTold = heard<QueueMenu>(admins, channel());
  await admin.call('POST /queue-options', { body: { queueId, title: 'Segredo' } });
  expect(titles(await menuTold).at(-1)).toContain('Segredo');
  await queueTold;
  expect(overheard.filter((name) => name.includes('queue-option'))).toEqual([]);
  for (const socket of [agents, strangers, admins]) socket.close();
});

test('the options of a queue that is gone are gone with it', async () => {
  const { id } = await admin.call('POST /queue', { body: { name: 'Efêmera', color: '#0a0a0a' } });
  const option = await admin.call('POST /queue-options', { body: { queueId: id, title: 'Prazo' } });
  const ofQueue = async () => (await admin.call('GET /queue-options')).filter((each) => each.queueId === id);
  expect(await ofQueue()).toEqual([option]);
  await admin.call('DELETE /queue/:queueId', { params: { queueId: id } });
  expect(await ofQueue()).toEqual([]);
  expect(await admin.call('GET /queue-options', { query: { queueId: id, parentId: -1 } })).toEqual([]);
  await expect(admin.call('GET /queue-options/:queueOptionId', { params: { queueOptionId: option.id } })).rejects.toMatchObject({
    status: 404,
    error: 'ERR_NO_QUEUE_OPTION_FOUND',
  });
});

test('many changes to a menu are made at once, or none of them', async () => {
  const { id } = await admin.call('POST /queue', { body: { name: 'Pós-venda', color: '#0b0b0b' } });
  const list = async () =>
    (await admin.call('GET /queue-options', { query: { queueId: id } }))
      .map(({ option, title, message }) => `${option} ${title} ${message}`)
      .sort();
  const publish = (...steps: OptionStep[]) => admin.call('PUT /v1/queues/:queueId/options', { params: { queueId: id }, body: { steps } });
  const socket = await other.socket();
  const menus: QueueMenu[] = [];
  socket.on(channel(), (menu: QueueMenu) => void menus.push(menu));

  const { created, at } = await publish(
    { do: 'create', id: -1, parentId: null, option: 1, title: 'Entrega', message: '' },
    { do: 'create', id: -2, parentId: -1, option: 1, title: 'Prazo', message: 'Cinco dias.' },
    { do: 'create', id: -3, parentId: null, option: 1, title: 'Troca', message: '' },
  );
  expect(created.map((one) => one.id)).toEqual([-1, -2, -3]);
  expect(await list()).toEqual(['1 Prazo Cinco dias.', '1 Troca ', '2 Entrega ']);
  await until(() => menus.length === 2);
  expect(menus.map((menu) => [menu.parentId, titles(menu), menu.at])).toEqual([
    [null, ['1 Troca', '2 Entrega'], at],
    [created[0]?.optionId, ['1 Prazo'], at],
  ]);

  const [delivery, , exchange] = created.map(({ optionId }) => optionId);
  const elsewhere = await admin.call('POST /queue-options', { body: { queueId, title: 'De outra fila' } });
  const half = publish(
    { do: 'change', id: delivery ?? 0, title: 'Entregas' },
    { do: 'delete', id: exchange ?? 0 },
    { do: 'change', id: elsewhere.id, title: 'Tomada' },
  );
  await expect(half).rejects.toMatchObject({ status: 404, error: 'ERR_NO_QUEUE_OPTION_FOUND' });
  expect(await list()).toEqual(['1 Prazo Cinco dias.', '1 Troca ', '2 Entrega ']);

  await publish(
    { do: 'delete', id: exchange ?? 0 },
    { do: 'delete', id: exchange ?? 0 },
    { do: 'change', id: delivery ?? 0, message: 'Qual?' },
  );
  expect(await list()).toEqual(['1 Entrega Qual?', '1 Prazo Cinco dias.']);
  socket.close();
});

test('as many changes as one call takes are made within seconds, and the database is not asked for each of them', async () => {
  const id = await givenQueue(admin, 'Longa', { color: '#0c0c0c' });
  const added = Array.from({ length: 450 }, (_, at): OptionStep => ({ do: 'create', id: -1 - at, option: 1, title: `Opção ${at}` }));
  const placed = Array.from({ length: 1550 }, (_, at): OptionStep => ({ do: 'place', id: -1 - (at % 450), option: 1 }));
  const from = performance.now();
  await admin.call('PUT /v1/queues/:queueId/options', { params: { queueId: id }, body: { steps: [...added, ...placed] } });
  expect(performance.now() - from).toBeLessThan(15_000);
  const options = await admin.call('GET /queue-options', { query: { queueId: id, parentId: -1 } });
  expect(options.map(({ option }) => option)).toEqual(options.map((_, at) => String(at + 1)));
  expect(options.slice(0, 2).map(({ title }) => title)).toEqual([
    `Opção ${(placed.length - 1) % 450}`,
    `Opção ${(placed.length - 2) % 450}`,
  ]);
});

test('a text that cannot be stored as it came is stored without what disturbs', async () => {
  const id = await givenQueue(admin, 'Torta', { color: '#0d0d0d' });
  const steps: OptionStep[] = [{ do: 'create', id: -1, title: 'Prazo', message: 'Cinco\u0000 dias \ud800' }];
  await admin.call('PUT /v1/queues/:queueId/options', { params: { queueId: id }, body: { steps } });
  const [option] = await admin.call('GET /queue-options', { query: { queueId: id } });
  expect(option?.message).toBe('Cinco dias \ufffd');
});

test('a file is stored whatever its name, also where that is cut in the middle of an emoji', async () => {
  const id = await givenQueue(admin, 'Comprida', { color: '#0e0e0e' });
  const [option, cut] = [await admin.call('POST /queue-options', { body: { queueId: id, title: 'Tabela' } }), `${'a'.repeat(199)}😀.pdf`];
  const form = () => {
    const body = new FormData();
    body.append('file', new Blob(['%PDF-1.4 mesas']), cut);
    return body;
  };
  await admin.call('POST /queue/:queueId/media-upload', { params: { queueId: id }, body: form() });
  await admin.call('POST /queue-options/:queueOptionId/media-upload', { params: { queueOptionId: option.id }, body: form() });
  const { mediaName } = await admin.call('GET /queue-options/:queueOptionId', { params: { queueOptionId: option.id } });
  expect(mediaName).toBe(`${'a'.repeat(199)}\ufffd`);
});
