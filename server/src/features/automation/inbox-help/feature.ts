import { inboxHelpChanged } from '../../../events/inbox-help.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { inboxHelpRoutes } from './routes.ts';

/** Help of a language model for people who answer. */
export const inboxHelp: Feature = {
  name: 'inbox-help',
  routes: inboxHelpRoutes,
  broadcasts: [
    broadcaster(inboxHelpChanged, ({ offer }) => [
      { event: 'inboxHelp', payload: { action: 'update', offer }, rooms: [{ to: 'company' }] },
    ]),
  ],
};
