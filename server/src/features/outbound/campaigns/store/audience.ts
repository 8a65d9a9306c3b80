// Whom a campaign in a form would reach. Only reads.
import { priceDigits } from '@balcao/contract/campaign-cost-rules';
import type { Recipient } from '@balcao/contract/campaign-rules';
import { type RawBuilder, sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';

/** A list, or the contacts of the tickets with a tag. */
export type Audience = { listId: number } | { tagId: number };

export type AudienceGroup = {
  /** The first digits of their numbers. */
  prefix: string;
  state: 'valid' | 'unchecked' | 'invalid';
  isOut: boolean;
  /** They wrote to the number lately. */
  isOpen: boolean;
  count: number;
};

/** Everybody of an audience: `id`, `name`, `number`, `email`, `state`. */
function people(companyId: number, audience: Audience): RawBuilder<unknown> {
  if ('listId' in audience) {
    return sql`
      select id, name, number, email,
        case validity when 'invalid' then 'invalid' when 'unchecked' then 'unchecked' else 'valid' end as state
      from contact_list_items where company_id = ${companyId} and list_id = ${audience.listId}`;
  }
  return sql`
    select c.id, c.name, c.number, c.email, 'unchecked' as state from contacts c
    where c.company_id = ${companyId} and not c.is_group and c.number <> '' and c.id in (
      select t.contact_id from ticket_tags tt join tickets t on t.company_id = tt.company_id and t.id = tt.ticket_id
      where tt.company_id = ${companyId} and tt.tag_id = ${audience.tagId})`;
}

/** How many are in which state, by the beginning of their numbers. `window`: the connection with one, and since when it is open. */
export async function countAudience(
  { db, companyId }: Scoped,
  audience: Audience,
  window: { connectionId: number; since: Date } | null,
): Promise<AudienceGroup[]> {
  const open = window
    ? sql`select distinct i.value from tickets t
        join contact_identities i on i.company_id = t.company_id and i.contact_id = t.contact_id and i.kind = 'phone' and i.scope = ''
        where t.company_id = ${companyId} and t.connection_id = ${window.connectionId} and t.last_inbound_at > ${window.since}`
    : sql`select null::text as value where false`;
  const { rows } = await sql<AudienceGroup>`
    select left(p.number, ${priceDigits}::int) as prefix, p.state, o.value is not null as "isOut", w.value is not null as "isOpen",
      count(*)::int as count
    from (${people(companyId, audience)}) p
    left join contact_opt_outs o on o.company_id = ${companyId} and o.kind = 'phone' and o.value = p.number
    left join (${open}) w on w.value = p.number
    group by 1, 2, 3, 4`.execute(db);
  return rows;
}

/** The first of those who may be written to. */
export async function sampleAudience({ db, companyId }: Scoped, audience: Audience, limit: number): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select p.name, p.number, p.email from (${people(companyId, audience)}) p
    where p.state <> 'invalid'
      and not exists (select from contact_opt_outs o where o.company_id = ${companyId} and o.kind = 'phone' and o.value = p.number)
    order by p.id limit ${limit}`.execute(db);
  return rows;
}
