// WhatsApp's ids (`user_agent:device@server`) and our addresses. A LID looks like a phone number, so the server part decides.
import type { Address } from '../port.ts';

const shape = /^([^@:_]+)(?:_\d+)?(?::\d+)?@([a-z.]+)$/;

// WhatsApp's own announcements (0) and Meta's assistants, which also have numbers: none of them is a customer.
const official = /^(0|1313555\d{4}|131655500\d{2}|16505361212)$/;

const kinds: Partial<Record<string, Address['kind']>> = {
  's.whatsapp.net': 'wa_pn',
  'c.us': 'wa_pn',
  hosted: 'wa_pn',
  lid: 'wa_lid',
  'hosted.lid': 'wa_lid',
  'g.us': 'group',
};

/** The addresses for the ids of a person or group, the phone number first. Status, channels, broadcasts and bots give []. */
export function addressesOf(jid: string | undefined | null, alt?: string | null): Address[] {
  const found = [addressOf(jid), addressOf(alt)].filter((address) => address !== null);
  const [first] = found;
  if (first?.kind === 'group') return [first];
  const persons = found.filter((address) => address.kind !== 'group');
  return (['wa_pn', 'wa_lid'] as const).flatMap((kind) => persons.find((address) => address.kind === kind) ?? []);
}

/** WhatsApp's id for an address; empty for kinds that it does not know (username, business-scoped id). */
export function jidOf(address: Address): string {
  switch (address.kind) {
    case 'phone':
    case 'wa_pn':
      return `${address.value.replace(/\D/g, '')}@s.whatsapp.net`;
    case 'wa_lid':
      return `${address.value}@lid`;
    case 'group':
      return `${address.value}@g.us`;
    case 'wa_bsuid':
    case 'username':
      return '';
  }
}

function addressOf(jid: unknown): Address | null {
  const [, user = '', server = ''] = typeof jid === 'string' ? (shape.exec(jid) ?? []) : [];
  const kind = Object.hasOwn(kinds, server) ? kinds[server] : undefined;
  if (!kind) return null;
  if (kind === 'group') return /^\d[\d-]*$/.test(user) ? { kind, value: user } : null;
  if (!/^\d{3,20}$/.test(user) || (kind === 'wa_pn' && official.test(user))) return null;
  return { kind, value: user };
}
