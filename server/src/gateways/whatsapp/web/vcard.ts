// vCard 3.0 (RFC 2426) as WhatsApp writes and reads it: `TEL;type=CELL;waid=<WhatsApp number>:<number as shown>`.
import { text } from '../cloud-json.ts';

export type Card = { name: string; phones: string[]; vcard: string | null };

/** Name and numbers of a card. The number known to WhatsApp comes before the one written on the card. */
export function cardOf(displayName: unknown, vcard: unknown): Card {
  const source = text(vcard);
  const lines = (source ?? '').replace(/\r?\n[ \t]/g, '').split(/\r?\n/);
  const phones: string[] = [];
  let formatted: string | null = null;
  let structured: string | null = null;
  for (const line of lines) {
    const [, property = '', parameters = '', value = ''] = /^(?:[\w-]+\.)?([A-Za-z-]+)((?:;[^:]*)?):(.*)$/.exec(line) ?? [];
    switch (property.toUpperCase()) {
      case 'FN':
        formatted ??= text(unescaped(value).trim());
        break;
      case 'N': {
        const [family = '', given = ''] = value.split(/(?<!\\);/).map((part) => unescaped(part).trim());
        structured ??= text([given, family].filter((part) => part !== '').join(' '));
        break;
      }
      case 'TEL': {
        const waid = /;waid=(\d+)/i.exec(parameters)?.[1];
        const phone = waid ? `+${waid}` : unescaped(value).replace(/^tel:/i, '').trim();
        if (phone !== '' && !phones.includes(phone)) phones.push(phone);
      }
    }
  }
  return { name: formatted ?? structured ?? text(displayName) ?? phones[0] ?? '', phones, vcard: source };
}

export function vcardOf(card: { name: string; phones: string[] }): string {
  const name = escaped(card.name);
  const phones = card.phones.map((phone) => {
    const digits = phone.replace(/\D/g, '');
    return `TEL;type=CELL;type=VOICE${digits === '' ? '' : `;waid=${digits}`}:${escaped(phone)}`;
  });
  return ['BEGIN:VCARD', 'VERSION:3.0', `N:;${name};;;`, `FN:${name}`, ...phones, 'END:VCARD'].join('\n');
}

function escaped(value: string): string {
  return value.replace(/[\\;,]/g, '\\$&').replace(/\r?\n|\r/g, '\\n');
}

function unescaped(value: string): string {
  return value.replace(/\\([\\;,:nN])/g, (_, char: string) => (char.toLowerCase() === 'n' ? '\n' : char));
}
