import type { MessageView } from '@balcao/contract/messages';

/** A message for tests: text of the customer in ticket 1, written at minute `id`. */
export function makeMessage(id: number, given: Partial<MessageView> = {}): MessageView {
  const at = new Date(Date.UTC(2026, 10, 21, 9, id)).toISOString();
  return {
    id: String(id), ticketId: 1, contactId: 1, body: `mensagem ${id}`, fromMe: false, read: false, ack: 0, state: 'received', failReason: null,
    mediaType: 'conversation', mediaUrl: null, mediaPath: null, mediaName: null, mediaMime: null, mediaSize: null, mediaState: 'none', thumbUrl: null,
    playableUrl: null, width: null, height: null, duration: null, waveform: null, isVoice: false, location: null, cards: null, isDeleted: false,
    isEdited: false, isForwarded: false, edits: [], reactions: [], quotedMsgId: null, participantName: null,
    contact: { id: 1, name: 'Helena Sampaio', number: '5548905550142' }, user: null, clientKey: null, createdAt: at, updatedAt: at, quotedMsg: null,
    ...given,
  };
}
