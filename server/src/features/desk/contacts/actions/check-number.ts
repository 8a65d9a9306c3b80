// Is a number on WhatsApp? Asked before a transaction, where the connection can look it up.
import { setTimeout } from 'node:timers/promises';
import { type Address, SendFailure } from '../../../../gateways/whatsapp/port.ts';
import { type Outside, userIdOf } from '../../../../platform/context.ts';
import { reading, transaction } from '../../../../platform/db/transaction.ts';
import { AppError } from '../../../../platform/errors.ts';
import { accountOf, type ConnectionRow, findUsableConnection, getConnection } from '../../../company/connections/reads.ts';
import { getContact, identitiesOfContact } from '../store/contacts.ts';
import { learnAddress } from './recognise.ts';

const answerWithinMs = 8_000;

/**
 * The addresses of a number, looked up on the connection where a conversation with it would begin; none if no connection can look it up.
 * Throws ERR_WAPP_INVALID_CONTACT for a number that is not on WhatsApp, and ERR_WAPP_CHECK_CONTACT when WhatsApp did not answer.
 */
export async function addressesBehind(ctx: Outside, number: string): Promise<Address[]> {
  const self = userIdOf(ctx.actor);
  const connection = await reading(ctx, (ctx) => findUsableConnection(ctx, self));
  const answer = connection ? await ask(ctx, connection, number) : 'unknown';
  if (answer === 'silent') throw new AppError('ERR_WAPP_CHECK_CONTACT');
  return answer === 'unknown' ? [] : found(answer);
}

/** As `addressesBehind`, on the connection that will write. Throws the same, and ERR_NO_WAPP_FOUND. */
export async function addressesOn(ctx: Outside, connectionId: number, number: string): Promise<Address[]> {
  const connection = await reading(ctx, (ctx) => getConnection(ctx, connectionId));
  const answer = connection.status === 'CONNECTED' ? await ask(ctx, connection, number) : 'unknown';
  if (answer === 'silent') throw new AppError('ERR_WAPP_CHECK_CONTACT');
  return answer === 'unknown' ? [] : found(answer);
}

/**
 * Makes sure that a contact can be reached on a connection, and stores the addresses found there. Passes contacts that WhatsApp has named
 * already, and those that cannot be looked up now. Throws ERR_NO_CONTACT_FOUND, ERR_NO_WAPP_FOUND and ERR_WAPP_INVALID_CONTACT.
 */
export async function checkReachable(ctx: Outside, contactId: number, connectionId: number): Promise<void> {
  const { connection, number } = await reading(ctx, async (ctx) => {
    const contact = await getContact(ctx, contactId);
    const known = await identitiesOfContact(ctx, contactId);
    const reached = contact.is_group || known.some(({ kind }) => kind === 'wa_pn' || kind === 'wa_lid');
    return { connection: await getConnection(ctx, connectionId), number: reached ? '' : contact.number };
  });
  if (number === '' || connection.status !== 'CONNECTED') return;
  const answer = await ask(ctx, connection, number);
  if (answer === 'silent' || answer === 'unknown') return;
  const addresses = found(answer);
  await transaction(ctx, async (ctx) => {
    for (const address of addresses) await learnAddress(ctx, contactId, address);
  });
}

/**
 * What a list is told of a number: whether it is on WhatsApp; `unverifiable` if no connection of the company can look numbers up, `later` if
 * one could but does not answer now, or none is connected.
 */
export async function lookUp(ctx: Outside, number: string): Promise<'valid' | 'invalid' | 'unverifiable' | 'later'> {
  const connection = await reading(ctx, (ctx) => findUsableConnection(ctx, null));
  if (!connection) return 'later';
  if (!ctx.gateways.channel(connection.channel).checkNumber) return 'unverifiable';
  const answer = await ask(ctx, connection, number);
  if (answer === 'silent' || answer === 'unknown') return 'later';
  return answer === null ? 'invalid' : 'valid';
}

function found(addresses: Address[] | null): Address[] {
  if (addresses === null) throw new AppError('ERR_WAPP_INVALID_CONTACT');
  return addresses;
}

type Silence = 'unknown' | 'silent';

/** Null: not on WhatsApp. `unknown`: this connection cannot look numbers up now. `silent`: it should have answered and did not. */
async function ask(ctx: Outside, { id, channel }: ConnectionRow, number: string): Promise<Address[] | null | Silence> {
  const { checkNumber } = ctx.gateways.channel(channel);
  if (!checkNumber) return 'unknown';
  const account = await reading(ctx, (ctx) => accountOf(ctx, id));
  const late = new AbortController();
  try {
    return await Promise.race([checkNumber(account, number), setTimeout<Silence>(answerWithinMs, 'silent', { signal: late.signal })]);
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    ctx.log.info({ connectionId: id, reason: error.reason }, 'a number could not be checked');
    return error.reason === 'connection_down' ? 'unknown' : 'silent';
  } finally {
    late.abort();
  }
}
