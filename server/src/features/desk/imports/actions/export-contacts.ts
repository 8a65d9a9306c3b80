import type { Ctx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { Download } from '../../../../platform/http/download.ts';
import { audit } from '../../../company/system/actions.ts';
import { allContacts } from '../../contacts/reads.ts';
import { byteOrderMark, csvLine } from '../rules.ts';

/** All contacts except groups as a file for spreadsheets, read while it is sent. Recorded in the audit log. */
export async function exportContacts(ctx: Ctx): Promise<Download> {
  await transaction(ctx, (ctx) => audit(ctx, { verb: 'contacts.exported' }));
  return new Download('contatos.csv', lines(ctx));
}

async function* lines(ctx: Ctx): AsyncGenerator<string, void> {
  yield byteOrderMark + csvLine(['name', 'number', 'email']);
  for await (const contacts of allContacts(ctx)) yield contacts.map(({ name, number, email }) => csvLine([name, number, email])).join('');
}
