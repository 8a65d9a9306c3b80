import { adminToken, type Bench } from '../bench.ts';
import { openFloors } from '../floors.ts';

const target = { p99: 150, ratio: 0.6 };
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
/** Half of all attendances. */
const days = 90;
const chart = `initialDate=${day(days - 1)}&finalDate=${day(0)}`;
const questions = {
  'GET /dashboard': `/dashboard?days=${days}`,
  'GET /dashboard/ticketsUsers': `/dashboard/ticketsUsers?${chart}`,
  'GET /dashboard/ticketsDay': `/dashboard/ticketsDay?${chart}`,
  'GET /v1/dashboard/hours': `/v1/dashboard/hours?days=${days}`,
  'GET /v1/dashboard/ratings': `/v1/dashboard/ratings?days=${days}`,
  'GET /v1/dashboard/times': `/v1/dashboard/times?days=${days}`,
  'GET /v1/dashboard/times by queue': `/v1/dashboard/times?days=${days}&by=queue`,
  'GET /v1/dashboard/attendances': `/v1/dashboard/attendances?days=${days}&of=finished`,
  'GET /v1/dashboard/board': '/v1/dashboard/board',
};

/** The dashboard of 90 days, as whoever looks next finds it: the warm-up has had its days kept. One admin looks at a time. */
export async function measureDashboard(bench: Bench): Promise<void> {
  const floors = await openFloors(bench);
  const token = await adminToken();
  const measure = (what: string, path: string) =>
    floors.measure(what, () => [{ method: 'GET', path, token }], { workers: 1, seconds: 3, target });
  for (const [what, path] of Object.entries(questions)) await measure(what, path);
  await floors.close();
}
