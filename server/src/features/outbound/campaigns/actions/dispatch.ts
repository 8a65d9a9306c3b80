// One contact of a campaign: what is said to them, and its way into the outbox.
import { fillCampaign, type SkipReason, variantFor } from '@balcao/contract/campaign-rules';
import { carriesCaption, kindForChannel } from '@balcao/contract/media-rules';
import { messageBodyMax } from '@balcao/contract/message-rules';
import { mayReach } from '@balcao/contract/ticket-rules';
import type { Tx } from '../../../../platform/context.ts';
import type { ConnectionRow } from '../../../company/connections/reads.ts';
import { settingOf } from '../../../company/settings/reads.ts';
import { noteCampaign } from '../../../desk/contacts/actions/note-campaign.ts';
import { holdFiles } from '../../../desk/files/actions/change-list.ts';
import { deliverSoon } from '../../../desk/messages/actions/out/deliver.ts';
import { fillingIn, type Part, queueMessage } from '../../../desk/messages/actions/out/queue-message.ts';
import { mediaTypeOf } from '../../../desk/messages/actions/out/say-system.ts';
import { recogniseChat } from '../../../desk/messages/actions/people/recognise.ts';
import { holdTicket } from '../../../desk/tickets/actions/for-features/hold-ticket.ts';
import { ticketForChat } from '../../../desk/tickets/actions/for-features/ticket-for-chat.ts';
import { writableView } from '../../../desk/tickets/reads.ts';
import { optedOutNumbers } from '../../consent/reads.ts';
import type { lockCampaign } from '../store/campaigns.ts';
import { type ShippingRow, saveShipping, wroteSince } from '../store/shippings.ts';
import type { CampaignSettings } from '../view.ts';

export type Locked = NonNullable<Awaited<ReturnType<typeof lockCampaign>>>;

type Sending = { campaign: Locked; connection: ConnectionRow; settings: CampaignSettings; shipping: ShippingRow };

const windowMs = 24 * 3_600_000;

/**
 * Hands the next message to a locked contact to the outbox: the question for confirmation, or the text. Notes why if it cannot be sent. The
 * caller holds the campaign.
 */
export async function sendTo(ctx: Tx, sending: Sending): Promise<'sent' | 'skipped'> {
  const { campaign, connection, settings, shipping } = sending;
  const isQuestion = campaign.confirmation && shipping.confirmed_at === null && variantFor(campaign.confirmation_messages, 0) !== null;
  if ((await optedOutNumbers(ctx, [shipping.number])).has(shipping.number)) return skip(ctx, shipping, 'opted_out');
  const variants = isQuestion ? campaign.confirmation_messages : campaign.messages;
  const chosen = variantFor(variants, isQuestion ? shipping.id : campaign.sent);
  const files = isQuestion ? [] : await partsOf(ctx, campaign, connection);
  if (!chosen && files.length === 0) return skip(ctx, shipping, 'empty_message');
  // Asked before the contact and the conversation are made.
  if (
    connection.channel === 'whatsapp_cloud' &&
    !(await wroteSince(ctx, connection.id, shipping.number, new Date(ctx.now().getTime() - windowMs)))
  )
    return skip(ctx, shipping, 'window_closed');

  const contact = await recogniseChat(ctx, {
    connectionId: connection.id,
    addresses: [{ kind: 'phone', value: shipping.number }],
    name: shipping.name,
    isGroup: false,
  });
  const { id: ticketId } = await ticketForChat(ctx, {
    contactId: contact.id,
    connectionId: connection.id,
    fromMe: true,
    at: ctx.now(),
    history: false,
    text: '',
  });
  const ticket = await holdTicket(ctx, ticketId);
  if (!ticket || !mayReach(writableView(ticket), ctx.now()).ok) return skip(ctx, shipping, 'window_closed');

  const fill = fillingIn(ctx, ticket, await settingOf(ctx, 'timeZone'));
  const text = chosen ? fill(fillCampaign(chosen.text, shipping, settings.variables)).slice(0, messageBodyMax) : '';
  let messageId: number | null = null;
  for (const [index, part] of withText(files, text).entries()) {
    const message = await queueMessage(ctx, ticket, connection.id, {
      ...part,
      client_key: `automatic:campaign:${shipping.id}:${shipping.attempts}:${isQuestion ? 'q' : 't'}${index}`,
      user_id: null,
      automatic: 'campaign',
    });
    messageId = Number(message.id);
  }
  await deliverSoon(ctx, connection.id);
  const now = ctx.now();
  await noteCampaign(ctx, contact.id, now);
  const said = isQuestion
    ? { confirmation_message: text, confirmation_requested_at: now }
    : { message: text, variant: chosen?.variant ?? null, sent_at: now, due_at: null };
  await saveShipping(ctx, shipping, {
    ...said,
    state: isQuestion ? 'asking' : 'queued',
    reason: null,
    contact_id: contact.id,
    message_id: messageId,
  });
  return 'sent';
}

async function skip(ctx: Tx, shipping: ShippingRow, reason: SkipReason): Promise<'skipped'> {
  await saveShipping(ctx, shipping, { state: 'skipped', reason });
  return 'skipped';
}

type FilePart = { part: Part; takesCaption: boolean };

/** The files of the file list, each with its name, then the campaign's own. Those that the channel does not take are left out. */
async function partsOf(ctx: Tx, campaign: Locked, { channel }: ConnectionRow): Promise<FilePart[]> {
  const listed = campaign.file_list_id === null ? [] : await holdFiles(ctx, campaign.file_list_id);
  const files = listed.map(({ name, ...file }) => ({ ...file, caption: name, own: false }));
  const { media_key, media_name, media_mime, media_size } = campaign;
  if (media_key !== null) {
    files.push({
      media_key,
      media_name: media_name ?? '',
      media_mime: media_mime ?? '',
      media_size: media_size ?? 0,
      caption: '',
      own: true,
    });
  }
  return files.flatMap(({ caption, own, ...file }) => {
    const as = kindForChannel(channel, file.media_mime, file.media_size);
    if (!as) return [];
    const body = (carriesCaption[as] ? caption : '') || (as === 'document' ? file.media_name : '');
    return [
      { part: { ...file, body, media_type: mediaTypeOf(as), media_state: 'ready' as const }, takesCaption: own && carriesCaption[as] },
    ];
  });
}

/** The text is the caption of the campaign's own file if that can have one, else a message of its own after the files. */
function withText(files: readonly FilePart[], text: string): Part[] {
  const last = files.at(-1);
  const parts = files.map(({ part }) => part);
  if (text === '') return parts;
  if (last?.takesCaption) return [...parts.slice(0, -1), { ...last.part, body: text }];
  return [...parts, { body: text, media_type: 'conversation' }];
}
