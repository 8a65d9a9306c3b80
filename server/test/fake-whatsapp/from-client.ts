// What linked devices send. Queries are in queries.ts, messages in client-messages.ts.
import { type BinaryNode, getBinaryNodeChild } from 'baileys';
import { onMessage } from './client-messages.ts';
import type { Companion } from './companion.ts';
import type { Connection } from './connection.ts';
import { uploadAgain } from './phone-requests.ts';
import { onPresence } from './presence.ts';
import { onQuery } from './queries.ts';
import { passReadOn, passRetryOn } from './relay.ts';
import { attr, stanza } from './stanza.ts';
import { sendAgain } from './to-client.ts';
import type { World } from './world.ts';

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
    else passRetryOn(companion, node);
  } else if (type === 'server-error') uploadAgain(world, companion, node);
  else {
    confirmed(world, companion, node);
    if (type === 'read') passReadOn(companion, node);
  }
  world.emit('receipt', node, companion);
  companion.connection?.send(stanza('ack', { class: 'receipt', id, from: node.attrs.to, type }));
}

function confirmed(world: World, companion: Companion, node: BinaryNode): void {
  for (const id of companion.queue.confirm(node)) world.emit('received', id, companion);
}
