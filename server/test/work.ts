// Runs the jobs that wait in the database of a test company, as a worker would: those that are due, one after the other.
import { sql } from 'kysely';
import { asSystem, mintCompanyId } from '../src/platform/context.ts';
import { platformTransaction } from '../src/platform/db/transaction.ts';
import { features } from '../src/product.ts';
import type { TestCompany } from './company.ts';

const jobs = features.flatMap(({ jobs = [] }) => jobs.flatMap((job) => (job.kind === 'company' ? [job] : [])));
const jobsMax = 200;

/** Runs the due jobs whose name begins like this, and those that they add. Answers how many ran. `early`: those of later too. */
export async function work(company: TestCompany, start: string, { early = false } = {}): Promise<number> {
  for (let count = 0; count < jobsMax; count++) {
    const [next] = await platformTransaction(company.base, async ({ db }) => {
      const { rows } = await sql<{ name: string; payload: { companyId: number; payload: unknown } }>`
        with taken as (
          delete from graphile_worker._private_jobs where id = (
            select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
            where starts_with(t.identifier, ${start}) and (${early} or j.run_at <= now()) order by j.id limit 1) returning task_id, payload)
        select t.identifier as name, taken.payload from taken join graphile_worker._private_tasks t on t.id = taken.task_id`.execute(db);
      return rows;
    });
    if (!next) return count;
    const job = jobs.find(({ name }) => name === next.name);
    if (!job) throw new Error(`no job ${next.name}`);
    const ctx = asSystem(company.admin, mintCompanyId(next.payload.companyId));
    await job.run(ctx, job.payload.parse(next.payload.payload));
  }
  throw new Error('the jobs never end');
}
