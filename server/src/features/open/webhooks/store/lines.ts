// Lines: the events about one thing, sent one after the other. Whoever adds to a line or takes from it holds its row, so none is overlooked.
import type { WebhookEventName } from '@balcao/contract/webhook-rules';
import { sql } from 'kysely';
import type { PlatformTx, Scoped } from '../../../../platform/context.ts';
import type { DeliveryRow } from './webhooks.ts';

/** The webhooks of the company that are told what happens, and of what; none where its plan has no API. */
export async function listeningWebhooks({ db, companyId }: Scoped): Promise<{ id: number; events: WebhookEventName[] }[]> {
  const { rows } = await sql<{ id: number; events: WebhookEventName[] }>`
    select w.id, w.events from webhooks w join companies c on c.id = w.company_id join plans p on p.id = c.plan_id and p.use_external_api
    where w.company_id = ${companyId} and w.active order by w.id`.execute(db);
  return rows;
}

export type NewDelivery = { webhookId: number; eventId: string; event: string; line: string; body: string };

/** Adds events at the end of their lines, in this order. Their lines are held until the transaction ends. */
export async function addDeliveries(ctx: Scoped, added: readonly NewDelivery[], at: Date): Promise<number[]> {
  await enterLines(ctx, added, at);
  const { db, companyId } = ctx;
  const rows = await db
    .insertInto('webhook_deliveries')
    .values(
      added.map(({ webhookId, eventId, event, line, body }) => ({
        company_id: companyId,
        webhook_id: webhookId,
        event_id: eventId,
        event,
        line,
        body,
        since: at,
        created_at: at,
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Makes sure that these lines are there, and holds them. One that is there goes on as it stands. */
export async function enterLines(
  { db, companyId }: Scoped,
  lines: readonly { webhookId: number; line: string }[],
  at: Date,
): Promise<void> {
  const each = [...new Map(lines.map(({ webhookId, line }) => [`${webhookId} ${line}`, { webhookId, line }])).values()];
  // In one order, so that two transactions do not wait for each other.
  each.sort((a, b) => a.webhookId - b.webhookId || (a.line < b.line ? -1 : 1));
  await sql`
    insert into webhook_lines (company_id, webhook_id, line, next_at)
    select ${companyId}, webhook_id, line, ${at}
    from unnest(${each.map(({ webhookId }) => webhookId)}::bigint[], ${each.map(({ line }) => line)}::text[]) as given (webhook_id, line)
    on conflict (company_id, webhook_id, line) do update set line = excluded.line`.execute(db);
}

/** What waits may be tried at once: all of a webhook, or one line. */
export async function hurryLines({ db, companyId }: Scoped, webhookId: number, at: Date, line: string | null = null): Promise<void> {
  await sql`update webhook_lines set next_at = ${at}
    where company_id = ${companyId} and webhook_id = ${webhookId} and next_at > ${at} and (${line}::text is null or line = ${line})`.execute(
    db,
  );
}

export type DueWebhook = { companyId: number; id: number; failures: number };

/** Above companies: webhooks to which something can be sent now, but those in `except`; and when there is next something, by what waits. */
export async function dueWebhooks(
  { db }: Pick<PlatformTx, 'db'>,
  { now, except, limit }: { now: Date; except: { webhooks: readonly number[]; companies: readonly number[] }; limit: number },
): Promise<{ due: DueWebhook[]; nextAt: Date | null }> {
  const { rows } = await sql<DueWebhook & { nextAt: Date | null }>`
    with next as (
      select min(greatest(l.next_at, w.retry_at)) as at from webhooks w
      join companies c on c.id = w.company_id and c.status
      cross join lateral (
        select next_at from webhook_lines l where l.company_id = w.company_id and l.webhook_id = w.id
          and l.next_at > case when w.retry_at > ${now} then '-infinity' else ${now}::timestamptz end
        order by l.next_at limit 1) l
      where w.active and exists (select 1 from webhook_lines)
    ), due as (
    select w.company_id as "companyId", w.id, w.failures from webhooks w
    join companies c on c.id = w.company_id and c.status
    where exists (select 1 from webhook_lines where next_at <= ${now})
      and w.active and (w.retry_at is null or w.retry_at <= ${now}) and w.id <> all(${[...except.webhooks]}::bigint[])
      and w.company_id <> all(${[...except.companies]}::bigint[])
      and exists (select 1 from webhook_lines l where l.company_id = w.company_id and l.webhook_id = w.id and l.next_at <= ${now}
        and (l.lease_until is null or l.lease_until <= ${now}))
    order by w.failing_since nulls first limit ${limit}
    )
    select due.*, next.at as "nextAt" from next left join due on true`.execute(db);
  return { due: rows.filter(({ id }) => id !== null), nextAt: rows[0]?.nextAt ?? null };
}

/** Takes lines of a webhook of which nobody has the first event on its way, until `until`. */
export async function claimLines(
  { db, companyId }: Scoped,
  webhookId: number,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    update webhook_lines l set lease_until = ${until}
    from (
      select line from webhook_lines
      where company_id = ${companyId} and webhook_id = ${webhookId} and next_at <= ${now} and (lease_until is null or lease_until <= ${now})
      order by next_at, line limit ${limit} for update skip locked
    ) due
    where l.company_id = ${companyId} and l.webhook_id = ${webhookId} and l.line = due.line
    returning l.line`.execute(db);
  return rows.map(({ line }) => line);
}

/** The event of a line that is sent next; null if none waits. */
export async function firstOf({ db, companyId }: Scoped, webhookId: number, line: string): Promise<DeliveryRow | null> {
  const { rows } = await sql<DeliveryRow>`
    select * from webhook_deliveries
    where company_id = ${companyId} and webhook_id = ${webhookId} and line = ${line} and state = 'waiting' order by id limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Holds a line until the transaction ends. */
export async function lockLine({ db, companyId }: Scoped, webhookId: number, line: string): Promise<void> {
  await sql`select 1 from webhook_lines where company_id = ${companyId} and webhook_id = ${webhookId} and line = ${line} for update`.execute(
    db,
  );
}

export async function removeLine({ db, companyId }: Scoped, webhookId: number, line: string): Promise<void> {
  await sql`delete from webhook_lines where company_id = ${companyId} and webhook_id = ${webhookId} and line = ${line}`.execute(db);
}

/** A line that is held is free again, and its first event may be tried then. */
export async function releaseLine({ db, companyId }: Scoped, webhookId: number, line: string, nextAt: Date): Promise<void> {
  await sql`update webhook_lines set next_at = ${nextAt}, lease_until = null
    where company_id = ${companyId} and webhook_id = ${webhookId} and line = ${line}`.execute(db);
}

export type Tried = { state: DeliveryRow['state']; code: number | null; reason: string | null; answer: string; ms: number; at: Date };

/**
 * Notes an attempt with an event that waits. `attempts`: how many there had been when it began. False if the event waits no more, or if this
 * one, or another that began with it, is noted already and only failed.
 */
export async function saveAttempt(
  { db, companyId }: Scoped,
  { id, attempts }: Pick<DeliveryRow, 'id' | 'attempts'>,
  { state, code, reason, answer, ms, at }: Tried,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries set state = ${state}, attempts = attempts + 1, code = ${code}, reason = ${reason}, answer = ${answer}, ms = ${ms},
      tried_at = ${at}, settled_at = case when ${state} = 'waiting' then null else ${at}::timestamptz end
    where company_id = ${companyId} and id = ${id} and state = 'waiting' and (attempts = ${attempts} or ${state} <> 'waiting')`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** An event that was settled waits again, as if it were new, but in its place. */
export async function requeue({ db, companyId }: Scoped, ids: readonly number[], at: Date): Promise<void> {
  await sql`update webhook_deliveries set state = 'waiting', attempts = 0, since = ${at}, settled_at = null
    where company_id = ${companyId} and id = any(${[...ids]}::bigint[]) and state <> 'waiting'`.execute(db);
}

/** The first events of a webhook that were given up, each with its line. */
export async function deadOf({ db, companyId }: Scoped, webhookId: number, limit: number): Promise<{ id: number; line: string }[]> {
  const { rows } = await sql<{ id: number; line: string }>`
    select id, line from webhook_deliveries where company_id = ${companyId} and webhook_id = ${webhookId} and state = 'dead'
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** What waits for a webhook has its whole time from now on. */
export async function renewWaiting({ db, companyId }: Scoped, webhookId: number, at: Date): Promise<void> {
  await sql`update webhook_deliveries set since = ${at} where company_id = ${companyId} and webhook_id = ${webhookId} and state = 'waiting'`.execute(
    db,
  );
}

/** Above companies: deletes what was settled so long ago. Answers how many. */
export async function pruneSettled(
  { db }: Pick<PlatformTx, 'db'>,
  state: 'delivered' | 'dead',
  before: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_deliveries where ctid in (
      select ctid from webhook_deliveries where state = ${state} and settled_at < ${before} limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Above companies: gives up what waits since so long, unless its webhook is switched off. Answers how many. */
export async function giveUpOld({ db }: Pick<PlatformTx, 'db'>, before: Date, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries d set state = 'dead', settled_at = ${now}
    from (
      select o.company_id, o.id from webhook_deliveries o
      join webhooks w on w.company_id = o.company_id and w.id = o.webhook_id and w.active
      where o.state = 'waiting' and o.since < ${before} order by o.since limit ${limit}
    ) old
    where d.company_id = old.company_id and d.id = old.id`.execute(db);
  return Number(numAffectedRows ?? 0);
}
