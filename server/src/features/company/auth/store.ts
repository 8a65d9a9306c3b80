// Reads only: who signs in, and with which rights.
import type { PlanFlag } from '@balcao/contract/plan-rules';
import { sql } from 'kysely';
import type { PlatformTx, Scoped } from '../../../platform/context.ts';

export type Credentials = {
  companyId: number;
  userId: number;
  name: string;
  email: string;
  passwordHash: string;
  secondFactor: boolean;
  language: 'pt' | 'en' | 'es' | null;
};

/** Above companies: the account with this e-mail, in upper or lower case. */
export async function findCredentials({ db }: PlatformTx, email: string): Promise<Credentials | null> {
  const { rows } = await sql<Credentials>`
    select company_id as "companyId", id as "userId", name, email, password_hash as "passwordHash", second_factor as "secondFactor", language
    from users where email_key = lower(${email.trim()}) and deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

export type AccountRow = {
  id: number;
  name: string;
  email: string;
  profile: string;
  super: boolean;
  allTicket: boolean;
  exportContacts: boolean;
  tokenVersion: number;
  queueIds: number[];
  companyActive: boolean;
  dueDate: string | null;
  graceDays: number;
  operatorId: number | null;
  operatorName: string | null;
  /** An operator who lacks the second factor that operators must have. */
  isLocked: boolean;
} & Record<PlanFlag, boolean>;

/** The user of a live session; null when either has ended. A company without a plan has none of its features. */
export async function findAccountRow({ db, companyId }: Scoped, sessionId: string, now: Date): Promise<AccountRow | null> {
  const { rows } = await sql<AccountRow>`
    select u.id, u.name, u.email, u.profile, u.super, u.all_ticket as "allTicket", u.export_contacts as "exportContacts",
      u.token_version as "tokenVersion",
      coalesce((select json_agg(uq.queue_id order by uq.queue_id)
        from user_queues uq join queues q on q.company_id = uq.company_id and q.id = uq.queue_id and q.deleted_at is null
        where uq.company_id = u.company_id and uq.user_id = u.id), '[]') as "queueIds",
      c.status as "companyActive", c.due_date as "dueDate", c.grace_days as "graceDays", s.operator_id as "operatorId", s.operator_name as "operatorName",
      u.super and not u.second_factor and i.operators_second_factor as "isLocked",
      coalesce(p.use_campaigns, false) as "useCampaigns", coalesce(p.use_schedules, false) as "useSchedules",
      coalesce(p.use_internal_chat, false) as "useInternalChat", coalesce(p.use_external_api, false) as "useExternalApi",
      coalesce(p.use_kanban, false) as "useKanban", coalesce(p.use_open_ai, false) as "useOpenAi",
      coalesce(p.use_integrations, false) as "useIntegrations"
    from sessions s
    join users u on u.company_id = s.company_id and u.id = s.user_id and u.deleted_at is null
    join companies c on c.id = s.company_id and c.deleted_at is null
    left join plans p on p.id = c.plan_id
    cross join installation i
    where s.company_id = ${companyId} and s.id = ${sessionId} and s.revoked_at is null and s.expires_at > ${now}`.execute(db);
  return rows[0] ?? null;
}
