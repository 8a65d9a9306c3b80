import { draftSaved } from '../../../events/drafts.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { draftRoutes } from './routes.ts';

export const drafts: Feature = {
  name: 'drafts',
  routes: draftRoutes,
  broadcasts: [broadcaster(draftSaved, ({ userId, draft }) => [{ event: 'draft', payload: draft, rooms: [{ to: 'user', userId }] }])],
};
