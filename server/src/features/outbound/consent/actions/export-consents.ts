import type { Ctx } from '../../../../platform/context.ts';
import { reading, transaction } from '../../../../platform/db/transaction.ts';
import { Download } from '../../../../platform/http/download.ts';
import { audit } from '../../../company/system/actions.ts';
import { byteOrderMark, csvLine } from '../../../desk/imports/reads.ts';
import { consentsAfter } from '../store.ts';
import { consentView } from '../view.ts';

const rowsAtOnce = 2000;

/** The whole ledger as a file for spreadsheets, oldest first, read while it is sent. Recorded in the audit log. */
export async function exportConsents(ctx: Ctx): Promise<Download> {
  await transaction(ctx, (ctx) => audit(ctx, { verb: 'consents.exported' }));
  return new Download('consentimentos.csv', lines(ctx));
}

async function* lines(ctx: Ctx): AsyncGenerator<string, void> {
  yield byteOrderMark + csvLine(['number', 'name', 'state', 'words', 'source', 'user', 'createdAt']);
  for (let after = 0; ; ) {
    const rows = (await reading(ctx, (ctx) => consentsAfter(ctx, after, rowsAtOnce))).map(consentView);
    const last = rows.at(-1);
    if (!last) return;
    yield rows
      .map(({ number, name, state, words, source, userName, createdAt }) =>
        csvLine([number, name, state, words, source, userName ?? '', createdAt]),
      )
      .join('');
    after = last.id;
  }
}
