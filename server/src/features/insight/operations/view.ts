import { type AuditView, type HealthView, jobLanes } from '@balcao/contract/operations';
import type { AuditRow, FailedJobRow, JobRow } from './store.ts';

export function auditView(row: AuditRow): AuditView {
  return {
    id: row.id,
    at: row.at.toISOString(),
    company: { id: row.company_id, name: row.company_name },
    actor: row.actor_name,
    verb: row.verb,
    subject: row.subject,
    details: row.details,
    ip: row.ip,
  };
}

/** A line for every lane, also where nothing waits. */
export function jobsView(rows: readonly JobRow[]): HealthView['jobs'] {
  const lanes = [...jobLanes, 'cron', ...rows.map(({ lane }) => lane)].filter((lane, i, all) => all.indexOf(lane) === i);
  return lanes.map((lane) => {
    const found = rows.find((row) => row.lane === lane);
    return { lane, due: found?.due ?? 0, later: found?.later ?? 0, running: found?.running ?? 0, oldestSeconds: found?.oldest ?? null };
  });
}

export function failedJobView({ id, task, company_id, error, at }: FailedJobRow): HealthView['failedJobs']['latest'][number] {
  return { id, task, companyId: company_id, error, at: at.toISOString() };
}
