// Plans that lack features, and a server on which every feature has an endpoint: those of the product, and one made up for each.
import { endpoint } from '@balcao/contract/endpoint';
import { type PlanFlag, planFlags } from '@balcao/contract/plan-rules';
import { z } from 'zod';
import { createAccounts } from '../src/features/company/auth/reads.ts';
import { countCall } from '../src/features/company/system/actions.ts';
import { programsOf } from '../src/features/open/api-keys/reads.ts';
import { platformTransaction } from '../src/platform/db/transaction.ts';
import type { RouteEntry } from '../src/platform/http/routes.ts';
import { createServer } from '../src/platform/http/server.ts';
import { createMetrics } from '../src/platform/metrics.ts';
import { features } from '../src/product.ts';
import type { World } from './world.ts';

const madeUp: RouteEntry[] = planFlags.map((plan) => ({
  endpoint: endpoint({ route: `GET /v1/made-up/${plan}`, access: 'user', plan, summary: 'Made up.', answer: z.object({}) }),
  handle: async () => ({}),
}));

export const madeUpEndpoints = madeUp.map(({ endpoint }) => endpoint);

export type MadeUpServer = {
  url: string;
  /** Looks again at this user at the next request. */
  forget(userId: number): void;
  close(): Promise<void>;
};

/** A server beside the world's, on its database. */
export async function serveMadeUp({ app: { base } }: World): Promise<MadeUpServer> {
  const { authenticate, forget } = createAccounts(base);
  const server = await createServer({
    base,
    routes: [...features.flatMap((feature) => feature.routes ?? []), ...madeUp],
    rawRoutes: [],
    authenticate,
    authenticateProgram: programsOf(base),
    countCall: (key, perMinute) => countCall(base, key, perMinute),
    origins: [],
    metrics: createMetrics(),
    metricsToken: null,
    webDist: null,
    companyRequests: 100,
    ready: () => Promise.resolve(true),
    checkAnswers: true,
  });
  return { url: await server.listen({ port: 0, host: '127.0.0.1' }), forget, close: () => server.close() };
}

let count = 0;

/** Puts a company on a plan of its own that has just these features; the plan's id. */
export function givenPlan({ app }: World, companyId: number, has: readonly PlanFlag[]): Promise<number> {
  return platformTransaction(app.base, async ({ db }) => {
    const row = { name: `Plano próprio ${++count}`, users: 10, connections: 10, queues: 10, ...columnsOf(has) };
    const { id } = await db.insertInto('plans').values(row).returning('id').executeTakeFirstOrThrow();
    await db.updateTable('companies').set({ plan_id: id }).where('id', '=', companyId).execute();
    return id;
  });
}

/** Changes what a plan has, as its operator would. */
export function changePlan({ app }: World, planId: number, has: readonly PlanFlag[]): Promise<void> {
  return platformTransaction(app.base, async ({ db }) => {
    await db.updateTable('plans').set(columnsOf(has)).where('id', '=', planId).execute();
  });
}

function columnsOf(has: readonly PlanFlag[]) {
  return {
    use_campaigns: has.includes('useCampaigns'),
    use_schedules: has.includes('useSchedules'),
    use_internal_chat: has.includes('useInternalChat'),
    use_external_api: has.includes('useExternalApi'),
    use_kanban: has.includes('useKanban'),
    use_open_ai: has.includes('useOpenAi'),
    use_integrations: has.includes('useIntegrations'),
  };
}
