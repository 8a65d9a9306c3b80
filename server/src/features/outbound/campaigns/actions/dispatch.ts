// One contact of a campaign: what is said to them, and its way into the outbox.
import { fillCampaign, type SkipReason, variantFor, wayTo } from '@balcao/contract/campaign-rules';
import { messageBodyMax } from '@balcao/contract/message-rules';
import { mayReach } from '@balcao/contract/ticket-rules';
import type { Tx } from '../../../../platform/context.ts';
import type { ConnectionRow } from '../../../company/connections/reads.ts';
import { noteCampaign } from '../../../desk/contacts/actions/note-campaign.ts';
import { knownContactsOf, type Seen } from '../../../desk/contacts/actions/recognise.ts';
import { holdFiles } from '../../../desk/files/actions/change-list.ts';
import { deliverSoon } from '../../../desk/messages/actions/out/deliver.ts';
import { partsOfFiles } from '../../../desk/messages/actions/out/file-parts.ts';
import { fillingIn, type Part, queueMessage } from '../../../desk/messages/actions/out/queue-message.ts';
import { templatePart } from '../../../desk/messages/actions/out/queue-template.ts';
import { recogniseChat } from '../../../desk/messages/actions/people/recognise.ts';
import { holdTicket } from '../../../desk/tickets/actions/for-features/hold-ticket.ts';
import { ticketForChat } from '../../../desk/tickets/actions/for-features/ticket-for-chat.ts';
import { writableView } from '../../../desk/tickets/reads.ts';
import { optedOutNumbers } from '../../consent/reads.ts';
import { composeTemplate, filledIn } from '../../templates/reads.ts';
import { isOverruled, mayHaveArrived, notArrived, windowMs } from '../rules.ts';
import type { lockCampaign } from '../store/campaigns.ts';
import { arrivedParts, type ShippingChange, type ShippingRow, saveShippings, wroteSince } from '../store/shippings.ts';
import type { CampaignSettings } from '../view.ts';

export type Locked = NonNullable<Awaited<ReturnType<typeof lockCampaign>>>;

/** `timeZone`: the company's. */
export type Sending = { campaign: Locked; connection: ConnectionRow; settings: CampaignSettings; timeZone: string };

/** What comes of a contact; `contactId`: who was sent to, null if nobody was. */
type Outcome = ShippingChange & { contactId: number | null };

/**
 * Hands the next message to each of these locked contacts to the outbox: the question for confirmation, or the text; the template where the window
 * is shut. What arrived with an earlier attempt is not sent again. Notes why if it cannot be sent. `goesOn` is asked after each contact that
 * was sent to, and may end it. Resolves with how many were left out. The caller holds the campaign.
 */
export async function sendTo(
  ctx: Tx,
  sending: Sending,
  shippings: readonly ShippingRow[],
  goesOn: () => boolean = () => true,
): Promise<number> {
  const numbers = shippings.map(({ number }) => number);
  const out = await optedOutNumbers(ctx, numbers);
  const known = await knownContactsOf(ctx, numbers.map(addressesOf));
  const outcomes: Outcome[] = [];
  let sent = 0;
  for (const [index, shipping] of shippings.entries()) {
    const person = { isOut: out.has(shipping.number), known: known[index] };
    const outcome = await sendToOne(
      ctx,
      { ...sending, campaign: { ...sending.campaign, sent: sending.campaign.sent + sent } },
      shipping,
      person,
    );
    outcomes.push(outcome);
    if (outcome.contactId === null) continue;
    sent += 1;
    if (!goesOn()) break;
  }
  await noteCampaign(
    ctx,
    outcomes.flatMap(({ contactId }) => contactId ?? []),
    ctx.now(),
  );
  await saveShippings(ctx, sending.campaign.id, outcomes);
  return outcomes.length - sent;
}

const addressesOf = (number: string) => [{ kind: 'phone' as const, value: number }];

type Person = { isOut: boolean; known: Seen['known'] };

async function sendToOne(ctx: Tx, sending: Sending, shipping: ShippingRow, { isOut, known }: Person): Promise<Outcome> {
  const { campaign, connection, settings, timeZone } = sending;
  if (isOut) return skipped(shipping, 'opted_out');
  const isCloud = connection.channel === 'whatsapp_cloud';
  const asksBy = campaign.template && isCloud ? 'template' : variantFor(campaign.confirmation_messages, 0) && 'text';
  const isQuestion = campaign.confirmation && shipping.confirmed_at === null && asksBy !== null;
  const variants = isQuestion ? campaign.confirmation_messages : campaign.messages;
  const chosen = variantFor(variants, isQuestion ? shipping.id : campaign.sent);
  const lacks = notArrived(
    isQuestion || shipping.attempts === 0 ? [] : await arrivedParts(ctx, shipping, mayHaveArrived),
    shipping.message,
  );
  const files = isQuestion ? [] : (await partsOf(ctx, campaign, connection)).filter(({ part }) => lacks.file(part.media_key ?? ''));
  // Who has answered a template gets the text, and who has the text its files; the template was the question, or the text.
  const template = (campaign.confirmation && !isQuestion) || !lacks.text ? null : campaign.template;
  const hasText = (lacks.text && chosen !== null) || files.length > 0;
  // Asked before the contact and the conversation are made.
  const isOpen = !isCloud || (await wroteSince(ctx, connection.id, shipping.number, new Date(ctx.now().getTime() - windowMs)));
  let way = wayTo({ isCloud, isOpen, hasText, hasTemplate: template !== null });
  if (way === null) return skipped(shipping, 'window_closed');
  if (way === 'text' && !hasText) return skipped(shipping, 'empty_message');
  const fillWith = (about: { contact_name: string; protocol: string }) => {
    const fillText = fillingIn(ctx, about, timeZone);
    return (text: string) => fillText(fillCampaign(text, shipping, settings.variables)).slice(0, messageBodyMax);
  };
  const compose = (chosen: NonNullable<typeof template>, fill: (text: string) => string) =>
    composeTemplate(ctx, connection.id, { ...chosen, variables: filledIn(chosen.variables, fill) }, ownFileOf(campaign));
  if (way === 'template' && template) {
    // The conversation is not there yet; any protocol will do to see whether all values are.
    const tried = await compose(template, fillWith({ contact_name: shipping.name, protocol: String(shipping.id) }));
    if (!tried.ok) return skipped(shipping, 'template_variables');
  }

  const contact = await recogniseChat(ctx, {
    connectionId: connection.id,
    addresses: addressesOf(shipping.number),
    name: shipping.name,
    isGroup: false,
    known,
  });
  if (contact.blocked) return skipped(shipping, 'contact_blocked');
  const chat = await ticketForChat(ctx, {
    contactId: contact.id,
    connectionId: connection.id,
    fromMe: true,
    at: ctx.now(),
    history: false,
    text: '',
    ...(contact.created && { latest: null }),
  });
  const ticket = chat.added ?? (await holdTicket(ctx, chat.id));
  if (ticket && template && !mayReach(writableView(ticket), ctx.now()).ok) way = 'template';
  const reached = ticket && (way === 'template' ? { ...writableView(ticket), windowClosesAt: null } : writableView(ticket));
  if (!ticket || !reached || !mayReach(reached, ctx.now()).ok) return skipped(shipping, 'window_closed');

  const fill = fillWith(ticket);
  const composed = way === 'template' && template ? await compose(template, fill) : null;
  if (composed && !composed.ok) return skipped(shipping, 'template_variables');
  const text = composed?.value.body ?? (lacks.text && chosen ? fill(chosen.text) : '');
  const parts: Sent[] = composed ? [templatePart(composed.value, ownFileOf(campaign))] : withText(files, text);
  let messageId: number | null = null;
  for (const [index, part] of parts.entries()) {
    const message = await queueMessage(ctx, ticket, connection.id, {
      ...part,
      client_key: `automatic:campaign:${shipping.id}:${shipping.attempts}:${isQuestion ? 'q' : 't'}${index}`,
      user_id: null,
      automatic: 'campaign',
      overrules: isOverruled(campaign, ctx.now()),
    });
    messageId = Number(message.id);
  }
  await deliverSoon(ctx, connection.id);
  const now = ctx.now();
  const said = isQuestion
    ? { confirmation_message: text, confirmation_requested_at: now }
    : { ...(lacks.text && { message: text, variant: composed ? null : (chosen?.variant ?? null) }), sent_at: now, due_at: null };
  const change: Outcome['change'] = {
    ...said,
    state: isQuestion ? 'asking' : 'queued',
    reason: null,
    contact_id: contact.id,
    message_id: messageId,
  };
  return { id: shipping.id, change, contactId: contact.id };
}

/** Who got a part before was not left out: the rest has failed. */
function skipped({ id, delivered_at }: ShippingRow, reason: SkipReason): Outcome {
  return { id, change: { state: delivered_at === null ? 'skipped' : 'failed', reason }, contactId: null };
}

type Sent = Part & { template?: string };
type FilePart = { part: Part; takesCaption: boolean };

/** The files of the file list, each with its name, then the campaign's own. Those that the channel does not take are left out. */
async function partsOf(ctx: Tx, campaign: Locked, { channel }: ConnectionRow): Promise<FilePart[]> {
  const listed = campaign.file_list_id === null ? [] : await holdFiles(ctx, campaign.file_list_id);
  const files = partsOfFiles(
    channel,
    listed.map(({ name, ...file }) => ({ ...file, caption: name })),
  ).map(({ takesCaption: _, ...part }) => ({ part, takesCaption: false }));
  const own = ownFileOf(campaign);
  if (own === null) return files;
  return [...files, ...partsOfFiles(channel, [{ ...own, caption: '' }]).map(({ takesCaption, ...part }) => ({ part, takesCaption }))];
}

function ownFileOf({ media_key, media_name, media_mime, media_size }: Locked) {
  return media_key === null ? null : { media_key, media_name: media_name ?? '', media_mime: media_mime ?? '', media_size: media_size ?? 0 };
}

/** The text is the caption of the campaign's own file if that can have one, else a message of its own after the files. */
function withText(files: readonly FilePart[], text: string): Part[] {
  const last = files.at(-1);
  const parts = files.map(({ part }) => part);
  if (text === '') return parts;
  if (last?.takesCaption) return [...parts.slice(0, -1), { ...last.part, body: text }];
  return [...parts, { body: text, media_type: 'conversation' }];
}
