import type { Received } from '@balcao/contract/endpoint';
import type { ApiContactDetail, ApiMessage, ApiTag, ApiTicket, publicApiEndpoints } from '@balcao/contract/public-api';
import type { Ctx, Outside } from '../../../platform/context.ts';
import type { Upload } from '../../../platform/http/routes.ts';
import { createContact as addContact, updateContact as changeContact } from '../../desk/contacts/actions/change-contact.ts';
import { sendMessage as send } from '../../desk/messages/actions/out/send.ts';
import { createTag as addTag, updateTag as changeTag, syncTags } from '../../desk/tags/actions.ts';
import { moveTicket as move } from '../../desk/tickets/actions/move-ticket.ts';
import { openTicket as open } from '../../desk/tickets/actions/open-ticket.ts';
import { sendTemplate } from '../../outbound/templates/actions/send-template.ts';
import { apiContactDetail, apiMessage, apiTag, apiTicket } from './view.ts';

type Endpoints = typeof publicApiEndpoints;
type Body<K extends keyof Endpoints> = Received<Endpoints[K]>['body'];

/** As the action of people. */
export async function createContact(ctx: Outside, input: Body<'apiCreateContact'>): Promise<ApiContactDetail> {
  return apiContactDetail(await addContact(ctx, input));
}

/** As the action of people. */
export async function updateContact(ctx: Outside, id: number, input: Body<'apiUpdateContact'>): Promise<ApiContactDetail> {
  return apiContactDetail(await changeContact(ctx, id, input));
}

/** As the action of people; without a user the ticket waits. */
export async function openTicket(ctx: Outside, input: Body<'apiOpenTicket'>): Promise<ApiTicket> {
  return apiTicket(await open(ctx, input));
}

/** As the action of people. */
export async function moveTicket(ctx: Ctx, id: number, { status, queueId, userId }: Body<'apiMoveTicket'>): Promise<ApiTicket> {
  return apiTicket(await move(ctx, id, { status, queueId, userId }));
}

/** As the action of people. */
export async function tagTicket(ctx: Ctx, id: number, tags: readonly number[]): Promise<ApiTicket> {
  return apiTicket(await syncTags(ctx, id, tags));
}

/**
 * Sends a text, files or a template in a ticket. Two keys may use the same `idempotencyKey`. As the action of people, and
 * ERR_CONTACT_OPTED_OUT for advertising.
 */
export async function sendMessage(
  ctx: Outside,
  keyId: number,
  ticketId: number,
  { body, template }: Body<'apiSendMessage'>,
  files: Upload[],
  idempotencyKey: string | null,
): Promise<{ data: ApiMessage[] }> {
  const key = idempotencyKey && `key:${keyId}:${idempotencyKey}`;
  const sent = template ? [await sendTemplate(ctx, ticketId, template, key)] : await send(ctx, ticketId, { body }, files, key);
  return { data: sent.map(apiMessage) };
}

/** As the action of people; a tag of that name is answered as it is. */
export async function createTag(ctx: Ctx, input: Body<'apiCreateTag'>): Promise<ApiTag> {
  return apiTag(await addTag(ctx, input));
}

/** As the action of people. */
export async function updateTag(ctx: Ctx, id: number, input: Body<'apiUpdateTag'>): Promise<ApiTag> {
  return apiTag(await changeTag(ctx, id, input));
}
