import { adminToken, type Bench } from '../bench.ts';
import { openFloors } from '../floors.ts';

const target = { p99: 150, ratio: 0.6 };
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const chart = () => `initialDate=${day(89)}&finalDate=${day(0)}`;
const questions: Record<string, () => string> = {
  'GET /dashboard': () => '/dashboard?days=90',
  'GET /dashboard/ticketsUsers': () => `/dashboard/ticketsUsers?${chart()}`,
  'GET /dashboard/ticketsDay': () => `/dashboard/ticketsDay?${chart()}`,
  'GET /v1/dashboard/hours': () => '/v1/dashboard/hours?days=90',
  'GET /v1/dashboard/ratings': () => '/v1/dashboard/ratings?days=90',
  'GET /v1/dashboard/times': () => '/v1/dashboard/times?days=90',
  'GET /v1/dashboard/times by queue': () => '/v1/dashboard/times?days=90&by=queue',
  'GET /v1/dashboard/attendances': () => '/v1/dashboard/attendances?days=90&of=finished',
  'GET /v1/dashboard/board': () => '/v1/dashboard/board',
};

/** The dashboard over 90 days, half of all attendances. One admin looks at a time. */
export async function measureDashboard(bench: Bench): Promise<void> {
  const floors = await openFloors(bench);
  const token = await adminToken();
  for (const [what, path] of Object.entries(questions)) {
    const request = () => [{ method: 'GET', path: path(), token }];
    await floors.measure(`${what}, 90 days`, request, { workers: 1, seconds: 3, target });
  }
  await floors.close();
}
