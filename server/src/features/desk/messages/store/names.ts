// Names of people in groups. They need not be contacts: the name they used when they wrote is enough.
import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';

/**
 * Names for phone numbers, or for the digits of other ids. In this order: the name they used in the group, the name of their contact, the
 * connection's own name. People without a name are left out.
 */
export async function namesBehind(
  { db, companyId }: Scoped,
  chat: { contactId: number; connectionId: number },
  values: readonly string[],
): Promise<Map<string, string>> {
  if (values.length === 0) return new Map();
  const { rows } = await sql<{ value: string; name: string }>`
    select distinct on (found.value) found.value, found.name from (
      select w.value, said.participant_name as name, 1 as rank
      from unnest(${[...values]}::text[]) as w (value)
      cross join unnest(array['wa_pn:', 'wa_lid:', 'phone:']) as k (prefix)
      cross join lateral (
        select m.participant_name from messages m
        where m.company_id = ${companyId} and m.contact_id = ${chat.contactId} and m.participant = k.prefix || w.value
          and m.participant_name is not null
        order by m.id desc limit 1) said
      union all
      select i.value, c.name, 2 from contact_identities i join contacts c on c.company_id = i.company_id and c.id = i.contact_id
      where i.company_id = ${companyId} and i.kind in ('phone', 'wa_pn', 'wa_lid') and i.scope = '' and i.value = any(${[...values]}::text[])
        and c.name ~ '[[:alpha:]]'
      union all
      select w.number, w.name, 3 from connections w
      where w.company_id = ${companyId} and w.id = ${chat.connectionId} and w.number = any(${[...values]}::text[])
    ) found order by found.value, found.rank`.execute(db);
  return new Map(rows.map(({ value, name }) => [value, name]));
}
