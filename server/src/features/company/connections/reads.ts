import type { ConnectionDetail, ConnectionView } from '@balcao/contract/connections';
import { LRUCache } from 'lru-cache';
import type { Account } from '../../../gateways/whatsapp/port.ts';
import { type Base, type CompanyId, type Ctx, mintCompanyId, type PlatformCtx, type Reader, type Tx } from '../../../platform/context.ts';
import { keptOf } from '../../../platform/db/kept.ts';
import { platformTransaction, reading } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import {
  allConnections,
  type ByWebhookKey,
  type ConnectionRow,
  connectionByWebhookKey,
  findConnection as findRow,
  findUsable,
  getConnection as getRow,
} from './store.ts';
import { connectionDetail, connectionView, viewForAdmins } from './view.ts';

export type { ConnectionRow } from './store.ts';
export { idsOfAccount } from './store.ts';

/** The connections of the company. Only admins see QR codes. */
export function listConnections(ctx: Ctx): Promise<ConnectionView[]> {
  const isAdmin = ctx.actor.kind === 'system' || ctx.actor.profile === 'admin';
  return reading(ctx, async (ctx) => (await allConnections(ctx)).map(isAdmin ? viewForAdmins : connectionView));
}

/** The hours of connections that have their own. */
export async function ownHoursOfConnections(ctx: Reader | Tx): Promise<{ whatsappId: number; schedules: ConnectionView['schedules'] }[]> {
  const hours = (await allConnections(ctx)).map(({ id, schedules }) => ({
    whatsappId: id,
    schedules: schedules as ConnectionView['schedules'],
  }));
  return hours.filter(({ schedules }) => schedules.length > 0);
}

/** Throws ERR_NO_WAPP_FOUND. */
export function showConnection(ctx: Ctx, id: number): Promise<ConnectionDetail> {
  return reading(ctx, async (ctx) => connectionDetail(await getRow(ctx, id), ctx.publicUrl));
}

/** A connection of the company; null if there is none or it was removed. */
export function findConnection(ctx: Reader | Tx, id: number): Promise<ConnectionRow | null> {
  return findRow(ctx, id);
}

const keptConnections = keptOf(async (ctx) => new Map((await allConnections(ctx)).map((row) => [row.id, row])));

/** As `findConnection`, for what is asked with every message: kept in memory. */
export async function keptConnection(ctx: Reader | Tx, id: number): Promise<ConnectionRow | null> {
  return (await keptConnections(ctx)).get(id) ?? null;
}

/** Like `findConnection`, but throws ERR_NO_WAPP_FOUND. */
export function getConnection(ctx: Reader | Tx, id: number): Promise<ConnectionRow> {
  return getRow(ctx, id);
}

/**
 * The connection to start a conversation with: the given one, else the user's own, else the company's default if it is connected, else any
 * connected one. Throws ERR_NO_WAPP_FOUND if the given one does not exist and ERR_NO_DEF_WAPP_FOUND if none is left.
 */
export async function defaultConnection(ctx: Reader | Tx, userId: number | null, given: number | null = null): Promise<ConnectionRow> {
  if (given !== null) return getRow(ctx, given);
  const usable = await findUsable(ctx, userId);
  if (!usable) throw new AppError('ERR_NO_DEF_WAPP_FOUND');
  return getRow(ctx, usable.id);
}

/** The connected connection for a new conversation: the user's own, else the company's default, else any. Null if none is connected. */
export async function findUsableConnection(ctx: Reader | Tx, userId: number | null): Promise<ConnectionRow | null> {
  const usable = await findUsable(ctx, userId);
  return usable && getRow(ctx, usable.id);
}

/** A connection as its channel sees it, with credentials in plain text. Never log or return it. Throws ERR_NO_WAPP_FOUND. */
export async function accountOf(ctx: Reader | Tx, connectionId: number): Promise<Account> {
  return accountFrom(ctx, await getRow(ctx, connectionId));
}

export type WebhookOwner = {
  companyId: CompanyId;
  connectionId: number;
  channel: ConnectionRow['channel'];
  account: Account;
  /** What `mustStillOwn` compares. */
  credentials: string;
};

const ownersOf = new WeakMap<Base['hub'], LRUCache<string, WebhookOwner>>();

/** As `accountOf`, for who has the connection's row. */
export function accountOfRow(ctx: Pick<Base, 'secrets'>, row: ConnectionRow): Account {
  return accountFrom(ctx, row);
}

/**
 * The owner of a webhook as it was when it was looked up last, if that is known. Any process may have changed it since: a transaction that relies
 * on it asks (`mustStillOwn`), and who is refused, or relies on it without a transaction, looks it up.
 */
export function keptWebhookOwner(base: PlatformCtx, key: string): WebhookOwner | null {
  return webhookOwners(base).get(key) ?? null;
}

/** Looks up the owner of a webhook by its unguessable key. */
export async function findConnectionByWebhookKey(base: PlatformCtx, key: string): Promise<WebhookOwner | null> {
  const owners = webhookOwners(base);
  if (!/^[\w-]+$/.test(key)) return null;
  const row = await platformTransaction(base, (ctx) => connectionByWebhookKey(ctx, key));
  owners.delete(key);
  if (!row) return null;
  const { company_id, id, channel } = row;
  const account = accountFrom(base, row);
  const owner = { companyId: mintCompanyId(company_id), connectionId: id, channel, account, credentials: credentialsOf(row) };
  // Who has no credentials is asked for again, since nothing says when there are some.
  if (owner.account.cloud) owners.set(key, owner);
  return owner;
}

/** The credentials by which something was found to be genuine are the connection's no longer. */
export class CredentialsChanged extends Error {}

/** Throws CredentialsChanged unless a connection has the credentials that its owner had when it was looked up, where those are given. */
export async function mustStillOwn(ctx: Tx, connectionId: number, credentials: string | undefined): Promise<void> {
  if (credentials === undefined) return;
  const row = await keptConnection(ctx, connectionId);
  if (!row || credentialsOf(row) !== credentials) throw new CredentialsChanged('the credentials of a connection have changed');
}

/** As they are stored: sealed anew whenever they are saved. */
function credentialsOf(row: Pick<ByWebhookKey, 'cloud_secrets' | 'cloud_phone_number_id' | 'cloud_waba_id'>): string {
  return JSON.stringify([row.cloud_secrets, row.cloud_phone_number_id, row.cloud_waba_id]);
}

function webhookOwners({ hub }: Pick<Base, 'hub'>): LRUCache<string, WebhookOwner> {
  const owners = ownersOf.get(hub) ?? new LRUCache<string, WebhookOwner>({ max: 1_000 });
  ownersOf.set(hub, owners);
  return owners;
}

function accountFrom({ secrets }: Pick<Base, 'secrets'>, row: ByWebhookKey): Account {
  const own = { companyId: row.company_id, connectionId: row.id };
  if (!row.cloud_secrets) return { ...own, cloud: null };
  const { accessToken, appSecret, verifyToken } = JSON.parse(secrets.decrypt(row.cloud_secrets)) as CloudSecrets;
  return {
    ...own,
    cloud: { phoneNumberId: row.cloud_phone_number_id ?? '', wabaId: row.cloud_waba_id ?? '', accessToken, appSecret, verifyToken },
  };
}

/** The part of a Cloud connection that is stored encrypted, as JSON. */
export type CloudSecrets = { accessToken: string; appSecret: string; verifyToken: string };
