import { consentChanged, consentsChanged } from '../../../events/consent.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { consentSheets } from './actions/consent-sheets.ts';
import { consentReactions } from './reactions.ts';
import { consentRoutes } from './routes.ts';

export const consent: Feature = {
  name: 'consent',
  routes: consentRoutes,
  jobs: [consentSheets.job],
  reactions: consentReactions,
  broadcasts: [
    broadcaster(consentChanged, ({ consent }) => [
      { event: 'consent', payload: { action: 'update', consent }, rooms: [{ to: 'company' }] },
    ]),
    broadcaster(consentsChanged, () => [{ event: 'consent', payload: { action: 'reload' }, rooms: [{ to: 'company' }] }]),
  ],
};
