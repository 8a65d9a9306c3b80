// What conditions are about, read in one statement for one ticket or for the latest ones.
import { type SettingKey, settingRules } from '@balcao/contract/setting-rules';
import { type RawBuilder, sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import type { SituationRow } from '../view.ts';

/** The situation of a ticket. `messageId`: the message that is the event; null for the customer's last one. */
export async function findSituation({ db, companyId }: Scoped, ticketId: number, messageId: number | null): Promise<SituationRow | null> {
  const { rows } = await sql<SituationRow>`
    ${situationsOf(companyId, messageId)} where t.company_id = ${companyId} and t.id = ${ticketId}`.execute(db);
  return rows[0] ?? null;
}

/** Of the latest tickets, the newest first, without groups. */
export async function latestSituations({ db, companyId }: Scoped, limit: number): Promise<SituationRow[]> {
  const { rows } = await sql<SituationRow>`
    ${situationsOf(companyId, null)} where t.company_id = ${companyId} and not t.is_group order by t.id desc limit ${limit}`.execute(db);
  return rows;
}

function situationsOf(companyId: number, messageId: number | null): RawBuilder<unknown> {
  return sql`
    select t.id, t.uuid, t.number, t.contact_id as "contactId", c.name as "contactName", t.is_group as "isGroup", t.status, t.user_id as "userId",
      t.queue_id as "queueId", t.connection_id as "connectionId", w.channel, t.last_inbound_at as "lastInboundAt",
      c.blocked_at is not null as blocked,
      coalesce((select json_agg(tt.tag_id) from ticket_tags tt where tt.company_id = t.company_id and tt.ticket_id = t.id), '[]') as "tagIds",
      coalesce((select json_agg(json_build_object('name', f.name, 'value', f.value)) from contact_fields f
        where f.company_id = t.company_id and f.contact_id = t.contact_id), '[]') as fields,
      m.body as text,
      case when t.status = 'pending' then (select a.queued_at from attendances a
        where a.company_id = t.company_id and a.ticket_id = t.id and a.finished_at is null) end as "queuedAt",
      coalesce(${setting(companyId, 'scheduleType')}, ${settingRules.scheduleType.default}) as "scheduleType",
      coalesce(${setting(companyId, 'timeZone')}, ${settingRules.timeZone.default}) as "timeZone",
      case when w.schedules <> '[]' then w.schedules else co.schedules end as "companySchedules", co.holidays, q.schedules as "queueSchedules"
    from tickets t
    join companies co on co.id = t.company_id
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    left join connections w on w.company_id = t.company_id and w.id = t.connection_id and w.deleted_at is null
    left join queues q on q.company_id = t.company_id and q.id = t.queue_id and q.deleted_at is null
    left join lateral (${
      messageId === null
        ? sql`select l.body from messages l where l.company_id = t.company_id and l.contact_id = t.contact_id and l.connection_id = t.connection_id
            and not l.from_me and not l.is_deleted order by l.sent_at desc, l.id desc limit 1`
        : sql`select l.body from messages l where l.company_id = t.company_id and l.id = ${messageId} and l.ticket_id = t.id and not l.is_deleted`
    }) m on true`;
}

/** The value of a setting of the company; null if there is no row. */
function setting(companyId: number, key: SettingKey) {
  return sql`(select value from settings where company_id = ${companyId} and key = ${key})`;
}
