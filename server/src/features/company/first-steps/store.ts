// Reads only: each part belongs to the feature that writes it.
import type { FirstStepsView } from '@balcao/contract/first-steps';
import { sql } from 'kysely';
import type { Scoped } from '../../../platform/context.ts';

export type FirstStepsRow = Omit<FirstStepsView, 'answered'> & {
  answered: { at: string; seconds: number } | null;
};

/** One statement. Each part looks at a few rows only, so it is cheap for a company of any size. */
export async function findFirstSteps({ db, companyId }: Scoped): Promise<FirstStepsRow> {
  const { rows } = await sql<FirstStepsRow>`
    select
      (select json_build_object('id', w.id, 'name', w.name, 'channel', w.channel, 'status', w.status) from connections w
        where w.company_id = ${companyId} and w.deleted_at is null
        order by w.status = 'CONNECTED' desc, w.channel <> 'simulator' desc, w.id desc limit 1) as connection,
      (select count(*)::int from users where company_id = ${companyId} and deleted_at is null) as users,
      coalesce((select json_agg(q.name order by q.order_queue nulls last, q.id) from queues q
        where q.company_id = ${companyId} and q.deleted_at is null), '[]') as queues,
      (select json_build_object('uuid', t.uuid, 'contactName', c.name, 'lastMessage', t.last_message) from tickets t
        join contacts c on c.company_id = t.company_id and c.id = t.contact_id
        where t.company_id = ${companyId} and t.status <> 'closed' and not t.is_group order by t.id limit 1) as waiting,
      (select json_build_object('at', a.first_response_at, 'seconds', extract(epoch from a.first_response_at - a.queued_at))
        from attendances a where a.company_id = ${companyId} and a.first_response_at is not null order by a.id limit 1) as answered`.execute(
    db,
  );
  return rows[0] ?? { connection: null, users: 0, queues: [], waiting: null, answered: null };
}
