import { consentEndpoints } from '@balcao/contract/consent';
import { routes } from '../../../platform/http/routes.ts';
import { importConsents } from './actions/consent-sheets.ts';
import { exportConsents } from './actions/export-consents.ts';
import { noteConsent } from './actions/note-consent.ts';
import { listConsents, showConsent } from './reads.ts';

export const consentRoutes = routes(consentEndpoints, {
  listConsents: (ctx, { query }) => listConsents(ctx, query.pageNumber),
  exportConsents: (ctx) => exportConsents(ctx),
  importConsents: (ctx) => importConsents(ctx, ctx.request.files),
  showConsent: (ctx, { params }) => showConsent(ctx, params.contactId),
  noteConsent: (ctx, { params, body }) => noteConsent(ctx, params.contactId, body),
});
