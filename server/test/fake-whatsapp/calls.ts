// Voice and video calls, as far as a linked device hears of them.
import { randomBytes } from 'node:crypto';
import type { Companion } from './companion.ts';
import type { Phone } from './phone.ts';
import { newId, seconds, stanza } from './stanza.ts';
import { deliver } from './to-client.ts';

/** The contact rings; answers the id of the call. */
export function offerCall(companion: Companion, from: Phone, options: { id?: string; video?: boolean } = {}): string {
  const id = options.id ?? randomBytes(16).toString('hex').toUpperCase();
  const media = stanza(options.video ? 'video' : 'audio', { enc: 'opus', rate: '16000' });
  const offer = stanza('offer', { 'call-id': id, 'call-creator': from.lid, caller_pn: from.jid }, [media]);
  deliver(companion, stanza('call', { id: newId(), from: from.lid, t: seconds(), notify: from.name }, [offer]));
  return id;
}

/** `timeout` when nobody answered. */
export function endCall(companion: Companion, from: Phone, id: string, reason = 'timeout'): void {
  const terminate = stanza('terminate', { 'call-id': id, 'call-creator': from.lid, reason });
  deliver(companion, stanza('call', { id: newId(), from: from.lid, t: seconds() }, [terminate]));
}
