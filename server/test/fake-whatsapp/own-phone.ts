// What the account's own phone sends to its linked devices.
import { proto } from 'baileys';
import type { Companion } from './companion.ts';
import type { Phone } from './phone.ts';
import { type Attributes, newId, seconds, stanza } from './stanza.ts';
import { deliver } from './to-client.ts';

/** A message somebody typed on the phone, as its linked devices see it. */
export function sendFromPhone(companion: Companion, to: Phone, message: proto.IMessage, lid: boolean): Promise<string> {
  const { phone } = companion;
  const copy = { deviceSentMessage: { destinationJid: lid ? to.lid : to.jid, message } };
  const addresses = lid
    ? { from: phone.lid, recipient: to.lid, peer_recipient_pn: to.jid, addressing_mode: 'lid' }
    : { from: phone.jid, recipient: to.jid, peer_recipient_lid: to.lid, addressing_mode: 'pn' };
  return sendToOwnDevice(companion, copy, addresses);
}

/** A protocol message between devices of one account, never shown to anyone. */
export function sendPeer(companion: Companion, protocolMessage: proto.Message.IProtocolMessage): Promise<string> {
  return sendToOwnDevice(companion, { protocolMessage }, { category: 'peer' });
}

/** Without this key a new device cannot read nor write archived chats, mutes and contact names. */
export async function shareAppStateKey(companion: Companion): Promise<void> {
  await sendPeer(companion, {
    type: proto.Message.ProtocolMessage.Type.APP_STATE_SYNC_KEY_SHARE,
    appStateSyncKeyShare: companion.phone.appState.keyShare,
  });
}

async function sendToOwnDevice(companion: Companion, message: proto.IMessage, attributes: Attributes): Promise<string> {
  const { phone } = companion;
  const id = newId('3A');
  const enc = await phone.encrypt(companion.lid, message, companion.bundle);
  const node = stanza('message', { id, from: phone.jid, t: seconds(), type: 'text', ...attributes }, [enc]);
  companion.inbound.set(id, { from: phone, message, stanza: node, group: null });
  deliver(companion, node);
  return id;
}
