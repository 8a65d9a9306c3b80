// The life of stored files over all features that name them: a file stays as long as something shows it, and goes with the last that does.
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fileColumns } from '../src/features/company/system/store/file-owners.ts';
import { type Client, call } from './client.ts';
import { givenPhone, givenQueue, ticketsOf } from './given.ts';
import { givenCompany, givenUser } from './people.ts';
import { jobsDone } from './phone.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let database: pg.Client;
let admin: Client;
let picture: Buffer;
beforeAll(async () => {
  world = await createWorld();
  database = new pg.Client({ connectionString: world.database.superUrl });
  await database.connect();
  admin = await givenCompany(world.url);
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#2a7' } })
    .jpeg()
    .toBuffer();
});
afterAll(async () => {
  await database.end();
  await world.close();
});

/** The names of all stored files, once no job is left. */
async function storedFiles(): Promise<string[]> {
  await jobsDone(world);
  const entries = await readdir(join(world.dataDir, 'media'), { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : []));
}

function form(fields: Record<string, string> = {}, field = 'file', bytes: string | Uint8Array = picture, name = 'oferta.jpg'): FormData {
  const made = new FormData();
  for (const [key, value] of Object.entries(fields)) made.append(key, value);
  made.append(field, new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name);
  return made;
}

let customers = 0;
/** A customer who has written to the connection; `sends` sends a picture. */
async function givenCustomer(whatsappId: number) {
  const from = `55119${70_000_000 + ++customers}`;
  const says = (body: FormData | { from: string; name: string; body: string }) =>
    admin.call('POST /simulator/:whatsappId/messages', { params: { whatsappId }, body: body as never });
  const tell = (text: string) => says({ from, name: `Lia ${customers}`, body: text });
  await tell('oi');
  const ticket = async () => {
    await jobsDone(world);
    const found = [...(await ticketsOf(admin, 'pending')), ...(await ticketsOf(admin, 'open'))].find(
      (each) => each.contact.number === from,
    );
    if (!found) throw new Error(`no ticket of ${from}`);
    return found;
  };
  return {
    tell,
    sends: () => says(form({ from, name: `Lia ${customers}`, type: 'image' }, 'media')),
    ticket,
    deleteTicket: async () => admin.call('DELETE /tickets/:ticketId', { params: { ticketId: (await ticket()).id } }),
    deleteContact: async () => admin.call('DELETE /contacts/:contactId', { params: { contactId: (await ticket()).contactId } }),
  };
}

describe('nothing is left in the end, and nothing goes before', () => {
  afterEach(async () => {
    expect(await storedFiles()).toEqual([]);
  });

  test('the file of a queue is shared with the conversations it was sent to', async () => {
    const queueId = await givenQueue(admin, 'Ofertas', { greetingMessage: 'Veja as ofertas', color: '#000001' });
    await admin.call('POST /queue/:queueId/media-upload', { params: { queueId }, body: form() });
    const files = await storedFiles();
    expect(files).toHaveLength(2);
    const other = await givenQueue(admin, 'Sem ofertas', { color: '#000004' });
    const phone = await givenPhone(admin, 'Ofertas', { queueIds: [queueId, other], greetingMessage: 'Escolha' });
    const [lia, bia] = [await givenCustomer(phone), await givenCustomer(phone)];
    for (const customer of [lia, bia]) {
      await customer.ticket();
      await customer.tell('1');
      await customer.ticket();
    }
    await lia.deleteContact();
    expect(await storedFiles()).toEqual(files);
    await admin.call('DELETE /queue/:queueId/media-upload', { params: { queueId } });
    expect(await storedFiles()).toEqual(files);
    await bia.deleteTicket();
  });

  test('the file of an option goes with the last of option, message and queue', async () => {
    const queueId = await givenQueue(admin, 'Suporte', { greetingMessage: 'Em que ajudamos?', color: '#000002' });
    const option = (title: string, parentId?: number) => admin.call('POST /queue-options', { body: { queueId, title, parentId } });
    const outer = await option('Tabelas');
    const inner = await option('Tabela de preços', outer.id);
    const other = await option('Horários');
    for (const { id } of [inner, other])
      await admin.call('POST /queue-options/:queueOptionId/media-upload', { params: { queueOptionId: id }, body: form() });
    const files = await storedFiles();
    expect(files).toHaveLength(4);
    const lia = await givenCustomer(await givenPhone(admin, 'Suporte', { queueIds: [queueId] }));
    await lia.ticket();
    await lia.tell('2');
    await lia.ticket();
    await admin.call('DELETE /queue-options/:queueOptionId', { params: { queueOptionId: outer.id } });
    const rest = await storedFiles();
    expect(rest).toHaveLength(2);
    await admin.call('DELETE /queue/:queueId', { params: { queueId } });
    expect(await storedFiles()).toEqual(rest);
    await lia.deleteTicket();
  });

  test('a deleted ticket takes along what its customer sent', async () => {
    const lia = await givenCustomer(await givenPhone(admin, 'Fotos'));
    await lia.sends();
    // The file and its preview; what the simulator kept for fetching is gone.
    expect(await storedFiles()).toHaveLength(2);
    await lia.deleteTicket();
  });

  test('a repeated request keeps one copy of its file', async () => {
    const lia = await givenCustomer(await givenPhone(admin, 'Repetida'));
    const { id: ticketId } = await lia.ticket();
    await admin.call('PUT /tickets/:ticketId', { params: { ticketId }, body: { status: 'open', userId: admin.user.id } });
    const send = () =>
      call(world.url, `POST /messages/${ticketId}`, {
        token: admin.token,
        body: form({}, 'medias'),
        headers: { 'idempotency-key': 'the-same-request' },
      });
    await Promise.all([send(), send(), send()]);
    expect(await storedFiles()).toHaveLength(2);
    await lia.deleteContact();
  });

  test('notes: deleted, and those of a deleted ticket or contact', async () => {
    const queueId = await givenQueue(admin);
    const started = async (number: string) => {
      const { id: contactId } = await admin.call('POST /contacts', { body: { name: 'Cliente', number } });
      const { id: ticketId } = await admin.call('POST /tickets', { body: { contactId, queueId } });
      const fields = { note: 'Segue', ticketId: String(ticketId), contactId: String(contactId) };
      return { contactId, ticketId, note: await admin.call('POST /ticket-notes', { body: form(fields) }) };
    };
    await givenPhone(admin);
    const [one, two, three] = [await started('48905550310'), await started('48905550311'), await started('48905550312')];
    expect(await storedFiles()).toHaveLength(3);
    await admin.call('DELETE /ticket-notes/:noteId', { params: { noteId: one.note.id } });
    expect(await storedFiles()).toHaveLength(2);
    await admin.call('DELETE /tickets/:ticketId', { params: { ticketId: two.ticketId } });
    expect(await storedFiles()).toHaveLength(1);
    await admin.call('DELETE /contacts/:contactId', { params: { contactId: three.contactId } });
    expect(await storedFiles()).toEqual([]);
  });

  test('quick messages: replaced, deleted, and those of a deleted user that only they could use', async () => {
    const agent = await givenUser(world.url, admin);
    const make = async (owner: Client, shortcode: string, geral: boolean) => {
      const { id } = await owner.call('POST /quick-messages', { body: { shortcode, message: 'Segue', geral } });
      await owner.call('POST /quick-messages/:quickMessageId/media-upload', { params: { quickMessageId: id }, body: form() });
      return id;
    };
    await make(agent, 'minha', false);
    const shared = await make(agent, 'nossa', true);
    expect(await storedFiles()).toHaveLength(2);
    await admin.call('DELETE /users/:userId', { params: { userId: agent.user.id } });
    const rest = await storedFiles();
    expect(rest).toHaveLength(1);
    await admin.call('POST /quick-messages/:quickMessageId/media-upload', { params: { quickMessageId: shared }, body: form() });
    expect(await storedFiles()).toHaveLength(1);
    expect(await storedFiles()).not.toEqual(rest);
    await admin.call('DELETE /quick-messages/:quickMessageId', { params: { quickMessageId: shared } });
  });

  test('file lists: an entry that is removed, and the list', async () => {
    const list = await admin.call('POST /files', {
      body: { name: 'Tabelas', message: 'Seguem', options: [{ name: 'um' }, { name: 'dois' }] },
    });
    const [first, second] = list.options;
    const params = { fileListId: list.id };
    for (const { id } of list.options)
      await admin.call('POST /files/uploadList/:fileListId', { params, body: form({ id: String(id) }, 'files') });
    const files = await storedFiles();
    expect(files).toHaveLength(2);
    await admin.call('PUT /files/:fileListId', { params, body: { options: [{ id: second?.id, name: 'dois' }] } });
    expect(first && (await storedFiles())).toHaveLength(1);
    await admin.call('DELETE /files/:fileListId', { params });
  });

  test('an imported sheet is not kept', async () => {
    const file = 'nome;numero\nAna Prado;11987650309';
    const { import: begun } = await admin.call('POST /contacts/upload', { body: form({}, 'file', file, 'clientes.csv') });
    expect(begun).not.toBeNull();
  });

  test('pictures of merged contacts stay while a split may need them', async () => {
    const withPicture = async () => {
      const { id } = await admin.call('POST /contacts', { body: { name: 'Rui Prado', number: `1196${1_000_000 + ++customers}` } });
      const key = `${admin.user.companyId}/${randomUUID()}.jpg`;
      await world.app.base.gateways.files.put(key, picture, { mime: 'image/jpeg' });
      await database.query('update contacts set picture_key = $1 where id = $2', [key, id]);
      return id;
    };
    const merge = async () => {
      const [kept, other] = [await withPicture(), await withPicture()];
      const params = { contactId: kept };
      return {
        kept,
        other,
        merge: await admin.call('POST /v1/contacts/:contactId/merge', { params, body: { otherId: other } }),
      };
    };
    const remove = (contactId: number) => admin.call('DELETE /contacts/:contactId', { params: { contactId } });
    const one = await merge();
    expect(await storedFiles()).toHaveLength(2);
    await remove(one.kept);
    expect(await storedFiles()).toEqual([]);

    const two = await merge();
    const { rows } = await database.query<{ id: number }>('select id from contact_merges where contact_id = $1', [two.kept]);
    await admin.call('POST /v1/contacts/merges/:mergeId/split', { params: { mergeId: Number(rows[0]?.id) } });
    expect(await storedFiles()).toHaveLength(2);
    const { rows: parts } = await database.query<{ id: string }>('select id from contacts where picture_key is not null');
    for (const { id } of parts) await remove(Number(id));
  });
});

describe('the rule knows every column that names files', () => {
  /** Columns with a telling name, or with JSON, that name no stored file. */
  const others = new Set(
    `audit_log.details chatbot_sessions.state contact_lists.filter contacts.name_key contacts.search_key tags.name_key users.email_key companies.holidays companies.schedules connections.schedules contact_merges.proof
    chat_files.media_mime chat_files.media_name chat_messages.client_key chat_messages.mentions ticket_notes.mentions ticket_notes.media_name ticket_notes.media_mime ticket_notes.read_by ticket_moves.detail
    connections.webhook_key imports.file_name import_errors.fields import_rows.fields imports.mapping messages.client_key messages.media_name messages.media_mime messages.media_type
    ticket_views.filter
    announcements.media_name notice_choices.silent notice_choices.tones shortcut_choices.keys panel_orders.sections prompts.base_url inbox_assistants.base_url inbox_assistants.tasks api_keys.scopes webhooks.url webhooks.events automations.conditions automations.actions automation_firings.fact_key automation_firings.results
    messages.media_state messages.waveform messages.location messages.cards messages.choices messages.call messages.mentions messages.template templates.content tickets.undo messages.template templates.content
    queues.media_name queues.schedules queue_options.media_name quick_messages.media_name quick_messages.media_mime file_options.media_name scheduled_messages.media_name scheduled_messages.repeat_days
    campaigns.messages campaigns.template scheduled_messages.template campaigns.confirmation_messages campaigns.media_name campaigns.media_mime campaign_settings.key campaign_paces.health
    integrations.url integrations.keyword_finish integrations.keyword_restart integration_sessions.choices integration_deliveries.payload integration_deliveries.reply
    media_uploads.media_key file_options.media_mime settings.key throttles.key daily_figures.sums daily_figures.times daily_figures.times_by_queue daily_figures.times_by_connection pix_payments.key users.profile inbound_events.key inbound_events.payload inbound_events_rest.key inbound_events_rest.payload`.split(
      /\s+/,
    ),
  );
  const known = new Set(fileColumns.map(({ table, column }) => `${table}.${column}`));

  test('by its name and type', async () => {
    const { rows } = await database.query<{ name: string }>(`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and (data_type in ('json', 'jsonb', 'ARRAY')
        or (data_type in ('text', 'character varying') and column_name ~ 'key|file|media|picture|image|photo|logo|path|url|thumb|attach|avatar'))`);
    const names = rows.map(({ name }) => name);
    expect(names.filter((name) => !known.has(name) && !others.has(name))).toEqual([]);
    expect([...known].filter((name) => !names.includes(name))).toEqual([]);
  });

  test('by what is in the columns once each feature has stored a file', async () => {
    const queueId = await givenQueue(admin, 'Cheia', { greetingMessage: 'Veja', color: '#000003' });
    await admin.call('POST /queue/:queueId/media-upload', { params: { queueId }, body: form() });
    const option = await admin.call('POST /queue-options', { body: { queueId, title: 'Tabela' } });
    await admin.call('POST /queue-options/:queueOptionId/media-upload', { params: { queueOptionId: option.id }, body: form() });
    const quick = await admin.call('POST /quick-messages', { body: { shortcode: 'cheia', message: 'Segue' } });
    await admin.call('POST /quick-messages/:quickMessageId/media-upload', { params: { quickMessageId: quick.id }, body: form() });
    const list = await admin.call('POST /files', { body: { name: 'Cheia', message: 'Seguem', options: [{ name: 'um' }] } });
    await admin.call('POST /files/uploadList/:fileListId', {
      params: { fileListId: list.id },
      body: form({ id: String(list.options[0]?.id) }, 'files'),
    });
    const { id: contactId } = await admin.call('POST /contacts', { body: { name: 'Lia Cheia', number: '5511987650077' } });
    const scheduled = await admin.call('POST /schedules', { body: { body: 'Segue a foto', contactId, sendAt: '2035-05-14T09:00' } });
    await admin.call('POST /schedules/:scheduleId/media-upload', { params: { scheduleId: scheduled.id }, body: form() });
    const lia = await givenCustomer(await givenPhone(admin, 'Cheia', { queueIds: [queueId] }));
    await lia.sends();
    await lia.ticket();
    const stored = await storedFiles();
    expect(stored.length).toBeGreaterThanOrEqual(8);
    const { rows: columns } = await database.query<{ t: string; c: string }>(`
      select c.table_name as t, c.column_name as c from information_schema.columns c
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
      where c.table_schema = 'public' and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY')`);
    const naming: string[] = [];
    for (const { t, c } of columns) {
      const { rows } = await database.query(`select 1 from "${t}" where "${c}"::text ~ $1 limit 1`, [stored.join('|')]);
      if (rows.length > 0) naming.push(`${t}.${c}`);
    }
    expect(naming.filter((name) => !known.has(name))).toEqual([]);
    expect(naming).toContain('queues.media');
  });
});
