import type { ConnectionView } from '@balcao/contract/connections';
import { plainText } from '../../../platform/plain-text.ts';

/** The connections whose name or number contains the text, ignoring accents and number formatting. */
export function connectionsFound(connections: readonly ConnectionView[], text: string): ConnectionView[] {
  const digits = /^[\d\s()+.-]+$/.test(text) ? text.replace(/\D/g, '') : '';
  return connections.filter(
    ({ name, number }) => plainText(name).includes(plainText(text.trim())) || (digits !== '' && (number ?? '').includes(digits)),
  );
}
