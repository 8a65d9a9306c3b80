import { messageBodyMax } from '@balcao/contract/message-rules';
import type { MessageView } from '@balcao/contract/messages';
import { fillVariables } from '@balcao/contract/variables-rules';
import type { Reader, Tx } from '../../../../../platform/context.ts';
import { AppError } from '../../../../../platform/errors.ts';
import { keptSettingsOf } from '../../../../company/settings/reads.ts';
import { announceNoted, noting } from '../../../tickets/actions/for-features/note-message.ts';
import { insertQueued } from '../../store/messages.ts';
import type { MessageWithParts } from '../../view.ts';
import type { ContentFields } from '../in/content.ts';
import { announceCreated } from '../thread/announce.ts';
import type { FileFields } from './store-file.ts';

/** The content of one message: text, location, contact cards or a file with its caption. */
export type Part = Partial<Omit<ContentFields, 'media_state'>> &
  Partial<FileFields> &
  Pick<ContentFields, 'body' | 'media_type'> & { media_state?: 'none' | 'ready' };

type Queued = Part & {
  client_key: string;
  /** The agent who wrote it; null for automatic texts. */
  user_id: number | null;
  quoted?: MessageWithParts | null;
  /** For automatic texts: their kind. */
  automatic?: string;
  choices?: string | null;
  is_forwarded?: boolean;
  template?: string;
  /** A person overruled the health of the number: it does not hold this message back. */
  overrules?: boolean;
};

/** Stores a message as `queued`, updates its ticket and announces it. The caller locks the ticket and wakes the outbox. */
export async function queueMessage(
  ctx: Tx,
  ticket: { id: number; contact_id: number },
  connectionId: number,
  { overrules = false, quoted = null, ...message }: Queued,
): Promise<MessageView> {
  const now = ctx.now();
  const noted = noting(ctx, ticket.id, {
    body: message.body,
    type: message.media_type,
    fromMe: true,
    ack: 0,
    at: now,
    inboundAt: null,
    unread: false,
    byPerson: message.user_id !== null,
    automatic: message.automatic !== undefined,
  });
  const stored = {
    ...message,
    quoted_id: quoted?.id ?? null,
    ticket_id: ticket.id,
    contact_id: ticket.contact_id,
    connection_id: connectionId,
    from_me: true,
    is_read: true,
    sent_at: now,
    created_at: now,
    updated_at: now,
  };
  const inserted = await insertQueued(ctx, stored, noted, { overrules });
  if (inserted === null) throw new AppError('ERR_CREATING_MESSAGE');
  return announceCreated(ctx, inserted.row, await announceNoted(ctx, 'unmoved', inserted.ticket), quoted);
}

/** Returns a function that fills in the variables of a text to a ticket's customer. */
export async function filling(ctx: Reader | Tx, ticket: { contact_name: string; protocol: string }): Promise<(text: string) => string> {
  return fillingIn(ctx, ticket, (await keptSettingsOf(ctx)).timeZone);
}

/** Like `filling`, if the company's time zone is known. */
export function fillingIn(
  { now }: Pick<Tx, 'now'>,
  ticket: { contact_name: string; protocol: string },
  timeZone: string,
): (text: string) => string {
  const about = { contactName: ticket.contact_name, protocol: ticket.protocol, at: now(), timeZone };
  return (text) => fillVariables(text, about).slice(0, messageBodyMax);
}
