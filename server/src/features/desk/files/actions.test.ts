import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, heard, until } from '../../../../test/client.ts';
import { givenCompany } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';

let world: World;
let admin: Client;
beforeAll(async () => {
  world = await createWorld();
  admin = await givenCompany(world.url);
});
afterAll(() => world.close());

const formWith = (...files: [id: number, name: string, content: string][]) => {
  const form = new FormData();
  form.append('fileId', '1');
  form.append('typeArch', 'fileList');
  for (const [id, name, content] of files) {
    form.append('files', new Blob([content], { type: 'text/plain' }), name);
    form.append('mediaType', 'text/plain');
    form.append('name', name);
    form.append('id', String(id));
  }
  return form;
};

const read = async (url: string | null | undefined) => {
  const { pathname, search } = new URL(url ?? '');
  const response = await fetch(`${world.url}${pathname}${search}`);
  return response.ok ? response.text() : response.status;
};

test('files follow the list, many at once or one alone, each to its entry', async () => {
  const list = await admin.call('POST /files', {
    body: { name: 'Catálogos', message: 'Seguem', options: [{ name: 'Verão' }, { name: 'Inverno' }, { name: 'Tabela' }] },
  });
  expect(list.options.map(({ name, path }) => [name, path])).toEqual([
    ['Verão', ''],
    ['Inverno', ''],
    ['Tabela', ''],
  ]);
  const [summer = 0, winter = 0, prices = 0] = list.options.map(({ id }) => id);
  const params = { fileListId: list.id };
  const many = await admin.call('POST /files/uploadList/:fileListId', {
    params,
    body: formWith([winter, 'inverno.txt', 'casacos'], [summer, 'verao.txt', 'chinelos']),
  });
  expect(many.files.options.map(({ path }) => path)).toEqual(['verao.txt', 'inverno.txt', '']);
  const one = await admin.call('POST /files/uploadList/:fileListId', { params, body: formWith([prices, 'precos.txt', 'caro']) });
  expect(await Promise.all(one.files.options.map(({ url }) => read(url)))).toEqual(['chinelos', 'casacos', 'caro']);
  expect((await admin.call('POST /files/uploadList/:fileListId', { params, body: formWith() })).mensagem).toBe('Arquivos atualizados');
});

test('entries that are left out go with their files, others keep theirs under a new name', async () => {
  const list = await admin.call('POST /files', {
    body: { name: 'Contratos', message: 'Veja', options: [{ name: 'Um' }, { name: 'Dois' }] },
  });
  const [one = 0, two = 0] = list.options.map(({ id }) => id);
  const params = { fileListId: list.id };
  const { files } = await admin.call('POST /files/uploadList/:fileListId', {
    params,
    body: formWith([one, '1.txt', 'um'], [two, '2.txt', 'dois']),
  });
  const socket = await admin.socket();
  const news = heard<{ action: string; files: { name: string } }>(socket, `company-${admin.user.companyId}-file`);
  const after = await admin.call('PUT /files/:fileListId', {
    params,
    body: { name: 'Contratos novos', message: 'Veja', options: [{ name: 'Três' }, { id: two, name: 'Segundo' }] },
  });
  expect(after.options).toMatchObject([
    { name: 'Três', path: '' },
    { id: two, name: 'Segundo', path: '2.txt' },
  ]);
  expect(await news).toMatchObject({ action: 'update', files: { name: 'Contratos novos' }, fileList: { id: list.id } });
  await until(async () => (await read(files.options[0]?.url)) === 404);
  expect(await read(after.options[1]?.url)).toBe('dois');
  await admin.call('DELETE /files/:fileListId', { params });
  await until(async () => (await read(after.options[1]?.url)) === 404);
  await expect(admin.call('GET /files/:fileListId', { params })).rejects.toMatchObject({ status: 404, error: 'ERR_NO_FILE_FOUND' });
  socket.close();
});

test('a name belongs to one list, and a file to an entry of this list', async () => {
  const body = { name: 'Única', message: 'Oi', options: [{ name: 'A' }] };
  const first = await admin.call('POST /files', { body });
  await expect(admin.call('POST /files', { body: { ...body, name: 'única' } })).rejects.toMatchObject({
    error: 'ERR_FILE_NAME_ALREADY_EXISTS',
  });
  const other = await admin.call('POST /files', { body: { ...body, name: 'Outra' } });
  const upload = (form: FormData) => admin.call('POST /files/uploadList/:fileListId', { params: { fileListId: other.id }, body: form });
  await expect(upload(formWith([first.options[0]?.id ?? 0, 'a.txt', 'a']))).rejects.toMatchObject({
    status: 404,
    error: 'ERR_NO_FILE_FOUND',
  });
  const nameless = new FormData();
  nameless.append('files', new Blob(['x']), 'x.txt');
  await expect(upload(nameless)).rejects.toMatchObject({ body: { issues: [{ path: 'body.id' }] } });
  expect((await admin.call('GET /files', { query: { searchParam: 'outr' } })).files.map(({ id }) => id)).toEqual([other.id]);
});

test('a list has a name of three letters and a message with something in it', async () => {
  for (const body of [
    { name: 'ab', message: 'Seguem' },
    { name: 'Tabelas', message: '' },
    { name: 'Tabelas', message: '  \n' },
  ])
    await expect(admin.call('POST /files', { body })).rejects.toMatchObject({ status: 400, error: 'ERR_VALIDATION' });
});

test('a list is sent to a customer: its files in order, its message at the first; one without files is not', async () => {
  const whatsappId = (await admin.call('POST /whatsapp', { body: { name: 'Telefone', channel: 'simulator' } })).id;
  const contact = await admin.call('POST /contacts', { body: { name: 'Marina Prado', number: '5548988100001' } });
  const { id: ticketId } = await admin.call('POST /tickets', {
    body: { contactId: contact.id, whatsappId, userId: admin.user.id, status: 'open' },
  });
  const list = await admin.call('POST /files', {
    body: { name: 'Kit', message: 'Segue, {{firstName}}', options: [{ name: 'A' }, { name: 'B' }, { name: 'Vazia' }] },
  });
  const [a = 0, b = 0] = list.options.map(({ id }) => id);
  const send = (fileListId: number, headers = {}) =>
    admin.call('POST /v1/tickets/:ticketId/files', { params: { ticketId }, body: { fileListId }, headers });
  await expect(send(list.id)).rejects.toMatchObject({ error: 'ERR_EMPTY_MESSAGE' });
  await admin.call('POST /files/uploadList/:fileListId', {
    params: { fileListId: list.id },
    body: formWith([a, 'catalogo.txt', 'mesas'], [b, 'precos.txt', 'caro']),
  });
  const key = { 'idempotency-key': 'kit-1' };
  const sent = await send(list.id, key);
  expect(sent.map(({ mediaName, body, mediaType }) => [mediaName, body, mediaType])).toEqual([
    ['catalogo.txt', 'Segue, Marina', 'application'],
    ['precos.txt', 'precos.txt', 'application'],
  ]);
  expect((await send(list.id, key)).map(({ id }) => id)).toEqual(sent.map(({ id }) => id));
  await admin.call('DELETE /files/:fileListId', { params: { fileListId: list.id } });
  expect(await read(sent[0]?.mediaUrl)).toBe('mesas');
  await expect(send(list.id)).rejects.toMatchObject({ error: 'ERR_NO_FILE_FOUND' });
});
