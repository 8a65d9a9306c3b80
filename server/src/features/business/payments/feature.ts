import { paymentReceived } from '../../../events/billing.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { paymentJobs } from './jobs.ts';
import { paymentReactions } from './reactions.ts';
import { billingRoutes } from './routes/billing.ts';
import { paymentWebhooks } from './routes/webhook.ts';

export const payments: Feature = {
  name: 'payments',
  routes: billingRoutes,
  rawRoutes: paymentWebhooks,
  jobs: paymentJobs,
  reactions: paymentReactions,
  broadcasts: [
    broadcaster(paymentReceived, ({ company, invoice }) => [
      { event: 'payment', payload: { action: 'CONCLUIDA', company, invoice }, rooms: [{ to: 'subscription' }] },
    ]),
  ],
};
