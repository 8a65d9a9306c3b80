import type { Placed } from '@balcao/contract/ticket-rules';
import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';

/** The active ticket of the contact at one of these addresses, on a connection. */
export async function activeTicketAt(
  { db, companyId }: Scoped,
  connectionId: number,
  addresses: readonly { kind: string; value: string }[],
): Promise<(Placed & { id: number }) | null> {
  const kinds = addresses.map(({ kind }) => kind);
  const values = addresses.map(({ value }) => value);
  const { rows } = await sql<Placed & { id: number }>`
    select t.id, t.status, t.user_id as "userId", t.queue_id as "queueId"
    from unnest(${kinds}::text[], ${values}::text[]) as wanted (kind, value)
    join contact_identities i on i.company_id = ${companyId} and i.kind = wanted.kind and i.scope = '' and i.value = wanted.value
    join tickets t on t.company_id = i.company_id and t.contact_id = i.contact_id and t.connection_id = ${connectionId} and t.status <> 'closed'
    limit 1`.execute(db);
  return rows[0] ?? null;
}
