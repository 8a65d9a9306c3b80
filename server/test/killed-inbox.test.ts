// The server is killed in the middle of what an agent does to many conversations at once. After a restart each of it happened once or not
// at all, nothing is half done, and the work that follows goes on.
import { expect, onTestFinished, test } from 'vitest';
import { CallFailed, type Client, signIn, until } from './client.ts';
import { givenCloudNumber, givenQueue } from './given.ts';
import { givenOwnServer } from './own-server.ts';
import { givenCompany, password } from './people.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const farewell = 'Até logo!';

async function givenOpenTickets(many: number) {
  const own = await givenOwnServer();
  const state = { ...own, phones: [] as string[], tickets: [] as number[] };
  const admin = await givenCompany(own.server.url);
  const [sales, support] = [await givenQueue(admin), await givenQueue(admin, 'Suporte', { color: '#ac2b30' })];
  const { connectionId, phoneNumberId } = await givenCloudNumber(own.server, own.graph, admin, '5548905550420');
  await admin.call('PUT /whatsapp/:whatsappId', { params: { whatsappId: connectionId }, body: { complationMessage: farewell } });
  for (let i = 0; i < many; i++) {
    const phone = `55489996${String(i).padStart(5, '0')}`;
    await own.graph.customer({ phone, name: `Cliente ${i}` }, phoneNumberId).text('oi');
    state.phones.push(phone);
  }
  const found = await until(async () => {
    const { rows } = await own.sql.query<{ id: number; number: string }>(
      `select t.id::int as id, c.number from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
       where t.company_id = $1 order by c.number`,
      [admin.user.companyId],
    );
    return rows.length === many && rows;
  });
  for (const { id } of found) {
    await admin.call('PUT /tickets/:ticketId', {
      params: { ticketId: id },
      body: { status: 'open', queueId: sales, userId: admin.user.id },
    });
    state.tickets.push(id);
  }
  return { ...state, admin, sales, support, connectionId, email: admin.user.email };
}

/** Calls for each a few at a time, as the browser does, and kills the server once so many were answered. Resolves with those that were. */
async function killedAfter<T>(
  server: ServerProcess,
  answers: number,
  all: readonly T[],
  each: (item: T) => Promise<unknown>,
): Promise<T[]> {
  const rest = [...all];
  const done: T[] = [];
  const work = async () => {
    for (let item = rest.shift(); item !== undefined && server.alive(); item = rest.shift()) {
      try {
        await each(item);
        done.push(item);
      } catch (error) {
        if (error instanceof CallFailed && error.status < 500) throw error;
      }
      if (done.length === answers) void server.kill('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: 6 }, work));
  expect(await server.ended).toBe('SIGKILL');
  return done;
}

type Standing = { id: number; status: string; queue: number; running: number; finished: number; closed: number; transferred: number };

test('killed while many conversations are resolved, given to another queue and taken back, none is half done or done twice', {
  timeout: 240_000,
}, async () => {
  const { env, sql, graph, sales, support, email, tickets, phones, ...given } = await givenOpenTickets(12);
  let server = given.server;
  const restart = async (): Promise<Client> => {
    server = await startServer(env);
    const started = server;
    onTestFinished(() => started.kill('SIGKILL'));
    return signIn(server.url, email, password);
  };
  const standing = async (): Promise<Standing[]> =>
    (
      await sql.query<Standing>(
        `select t.id::int as id, t.status, t.queue_id::int as queue,
           (select count(*)::int from attendances a where a.ticket_id = t.id and a.finished_at is null) as running,
           (select count(*)::int from attendances a where a.ticket_id = t.id and a.finished_at is not null) as finished,
           (select count(*)::int from ticket_moves m where m.ticket_id = t.id and m.kind = 'closed') as closed,
           (select count(*)::int from ticket_moves m where m.ticket_id = t.id and m.kind = 'transferred') as transferred
         from tickets t where t.id = any($1) order by t.id`,
        [tickets],
      )
    ).rows;

  // Given to another queue.
  const give = (client: Client) => (ticketId: number) =>
    client.call('PUT /tickets/:ticketId', { params: { ticketId }, body: { status: 'pending', queueId: support } });
  const moved = await killedAfter(server, 4, tickets, give(given.admin));
  let client = await restart();
  for (const each of await standing()) {
    const gone = each.queue === support;
    if (moved.includes(each.id)) expect(gone, `${each.id} was answered`).toBe(true);
    expect(each).toMatchObject({ status: gone ? 'pending' : 'open', running: 1, transferred: gone ? 1 : 0 });
  }

  // Taken back while the server dies again.
  for (const ticketId of tickets)
    await client.call('PUT /tickets/:ticketId', { params: { ticketId }, body: { status: 'open', queueId: sales } });
  const before = await standing();
  await Promise.all(tickets.map(give(client)));
  const undo = (client: Client) => (ticketId: number) => client.call('POST /v1/tickets/:ticketId/undo', { params: { ticketId } });
  const undone = await killedAfter(server, 4, tickets, undo(client));
  client = await restart();
  for (const [i, each] of (await standing()).entries()) {
    const back = each.queue === sales;
    if (undone.includes(each.id)) expect(back, `${each.id} was taken back`).toBe(true);
    expect(each).toMatchObject({ status: back ? 'open' : 'pending', running: 1 });
    if (back) expect(each.finished, `${each.id} has its attendance as before`).toBe(before[i]?.finished);
  }

  // Resolved, and some of that taken back.
  for (const ticketId of tickets)
    await client.call('PUT /tickets/:ticketId', { params: { ticketId }, body: { status: 'open', queueId: sales } });
  const resolve = (client: Client) => (ticketId: number) =>
    client.call('PUT /tickets/:ticketId', { params: { ticketId }, body: { status: 'closed' } });
  const opened = await standing();
  const resolved = await killedAfter(server, 4, tickets, resolve(client));
  client = await restart();
  const after = await standing();
  for (const [i, each] of after.entries()) {
    const closed = each.status === 'closed';
    if (resolved.includes(each.id)) expect(closed, `${each.id} was resolved`).toBe(true);
    expect(each).toMatchObject({ running: closed ? 0 : 1, closed: (opened[i]?.closed ?? 0) + (closed ? 1 : 0) });
  }
  const left = after.filter(({ status }) => status !== 'closed').map(({ id }) => id);
  await Promise.all(left.map(resolve(client)));
  const reopened = await killedAfter(server, 2, left, undo(client));
  await restart();
  const last = await standing();
  for (const each of last) {
    if (reopened.includes(each.id)) expect(each.status, `${each.id} was reopened`).toBe('open');
    expect(each.running, `${each.id} is ${each.status}`).toBe(each.status === 'closed' ? 0 : 1);
  }

  // Whoever's conversation stayed resolved is told farewell, once.
  const closed = last.filter(({ status }) => status === 'closed').map(({ id }) => phones[tickets.indexOf(id)] ?? '');
  const told = () => graph.sent().filter(({ body }) => (body.text as { body?: string } | undefined)?.body === farewell);
  await until(async () => {
    for (const { wamid } of told()) await graph.emitStatus(wamid, 'delivered');
    return (await sql.query(`select 1 from message_outbox`)).rows.length === 0 && told().length >= closed.length;
  }, 60_000);
  expect(
    told()
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual(closed.toSorted());
});

test('killed while messages are forwarded to many, each gets each copy once, in order', { timeout: 240_000 }, async () => {
  const { env, sql, graph, email, tickets, phones, admin, ...given } = await givenOpenTickets(8);
  let server = given.server;
  const [from = 0, ...to] = tickets;
  const messageIds: string[] = [];
  for (const body of ['uma', 'duas', 'três']) {
    const [sent] = await admin.call('POST /messages/:ticketId', { params: { ticketId: from }, body: { body } });
    messageIds.push(sent?.id ?? '');
  }
  const forward = (client: Client) => (ticketId: number) =>
    client.call('POST /v1/tickets/:ticketId/forward', {
      params: { ticketId },
      body: { messageIds },
      headers: { 'idempotency-key': `forward-${ticketId}` },
    });
  let client = admin;
  for (const answers of [2, 4]) {
    await killedAfter(server, answers, to, forward(client));
    server = await startServer(env);
    const started = server;
    onTestFinished(() => started.kill('SIGKILL'));
    client = await signIn(server.url, email, password);
  }
  for (const ticketId of to) await forward(client)(ticketId);
  await until(async () => {
    for (const { wamid } of graph.sent()) await graph.emitStatus(wamid, 'delivered');
    await sql.query(`update message_outbox o set lease_until = now() from (
      select company_id, message_id from message_outbox where state = 'sending' for update skip locked) s
      where o.company_id = s.company_id and o.message_id = s.message_id`);
    return (await sql.query(`select 1 from message_outbox`)).rows.length === 0;
  }, 90_000);
  const { rows } = await sql.query<{ ticket: number; bodies: string[]; failed: number }>(
    `select ticket_id::int as ticket, array_agg(body order by sent_at, id) as bodies, count(*) filter (where state = 'failed')::int as failed
     from messages where from_me and is_forwarded group by ticket_id order by ticket_id`,
  );
  expect(rows.map(({ ticket }) => ticket)).toEqual(to.toSorted((a, b) => a - b));
  for (const { ticket, bodies, failed } of rows) {
    expect(bodies, `in ticket ${ticket}`).toEqual(['uma', 'duas', 'três']);
    const wire = graph.sent().filter((each) => each.to === phones[tickets.indexOf(ticket)]);
    const texts = wire.map(({ body }) => (body.text as { body: string }).body);
    expect(new Set(texts).size, `to ticket ${ticket}`).toBe(texts.length);
    expect(texts.length + failed, `to ticket ${ticket}`).toBe(3);
  }
});

test('killed as what was to be sent later falls due, each is sent once', { timeout: 240_000 }, async () => {
  const { env, sql, graph, admin, tickets, phones, connectionId, ...given } = await givenOpenTickets(8);
  let server = given.server;
  const { rows: contacts } = await sql.query<{ id: number }>(
    `select contact_id::int as id from tickets where id = any($1) order by array_position($1::bigint[], id)`,
    [tickets],
  );
  const sendAt = new Date(Date.now() + 4_000).toISOString();
  for (const { id } of contacts)
    await admin.call('POST /schedules', { body: { body: 'lembrete', sendAt, contactId: id, whatsappId: connectionId } });
  const mine = () => graph.sent().filter(({ body }) => (body.text as { body?: string } | undefined)?.body === 'lembrete');
  for (const many of [2, 4]) {
    await until(() => mine().length >= many, 30_000);
    await server.kill('SIGKILL');
    server = await startServer(env);
    const started = server;
    onTestFinished(() => started.kill('SIGKILL'));
  }
  await until(async () => {
    for (const { wamid } of mine()) await graph.emitStatus(wamid, 'delivered');
    await sql.query(`update message_outbox o set lease_until = now() from (
      select company_id, message_id from message_outbox where state = 'sending' for update skip locked) s
      where o.company_id = s.company_id and o.message_id = s.message_id`);
    const { rows } = await sql.query(`select 1 from scheduled_messages where status in ('PENDENTE', 'AGENDADA')`);
    return rows.length === 0;
  }, 120_000);
  const { rows } = await sql.query<{ number: string; status: string; messages: number }>(
    `select c.number, s.status, (select count(*)::int from messages m where m.contact_id = s.contact_id and m.body = 'lembrete') as messages
     from scheduled_messages s join contacts c on c.company_id = s.company_id and c.id = s.contact_id order by c.number`,
  );
  expect(rows.map(({ number }) => number)).toEqual(phones);
  for (const { number, status, messages } of rows) {
    expect(messages, number).toBe(1);
    expect(mine().filter(({ to }) => to === number).length, `${number}: ${status}`).toBe(status === 'ENVIADA' ? 1 : 0);
  }
});
