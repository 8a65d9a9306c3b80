import { prune } from '../../../platform/db/prune.ts';
import { defineCron } from '../../../platform/jobs/define.ts';
import { contactSheets } from './actions/contact-sheets.ts';
import { pruneRefused } from './store.ts';

const refusedKeptMs = 90 * 86_400_000;

const pruneRefusedRows = defineCron({
  name: 'imports.pruneRefused',
  cron: '33 3 * * *',
  run: (ctx) => prune(ctx, (tx, limit) => pruneRefused(tx, new Date(ctx.now().getTime() - refusedKeptMs), limit)),
});

export const importJobs = [contactSheets.job, pruneRefusedRows];
