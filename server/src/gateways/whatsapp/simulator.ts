import type { Storage } from '../files/storage.ts';
import { type Account, type Channel, type Outgoing, SendFailure } from './port.ts';

/** The simulated phone's contacts. */
const addressBook = [
  { name: 'Clínica Bem-Viver', number: '+55 48 90555-0211' },
  { name: 'Dona Lourdes (bolos)', number: '+55 48 90555-0212' },
  { name: 'Eduardo Pacheco', number: '+55 11 90555-0213' },
  { name: 'Floricultura Ipê', number: '+55 51 90555-0214' },
  { name: 'Helena Sampaio', number: '+55 21 90555-0215' },
];

export type SimulatorSent = (account: Account, outgoing: Outgoing, externalId: string) => void;

/**
 * The simulator: every message arrives at once. The external id comes from the client key, so a repeated send is the same message.
 * Media of a simulated customer is in our own storage; its `MediaRef.id` is the storage key.
 */
export function simulatorChannel(files: Storage, onSent: SimulatorSent = () => {}): Channel {
  return {
    kind: 'simulator',
    idempotentSends: true,
    windowHours: null,
    async send(account, outgoing) {
      const externalId = `sim-${outgoing.clientKey}`;
      onSent(account, outgoing, externalId);
      return { externalId, recipient: outgoing.to };
    },
    async revoke() {},
    async edit() {},
    async typing() {},
    async rejectCall() {},
    async markRead() {},
    async fetchMedia(_account, media, maxBytes) {
      const stored = await files.get(media.id);
      if (!stored) throw new SendFailure('refused', 'media_rejected', 'no such file');
      if (stored.size > maxBytes) {
        stored.stream.destroy();
        throw new SendFailure('refused', 'media_rejected', `${stored.size} bytes, at most ${maxBytes}`);
      }
      return Buffer.concat(await stored.stream.toArray());
    },
    addressBook: () => Promise.resolve(addressBook),
    check: () => Promise.resolve({ ok: true, number: null, name: null }),
  };
}
