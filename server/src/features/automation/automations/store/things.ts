// What automations name: which of it is there, and what decides whether something could be done with it.
import type { Viewer } from '@balcao/contract/ticket-rules';
import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';

export type Wanted = Record<'queues' | 'tags' | 'users' | 'connections' | 'webhooks', readonly number[]>;

type Thing = { id: number };
export type Things = {
  queues: Thing[];
  tags: Thing[];
  users: Viewer[];
  connections: Thing[];
  /** `active`: it is switched on. */
  webhooks: (Thing & { active: boolean })[];
  /** Does the plan of the company have webhooks? */
  mayCallWebhooks: boolean;
};

/** Those of the wanted things that the company has. */
export async function findThings({ db, companyId }: Scoped, wanted: Wanted): Promise<Things> {
  const ids = (list: readonly number[]) => sql`any(${[...list]}::bigint[])`;
  const { rows } = await sql<Things>`
    select
      (select coalesce(json_agg(json_build_object('id', q.id)), '[]') from queues q
        where q.company_id = ${companyId} and q.id = ${ids(wanted.queues)} and q.deleted_at is null) as queues,
      (select coalesce(json_agg(json_build_object('id', g.id)), '[]') from tags g
        where g.company_id = ${companyId} and g.id = ${ids(wanted.tags)}) as tags,
      (select coalesce(json_agg(json_build_object('id', u.id, 'profile', u.profile, 'allTicket', u.all_ticket, 'queueIds', coalesce(
          (select json_agg(uq.queue_id) from user_queues uq where uq.company_id = u.company_id and uq.user_id = u.id), '[]'))), '[]') from users u
        where u.company_id = ${companyId} and u.id = ${ids(wanted.users)} and u.deleted_at is null) as users,
      (select coalesce(json_agg(json_build_object('id', w.id)), '[]') from connections w
        where w.company_id = ${companyId} and w.id = ${ids(wanted.connections)} and w.deleted_at is null) as connections,
      (select coalesce(json_agg(json_build_object('id', h.id, 'active', h.active)), '[]') from webhooks h
        where h.company_id = ${companyId} and h.id = ${ids(wanted.webhooks)}) as webhooks,
      (select coalesce(p.use_external_api, false) from companies c left join plans p on p.id = c.plan_id where c.id = ${companyId}) as "mayCallWebhooks"`.execute(
    db,
  );
  return rows[0] ?? { queues: [], tags: [], users: [], connections: [], webhooks: [], mayCallWebhooks: false };
}
