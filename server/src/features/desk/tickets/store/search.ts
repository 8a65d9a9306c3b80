import type { Viewer } from '@balcao/contract/ticket-rules';
import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import { beginsWith, literal } from '../../../../platform/db/matching.ts';
import { readBy } from './list.ts';

/**
 * The tickets that match a text: by number, by contact, by message, file name or note, the newest first, up to a limit. Trigrams need three
 * letters; shorter texts match the ticket number and the beginning of names. What was said is looked for only where the viewer may read it.
 * `ofContact`: how contacts are searched for it, where that is another text.
 */
export async function searchTickets({ db, companyId }: Scoped, viewer: Viewer, search: string, ofContact = search): Promise<number[]> {
  const wanted = literal(search);
  const number = /^#?\d{1,15}$/.test(search) ? Number(search.replace('#', '')) : 0;
  const isShort = [...search].length < 3;
  const contacts = isShort
    ? sql`select c.id from contacts c where c.company_id = ${companyId} and ${beginsWith(sql`c.name_key`, sql`lower(${search})`)} limit 500`
    : sql`select search_contacts(${literal(ofContact)}, 300)`;
  const said = sql`select search_messages(${wanted}, 1000)`;
  const readable =
    viewer.profile === 'admin'
      ? said
      : sql`select t.id from tickets t where t.company_id = ${companyId} and t.id = any(array(${said})) and ${readBy(viewer)}`;
  const words = isShort ? sql`select null::bigint` : sql`${readable} union select search_notes(${wanted}, 300)`;
  const { rows } = await sql<{ id: number | null }>`
    select id from tickets where company_id = ${companyId} and number = ${number}
    union (select id from tickets where company_id = ${companyId} and contact_id = any(array(${contacts})) order by id desc limit 2000)
    union ${words}`.execute(db);
  return rows.flatMap(({ id }) => (id === null ? [] : [id]));
}
