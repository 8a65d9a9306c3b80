// Who is online and who is typing.
import type { BinaryNode } from 'baileys';
import type { Companion } from './companion.ts';
import type { Phone } from './phone.ts';
import { stanza } from './stanza.ts';
import { phoneOf, type World } from './world.ts';

export type Typing = 'composing' | 'recording' | 'paused';

export function onPresence(world: World, companion: Companion, node: BinaryNode): void {
  const contact = phoneOf(world, node.attrs.to);
  if (node.attrs.type === 'subscribe' && contact) companion.subscriptions.add(contact.user);
  world.emit('presence', node, companion);
}

/** Reaches only clients that asked for the contact's presence; `last` in seconds since 1970. */
export function sendPresence(companion: Companion, from: Phone, online: boolean, last?: number): void {
  if (!companion.subscriptions.has(from.user)) return;
  const seen = online ? {} : { type: 'unavailable', last: last === undefined ? 'deny' : String(last) };
  companion.connection?.send(stanza('presence', { from: from.jid, ...seen }));
}

export function sendTyping(companion: Companion, from: Phone, state: Typing): void {
  const media = state === 'recording' ? { media: 'audio' } : {};
  const tag = state === 'recording' ? 'composing' : state;
  companion.connection?.send(stanza('chatstate', { from: from.jid, to: companion.jid }, [stanza(tag, media)]));
}
