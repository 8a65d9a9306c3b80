import type { Viewer } from '@balcao/contract/ticket-rules';
import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import { beginsWith, literal } from '../../../../platform/db/matching.ts';
import { readBy } from './list.ts';

/** How many of each kind a search finds at most, the newest first. `newest` fills the first pages; `far` is for where something chooses among them. */
const reaches = {
  newest: { messages: 100, contacts: 100, tickets: 500, notes: 100 },
  far: { messages: 600, contacts: 300, tickets: 2_000, notes: 300 },
};
export type Reach = keyof typeof reaches;

export type Found = {
  ids: number[];
  /** There may be older ones, which were not looked for. */
  cut: boolean;
};

/**
 * The tickets that match a text: by number, by contact, by message, file name or note, the newest first, up to a limit. Trigrams need three
 * letters; shorter texts match the ticket number and the beginning of names. What was said is looked for only where the viewer may read it.
 * `ofContact`: how contacts are searched for it, where that is another text. `reach`: see `reaches`.
 */
export async function searchTickets(
  { db, companyId }: Scoped,
  viewer: Viewer,
  search: string,
  { ofContact = search, reach = 'far' }: { ofContact?: string; reach?: Reach } = {},
): Promise<Found> {
  const wanted = literal(search);
  const number = /^#?\d{1,15}$/.test(search) ? Number(search.replace('#', '')) : 0;
  const isShort = [...search].length < 3;
  const most = { ...reaches[reach], ...(isShort && { contacts: 500 }) };
  const contacts = isShort
    ? sql`select c.id from contacts c where c.company_id = ${companyId} and ${beginsWith(sql`c.name_key`, sql`lower(${search})`)} limit ${most.contacts}`
    : sql`select search_contacts(${literal(ofContact)}, ${most.contacts})`;
  const none = sql`select null::bigint where false`;
  const said = isShort ? none : sql`select search_messages(${wanted}, ${most.messages})`;
  const noted = isShort ? none : sql`select search_notes(${wanted}, ${most.notes})`;
  const readable =
    viewer.profile === 'admin'
      ? sql`select id from said`
      : sql`select t.id from tickets t where t.company_id = ${companyId} and t.id = any(array(select id from said)) and ${readBy(viewer)}`;
  // One row, whatever is found: who may read none of the newest has to hear that there may be older ones.
  const { rows } = await sql<Found>`
    with called (id) as materialized (${contacts}),
      theirs (id) as materialized (
        select id from tickets where company_id = ${companyId} and contact_id = any(array(select id from called)) order by id desc limit ${most.tickets}),
      said (id) as materialized (${said}),
      noted (id) as materialized (${noted}),
      found (id) as (
        select id from tickets where company_id = ${companyId} and number = ${number}
        union select id from theirs union ${readable} union select id from noted)
    select coalesce((select json_agg(id) from found), '[]') as ids, (select count(*) from called) = ${most.contacts} or (select count(*) from theirs) = ${most.tickets}
      or (select count(*) from said) = ${most.messages} or (select count(*) from noted) = ${most.notes} as cut`.execute(db);
  return rows[0] ?? { ids: [], cut: false };
}
