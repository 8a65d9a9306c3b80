import { invoiceChanged, invoiceIssued } from '../../../events/billing.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { issueAll } from './jobs.ts';
import { invoiceReactions } from './reactions.ts';

export const invoices: Feature = {
  name: 'invoices',
  jobs: [issueAll],
  reactions: invoiceReactions,
  broadcasts: [
    broadcaster(invoiceIssued, ({ invoice }) => [
      { event: 'invoice', payload: { action: 'create', invoice }, rooms: [{ to: 'subscription' }] },
    ]),
    broadcaster(invoiceChanged, ({ invoice, gone }) => [
      { event: 'invoice', payload: { action: gone ? 'delete' : 'update', invoice }, rooms: [{ to: 'subscription' }] },
    ]),
  ],
};
