import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';

/**
 * The tickets that match a text: by number, by contact, by message, the newest messages first, up to a limit. Trigrams need three letters;
 * shorter texts match the ticket number and the beginning of names.
 */
export async function searchTickets({ db, companyId }: Scoped, search: string): Promise<number[]> {
  const wanted = sql`searchable(${search.replace(/[\\%_]/g, '\\$&')})`;
  const number = /^#?\d{1,15}$/.test(search) ? Number(search.replace('#', '')) : 0;
  const contacts =
    search.length < 3
      ? sql`select c.id from contacts c where c.company_id = ${companyId}
          and lower(c.name) >= lower(${search}) and lower(c.name) < lower(${search}) || chr(1114109) limit 500`
      : sql`select search_contacts(${wanted}, 300)`;
  const words = search.length < 3 ? sql`select null::bigint` : sql`select search_messages(${wanted}, 1000)`;
  const { rows } = await sql<{ id: number | null }>`
    select ${number}::bigint as id
    union select id from tickets where company_id = ${companyId} and contact_id = any(array(${contacts}))
    union ${words}`.execute(db);
  return rows.flatMap(({ id }) => (id === null ? [] : [id]));
}
