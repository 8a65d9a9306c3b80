// The content of a WhatsApp message. The table below has an outcome for every field a message can have, so if a new version of the library
// adds a field, this does not compile until its outcome is decided.
import { proto, type WAMessageKey } from 'baileys';
import { number, record, text } from '../../cloud-json.ts';
import type { CallOutcome, InboundContent } from '../../port.ts';
import { cardOf } from '../vcard.ts';
import {
  adText,
  buttonsText,
  eventText,
  formText,
  interactiveText,
  inviteText,
  lines,
  list,
  listText,
  orderText,
  parsed,
  paymentText,
  pollResultText,
  pollText,
  prefixed,
  productText,
  scheduledCallText,
  structuredText,
  templateText,
} from './business-text.ts';
import { type FilePart, type FileType, mediaRefOf } from './media-ref.ts';

/**
 * A function: returns the content, or null if the part is empty.
 * `inside`: a wrapper with the message in its `message`. `fact`: changes another message. `silent`: nothing to show.
 */
type Outcome<T> = ((part: T, from: From) => InboundContent | null) | 'inside' | 'fact' | 'silent';

/** The message that contains it, and the depth of wrappers. */
type From = { key: WAMessageKey; deep: number };

type Field = keyof proto.IMessage;

const outcomes: { [F in Field]-?: Outcome<NonNullable<proto.IMessage[F]>> } = {
  conversation: said,
  extendedTextMessage: (part) => said(part.text),
  imageMessage: (part, from) => viewOnce(part) ?? file(part, 'image', 'image', from, part.caption),
  videoMessage: (part, from) => viewOnce(part) ?? file(part, 'video', 'video', from, part.caption),
  ptvMessage: (part, from) => viewOnce(part) ?? file(part, 'video', 'video', from, part.caption),
  audioMessage: (part, from) => viewOnce(part) ?? file(part, 'audio', part.ptt === true ? 'voice' : 'audio', from),
  documentMessage: (part, from) => file(part, 'document', 'document', from, part.caption),
  // Lottie animations are WhatsApp's own format; nothing else plays them.
  stickerMessage: (part, from) => (part.isLottie === true ? unsupported('animated_sticker') : file(part, 'sticker', 'sticker', from)),
  lottieStickerMessage: () => unsupported('animated_sticker'),
  stickerPackMessage: (part) =>
    said(prefixed('🗂️', text([text(part.name), text(part.publisher)].filter((word) => word !== null).join(' · ')))),
  locationMessage: (part) =>
    place(part.degreesLatitude, part.degreesLongitude, text(part.name) ?? text(part.comment), text(part.address), part.jpegThumbnail),
  liveLocationMessage: (part) => place(part.degreesLatitude, part.degreesLongitude, text(part.caption), null, part.jpegThumbnail),
  contactMessage: (part) => ({ type: 'contacts', cards: [cardOf(part.displayName, part.vcard)] }),
  contactsArrayMessage: (part) => {
    const cards = list(part.contacts).map((contact) => cardOf(contact.displayName, contact.vcard));
    return cards.length > 0 ? { type: 'contacts', cards } : null;
  },

  buttonsResponseMessage: (part) => choice(part.selectedButtonId, part.selectedDisplayText),
  templateButtonReplyMessage: (part) => choice(part.selectedId, part.selectedDisplayText),
  listResponseMessage: (part) => choice(part.singleSelectReply?.selectedRowId, text(part.title) ?? text(part.description)),
  interactiveResponseMessage: interactiveChoice,

  buttonsMessage: (part, from) => withHeader(part, buttonsText(part), from),
  listMessage: (part) => said(listText(part)),
  templateMessage: (part, from) => {
    const template = part.hydratedTemplate ?? part.hydratedFourRowTemplate;
    if (template)
      return template.maskLinkedDevices === true ? unsupported('only_on_phone') : withHeader(template, templateText(template), from);
    const four = part.fourRowTemplate;
    if (four)
      return withHeader(
        four,
        lines(four.content ? structuredText(four.content) : null, four.footer ? structuredText(four.footer) : null),
        from,
      );
    const interactive = part.interactiveMessageTemplate;
    return interactive ? withHeader(interactive.header ?? {}, interactiveText(interactive), from) : null;
  },
  interactiveMessage: (part, from) => withHeader(part.header ?? {}, interactiveText(part), from),
  highlyStructuredMessage: (part) => said(structuredText(part)),
  orderMessage: (part) => said(orderText(part)),
  productMessage: (part) => said(productText(part)),
  invoiceMessage: (part) => said(prefixed('🧾', text(part.note))),
  requestPaymentMessage: (part, from) => said(lines(paymentText(part), note(part.noteMessage, from))),
  sendPaymentMessage: (part, from) => said(prefixed('💰', note(part.noteMessage, from))) ?? unsupported('payment'),
  declinePaymentRequestMessage: () => unsupported('payment_declined'),
  cancelPaymentRequestMessage: () => unsupported('payment_cancelled'),
  paymentInviteMessage: () => unsupported('payment_invite'),

  pollCreationMessage: (part) => said(pollText(part)),
  pollCreationMessageV2: (part) => said(pollText(part)),
  pollCreationMessageV3: (part) => said(pollText(part)),
  pollCreationMessageV4: 'inside',
  pollCreationMessageV5: (part) => said(pollText(part)),
  pollResultSnapshotMessage: (part) => said(pollResultText(part)),
  pollResultSnapshotMessageV3: (part) => said(pollResultText(part)),
  pollCreationOptionImageMessage: 'inside',
  // Votes are encrypted with a secret of the poll.
  pollUpdateMessage: 'silent',
  eventMessage: (part) => said(eventText(part)),
  eventCoverImage: 'inside',
  encEventResponseMessage: 'silent',
  scheduledCallCreationMessage: (part) => said(scheduledCallText(part)),
  scheduledCallEditMessage: 'silent',
  callLogMesssage: (part) => ({
    type: 'call',
    video: part.isVideo === true,
    outcome: callOutcomes[number(part.callOutcome) ?? -1] ?? 'missed',
  }),
  // A group call that rings; its end comes as a separate call.
  call: 'silent',
  bcallMessage: (part) => said(text(part.caption)) ?? unsupported('call'),
  groupInviteMessage: (part) => said(inviteText(part)),
  newsletterAdminInviteMessage: (part) => said(lines(prefixed('📣', text(part.newsletterName)), text(part.caption))),
  newsletterFollowerInviteMessageV2: (part) => said(lines(prefixed('📣', text(part.newsletterName)), text(part.caption))),
  requestPhoneNumberMessage: () => unsupported('phone_number_request'),
  placeholderMessage: () => unsupported('only_on_phone'),
  richResponseMessage: (part) => said(lines(...list(part.submessages).map((each) => text(each.messageText)))),
  questionResponseMessage: (part) => said(part.text),
  statusQuestionAnswerMessage: (part) => said(part.text),
  statusQuotedMessage: (part) => said(part.text) ?? unsupported('status'),
  statusMentionMessage: () => unsupported('status_mention'),

  viewOnceMessage: () => unsupported('view_once'),
  viewOnceMessageV2: () => unsupported('view_once'),
  viewOnceMessageV2Extension: () => unsupported('view_once'),

  deviceSentMessage: 'inside',
  ephemeralMessage: 'inside',
  documentWithCaptionMessage: 'inside',
  editedMessage: 'inside',
  associatedChildMessage: 'inside',
  groupMentionedMessage: 'inside',
  botInvokeMessage: 'inside',
  botForwardedMessage: 'inside',
  botTaskMessage: 'inside',
  commentMessage: 'inside',
  questionMessage: 'inside',
  questionReplyMessage: 'inside',
  limitSharingMessage: 'inside',

  protocolMessage: 'fact',
  reactionMessage: 'fact',
  // Encrypted with a secret of the first message.
  encReactionMessage: 'silent',
  encCommentMessage: () => unsupported('comment'),
  secretEncryptedMessage: 'silent',

  // An album only announces the number of pictures, which follow as separate messages.
  albumMessage: 'silent',
  // Pins, stories, keys and synchronisation between devices.
  pinInChatMessage: 'silent',
  keepInChatMessage: 'silent',
  chat: 'silent',
  statusAddYours: 'silent',
  statusNotificationMessage: 'silent',
  statusStickerInteractionMessage: 'silent',
  groupStatusMessage: 'silent',
  groupStatusMessageV2: 'silent',
  groupStatusMentionMessage: 'silent',
  stickerSyncRmrMessage: 'silent',
  messageHistoryBundle: 'silent',
  messageHistoryNotice: 'silent',
  messageContextInfo: 'silent',
  senderKeyDistributionMessage: 'silent',
  fastRatchetKeySenderKeyDistributionMessage: 'silent',
};

const callOutcomes: Partial<Record<number, CallOutcome>> = {
  [proto.Message.CallLogMessage.CallOutcome.CONNECTED]: 'answered',
  [proto.Message.CallLogMessage.CallOutcome.ACCEPTED_ELSEWHERE]: 'answered',
  [proto.Message.CallLogMessage.CallOutcome.ONGOING]: 'answered',
  [proto.Message.CallLogMessage.CallOutcome.REJECTED]: 'rejected',
};

/** The innermost part with content, without its wrappers; null if all is silent. */
export type Part = { field: Field; message: proto.IMessage; deep: number };

export function innermost(message: proto.IMessage | null | undefined, deep = 0): Part | null {
  if (!record(message) || !message) return null;
  const present = (Object.keys(message) as Field[]).filter((field) => message[field] !== null && message[field] !== undefined);
  const field = present.find((each) => Object.hasOwn(outcomes, each) && outcomes[each] !== 'silent');
  if (!field) return null;
  if (outcomes[field] !== 'inside') return { field, message, deep };
  return deep >= 8 ? null : innermost((message[field] as proto.Message.IFutureProofMessage).message, deep + 1);
}

/** The part's content and its context. The content is null for an empty text and for changes of other messages. */
export function contentOf(part: Part, key: WAMessageKey): { content: InboundContent | null; context: proto.IContextInfo | null } {
  const body = part.message[part.field];
  const outcome = outcomes[part.field] as Outcome<unknown>;
  const context = (record(record(body)?.contextInfo) ?? record(part.message.templateMessage?.contextInfo)) as proto.IContextInfo | null;
  const found = typeof outcome === 'function' ? outcome(body, { key, deep: part.deep }) : null;
  const empty = typeof outcome === 'function' && !texts.includes(part.field) ? unsupported(wordFor(part.field)) : null;
  const content = found ?? empty;
  return { content: content && withAd(content, adText(context)), context };
}

const texts: readonly Field[] = ['conversation', 'extendedTextMessage'];

/** `pollCreationMessageV3` -> `poll_creation`. */
function wordFor(field: Field): string {
  return field.replace(/Messs?age(V\d)?$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Does the message contain only fields that this version of the library does not know? */
export function isUnknown(message: proto.IMessage | null | undefined): boolean {
  if (!record(message) || !message) return false;
  return (Object.keys(message) as Field[]).every((field) => {
    if (field === 'messageContextInfo' || !Object.hasOwn(outcomes, field)) return true;
    return outcomes[field] === 'inside' && isUnknown((message[field] as proto.Message.IFutureProofMessage | null)?.message);
  });
}

// A second upload of the same picture or video in another quality.
const copies: readonly unknown[] = [
  proto.MessageAssociation.AssociationType.HD_IMAGE_DUAL_UPLOAD,
  proto.MessageAssociation.AssociationType.HD_VIDEO_DUAL_UPLOAD,
  proto.MessageAssociation.AssociationType.HEVC_VIDEO_DUAL_UPLOAD,
  proto.MessageAssociation.AssociationType.MOTION_PHOTO,
];

/** Is this a second upload of a file that came before as a separate message? */
export function isCopy(message: proto.IMessage | null | undefined): boolean {
  const inner = message?.associatedChildMessage?.message;
  return [message, inner].some((each) => copies.includes(each?.messageContextInfo?.messageAssociation?.associationType));
}

export function unsupported(what: string): InboundContent {
  return { type: 'unsupported', what };
}

function said(body: unknown): InboundContent | null {
  const words = text(body);
  return words === null ? null : { type: 'text', body: words };
}

function viewOnce(part: { viewOnce?: boolean | null }): InboundContent | null {
  return part.viewOnce === true ? unsupported('view_once') : null;
}

type FileKind = Extract<InboundContent, { type: 'media' }>['as'];

function file(part: FilePart, type: FileType, as: FileKind, from: From, caption?: unknown): InboundContent {
  const media = mediaRefOf(part, type, from.key);
  return media ? { type: 'media', as, media, caption: text(caption) ?? '' } : unsupported(as);
}

type Header = {
  imageMessage?: proto.Message.IImageMessage | null;
  videoMessage?: proto.Message.IVideoMessage | null;
  documentMessage?: proto.Message.IDocumentMessage | null;
};

/** A text with an optional picture or file above it. */
function withHeader(header: Header, words: string | null, from: From): InboundContent | null {
  const { imageMessage, videoMessage, documentMessage } = header;
  const shown =
    (imageMessage && file(imageMessage, 'image', 'image', from, words)) ??
    (videoMessage && file(videoMessage, 'video', 'video', from, words)) ??
    (documentMessage && file(documentMessage, 'document', 'document', from, words));
  return shown?.type === 'media' ? shown : (said(words) ?? shown ?? null);
}

/** A larger thumbnail is not one. */
const thumbnailMaxBytes = 48_000;

function place(
  latitude: unknown,
  longitude: unknown,
  name: string | null,
  address: string | null,
  thumbnail: Uint8Array | null | undefined,
): InboundContent | null {
  const [north, east] = [number(latitude), number(longitude)];
  if (north === null || east === null) return null;
  const isPicture = thumbnail && thumbnail.length <= thumbnailMaxBytes && thumbnail[0] === 0xff && thumbnail[1] === 0xd8;
  const picture = isPicture ? { picture: Buffer.from(thumbnail).toString('base64') } : {};
  return { type: 'location', latitude: north, longitude: east, name, address, ...picture };
}

function choice(id: unknown, body: unknown): InboundContent | null {
  const shown = text(body) ?? text(id);
  return shown === null ? null : { type: 'choice', id: text(id) ?? shown, body: shown };
}

/** A tap on a native flow's button or row, or a completed form. */
function interactiveChoice(part: proto.Message.IInteractiveResponseMessage): InboundContent | null {
  const reply = part.nativeFlowResponseMessage;
  const body = text(part.body?.text);
  const params = parsed(reply?.paramsJson);
  const id = text(params?.id) ?? text(params?.selected_row_id);
  if (id !== null) return choice(id, body ?? text(params?.title) ?? text(params?.display_text));
  return said(formText(body, reply?.paramsJson));
}

function note(message: proto.IMessage | null | undefined, from: From): string | null {
  const part = from.deep >= 8 ? null : innermost(message, from.deep + 1);
  const content = part && contentOf(part, from.key).content;
  return content?.type === 'text' ? content.body : null;
}

function withAd(content: InboundContent, ad: string | null): InboundContent {
  if (ad === null) return content;
  if (content.type === 'text') return { ...content, body: `${content.body}\n\n${ad}` };
  if (content.type === 'media') return { ...content, caption: content.caption === '' ? ad : `${content.caption}\n\n${ad}` };
  return content;
}
