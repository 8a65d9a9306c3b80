// Login of a linked device: who may, what waited for it, and what the phone tells it the first time.
import { type BinaryNode, type proto, S_WHATSAPP_NET } from 'baileys';
import type { Companion, Refusal } from './companion.ts';
import type { Connection } from './connection.ts';
import { shareHistory } from './history.ts';
import { shareAppStateKey } from './own-phone.ts';
import { type Attributes, seconds, stanza } from './stanza.ts';
import type { World } from './world.ts';

/** The last step of the handshake of a client that says who it is. */
export function onLogin(world: World, connection: Connection, payload: proto.ClientPayload): void {
  const companion = world.companions.find(({ phone, device }) => phone.user === String(payload.username) && device === payload.device);
  if (!companion?.linked) refuse(connection, { reason: 401, attributes: {} });
  else if (companion.refusal) refuse(connection, companion.refusal);
  else accept(connection, companion);
}

function accept(connection: Connection, companion: Companion): void {
  companion.connection?.streamError(null, 'replaced');
  connection.companion = companion;
  companion.connection = connection;
  companion.logins++;
  connection.send(stanza('success', { t: seconds(), lid: companion.lid, status: 'active', creation: seconds() }));
}

function refuse(connection: Connection, { reason, attributes }: Refusal): void {
  connection.send(stanza('failure', { reason: String(reason), location: 'fake', ...attributes }));
  connection.close();
}

/**
 * The client says it is ready: first everything it has not confirmed, marked `offline` and in order, then `<ib><offline/></ib>`, without
 * which it would hold back all news for half a minute.
 */
export async function onActive(world: World, connection: Connection, companion: Companion): Promise<void> {
  const waiting = companion.queue.all();
  const count = (tag: string) => String(waiting.filter((node) => node.tag === tag).length);
  connection.send(
    fromServer('offline_preview', {
      count: String(waiting.length),
      message: count('message'),
      receipt: count('receipt'),
      notification: count('notification'),
      call: count('call'),
      t: seconds(),
    }),
  );
  for (const [index, node] of waiting.entries()) connection.send({ ...node, attrs: { ...node.attrs, offline: String(index) } });
  connection.send(fromServer('offline', { count: String(waiting.length) }));
  connection.send(fromServer('edge_routing', {}, [stanza('routing_info', {}, Buffer.from('fake-edge'))]));
  connection.active = true;
  if (companion.logins === 1) {
    const history = companion.phone.history ?? world.options.history ?? { conversations: [] };
    if (history) {
      await shareAppStateKey(companion);
      await shareHistory(world, companion, history);
    }
  }
  world.emit('online', companion);
}

function fromServer(tag: string, attributes: Attributes, content?: BinaryNode[]): BinaryNode {
  return stanza('ib', { from: S_WHATSAPP_NET }, [stanza(tag, attributes, content)]);
}
