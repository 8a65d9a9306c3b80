// Receipts for messages of a client: from those who got them, and from the account's own phone.
import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren } from 'baileys';
import { type Attributes, present, seconds, stanza } from './stanza.ts';
import { deliver } from './to-client.ts';
import type { Sent } from './world.ts';

/** Without type: delivered. `sender` comes from the own phone, `retry` from somebody who could not decrypt. */
export type ReceiptType = 'read' | 'played' | 'sender' | 'retry' | null;

export type Receipted = Pick<Sent, 'id' | 'to' | 'receivedBy' | 'companion' | 'group'>;

export function sendReceipt(sent: Receipted, type: ReceiptType, content?: BinaryNode[]): void {
  deliver(sent.companion, stanza('receipt', { id: sent.id, t: seconds(), ...origin(sent, type), type: type ?? undefined }, content));
}

/** The receiver could not decrypt and wants the message again, with a fresh key bundle of its own. */
export async function askAgain(sent: Receipted, count = 1): Promise<void> {
  const { receivedBy, companion, id } = sent;
  companion.retriesAsked.add(id);
  const bundle = await receivedBy.bundle(sent.to);
  const keys = ['identity', 'skey', 'key', 'type'].flatMap((tag) => getBinaryNodeChildren(bundle, tag));
  sendReceipt(sent, 'retry', [
    stanza('retry', { count: String(count), id, t: seconds(), v: '1' }),
    present(getBinaryNodeChild(bundle, 'registration'), 'a registration id'),
    stanza('keys', {}, keys),
  ]);
}

function origin({ to, group, receivedBy }: Receipted, type: ReceiptType): Attributes {
  const address = group ? group.addressOf(receivedBy) : to.endsWith('@lid') ? receivedBy.lid : receivedBy.jid;
  if (group) return { from: group.id, participant: address };
  return type === 'sender' ? { from: address, recipient: to } : { from: address };
}
