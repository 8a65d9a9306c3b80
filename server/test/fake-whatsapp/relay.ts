// From one linked device to another, of the same account or of two: the server cannot read it and passes it on.
import { type BinaryNode, getBinaryNodeChild } from 'baileys';
import type { Companion } from './companion.ts';
import type { Group } from './groups.ts';
import { attr, seconds, stanza } from './stanza.ts';
import { deliver } from './to-client.ts';

/** A message with the copies encrypted for that device. */
export function passOn(from: Companion, to: Companion, node: BinaryNode, encs: BinaryNode[], group: Group | null): void {
  const identity = getBinaryNodeChild(node, 'device-identity');
  const attributes = {
    id: attr(node, 'id'),
    type: attr(node, 'type'),
    edit: node.attrs.edit,
    t: seconds(),
    notify: from.phone.name,
    ...(group ? inGroup(from, group) : { from: from.jid, sender_lid: from.lid, addressing_mode: 'pn' }),
    recipient: !group && from.phone === to.phone ? attr(node, 'to') : undefined,
  };
  to.passedOn.set(attributes.id, from);
  deliver(to, stanza('message', attributes, [...encs, ...(identity ? [identity] : [])]));
}

/** The device could not decrypt what another one sent, which has to send it again. */
export function passRetryOn(companion: Companion, receipt: BinaryNode): void {
  const id = attr(receipt, 'id');
  const sender = companion.passedOn.get(id);
  if (!sender || !Array.isArray(receipt.content)) return;
  sender.retriesAsked.add(id);
  const recipient = sender.phone === companion.phone ? receipt.attrs.recipient : undefined;
  deliver(sender, stanza('receipt', { id, from: companion.jid, type: 'retry', t: seconds(), recipient }, receipt.content));
}

/** What is read on one account is read for the sender on the other. */
export function passReadOn(companion: Companion, receipt: BinaryNode): void {
  const id = attr(receipt, 'id');
  const sender = companion.passedOn.get(id);
  if (!sender || sender.phone === companion.phone || receipt.attrs.participant) return;
  deliver(sender, stanza('receipt', { id, from: companion.phone.jid, type: 'read', t: seconds() }));
}

function inGroup(from: Companion, group: Group) {
  return group.mode === 'lid'
    ? { from: group.id, participant: from.lid, participant_pn: from.jid, addressing_mode: 'lid' }
    : { from: group.id, participant: from.jid, participant_lid: from.lid, addressing_mode: 'pn' };
}
