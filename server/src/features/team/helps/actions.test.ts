import type { HelpView } from '@balcao/contract/helps';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, heard, signIn } from '../../../../test/client.ts';
import { givenCompany, newIp } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';

let world: World;
let operator: Client;
let ana: Client;
beforeAll(async () => {
  world = await createWorld({ roles: ['web'] });
  operator = await signIn(world.url, world.operator.email, world.operator.password, newIp());
  ana = await givenCompany(world.url);
});
afterAll(() => world.close());

const help = { title: 'Como atender', description: 'Os primeiros passos', video: 'https://youtu.be/dQw4w9WgXcQ' };

test('operators keep the videos, everybody sees them by title and hears of changes', async () => {
  const socket = await ana.socket();
  const created = heard<{ action: string; record: HelpView }>(socket, 'company-help');
  const first = await operator.call('POST /helps', { body: help });
  expect(first.video).toBe('dQw4w9WgXcQ');
  expect(await created).toEqual({ action: 'create', record: first });
  const second = await operator.call('POST /helps', { body: { ...help, title: 'Antes de tudo' } });
  expect((await ana.call('GET /helps/list')).map(({ id }) => id)).toEqual([second.id, first.id]);
  const params = { helpId: first.id };
  const changed = heard<{ action: string; record: HelpView }>(socket, 'company-help', ({ action }) => action === 'update');
  await operator.call('PUT /helps/:helpId', { params, body: { title: 'A fila' } });
  expect(await changed).toMatchObject({ record: { id: first.id, title: 'A fila' } });
  expect((await ana.call('GET /helps', { query: { searchParam: 'FILA' } })).records).toMatchObject([{ id: first.id, video: first.video }]);
  const gone = heard<{ action: string; id: number }>(socket, 'company-help', ({ action }) => action === 'delete');
  await operator.call('DELETE /helps/:helpId', { params });
  expect(await gone).toEqual({ action: 'delete', id: first.id });
  await expect(operator.call('DELETE /helps/:helpId', { params })).rejects.toMatchObject({ error: 'ERR_NO_HELP_FOUND' });
  socket.close();
});

test.each([{ title: 'Oi' }, { description: 'a' }, { video: 'https://example.com/video' }, { video: '' }])(
  '%o is refused',
  async (wrong) => {
    await expect(operator.call('POST /helps', { body: { ...help, ...wrong } })).rejects.toMatchObject({
      status: 400,
      error: 'ERR_VALIDATION',
    });
  },
);

test('the app may embed pages of the video host and of no other', async () => {
  const policy = (await fetch(`${world.url}/version`)).headers.get('content-security-policy') ?? '';
  const directives = Object.fromEntries(policy.split(';').map((each) => each.trim().split(/ (.*)/) as [string, string]));
  expect(directives['frame-src']).toBe('https://www.youtube-nocookie.com');
  expect(directives['img-src']).toBe("'self' data: blob: https://i.ytimg.com");
  expect(directives['script-src']).toBe("'self'");
});
