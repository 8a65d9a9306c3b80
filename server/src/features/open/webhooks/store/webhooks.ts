// This folder alone writes webhooks, what is sent to them, and the lines in which that waits. Here: webhooks, and the log of deliveries.
// Locks are taken in this order: webhook, line, delivery.
import type { DeliveryState, WebhookEventName } from '@balcao/contract/webhook-rules';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { WebhookDeliveries, Webhooks } from '../../../../tables.ts';

export type WebhookRow = Omit<Selectable<Webhooks>, 'events'> & { events: WebhookEventName[] };
export type DeliveryRow = Selectable<WebhookDeliveries>;

export async function listWebhooks({ db, companyId }: Scoped, limit: number): Promise<WebhookRow[]> {
  const { rows } = await sql<WebhookRow>`select * from webhooks where company_id = ${companyId} order by id limit ${limit}`.execute(db);
  return rows;
}

/** Throws ERR_NO_WEBHOOK_FOUND. */
export async function getWebhook({ db, companyId }: Scoped, id: number): Promise<WebhookRow> {
  const { rows } = await sql<WebhookRow>`select * from webhooks where company_id = ${companyId} and id = ${id}`.execute(db);
  if (!rows[0]) throw new AppError('ERR_NO_WEBHOOK_FOUND');
  return rows[0];
}

/** Locks the row until the transaction ends; null if it is gone. */
export async function lockWebhook({ db, companyId }: Scoped, id: number): Promise<WebhookRow | null> {
  const { rows } = await sql<WebhookRow>`
    select * from webhooks where company_id = ${companyId} and id = ${id} for no key update`.execute(db);
  return rows[0] ?? null;
}

/** Counts the webhooks of the company. Until the transaction ends nobody else adds one. */
export async function countAndHold({ db, companyId }: Scoped): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks:${companyId}`}, 0))`.execute(db);
  const { rows } = await sql<{ n: number }>`select count(*) as n from webhooks where company_id = ${companyId}`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function insertWebhook({ db, companyId }: Scoped, values: Omit<Insertable<Webhooks>, 'company_id'>): Promise<number> {
  const { id } = await db
    .insertInto('webhooks')
    .values({ ...values, company_id: companyId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function saveWebhook({ db, companyId }: Scoped, id: number, change: Updateable<Webhooks>): Promise<void> {
  await db.updateTable('webhooks').set(change).where('company_id', '=', companyId).where('id', '=', id).execute();
}

/** With all that was and will be sent to it. */
export async function removeWebhook({ db, companyId }: Scoped, id: number): Promise<void> {
  await db.deleteFrom('webhooks').where('company_id', '=', companyId).where('id', '=', id).execute();
}

/** Of a webhook, the newest first, from before an id on. */
export async function listDeliveries(
  { db, companyId }: Scoped,
  { webhookId, state, before }: { webhookId: number; state: DeliveryState | undefined; before: number | undefined },
  limit: number,
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select * from webhook_deliveries where company_id = ${companyId} and webhook_id = ${webhookId}
      ${state === undefined ? sql`` : sql`and state = ${state}`} ${before === undefined ? sql`` : sql`and id < ${before}`}
    order by id desc limit ${limit}`.execute(db);
  return rows;
}

/** Throws ERR_NO_DELIVERY_FOUND. */
export async function getDelivery({ db, companyId }: Scoped, id: number): Promise<DeliveryRow> {
  const { rows } = await sql<DeliveryRow>`select * from webhook_deliveries where company_id = ${companyId} and id = ${id}`.execute(db);
  if (!rows[0]) throw new AppError('ERR_NO_DELIVERY_FOUND');
  return rows[0];
}

/** How many events of a webhook wait and how many were given up; counting stops at `most`. */
export async function countOpen({ db, companyId }: Scoped, webhookId: number, most: number): Promise<{ waiting: number; dead: number }> {
  const upTo = (state: DeliveryState) => sql`(select count(*) from (
    select 1 from webhook_deliveries where company_id = ${companyId} and webhook_id = ${webhookId} and state = ${sql.lit(state)} limit ${most}) s)`;
  const { rows } = await sql<{ waiting: number; dead: number }>`
    select ${upTo('waiting')} as waiting, ${upTo('dead')} as dead`.execute(db);
  return rows[0] ?? { waiting: 0, dead: 0 };
}
