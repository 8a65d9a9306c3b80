import { type Outside, userIdOf } from '../../../../platform/context.ts';
import { reading, transaction } from '../../../../platform/db/transaction.ts';
import { AppError } from '../../../../platform/errors.ts';
import { accountOf, defaultConnection } from '../../../company/connections/reads.ts';
import { audit } from '../../../company/system/actions.ts';
import { addContacts } from '../../contacts/actions/add-contacts.ts';
import { checkRow } from './add-rows.ts';

const rowsAtOnce = 500;

/**
 * Adds the contacts in the address book of the default connection's phone. ERR_NO_DEF_WAPP_FOUND if no connection is connected,
 * ERR_NO_ADDRESS_BOOK for a number without a phone.
 */
export async function importFromPhone(ctx: Outside): Promise<{ created: number; total: number }> {
  const userId = userIdOf(ctx.actor);
  const { channel, account } = await reading(ctx, async (ctx) => {
    const { id, channel } = await defaultConnection(ctx, userId);
    return { channel, account: await accountOf(ctx, id) };
  });
  const phone = ctx.gateways.channel(channel);
  if (!phone.addressBook) throw new AppError('ERR_NO_ADDRESS_BOOK');
  const entries = await phone.addressBook(account);
  const seen = new Set<string>();
  const contacts = entries.flatMap(({ name, number }, index) => {
    const { contact } = checkRow({ row: index + 1, name: [...name].slice(0, 50).join(''), number, email: '', fields: [] }, seen);
    return contact ? [contact] : [];
  });
  let created = 0;
  for (let i = 0; i < contacts.length; i += rowsAtOnce) {
    created += await transaction(ctx, async (ctx) => (await addContacts(ctx, contacts.slice(i, i + rowsAtOnce), { naming: true })).length);
  }
  await transaction(ctx, (ctx) => audit(ctx, { verb: 'contacts.importedFromPhone', details: { rows: entries.length, created } }));
  return { created, total: entries.length };
}
