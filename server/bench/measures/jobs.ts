import { createPool } from '../../src/platform/db/pool.ts';
import type { Bench } from '../bench.ts';
import { asSuperuser } from '../database.ts';
import { figureOf } from '../figures.ts';
import { load, summary } from '../load.ts';
import { company } from '../seed.ts';

const workers = 12;

const ways = {
  ours: `select enqueue_job('bench.commit', $1::json, null, now() + interval '1 year', 12, null, 0, array['bulk'])`,
  // The lower bound: one row, nothing looked up.
  floor: `insert into graphile_worker._private_jobs (task_id, payload, run_at) values (0, $1::json, now() + interval '1 year')`,
  notifying: `select graphile_worker.add_job('bench.commit', $1::json, run_at := now() + interval '1 year')`,
};

/** How many transactions a second that add a job: with nothing between them, as the product adds one, and with a NOTIFY inside. */
export async function measureJobs({ database, tell, pace }: Pick<Bench, 'database' | 'tell' | 'pace'>): Promise<void> {
  const pool = createPool(database.url, { max: workers, onError: () => undefined });
  const measured = async (way: keyof typeof ways) => {
    const step = async () => {
      const client = await pool.raw.connect();
      try {
        await client.query('begin');
        await client.query(`select set_config('app.company_id', $1, true)`, [String(company)]);
        await client.query(ways[way], [JSON.stringify({ companyId: company, payload: {} })]);
        await client.query('commit');
      } finally {
        client.release();
      }
    };
    return summary(await load({ workers, seconds: 4 * pace, step }));
  };
  const floor = await measured('floor');
  const ours = await measured('ours');
  tell({ ...figureOf(`commits that add a job, ${workers} at once`, ours, { ratio: 0.6 }), ratio: ours.rate / floor.rate });
  tell(figureOf('the same with a NOTIFY inside, for comparison', await measured('notifying'), {}));
  await pool.close();
  await asSuperuser(database.superUrl, (client) =>
    client.query(`delete from graphile_worker._private_jobs where run_at > now() + interval '300 days'`),
  );
}
