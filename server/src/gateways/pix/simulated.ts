// A provider without a bank, for trying things out: its codes are well formed, and paid by a button.
import { amountText } from '@balcao/contract/subscription-rules';
import { brCode } from './br-code.ts';
import type { PixGateway } from './port.ts';

export function simulatedGateway(): PixGateway {
  return {
    provider: 'simulated',
    async ask({ txid, amountCents }) {
      const key = '00000000-0000-4000-8000-000000000000';
      return {
        externalId: null,
        brCode: brCode({ key, amount: amountText(amountCents), name: 'Balcão', city: 'São Paulo', txid }),
        image: '',
      };
    },
    // Its payments are told by whoever presses the button.
    look: async () => ({ payments: [] }),
    async cancel() {},
    async announceAt() {},
  };
}
