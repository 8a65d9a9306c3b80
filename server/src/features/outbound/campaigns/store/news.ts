// Messages of campaigns whose state has changed since it was noted at their contact.
import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import { keysOfParts, type ShippingRow, withKey } from './shippings.ts';

/** Waits for nobody: a message may be in the news more than once. */
export async function addNews({ db, companyId }: Scoped, messageIds: readonly number[]): Promise<void> {
  await sql`insert into campaign_news (company_id, message_id) select ${companyId}, unnest(${[...messageIds]}::bigint[])`.execute(db);
}

/**
 * The contact of a campaign that the message of news `n` went to: its key says so. Subqueries, here and below, since of a company that is new to
 * its statistics PostgreSQL would join all messages.
 */
const shippingOf = sql`(
  select case when m.client_key like 'automatic:campaign:%' then split_part(m.client_key, ':', 3)::bigint end
  from messages m where m.company_id = n.company_id and m.id = n.message_id)`;
const campaignOf = sql`(select s.campaign_id from campaign_shippings s where s.company_id = n.company_id and s.id = ${shippingOf})`;

/** The campaigns of which there are news. Forgets news of messages to contacts that are gone. */
export async function campaignsInNews({ db, companyId }: Scoped, limit: number): Promise<number[]> {
  await sql`delete from campaign_news n where n.company_id = ${companyId} and ${campaignOf} is null`.execute(db);
  const { rows } = await sql<{ id: number }>`
    select distinct ${campaignOf} as id from campaign_news n where n.company_id = ${companyId} order by 1 limit ${limit}`.execute(db);
  return rows.flatMap(({ id }) => id ?? []);
}

/** `parts`: the messages that went to the contact with their last one, and those of earlier attempts. */
export type InNews = ShippingRow & { parts: { id: number; attempt: number; state: string; fail_reason: string | null }[] };

/** Removes news of a locked campaign, and answers with the contacts that they are about, locked. */
export async function takeNews({ db, companyId }: Scoped, campaignId: number, limit: number): Promise<InNews[]> {
  const { rows } = await sql<InNews>`
    with chosen as materialized (
      select distinct n.message_id, ${shippingOf} as id from campaign_news n
      where n.company_id = ${companyId} and ${campaignOf} = ${campaignId} order by 1 limit ${limit}
    ), taken as (
      delete from campaign_news n where n.company_id = ${companyId} and n.message_id = any(array(select message_id from chosen))
    )
    select s.*, (
      select json_agg(json_build_object('id', p.id, 'attempt', split_part(p.client_key, ':', 4)::int, 'state', p.state, 'fail_reason', p.fail_reason)
        order by p.id)
      from (${keysOfParts} offset 0) k(key) cross join lateral ${withKey(companyId)} p) as parts
    from campaign_shippings s
    cross join lateral (select client_key from messages where company_id = s.company_id and id = s.message_id offset 0) m
    where s.company_id = ${companyId} and s.id = any(array(select id from chosen)) order by s.id for update of s`.execute(db);
  return rows;
}
