import { mergeEndpoints } from '@balcao/contract/merges';
import { routes } from '../../../platform/http/routes.ts';
import { duplicatesOf } from '../contacts/reads.ts';
import { mergeContacts, splitContacts } from './actions.ts';
import { listMerges } from './reads.ts';

export const mergeRoutes = routes(mergeEndpoints, {
  listDuplicates: (ctx, { params }) => duplicatesOf(ctx, params.contactId),
  mergeContacts: (ctx, { params, body }) => mergeContacts(ctx, params.contactId, body.otherId),
  listMerges: (ctx, { params }) => listMerges(ctx, params.contactId),
  splitContacts: (ctx, { params }) => splitContacts(ctx, params.mergeId),
});
