// Messages of linked devices, as those they are for receive them.
import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren, isJidGroup, jidDecode, type proto } from 'baileys';
import type { Companion } from './companion.ts';
import type { Group } from './groups.ts';
import type { Phone } from './phone.ts';
import { onPeerRequest } from './phone-requests.ts';
import { askAgain, sendReceipt } from './receipts.ts';
import { passOn } from './relay.ts';
import { attr, seconds, stanza } from './stanza.ts';
import { phoneOf, type Sent, type World } from './world.ts';

/** A phone asks five times for a message it cannot decrypt. */
const maxRetries = 5;

/** `<message>`: refused or acknowledged, then opened by every phone and passed on to every linked device it is for. */
export async function onMessage(world: World, companion: Companion, node: BinaryNode): Promise<void> {
  const id = attr(node, 'id');
  const to = attr(node, 'to');
  if (world.switches.swallow) return;
  const group = isJidGroup(to) ? (world.groups.get(to) ?? null) : null;
  const chat = group?.id ?? phoneOf(world, to)?.jid ?? to;
  const error = world.switches.nacks.shift() ?? (isLocked(world, companion, to) ? 463 : undefined);
  if (error !== undefined || world.options.serverAcks !== false) {
    const attributes = { class: 'message', id, from: to, t: seconds(), error: error?.toString() };
    companion.connection?.send(stanza('ack', attributes));
  }
  if (error !== undefined) return;

  const peer = node.attrs.category === 'peer';
  const retry = companion.retriesAsked.delete(id);
  if (!peer && !retry && companion.countArrival(chat, id) > 1) world.emit('duplicate', id, companion);

  const passedOn = new Map<Companion, BinaryNode[]>();
  for (const { phone, device, enc } of receivers(world, node, group)) {
    const linked = device > 0 ? world.companions.find((other) => other.phone === phone && other.device === device) : undefined;
    if (linked && linked !== companion) passedOn.set(linked, [...(passedOn.get(linked) ?? []), enc]);
    else if (device === 0) await receive(world, { companion, phone, group, retry, peer }, node, enc);
  }
  for (const [linked, encs] of passedOn) passOn(companion, linked, node, encs, group);
}

type Delivery = { companion: Companion; phone: Phone; group: Group | null; retry: boolean; peer: boolean };

/** One phone opens its copy, confirms it, and asks again for what it cannot open. */
async function receive(world: World, delivery: Delivery, node: BinaryNode, enc: BinaryNode): Promise<void> {
  const { companion, phone, group, retry, peer } = delivery;
  const id = attr(node, 'id');
  const common = { id, to: attr(node, 'to'), type: attr(node, 'type'), edit: node.attrs.edit, receivedBy: phone, companion, group, retry };
  let opened: proto.Message;
  try {
    opened = await phone.decrypt(companion.lid, enc, group?.id);
  } catch (error) {
    world.undecrypted.push({ id, by: phone, error });
    const times = world.undecrypted.filter((each) => each.id === id && each.by === phone).length;
    if (times <= maxRetries) await askAgain(common, times);
    return;
  }
  const copy = phone === companion.phone ? opened.deviceSentMessage?.message : null;
  const sent: Sent = { ...common, message: copy ?? opened, ownCopy: phone === companion.phone };
  const request = sent.ownCopy ? sent.message.protocolMessage?.peerDataOperationRequestMessage : null;
  if (request) await onPeerRequest(world, companion, id, request);
  if (peer || isOnlyKeys(opened)) return;
  const readBefore = companion.read.has(`${id} ${phone.user}`);
  companion.read.add(`${id} ${phone.user}`);
  if (!readBefore || retry) {
    world.messages.push(sent);
    world.emit('message', sent);
  }
  confirm(world, sent);
}

/** Members get the sender's key to a group in a message of its own, beside the one for all. */
function isOnlyKeys({ senderKeyDistributionMessage, messageContextInfo: _, ...content }: proto.IMessage): boolean {
  return !!senderKeyDistributionMessage && Object.keys(content).length === 0;
}

function confirm(world: World, sent: Sent): void {
  const { autoReceipts = 'delivered' } = world.options;
  if (autoReceipts === 'none') return;
  sendReceipt(sent, sent.ownCopy ? 'sender' : null);
  if (autoReceipts === 'read' && !sent.ownCopy) sendReceipt(sent, 'read');
}

type Receiver = { phone: Phone; device: number; enc: BinaryNode };

/** Who gets which `<enc>`: one for each device, one for the single device addressed, or one for all members of a group. */
function receivers(world: World, node: BinaryNode, group: Group | null): Receiver[] {
  const own = getBinaryNodeChildren(getBinaryNodeChild(node, 'participants'), 'to').flatMap((to) => {
    const enc = getBinaryNodeChild(to, 'enc');
    return enc ? [{ jid: attr(to, 'jid'), enc }] : [];
  });
  const enc = getBinaryNodeChild(node, 'enc');
  if (!enc) return devices(world, own);
  if (!group || enc.attrs.type !== 'skmsg') return devices(world, [...own, { jid: node.attrs.participant ?? attr(node, 'to'), enc }]);
  const linked = world.companions.filter((each) => each.linked && group.members.includes(each.phone));
  return devices(world, [...own, ...[...group.members, ...linked].map(({ jid }) => ({ jid, enc }))]);
}

function devices(world: World, copies: { jid: string; enc: BinaryNode }[]): Receiver[] {
  return copies.flatMap(({ jid, enc }) => {
    const phone = phoneOf(world, jid);
    return phone ? [{ phone, device: jidDecode(jid)?.device ?? 0, enc }] : [];
  });
}

/** While an account may not start new chats, only those who wrote or were written to before can be reached. */
function isLocked(world: World, companion: Companion, to: string): boolean {
  if (!companion.phone.timelock.active || isJidGroup(to)) return false;
  const contact = phoneOf(world, to);
  if (!contact || contact === companion.phone) return false;
  return !companion.arrivals.has(contact.jid) && ![...companion.inbound.values()].some(({ from }) => from === contact);
}
