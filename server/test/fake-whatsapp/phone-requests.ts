// What linked devices ask their account's phone for, and what it answers.
import { randomBytes } from 'node:crypto';
import { aesEncryptGCM, type BinaryNode, getBinaryNodeChild, hkdf, proto } from 'baileys';
import type { Companion } from './companion.ts';
import { sendOnDemand } from './history.ts';
import { sendPeer } from './own-phone.ts';
import { attr, present, seconds, stanza } from './stanza.ts';
import { notify } from './to-client.ts';
import type { World } from './world.ts';

const ProtocolType = proto.Message.ProtocolMessage.Type;
const RequestType = proto.Message.PeerDataOperationRequestType;

/** A linked device asks its phone for messages it could not get otherwise. */
export async function onPeerRequest(
  world: World,
  companion: Companion,
  stanzaId: string,
  request: proto.Message.IPeerDataOperationRequestMessage,
): Promise<void> {
  if (request.peerDataOperationRequestType === RequestType.HISTORY_SYNC_ON_DEMAND) {
    const chat = request.historySyncOnDemandRequest?.chatJid;
    await sendOnDemand(
      world,
      companion,
      (world.options.onDemand ?? []).filter(({ id }) => id === chat),
    );
  } else if (request.peerDataOperationRequestType === RequestType.PLACEHOLDER_MESSAGE_RESEND) {
    await sendPeer(companion, {
      type: ProtocolType.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
      peerDataOperationRequestResponseMessage: {
        peerDataOperationRequestType: RequestType.PLACEHOLDER_MESSAGE_RESEND,
        stanzaId,
        peerDataOperationResult: (request.placeholderMessageResendRequest ?? []).map(({ messageKey }) => ({
          placeholderMessageResendResponse: { webMessageInfoBytes: storedMessage(companion, present(messageKey, 'a message key')) },
        })),
      },
    });
  } else world.unhandled.push(`request to the phone: ${request.peerDataOperationRequestType}`);
}

function storedMessage(companion: Companion, key: proto.IMessageKey): Uint8Array | null {
  const known = companion.inbound.get(present(key.id, 'a message id'));
  if (!known) return null;
  const { message, from } = known;
  return proto.WebMessageInfo.encode({ key, message, messageTimestamp: Number(seconds()), pushName: from.name }).finish();
}

/** A client could not download media any more: its phone uploads it again and says where (`mediaretry`). */
export function uploadAgain(world: World, companion: Companion, receipt: BinaryNode): void {
  const id = attr(receipt, 'id');
  const asked = present(getBinaryNodeChild(receipt, 'rmr'), 'which message');
  const message = companion.inbound.get(id)?.message;
  const media =
    message?.imageMessage ?? message?.documentMessage ?? message?.audioMessage ?? message?.videoMessage ?? message?.stickerMessage;
  const directPath = media?.directPath ? world.media.renew(media.directPath) : null;
  const { ResultType } = proto.MediaRetryNotification;
  const result = directPath ? ResultType.SUCCESS : ResultType.NOT_FOUND;
  const plain = proto.MediaRetryNotification.encode({ stanzaId: id, directPath, result }).finish();
  const key = hkdf(Buffer.from(media?.mediaKey ?? []), 32, { info: 'WhatsApp Media Retry Notification' });
  const iv = randomBytes(12);
  const sealed = [stanza('enc_p', {}, aesEncryptGCM(plain, key, iv, Buffer.from(id))), stanza('enc_iv', {}, iv)];
  const which = stanza('rmr', { jid: attr(asked, 'jid'), from_me: attr(asked, 'from_me') });
  notify(companion, 'mediaretry', companion.phone.jid, [stanza('encrypt', {}, sealed), which], { id });
}
