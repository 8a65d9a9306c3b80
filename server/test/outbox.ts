// The outbox of a number whose channel is the test's: what it answers, what it fails with, and what happens meanwhile. Nobody runs jobs.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createConnection, setConnectionStatus } from '../src/features/company/connections/actions.ts';
import { createContact } from '../src/features/desk/contacts/actions/change-contact.ts';
import { deliverOutbox } from '../src/features/desk/messages/actions/out/deliver.ts';
import { sendMessage } from '../src/features/desk/messages/actions/out/send.ts';
import { messageJobs } from '../src/features/desk/messages/jobs.ts';
import { openTicket } from '../src/features/desk/tickets/actions/open-ticket.ts';
import { type Address, type Channel, type Inbound, SendFailure, type Sent } from '../src/gateways/whatsapp/port.ts';
import { asSystem, type Outside } from '../src/platform/context.ts';
import { platformTransaction, transaction } from '../src/platform/db/transaction.ts';
import { features } from '../src/product.ts';
import { until } from './client.ts';
import { createTestCompany, type TestCompany } from './company.ts';

/** For one test file, called at its top. Each test has a company of its own. */
export function givenOutbox() {
  let people = 0;
  const sent: string[] = [];
  /** Where each text went. */
  const sentTo: Address[] = [];
  /** The provider's answer to a text. */
  const answers = new Map<string, Sent>();
  /** What sending a text fails with. */
  const failures = new Map<string, SendFailure>();
  /** Done while a text is being sent. */
  const meanwhile = new Map<string, () => Promise<unknown>>();

  const channel = (made: Channel): Channel => ({
    ...made,
    idempotentSends: outbox.idempotentSends,
    send: async (_, { content, to, clientKey }) => {
      const body = content.type === 'text' ? content.body : content.type;
      await meanwhile.get(body)?.();
      const failure = failures.get(body);
      if (failure) throw failure;
      sent.push(body);
      sentTo.push(to);
      return answers.get(body) ?? { externalId: clientKey, recipient: to };
    },
  });

  beforeAll(async () => {
    outbox.company = await createTestCompany({
      features,
      plan: { connections: 100 },
      gateways: (made) => ({
        ...made,
        channel: (kind) => channel(made.channel(kind)),
        files: {
          ...made.files,
          get: (key, range) => (outbox.storageAway-- > 0 ? Promise.reject(new Error('connect ECONNREFUSED')) : made.files.get(key, range)),
        },
      }),
    });
  });
  afterAll(() => outbox.company.close());
  beforeEach(async () => {
    const { company } = outbox;
    company.clock.set(new Date().toISOString());
    const admin = await company.another();
    const ctx = asSystem(admin, admin.companyId);
    sent.length = 0;
    sentTo.length = 0;
    for (const each of [answers, failures, meanwhile]) each.clear();
    const { id: connectionId } = await createConnection(ctx, { name: 'Telefone', channel: 'simulator' });
    Object.assign(outbox, { ctx, connectionId, storageAway: 0, idempotentSends: false });
    await transaction(ctx, (ctx) => setConnectionStatus(ctx, connectionId, { status: 'CONNECTED', statusReason: null }));
  });

  const inDb = <R>(statement: ReturnType<typeof sql<R>>) =>
    platformTransaction(outbox.company.base, async ({ db }) => (await statement.execute(db)).rows);

  const say = async (ticketId: number, body: string) => {
    const [message] = await sendMessage(outbox.ctx, ticketId, { body }, [], null);
    return Number(message?.id);
  };

  async function openChat(): Promise<{ ticketId: number; contactId: number }> {
    const { ctx, connectionId } = outbox;
    const contact = await createContact(ctx, {
      name: `Pessoa ${++people}`,
      number: `55119${60_000_000 + people}`,
      email: '',
      extraInfo: [],
    });
    const { id } = await openTicket(ctx, { contactId: contact.id, userId: null, queueId: null, whatsappId: connectionId });
    return { ticketId: id, contactId: contact.id };
  }

  const outbox = {
    company: undefined as unknown as TestCompany,
    ctx: undefined as unknown as Outside,
    connectionId: 0,
    /** Of the next reads, so many find no storage. */
    storageAway: 0,
    idempotentSends: false,
    sent,
    sentTo,
    answers,
    failures,
    meanwhile,
    inDb,
    say,
    openChat,
    later: (seconds: number) => outbox.company.clock.set(new Date(outbox.company.clock.now().getTime() + seconds * 1000).toISOString()),
    deliver: () => deliverOutbox(outbox.ctx, outbox.connectionId),

    /** Gives up what takes too long. */
    async sweep(): Promise<void> {
      for (const job of messageJobs) if (job.name === 'messages.sweep' && job.kind === 'cron') await job.run(outbox.company.base);
    },

    /** More than leave at once, each with a text. */
    async tenChats() {
      const chats = await Promise.all(Array.from({ length: 10 }, openChat));
      for (const [i, { ticketId }] of chats.entries()) await say(ticketId, `Texto ${i}`);
      return chats;
    },

    /** Until it has ended or waits for what another transaction holds. */
    async endedOrWaiting(run: Promise<unknown>): Promise<void> {
      let ended = false;
      void run.finally(() => {
        ended = true;
      });
      await until(async () => {
        const waiting = await inDb(sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
        return ended || waiting.length > 0;
      });
    },

    /** In how many seconds the outbox is looked at next; null when nobody is asked to. */
    async lookedAtIn(): Promise<number | null> {
      const [row] = await inDb(sql<{ seconds: number | null }>`
        select extract(epoch from min(run_at) - now())::float as seconds from graphile_worker.jobs
        where task_identifier = 'messages.deliver' and key like ${`${outbox.ctx.companyId}:%`} and attempts < max_attempts`);
      return row?.seconds ?? null;
    },
    /** As if a worker had taken all jobs. */
    forgetJobs: () => inDb(sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`),

    stateOf: async (id: number) =>
      (
        await inDb(sql<{ state: string; reason: string | null }>`
          select coalesce(o.state, m.state) as state, coalesce(o.reason, m.fail_reason) as reason
          from messages m left join message_outbox o on o.message_id = m.id where m.id = ${id}`)
      )[0],
    keyOf: async (id: number) => (await inDb(sql<{ key: string }>`select client_key as key from messages where id = ${id}`))[0]?.key ?? '',

    delivered: (clientKey: string): Inbound => ({
      key: `s:${clientKey}`,
      kind: 'status',
      externalId: `wamid-${clientKey}`,
      clientKey,
      status: 'delivered',
      at: outbox.company.clock.now().toISOString(),
      reason: null,
      recipient: null,
    }),
    tryLater: (seconds: number) => new SendFailure('retry', 'network', 'later', seconds * 1000),
    nobodyKnows: new SendFailure('uncertain', 'unconfirmed', 'no answer'),
  };
  return outbox;
}
