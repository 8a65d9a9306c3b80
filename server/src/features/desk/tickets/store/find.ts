// Tickets as lists and conversations show them: each with its contact, queue, agent, connection and tags.
import { type RawBuilder, sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import { alphabetical } from '../../../../platform/db/alphabet.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { TicketRow } from '../view.ts';

/** The `select` of whole tickets, as `t`; from the table, or from a `with` that has its columns. */
export function rowsFrom(source: RawBuilder<unknown> = sql`tickets`): RawBuilder<TicketRow> {
  return sql`
    select t.*, c.name as contact_name, c.number as contact_number, c.email as contact_email, c.picture_key as contact_picture_key,
      c.blocked_at is not null as contact_blocked,
      q.name as queue_name, q.color as queue_color, u.name as user_name,
      w.name as connection_name, w.channel as connection_channel, w.status as connection_status,
      coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'value', f.value) order by f.id)
        from contact_fields f where f.company_id = t.company_id and f.contact_id = t.contact_id), '[]') as contact_fields,
      coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color, 'kanban', g.kanban::int) order by ${alphabetical(sql`g.name`)})
        from ticket_tags tt join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
        where tt.company_id = t.company_id and tt.ticket_id = t.id), '[]') as tags
    from ${source} t
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    left join queues q on q.company_id = t.company_id and q.id = t.queue_id and q.deleted_at is null
    left join users u on u.company_id = t.company_id and u.id = t.user_id
    left join connections w on w.company_id = t.company_id and w.id = t.connection_id and w.deleted_at is null`;
}

export async function findTicket({ db, companyId }: Scoped, id: number): Promise<TicketRow | null> {
  const { rows } = await sql<TicketRow>`${rowsFrom()} where t.company_id = ${companyId} and t.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

export async function findTickets({ db, companyId }: Scoped, ids: readonly number[]): Promise<TicketRow[]> {
  const { rows } = await sql<TicketRow>`${rowsFrom()} where t.company_id = ${companyId} and t.id = any(${[...ids]}::bigint[])`.execute(db);
  return rows;
}

/** Throws ERR_NO_TICKET_FOUND. */
export async function getTicket(ctx: Scoped, id: number): Promise<TicketRow> {
  const row = await findTicket(ctx, id);
  if (!row) throw new AppError('ERR_NO_TICKET_FOUND');
  return row;
}

export async function findTicketByUuid(ctx: Scoped, uuid: string): Promise<TicketRow | null> {
  const row = await ctx.db
    .selectFrom('tickets')
    .select('id')
    .where('company_id', '=', ctx.companyId)
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  return row ? findTicket(ctx, row.id) : null;
}

export async function findActiveTicket({ db, companyId }: Scoped, contactId: number, connectionId: number): Promise<{ id: number } | null> {
  const row = await db
    .selectFrom('tickets')
    .select('id')
    .where('company_id', '=', companyId)
    .where('contact_id', '=', contactId)
    .where('connection_id', '=', connectionId)
    .where('status', '<>', 'closed')
    .executeTakeFirst();
  return row ?? null;
}
