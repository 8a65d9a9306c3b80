// The text behind a Pix QR code: tag, length, value, closed by a CRC. Manual of the BR Code, Central Bank of Brazil.

/** CRC16-CCITT-FALSE in four upper-case hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'latin1')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/** A code for one payment of this amount. Key at most 77 characters; name and city are cut to what the format holds. */
export function brCode({
  key,
  amount,
  name,
  city,
  txid,
}: {
  key: string;
  amount: string;
  name: string;
  city: string;
  txid: string;
}): string {
  const body = [
    field('00', '01'),
    field('01', '12'),
    field('26', field('00', 'br.gov.bcb.pix') + field('01', key)),
    field('52', '0000'),
    field('53', '986'),
    field('54', amount),
    field('58', 'BR'),
    field('59', plain(name, 25)),
    field('60', plain(city, 15)),
    field('62', field('05', txid.slice(0, 25))),
    '6304',
  ].join('');
  return body + crc16(body);
}

function field(tag: string, value: string): string {
  return `${tag}${String(value.length).padStart(2, '0')}${value}`;
}

/** Lengths count characters, so only those of one byte are used. */
function plain(text: string, max: number): string {
  const ascii = text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, max)
    .trim();
  return ascii || 'Balcao';
}
