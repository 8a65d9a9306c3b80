// What every way a message comes in has to know of it.
import type { Inbound } from '../../../../../gateways/whatsapp/port.ts';
import type { Tx } from '../../../../../platform/context.ts';
import { settingOf } from '../../../../company/settings/reads.ts';
import { awaitingPhone } from '../../rules/content.ts';
import { type PeopleFields, peopleOf } from '../people/people.ts';
import { type ContentFields, fieldsOf } from './content.ts';

export type InboundMessage = Extract<Inbound, { kind: 'message' }>;

/** Is the chat a group's, and are those left alone? Setting `CheckMsgIsGroup`, whose `enabled` means to ignore. */
export async function ignoresChat(ctx: Tx, chat: InboundMessage['chat']): Promise<boolean> {
  return isGroupChat(chat) && (await settingOf(ctx, 'CheckMsgIsGroup')) === 'enabled';
}

export function isGroupChat(chat: InboundMessage['chat']): boolean {
  return chat.some((address) => address.kind === 'group');
}

/** What a row says about the content, in the company's time. */
export async function contentOf(ctx: Tx, event: Pick<InboundMessage, 'content' | 'sentAt'>): Promise<ContentFields> {
  const timeZone = event.content.type === 'call' ? await settingOf(ctx, 'timeZone') : 'UTC';
  return fieldsOf(event.content, { at: new Date(event.sentAt), timeZone });
}

/** What a row says about the people in it; nothing outside of groups. */
export async function peopleIn(
  ctx: Tx,
  chat: { contactId: number; connectionId: number },
  event: InboundMessage,
  body: string,
): Promise<PeopleFields> {
  if (!isGroupChat(event.chat)) return nobody;
  const [people = nobody] = await peopleOf(ctx, chat, [{ participant: event.participant, body }]);
  return people;
}

export const nobody: PeopleFields = { participant: null, participant_name: null, mentions: null };

/** Not readable yet: it comes again under the same id. */
export function isAwaiting(content: InboundMessage['content']): boolean {
  return content.type === 'unsupported' && content.what === awaitingPhone;
}
