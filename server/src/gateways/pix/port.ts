// Payment providers, as the rest of the server sees them.

export type PixProvider = 'efi' | 'asaas' | 'simulated';

export type PixRequest = {
  /** Ours; a repeated request with the same one makes no second charge. */
  txid: string;
  amountCents: number;
  seconds: number;
  description: string;
  payer: { reference: string; name: string; document: string | null; email: string | null };
  /** YYYY-MM-DD. */
  today: string;
};

export type PixAsked = { externalId: string | null; brCode: string; image: string };

/** What a provider knows of a charge; `key` is the same whenever it tells of the same payment. */
export type PixKnown = { payments: { key: string; amountCents: number; at: Date }[] };

export type PixGateway = {
  provider: PixProvider;
  /** Throws PixFailure. */
  ask(request: PixRequest): Promise<PixAsked>;
  /** Throws PixFailure. */
  look(charge: { txid: string; externalId: string | null }): Promise<PixKnown>;
  /** Makes the charge unpayable where the provider can. Throws PixFailure. */
  cancel(charge: { txid: string; externalId: string | null }): Promise<void>;
  /** Has payments announced at this address. Throws PixFailure. */
  announceAt(url: string): Promise<void>;
};

/** `unknown`: whether it happened is not known. */
export class PixFailure extends Error {
  constructor(
    readonly kind: 'refused' | 'credentials' | 'unavailable' | 'unknown',
    message: string,
  ) {
    super(message);
  }
}
