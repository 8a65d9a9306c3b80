// Shared by all ways in which messages come in.
import type { Inbound } from '../../../../../gateways/whatsapp/port.ts';
import type { Tx } from '../../../../../platform/context.ts';
import { keptSettingsOf } from '../../../../company/settings/reads.ts';
import { awaitingPhone } from '../../rules/content.ts';
import { type PeopleFields, peopleOf } from '../people/people.ts';
import { type ContentFields, fieldsOf } from './content.ts';

export type InboundMessage = Extract<Inbound, { kind: 'message' }>;

/** Is this a group chat while groups are ignored? Setting `CheckMsgIsGroup`; `enabled` means to ignore. */
export async function ignoresChat(ctx: Tx, chat: InboundMessage['chat']): Promise<boolean> {
  return isGroupChat(chat) && (await keptSettingsOf(ctx)).CheckMsgIsGroup === 'enabled';
}

export function isGroupChat(chat: InboundMessage['chat']): boolean {
  return chat.some((address) => address.kind === 'group');
}

/** The columns for the content. The text of a call uses the company's time zone. */
export async function contentOf(ctx: Tx, event: Pick<InboundMessage, 'content' | 'sentAt'>): Promise<ContentFields> {
  const timeZone = event.content.type === 'call' ? (await keptSettingsOf(ctx)).timeZone : 'UTC';
  return fieldsOf(event.content, { at: new Date(event.sentAt), timeZone });
}

/** The columns for author and mentions; empty outside groups. */
export async function peopleIn(
  ctx: Tx,
  chat: { contactId: number; connectionId: number },
  event: InboundMessage,
  body: string,
): Promise<PeopleFields> {
  if (!isGroupChat(event.chat)) return noPeople;
  const [people = noPeople] = await peopleOf(ctx, chat, [{ participant: event.participant, body }]);
  return people;
}

export const noPeople: PeopleFields = { participant: null, participant_name: null, mentions: null };

/** A placeholder that the phone will send again, under the same id, in readable form. */
export function isAwaiting(content: InboundMessage['content']): boolean {
  return content.type === 'unsupported' && content.what === awaitingPhone;
}
