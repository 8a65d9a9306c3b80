// Two people may have the same record open: what one of them deleted, the other can neither change nor delete, and is told what it was.
import type { Route } from '@balcao/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CallFailed, type Client } from './client.ts';
import { givenCompany, password } from './people.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let admin: Client;

beforeAll(async () => {
  world = await createWorld({ roles: ['web'] });
  admin = await givenCompany(world.url);
});
afterAll(() => world.close());

type Deletable = { param: string; create: Route; change: Route; remove: Route; body: object; code: string };

const deletables: Deletable[] = [
  {
    param: 'userId',
    create: 'POST /users',
    change: 'PUT /users/:userId',
    remove: 'DELETE /users/:userId',
    body: { name: 'Davi Nogueira', email: 'davi@loja.example', password },
    code: 'ERR_NO_USER_FOUND',
  },
  {
    param: 'queueId',
    create: 'POST /queue',
    change: 'PUT /queue/:queueId',
    remove: 'DELETE /queue/:queueId',
    body: { name: 'Entregas', color: '#1164a9' },
    code: 'ERR_NO_QUEUE_FOUND',
  },
  {
    param: 'whatsappId',
    create: 'POST /whatsapp',
    change: 'PUT /whatsapp/:whatsappId',
    remove: 'DELETE /whatsapp/:whatsappId',
    body: { name: 'Treino', channel: 'simulator', queueIds: [] },
    code: 'ERR_NO_WAPP_FOUND',
  },
  {
    param: 'contactId',
    create: 'POST /contacts',
    change: 'PUT /contacts/:contactId',
    remove: 'DELETE /contacts/:contactId',
    body: { name: 'Helena Sampaio', number: '5548905550142' },
    code: 'ERR_NO_CONTACT_FOUND',
  },
  {
    param: 'tagId',
    create: 'POST /tags',
    change: 'PUT /tags/:tagId',
    remove: 'DELETE /tags/:tagId',
    body: { name: 'Orçamento' },
    code: 'ERR_NO_TAG_FOUND',
  },
  {
    param: 'quickMessageId',
    create: 'POST /quick-messages',
    change: 'PUT /quick-messages/:quickMessageId',
    remove: 'DELETE /quick-messages/:quickMessageId',
    body: { shortcode: 'prazo', message: 'Sai em dois dias.' },
    code: 'ERR_NO_QUICKMESSAGE_FOUND',
  },
  {
    param: 'fileListId',
    create: 'POST /files',
    change: 'PUT /files/:fileListId',
    remove: 'DELETE /files/:fileListId',
    body: { name: 'Catálogo', message: 'Segue!' },
    code: 'ERR_NO_FILE_FOUND',
  },
];

test.each(deletables)(
  '$create: once deleted, it is found neither to change nor to delete',
  async ({ param, create, change, remove, body, code }) => {
    const { id } = (await admin.call(create, { body } as object)) as { id: number };
    const params = { [param]: id };
    await admin.call(remove, { params } as object);
    expect(await refusal(change, { params, body })).toEqual([404, code]);
    expect(await refusal(remove, { params })).toEqual([404, code]);
  },
);

async function refusal(route: Route, input: object): Promise<[number, string] | null> {
  try {
    await admin.call(route, input);
    return null;
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    return [error.status, error.error];
  }
}
