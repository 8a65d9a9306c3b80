import type { Ack, MediaType, MessageState } from '@balcao/contract/message-rules';
import type { MessageView } from '@balcao/contract/messages';
import type { TemplateMedia, TemplateParameters } from '@balcao/contract/template-rules';
import { type Call, placeholderOf } from './rules/content.ts';
import { participantNumber } from './rules/people.ts';

/** Buttons or list rows sent with a text, if the channel supports them. */
export type Choices = { prompt: string; style: 'button' | 'list'; rows: { id: string; title: string }[] };

/** The template that a message is sent as, with its variables filled in. */
export type SentTemplate = {
  name: string;
  language: string;
  parameters: TemplateParameters;
  media: { kind: TemplateMedia; link: string } | null;
  buttons: string[];
};

export type MessageRow = {
  id: number;
  company_id: number;
  ticket_id: number;
  contact_id: number;
  connection_id: number;
  from_me: boolean;
  /** The provider's id of what came with one. */
  external_id: string | null;
  /** The provider's id of what we sent. */
  sent_as: string | null;
  client_key: string | null;
  user_id: number | null;
  participant_name: string | null;
  /** Who wrote it in a group, as `kind:value`. */
  participant: string | null;
  body: string;
  media_type: MediaType;
  /** `queued` as long as it is in the outbox. */
  state: Exclude<MessageState, 'sending'>;
  ack: Ack;
  /** Read without being looked at. */
  is_read: boolean;
  fail_reason: string | null;
  media_state: 'none' | 'pending' | 'ready' | 'failed';
  media_ref: unknown;
  media_key: string | null;
  media_name: string | null;
  media_mime: string | null;
  media_size: number | null;
  thumb_key: string | null;
  playable_key: string | null;
  width: number | null;
  height: number | null;
  duration: number | null;
  waveform: number[] | null;
  is_voice: boolean;
  /** `picture`: a JPEG in base64. It is part of the body only where the message is shown, so that nobody searches in it. */
  location: (NonNullable<MessageView['location']> & { picture?: string }) | null;
  cards: MessageView['cards'];
  call: Call | null;
  mentions: MessageView['mentions'] | null;
  /** Written before the number was linked: stored, but never news. */
  history: boolean;
  automatic: string | null;
  choices: Choices | null;
  template: SentTemplate | null;
  is_deleted: boolean;
  is_edited: boolean;
  is_forwarded: boolean;
  quoted_id: number | null;
  sent_at: Date;
  created_at: Date;
  updated_at: Date;
};

/** A message with everything its bubble shows. */
export type MessageWithParts = MessageRow & {
  contact_name: string;
  contact_number: string;
  user_name: string | null;
  edits: { body: string; at: string }[];
  reactions: MessageView['reactions'];
  quoted: MessageWithParts | null;
  read: boolean;
  /** Of a voice message. `at`: ISO 8601. */
  transcript: { body: string; at: string } | null;
  /** Null outside the outbox. The times are ISO 8601. */
  outbox: { state: 'queued' | 'sending'; reason: string | null; nextAttemptAt: string | null; updatedAt: string } | null;
};

/** `link` makes paths; `publicUrl` makes them absolute where clients need that. */
export function messageView(row: MessageWithParts, link: (key: string, name?: string) => string, publicUrl: string): MessageView {
  // Not a copy of what was just made: a page of a conversation has many fields.
  return Object.assign(bubble(row, link, publicUrl), {
    edits: (isGone(row) ? [] : row.edits).map((edit) => ({ body: edit.body, at: new Date(edit.at).toISOString() })),
    reactions: row.reactions,
    quotedMsg: row.quoted ? bubble(row.quoted, link, publicUrl) : null,
  });
}

/** A message that the customer deleted is not shown. */
function isGone({ is_deleted, from_me }: Pick<MessageRow, 'is_deleted' | 'from_me'>): boolean {
  return is_deleted && !from_me;
}

function bubble(
  row: Omit<MessageWithParts, 'quoted' | 'edits' | 'reactions'>,
  link: (key: string, name?: string) => string,
  publicUrl: string,
) {
  const gone = isGone(row);
  const { state, fail_reason: failReason, waitsUntil, updatedAt } = standingOf(row);
  const path = row.media_key && !gone ? link(row.media_key, row.media_name ?? undefined) : null;
  return {
    id: String(row.id),
    ticketId: row.ticket_id,
    contactId: row.contact_id,
    body: gone ? '' : pictureOf(row.location) + row.body,
    fromMe: row.from_me,
    read: row.read,
    ack: row.ack,
    state,
    failReason,
    waitsUntil,
    mediaType: row.media_type,
    mediaUrl: path && `${publicUrl}${path}`,
    mediaPath: path,
    mediaName: gone ? null : row.media_name,
    mediaMime: row.media_mime,
    mediaSize: row.media_size,
    mediaState: row.media_state,
    thumbUrl: row.thumb_key && !gone ? link(row.thumb_key) : null,
    playableUrl: row.playable_key && !gone ? link(row.playable_key) : null,
    width: row.width,
    height: row.height,
    duration: row.duration,
    waveform: row.waveform,
    isVoice: row.is_voice,
    transcript: gone ? null : (row.transcript?.body ?? null),
    location: gone || !row.location ? null : placeOf(row.location),
    cards: gone ? null : row.cards,
    call: row.call,
    template: row.template && !gone ? templateOf(row.template) : null,
    placeholder: placeholderOf(row.media_type, row.media_name),
    isDeleted: row.is_deleted,
    isEdited: row.is_edited,
    isForwarded: row.is_forwarded,
    quotedMsgId: row.quoted_id === null ? null : String(row.quoted_id),
    participant: row.participant,
    participantName: row.participant_name ?? participantNumber(row.participant),
    mentions: gone ? [] : (row.mentions ?? []),
    contact: row.from_me ? null : { id: row.contact_id, name: row.contact_name, number: row.contact_number },
    user: row.user_id !== null && row.user_name !== null ? { id: row.user_id, name: row.user_name } : null,
    // The stored key begins with the sender, so that two people may use the same key.
    clientKey: row.client_key?.split(':').slice(1).join(':') || null,
    createdAt: row.sent_at.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

function standingOf({
  state,
  fail_reason,
  updated_at,
  outbox,
  transcript,
}: Pick<MessageWithParts, 'state' | 'fail_reason' | 'updated_at' | 'outbox' | 'transcript'>) {
  const written = transcript ? new Date(transcript.at) : updated_at;
  if (!outbox) return { state, fail_reason, waitsUntil: null, updatedAt: written > updated_at ? written : updated_at };
  const waits = outbox.state === 'queued' && outbox.reason !== null && outbox.nextAttemptAt !== null;
  const updatedAt = new Date(outbox.updatedAt);
  return {
    state: outbox.state,
    fail_reason: outbox.reason,
    waitsUntil: waits && outbox.nextAttemptAt ? new Date(outbox.nextAttemptAt).toISOString() : null,
    updatedAt: updatedAt > updated_at ? updatedAt : updated_at,
  };
}

function templateOf({ name, language, media, buttons }: SentTemplate): MessageView['template'] {
  return { name, language, media, buttons };
}

/** The first part of a location's body, which is `image|link|description`. */
function pictureOf(location: MessageRow['location']): string {
  return location?.picture ? `data:image/jpeg;base64,${location.picture}` : '';
}

function placeOf({ latitude, longitude, name, address }: NonNullable<MessageRow['location']>): MessageView['location'] {
  return { latitude, longitude, name, address };
}
