import type { Answer } from '@balcao/contract/endpoint';
import type { simulatorEndpoints } from '@balcao/contract/simulator';
import { mediaLinker } from '../../../gateways/files/signed-url.ts';
import type { Address } from '../../../gateways/whatsapp/port.ts';
import type { Ctx, Reader } from '../../../platform/context.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { type ConnectionRow, getConnection } from '../../company/connections/reads.ts';
import { canonicalNumber, findContactByNumber } from '../../desk/contacts/reads.ts';
import { groupId, hasCountry, hiddenId, type Simulated } from './rules.ts';
import { findByAddress, messagesOnPhone } from './store.ts';
import { phoneMessageView } from './view.ts';

/** How many messages the simulated phone shows. */
const shownMax = 60;

/** The last messages on a customer's simulated phone. Throws ERR_NO_WAPP_FOUND, ERR_WAPP_CHANNEL on a real connection. */
export function showPhone(
  ctx: Ctx,
  connectionId: number,
  of: { from: string; group?: string | undefined },
): Promise<Answer<typeof simulatorEndpoints.showPhone>> {
  const [address] = addressesOf(of);
  const own = addressOf(of.from).value;
  return reading(ctx, async (ctx) => {
    await simulatorOf(ctx, connectionId);
    const chat = address ? await chatOf(ctx, connectionId, address) : null;
    const rows = chat ? await messagesOnPhone(ctx, chat, shownMax) : [];
    const path = mediaLinker(ctx);
    return { messages: rows.map((row) => phoneMessageView(row, own, (key, name) => `${ctx.publicUrl}${path(key, name)}`)) };
  });
}

/** Throws ERR_NO_WAPP_FOUND, and ERR_WAPP_CHANNEL unless the connection is a simulator. */
export async function simulatorOf(ctx: Reader, connectionId: number): Promise<ConnectionRow> {
  const connection = await getConnection(ctx, connectionId);
  if (connection.channel !== 'simulator') throw new AppError('ERR_WAPP_CHANNEL');
  return connection;
}

/** The chat of a customer with the connection; null if they are not known yet. */
export async function chatOf(
  ctx: Reader,
  connectionId: number,
  { kind, value }: Address,
): Promise<{ contactId: number; connectionId: number } | null> {
  const contactId =
    kind === 'group'
      ? await findByAddress(ctx, { kind, value })
      : ((await findContactByNumber(ctx, value))?.id ?? (await findByAddress(ctx, hiddenForm({ kind, value }))));
  return contactId ? { contactId, connectionId } : null;
}

/** The chat someone writes in: the group with this subject, else their own. Throws like `addressOf`. */
export function addressesOf({ from, group, hides }: Pick<Simulated, 'from' | 'group' | 'hides'>): Address[] {
  if (group) return [{ kind: 'group', value: groupId(group) }];
  const number = addressOf(from);
  if (!hides) return [number];
  return hides === 'number' ? [hiddenForm(number)] : [number, hiddenForm(number)];
}

function hiddenForm({ value }: Address): Address {
  return { kind: 'wa_lid', value: hiddenId(value) };
}

/** A customer's number as a provider sends it. Numbers without a country code get Brazil's; others stay. Throws ERR_INVALID_NUMBER. */
export function addressOf(from: string): Address {
  const digits = from.replace(/\D/g, '');
  if (hasCountry(from) && digits.length >= 8 && digits.length <= 15) return { kind: 'wa_pn', value: digits };
  const verdict = canonicalNumber(from);
  if (!verdict.ok) throw new AppError(verdict.error, undefined, [{ path: 'from', code: 'phone' }]);
  return { kind: 'wa_pn', value: verdict.value };
}
