// What linked devices send: messages, receipts, acks, calls, presence. Queries are in queries.ts.
import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren, isJidGroup, jidDecode, type proto } from 'baileys';
import type { Companion } from './companion.ts';
import type { Connection } from './connection.ts';
import type { Group } from './groups.ts';
import type { Phone } from './phone.ts';
import { onPeerRequest, uploadAgain } from './phone-requests.ts';
import { onPresence } from './presence.ts';
import { onQuery } from './queries.ts';
import { askAgain, sendReceipt } from './receipts.ts';
import { attr, seconds, stanza } from './stanza.ts';
import { deliver, sendAgain } from './to-client.ts';
import { phoneOf, type Sent, type World } from './world.ts';

export async function onStanza(world: World, connection: Connection, node: BinaryNode): Promise<void> {
  const { companion } = connection;
  world.emit('stanza', '<', node, companion);
  if (node.tag === 'iq') return onQuery(world, connection, node);
  if (!companion) return;
  switch (node.tag) {
    case 'message':
      return onMessage(world, companion, node);
    case 'receipt':
      return onReceipt(world, companion, node);
    case 'ack':
      return confirmed(world, companion, node);
    case 'call':
      companion.connection?.send(stanza('ack', { class: 'call', id: attr(node, 'id'), from: attr(node, 'to') }));
      world.emit('call', node, companion);
      return;
    case 'chatstate':
      world.emit('chatstate', node, companion);
      return;
    case 'presence':
      return onPresence(world, companion, node);
    case 'ib':
      return;
    default:
      world.unhandled.push(node.tag);
  }
}

/** `<receipt>`: what the client got, read, wants again (`retry`) or wants its phone to upload again (`server-error`). */
async function onReceipt(world: World, companion: Companion, node: BinaryNode): Promise<void> {
  const { type } = node.attrs;
  const id = attr(node, 'id');
  if (type === 'retry') {
    companion.queue.expectNack(id);
    const count = getBinaryNodeChild(node, 'retry')?.attrs.count ?? '1';
    if (await sendAgain(companion, id, count)) world.emit('resent', id, companion);
  } else if (type === 'server-error') uploadAgain(world, companion, node);
  else confirmed(world, companion, node);
  world.emit('receipt', node, companion);
  companion.connection?.send(stanza('ack', { class: 'receipt', id, from: node.attrs.to, type }));
}

function confirmed(world: World, companion: Companion, node: BinaryNode): void {
  for (const id of companion.queue.confirm(node)) world.emit('received', id, companion);
}

async function onMessage(world: World, companion: Companion, node: BinaryNode): Promise<void> {
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

  for (const { phone, device, enc } of receivers(world, node, group)) {
    const linked = device > 0 ? world.companions.find((other) => other.phone === phone && other.device === device) : undefined;
    if (linked) forward(companion, linked, node, enc);
    else if (device === 0) await receive(world, { companion, phone, group, retry, peer }, node, enc);
  }
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
    await askAgain({ ...common, to: common.to });
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

/** Another linked device gets its own encrypted copy as it is. */
function forward(from: Companion, to: Companion, node: BinaryNode, enc: BinaryNode): void {
  const identity = getBinaryNodeChild(node, 'device-identity');
  const own = from.phone === to.phone ? { recipient: attr(node, 'to') } : {};
  const attributes = { id: attr(node, 'id'), type: attr(node, 'type'), t: seconds(), notify: from.phone.name };
  const origin = { from: from.jid, sender_lid: from.lid, addressing_mode: 'pn' };
  deliver(to, stanza('message', { ...attributes, ...origin, ...own }, [enc, ...(identity ? [identity] : [])]));
}

type Receiver = { phone: Phone; device: number; enc: BinaryNode };

/** Who gets which `<enc>`: one for each device, one for the single device addressed, or one for all members of a group. */
function receivers(world: World, node: BinaryNode, group: Group | null): Receiver[] {
  const each = getBinaryNodeChildren(getBinaryNodeChild(node, 'participants'), 'to').map((to) => ({
    jid: attr(to, 'jid'),
    enc: getBinaryNodeChild(to, 'enc'),
  }));
  const enc = getBinaryNodeChild(node, 'enc');
  if (enc && group && enc.attrs.type === 'skmsg') {
    const keys = each.flatMap(({ jid, enc }) => (enc ? [{ jid, enc }] : []));
    const forAll = group.members.map((member) => ({ jid: member.jid, enc }));
    return [...devices(world, keys), ...devices(world, forAll)];
  }
  const single = enc ? [{ jid: node.attrs.participant ?? attr(node, 'to'), enc }] : [];
  return devices(world, [...each.flatMap(({ jid, enc }) => (enc ? [{ jid, enc }] : [])), ...single]);
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
