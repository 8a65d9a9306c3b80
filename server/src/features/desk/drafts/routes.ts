import { draftEndpoints } from '@balcao/contract/drafts';
import { routes } from '../../../platform/http/routes.ts';
import { saveDraft } from './actions.ts';
import { listDrafts } from './reads.ts';

export const draftRoutes = routes(draftEndpoints, {
  listDrafts: (ctx) => listDrafts(ctx),
  saveDraft: (ctx, { params, body }) => saveDraft(ctx, { ticketId: params.ticketId, kind: params.draftKind, ...body }),
});
