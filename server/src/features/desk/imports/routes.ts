import { importEndpoints } from '@balcao/contract/imports';
import { invalid } from '../../../platform/errors.ts';
import { routes } from '../../../platform/http/routes.ts';
import { uploadRows } from './actions/add-rows.ts';
import { exportContacts } from './actions/export-contacts.ts';
import { importFromPhone } from './actions/import-phone.ts';
import { previewImport, startImport } from './actions/import-sheet.ts';
import { importErrors, listImports, showImport } from './reads.ts';

export const importRoutes = routes(importEndpoints, {
  async uploadContacts(ctx, { body }) {
    const { files } = ctx.request;
    if (Array.isArray(body)) return uploadRows(ctx, body);
    if (files.length > 0) return { newContacts: [], errorBag: [], import: await startImport(ctx, files, body) };
    if (!body.contacts) throw invalid('body.contacts', 'required');
    return uploadRows(ctx, body.contacts);
  },
  importFromPhone: async (ctx) => ({ message: 'contacts imported', ...(await importFromPhone(ctx)) }),
  previewImport: (ctx) => previewImport(ctx, ctx.request.files),
  listImports: (ctx, { query }) => listImports(ctx, query.pageNumber),
  showImport: (ctx, { params }) => showImport(ctx, params.importId),
  downloadImportErrors: (ctx, { params }) => importErrors(ctx, params.importId),
  exportContacts: (ctx) => exportContacts(ctx),
});
